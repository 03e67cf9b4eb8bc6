"""Some groups of a formula in a solver: what they leave possible, and why."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import Session, Verdict
from ..formula import Lits
from ..limits import Limit, tick
from ..limits import left as seconds
from .all_groups import AllGroups, Choice, Marks

Ids: TypeAlias = npt.NDArray[np.int64]
MOST_ARRAYS, MOST_LEFTS = 60, 1000  # that each part remembers
MANY_VARIABLES = 1000  # in a shared solver with twice as many or more, each value takes longer, and weighs more
CONFLICTS = 300  # to find out whether a fact or a group can be spared
ALL_CONFLICTS = 3000  # for all facts of a step


class SomeGroups:
    """Some groups in a solver of their own. Entries of the answer are counted by their place in ``entries``."""

    weight = 1  # of a value that is asked about

    def __init__(self, session: Session, choice: Choice, entries: Ids, lits: Lits, on: Sequence[int] = ()) -> None:
        self.session, self._choice = session, choice
        self.entries = entries  # the entries of the answer that occur here
        self._lits = lits  # [entry, value] -> literal of the session
        self._on = list(on)  # what has to be assumed for the groups to speak
        self._arrays = np.empty((0, len(entries)), dtype=np.int64)  # that obey the groups
        self._lefts: dict[bytes, Marks | None] = {}

    def left(self, possible: Marks) -> Marks | None:
        """What these groups leave of what is possible (entries of this part, by value); None for a contradiction.

        What was asked before is remembered: following assumptions asks the same again and again.
        """
        state = possible.tobytes()
        if state not in self._lefts:
            if len(self._lefts) >= MOST_LEFTS:
                self._lefts.clear()
            self._lefts[state] = self._left(possible)
        return self._lefts[state]

    def _ask(self, lits: list[int]) -> Verdict:
        return self.session.solve(lits).decided()

    def _left(self, possible: Marks) -> Marks | None:
        """Arrays found before that still fit show most of it without a question."""
        known = self.known(possible)
        fits = self._arrays[possible[np.arange(len(possible)), self._arrays].all(axis=1)]
        seen = (fits[..., None] == np.arange(possible.shape[1])).any(axis=0)
        if not len(fits):
            model = self._ask(known).model
            if model is None:
                return None
            seen |= self._kept(model)
        while (open_ := np.flatnonzero(possible & ~seen)).size:
            tick()
            lit = int(self._lits.flat[open_[0]])
            self.prefer(open_)
            model = self._ask([*known, lit]).model
            if model is None:
                possible = possible.copy()
                possible.flat[open_[0]] = False
                known.append(-lit)
            else:
                seen |= self._kept(model)
        return possible

    def _held(self, model: npt.NDArray[np.bool_]) -> Marks:
        held: Marks = model[np.abs(self._lits)] != (self._lits < 0)
        return held

    def _kept(self, model: npt.NDArray[np.bool_]) -> Marks:
        held = self._held(model)
        self._arrays = np.append(self._arrays[-MOST_ARRAYS:], held.argmax(axis=1)[None], axis=0)
        return held

    def known(self, possible: Marks) -> list[int]:
        """What is known at the entries of this part, in its own terms."""
        excluded: list[int] = (-self._lits[~possible]).tolist()
        return self._on + excluded

    def solve(self, known: list[int], atoms: Sequence[int]) -> Marks | None:
        """An array with some values, all of them counted by entry and value; None if there is none."""
        lits = self._lits.ravel()
        model = self._ask([*known, *lits[list(atoms)].tolist()]).model
        return None if model is None else self._held(model).ravel()

    def prefer(self, atoms: Ids) -> None:
        """Try these values first."""
        self.session.prefer(self._lits.ravel()[atoms])

    def proves(self, possible: Marks, left: Marks | None) -> bool:
        """Whether these groups exclude all that is possible and not left (None: everything); if too hard to say, no."""
        known = self.known(possible)
        if left is not None:
            beyond = self._lits[possible & ~left]
            if not len(beyond):
                return True
            known.append(self._choice.of(beyond))
        verdict = self.session.solve(known, Limit(seconds(), CONFLICTS))
        tick()  # if it was the clock, there is no going on
        return verdict.sat is False

    def needed(self, possible: Marks, domain: Marks, left: Marks | None) -> Marks:
        """What has to be known, of what is possible, to conclude what is left (None: a contradiction).

        A fact of which it is too hard to say whether it can be spared stays.
        """
        facts: dict[tuple[int, int], list[int]] = {}  # people say what a cell is, not all that it is not: one fact
        settled = possible.sum(axis=1) == 1
        for entry, value in np.argwhere(domain & ~possible).tolist():
            facts.setdefault((entry, -1 if settled[entry] else value), []).append(-int(self._lits[entry, value]))
        always = self.known(domain)
        if left is not None:  # of an entry that gets its value here, all other values have to be excluded
            gets = (left.sum(axis=1, keepdims=True) == 1) & (possible.sum(axis=1, keepdims=True) > 1)
            always.append(self._choice.of(self._lits[(possible & ~left) | (domain & ~left & gets)]))
        used, rest = list[tuple[int, int]](), list(facts)
        verdict = self._ask([*always, *chain(*facts.values())])
        core, most = verdict.core, verdict.stats.get("conflicts", 0) + ALL_CONFLICTS
        while rest := [fact for fact in rest if not set(facts[fact]).isdisjoint(core)]:
            tried = rest.pop()
            lits = [*always, *chain(*(facts[fact] for fact in (*used, *rest)))]
            spared = min(CONFLICTS, most - verdict.stats.get("conflicts", 0))
            verdict = self.session.solve(lits, Limit(seconds(), spared))
            if verdict.sat is False:
                core = verdict.core
            else:
                tick()  # if it was the clock, there is no going on
                used.append(tried)
        found = domain.copy()
        for entry, value in used:
            if value < 0:
                found[entry] = possible[entry]
            else:
                found[entry, value] = False
        return found

    def close(self) -> None:
        self.session.close()


class SharedGroups(SomeGroups):
    """Some groups in the solver that holds all: where axioms connect everything, a part of its own is no smaller."""

    def __init__(self, all_groups: AllGroups, groups: Sequence[int]) -> None:
        entries, on = np.arange(len(all_groups.answer)), all_groups.selectors[groups].tolist()
        super().__init__(all_groups.session, all_groups.choice, entries, all_groups.answer, on)
        self._all_groups, self._groups = all_groups, groups
        self.weight = max(1, int(all_groups.selectors.min()) // MANY_VARIABLES) ** 2

    def left(self, possible: Marks) -> Marks | None:
        return self._all_groups.occurring(possible, self._groups)

    def close(self) -> None:
        """The solver goes on."""
