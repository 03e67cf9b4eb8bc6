"""All groups of a formula in one solver, each with a switch of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from ..formula import Formula, Group, Lits
from ..limits import Limit, OutOfTime, left
from .parts import Marks, light_engine


class Whole:
    """Answers about the whole board. Groups are numbered as in ``groups``; entries are the answer's, flattened."""

    def __init__(self, formula: Formula, groups: Sequence[Group], demand: int | None = None) -> None:
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

    def solve(
        self, possible: Marks, groups: Iterable[int] | None = None, holds: Sequence[tuple[int, int]] = ()
    ) -> npt.NDArray[np.int64] | tuple[int, ...]:
        """Values that obey the groups (default: all), within what is possible and with these values at these entries;

        or, if there are none, the numbers of some groups that are to blame. Raises :class:`OutOfTime`.
        """
        chosen = self.selectors if groups is None else self.selectors[list(groups)]
        facts = [int(self.answer[entry, value]) for entry, value in holds]
        verdict = self.session.solve([*chosen.tolist(), *self.known(possible), *facts], Limit(left()))
        if verdict.sat is None:
            raise OutOfTime
        if verdict.model is None:
            return tuple(sorted(self._number[lit] for lit in verdict.core if lit in self._number))
        held = verdict.model[np.abs(self.answer)] != (self.answer < 0)
        values: npt.NDArray[np.int64] = held.argmax(axis=1)
        return values

    def known(self, possible: Marks) -> list[int]:
        """What is known, as literals."""
        found: list[int] = (-self.answer[~possible]).tolist()
        return found

    def prefer(self, values: npt.NDArray[np.int64]) -> None:
        """Look near these values first."""
        self.session.prefer(self.answer[np.arange(len(values)), values])

    def forced(self, possible: Marks) -> Marks | None:
        """What is left of the possible when all groups hold; None if nothing fits."""
        first = self.solve(possible)
        if isinstance(first, tuple):
            return None
        seen = np.zeros_like(possible)
        entries = np.arange(len(possible))
        seen[entries, first] = True
        open_ = possible & ~seen
        while open_.any():
            entry, value = np.argwhere(open_)[0].tolist()
            self.session.prefer(self.answer[open_])
            found = self.solve(possible, holds=[(entry, value)])
            if isinstance(found, tuple):
                possible = possible.copy()
                possible[entry, value] = False
            else:
                seen[entries, found] = True
            open_ = possible & ~seen
        return possible

    def shrunk(self, possible: Marks, groups: Collection[int], holds: Sequence[tuple[int, int]]) -> list[int]:
        """A part of contradicting groups that still contradict each other, and of which none can be spared."""
        needed, rest = list[int](), list(groups)
        while rest:
            tried = rest.pop()
            found = self.solve(possible, [*needed, *rest], holds)
            if isinstance(found, tuple):
                rest = [group for group in rest if group in found]
            else:
                needed.append(tried)
        return sorted(needed)

    def close(self) -> None:
        self.session.close()
