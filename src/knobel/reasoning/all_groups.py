"""All groups of a formula in one solver, each with a switch of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .. import registry
from ..engines import Engine, Session, Verdict
from ..formula import Formula, Group, Lits, truth
from ..limits import Limit, OutOfTime, left, tick
from ..minimal import removable
from .witnesses import Witnesses

Marks: TypeAlias = npt.NDArray[np.bool_]
"""[entry, value]: what is possible, or anything else that is said of values at entries."""
Fact: TypeAlias = tuple[int, int]
"""A value at an entry."""
NEEDED = {"assume", "core", "propagate", "light"}
CONFLICTS = 500  # to find out whether a group can be spared
TRIES, FEW_CONFLICTS = 3, 1  # to obey groups that need not be obeyed


def light_engine() -> Engine:
    """An engine that is quick with many small questions."""
    return next(e for e in registry.engines().values() if isinstance(e, Engine) and e.can >= NEEDED)


class Choice:
    """Asks a session for one of several literals at once, each time with a variable of its own."""

    def __init__(self, session: Session, variables: int) -> None:
        self._session, self._last = session, variables
        self._retired: list[int] = []

    def of(self, lits: Lits) -> int:
        """A literal to assume: then one of these holds. The one given before must not be assumed any more."""
        self._last += 1
        self._session.add(np.array([*self._retired, *lits.tolist(), -self._last, 0], dtype=np.int32))
        self._retired = [-self._last, 0]
        return self._last


class Held:
    """Reads off a model which of some groups hold: those whose clauses do."""

    def __init__(self, count: int, lits: Lits, starts: npt.NDArray[np.int64], ids: npt.NDArray[np.int64]) -> None:
        """Clauses begin at ``starts`` in ``lits``; ``ids`` are their groups, counted from 0."""
        self._count, self._lits, self._starts, self._ids = count, lits, starts, ids

    def groups(self, model: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        held = np.ones(self._count, dtype=np.bool_)
        if len(self._ids):
            held[self._ids[~np.logical_or.reduceat(truth(model, self._lits), self._starts)]] = False
        return held


class AllGroups:
    """Answers about the whole board. Groups are numbered as in ``groups``; entries are the answer's, flattened."""

    def __init__(self, formula: Formula, groups: Sequence[Group], held: Held, demand: int | None = None) -> None:
        """``demand`` is the literal that the last group stands for, if the formula knows nothing of that group."""
        self.groups = groups
        self.answer: Lits = formula.answer.reshape(-1, formula.answer.shape[-1])
        own = [group for group in groups if group.id < len(formula.groups)]
        self.selectors = formula.variables + 1 + np.arange(len(groups), dtype=np.int32)
        switches = np.zeros(len(formula.groups), dtype=np.int32)
        switches[[group.id for group in own]] = self.selectors[: len(own)]
        self.session = light_engine().open(formula.variables)
        self.session.add(formula.flat(switches, without=("implied",)))
        if demand is not None:
            self.session.add(np.array([-self.selectors[-1], demand, 0], dtype=np.int32))
        self._number = {int(lit): number for number, lit in enumerate(self.selectors)}
        self.choice = Choice(self.session, formula.variables + len(groups))
        self.held = held
        self._witnesses = Witnesses(*self.answer.shape, len(groups))

    def solve(
        self, possible: Marks, groups: Iterable[int] | None = None, holds: Sequence[Fact] = ()
    ) -> npt.NDArray[np.int64] | None:
        """Values that obey the groups (default: all), within what is possible and with these values at these entries;
        None if there are none. Raises :class:`OutOfTime`."""
        model = self._verdict(possible, groups, holds).model
        return None if model is None else self.read(model)

    def blamed(
        self, possible: Marks, groups: Iterable[int] | None, holds: Sequence[Fact], conflicts: int | None = None
    ) -> tuple[int, ...] | None:
        """Some of the groups that leave no such values; None if there are some. It may take so many conflicts."""
        verdict = self._verdict(possible, groups, holds, conflicts)
        return None if verdict.sat else tuple(sorted(self._number[x] for x in verdict.core if x in self._number))

    def _verdict(
        self, possible: Marks, groups: Iterable[int] | None, holds: Sequence[Fact], conflicts: int | None = None
    ) -> Verdict:
        chosen = self.selectors if groups is None else self.selectors[list(groups)]
        facts = [int(self.answer[fact]) for fact in holds]
        return self._ask([*chosen.tolist(), *self.known(possible), *facts], conflicts)

    def _ask(self, lits: list[int], conflicts: int | None = None) -> Verdict:
        return self.session.solve(lits, Limit(left(), conflicts)).decided()

    def occurring(self, possible: Marks, groups: Sequence[int]) -> Marks | None:
        """The values that occur in arrays within the possible that obey the groups; None if there is no such array.

        Arrays are remembered, together with all groups that they happen to obey: most are of use for other groups too.
        """
        seen = self._witnesses.occurring(possible, groups)
        known, together = self.known(possible), False
        while (open_ := possible & ~seen).any():
            lits = self.answer[open_]
            self.session.prefer(lits)
            # Each question for any of several values costs a variable: so the first one, until one does not occur.
            assume = [self.choice.of(lits) if together else int(lits[0]), *known]
            model = self._generous(assume, groups)
            if model is not None:
                values = self.read(model)
                seen[np.arange(len(values)), values] = True
                self._witnesses.add(values, self.held.groups(model))
            elif together:
                break
            else:
                together, possible = True, possible.copy()
                possible.flat[open_.argmax()] = False
        return seen if seen.any() else None

    def _generous(self, assume: list[int], groups: Sequence[int]) -> npt.NDArray[np.bool_] | None:
        """A model of the groups that obeys most others too: then it answers what will be asked about those."""
        needed = self.selectors[groups].tolist()
        others = np.delete(self.selectors, groups).tolist()
        for _ in range(TRIES if len(needed) == 1 else 0):  # of several, nobody asks again
            verdict = self.session.solve([*assume, *needed, *others], Limit(left(), FEW_CONFLICTS))
            blamed = set(verdict.core).intersection(others)
            if verdict.sat or (verdict.sat is False and not blamed):
                return verdict.model
            if not blamed:
                break
            others = [lit for lit in others if lit not in blamed]
        return self._ask([*assume, *needed]).model

    def known(self, possible: Marks, entries: npt.NDArray[np.int64] | None = None) -> list[int]:
        """What is known, everywhere or at some entries, as literals."""
        answer = self.answer if entries is None else self.answer[entries]
        found: list[int] = (-answer[~(possible if entries is None else possible[entries])]).tolist()
        return found

    def model(self, known: list[int], groups: Sequence[int], holds: Fact) -> npt.NDArray[np.bool_] | None:
        """A model of the groups, of what is known as literals and of a value; None if there is none."""
        chosen = self.selectors[list(groups)].tolist()
        return self._ask([*chosen, *known, int(self.answer[holds])]).model

    def read(self, model: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """The values in a model."""
        values: npt.NDArray[np.int64] = truth(model, self.answer).argmax(axis=1)
        return values

    def prefer(self, values: npt.NDArray[np.int64]) -> None:
        """Look near these values first."""
        self.session.prefer(self.answer[np.arange(len(values)), values])

    def forced(self, possible: Marks) -> Marks | None:
        """What is left of the possible when all groups hold; None if nothing fits."""
        return self.occurring(possible, range(len(self.groups)))

    def shrunk(self, possible: Marks, groups: Collection[int], holds: Sequence[Fact]) -> list[int]:
        """A part of contradicting groups that still contradict each other, and of which none can be spared."""
        gone = set(removable(groups, list(groups)[::-1], lambda part: self.blamed(possible, part, holds)))
        return sorted(set(groups) - gone)

    def least(self, possible: Marks, groups: Sequence[int], holds: Sequence[Fact]) -> tuple[int, ...]:
        """The same, but always the same one: the last groups are the first to go, wherever they can.

        Where it is too hard to say whether they can, they stay.
        """
        rest, sure = list(groups), list[int]()
        core = self._soon_blamed(possible, rest, holds)
        while rest:
            last = rest.pop()
            if core is None or last in core:  # or what is to blame is still there without it
                fewer = self._soon_blamed(possible, rest + sure, holds)
                if fewer is None:
                    sure.append(last)
                else:
                    core = fewer
        return tuple(sorted(sure))

    def _soon_blamed(self, possible: Marks, groups: Sequence[int], holds: Sequence[Fact]) -> tuple[int, ...] | None:
        """Some of these groups that contradict each other, as far as a few conflicts tell."""
        try:
            return self.blamed(possible, groups, holds, CONFLICTS)
        except OutOfTime:
            tick()  # if it was the clock, there is no going on
            return None

    def close(self) -> None:
        self.session.close()
