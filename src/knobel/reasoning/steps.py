"""One step after the other from what is known: the easiest that there is.

A single group first; then smallest sets of groups; then an assumption that leads to a contradiction, one group after
the other; then a set of groups of which none can be spared. Each step says all that its groups prove.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..formula import Formula, Group
from ..puzzle import Atom, Optimising, Possible, Puzzle, Values
from ..say import Say
from .chains import Link, chain
from .parts import Marks, Parts
from .rings import Rings
from .smallest import Smallest
from .whole import Whole

SIZES = (2, 3)
CHAIN, CORE = 5, 6  # levels above those that are a number of groups
TRIED, SHRUNK = 12, 2  # where a core is looked for: values asked about, and sets of groups made smaller


@dataclass(frozen=True)
class Step:
    """What follows (``cells``), from which groups and which facts known before, and how hard that is to see.

    ``level`` is the number of groups up to 4, then 5 for a chain of consequences and 6 for anything else. ``chain``
    begins with an assumption and ends where it fails. Without cells, the step is a contradiction.
    """

    cells: tuple[Atom, ...]
    groups: tuple[Group, ...]
    known: tuple[Atom, ...]
    level: int
    chain: tuple[Link, ...] = ()

    @property
    def because(self) -> tuple[Say, ...]:
        """The sentences of the groups."""
        return tuple(group.say for group in self.groups)


class Reasoner:
    """A puzzle, what is known of its solution, and what can be concluded next."""

    def __init__(
        self, puzzle: Puzzle, formula: Formula, state: Possible | None = None, worth: int | None = None
    ) -> None:
        """``state`` is what is possible so far; ``worth`` is the value of a best solution, where one is asked for."""
        self.puzzle = puzzle
        self.shape = formula.answer.shape
        demand = None
        if worth is not None and worth in formula.levels:
            most = isinstance(puzzle, Optimising) and puzzle.best == "most"
            words = Say("a solution is worth {value} or more", value=worth)
            words = words if most else Say("a solution is worth {value} or less", value=worth)
            demand = words, formula.levels[worth]
        self.demanded = demand is not None
        self._worth = worth if demand else None
        self.parts = Parts(formula, demand)
        self.groups = self.parts.groups
        self.whole = Whole(formula, self.groups, demand[1] if demand else None)
        domain = puzzle.domain()
        self.domain: Marks = domain.reshape(-1, self.shape[-1])
        self.possible: Marks = self.domain.copy() if state is None else self.domain & state.reshape(self.domain.shape)
        self._number = {group.say: number for number, group in enumerate(self.groups)}
        self._dirty = set(range(len(self.groups)))
        self._gains: dict[int, Marks | None] = {}
        self._goal: Marks | None = None
        self._smallest = Smallest(self.whole, self.parts.cells, self.broken)
        self._rings = Rings(self.parts)

    # asking

    def step(self) -> Step | None:
        """The easiest step; None where nothing more follows. What it says is known from then on."""
        found = self._alone()
        if found is None and self._open():
            found = self._together()
        if found is not None and found.cells:
            self._learn(found)
        return found

    def _open(self) -> bool:
        """Whether anything is left to be found. Computes, once, what the whole board leaves."""
        if self._goal is None:
            self._goal = self.whole.forced(self.possible)
            if self._goal is not None:
                self.whole.prefer(self._goal.argmax(axis=1))
        return self._goal is None or bool((self.possible & ~self._goal).any())

    def _learn(self, step: Step) -> None:
        changed = np.zeros(len(self.possible), dtype=np.bool_)
        for atom in step.cells:
            entry = self._entry(atom)
            changed[entry] = True
            keep = np.arange(self.shape[-1]) == atom.value
            self.possible[entry] &= keep if atom.holds else ~keep
        self._dirty |= set(np.flatnonzero(self.parts.cells[:, changed].any(axis=1)).tolist())

    # a single group

    def _alone(self) -> Step | None:
        for number in sorted(self._dirty):
            part = self.parts.part([number])
            here = self.possible[part.entries]
            left = part.left(here)
            if left is None:
                return self._contradiction([number], 1)
            self._gains.pop(number, None)
            if (left != here).any():
                self._gains[number] = left
        self._dirty = set()
        if not self._gains:
            return None
        number = max(self._gains, key=lambda number: (*self._worthwhile(number), -number))
        return self._said([number], 1)

    def _worthwhile(self, number: int) -> tuple[int, int]:
        """How many entries a group settles, and how many values it excludes."""
        here, left = self.possible[self.parts.part([number]).entries], self._gains[number]
        assert left is not None
        return int(((left.sum(axis=1) == 1) & (here.sum(axis=1) > 1)).sum()), int((here & ~left).sum())

    # several groups

    def _together(self) -> Step | None:
        nothing = self._goal is None  # then everything follows, and a story is told until nothing is left
        aims = self.possible & (self.possible.sum(axis=1, keepdims=True) > 1 if self._goal is None else ~self._goal)
        targets: list[tuple[int, int]] = [(int(e), int(v)) for e, v in np.argwhere(aims)]
        for size in SIZES:
            found = self._smallest.find(self.possible, targets, size)
            if found is not None:
                return self._said(found[0], size)
        ring = self._rings.find(self.possible)
        if ring is not None:
            return self._said(sorted(ring), len(ring))
        told = chain(self, targets)
        if told is not None:
            return self._said(told.groups, CHAIN, told.links)
        if nothing:
            return self._contradiction(self.whole.shrunk(self.possible, range(len(self.groups)), ()), CORE)
        return self._core(targets)

    def _core(self, targets: list[tuple[int, int]]) -> Step:
        """A set of groups of which none can be spared: the smallest of those that the solver's blame leads to."""
        blamed: list[tuple[tuple[int, ...], tuple[int, int]]] = []
        for target in targets[:: max(1, len(targets) // TRIED)]:
            found = self.whole.solve(self.possible, None, [target])
            assert isinstance(found, tuple)
            blamed.append((found, target))
        blamed.sort(key=lambda pair: len(pair[0]))
        shrunk = [self.whole.shrunk(self.possible, groups, [target]) for groups, target in blamed[:SHRUNK]]
        return self._said(min(shrunk, key=len), CORE)

    def broken(self, values: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Which groups an array of values breaks, by the rules."""
        broken = np.zeros(len(self.groups), dtype=np.bool_)
        array = values.reshape(self.shape[:-1])
        for say in self.puzzle.check(array):
            if say in self._number:
                broken[self._number[say]] = True
        if self._worth is not None and isinstance(self.puzzle, Optimising):
            worth = self.puzzle.value(array)
            broken[-1] = worth < self._worth if self.puzzle.best == "most" else worth > self._worth
        return broken

    # telling

    def _said(self, numbers: list[int] | tuple[int, ...], level: int, links: tuple[Link, ...] = ()) -> Step:
        part = self.parts.part(numbers)
        here = self.possible[part.entries]
        left = self._gains.pop(numbers[0], None) if len(numbers) == 1 else None
        left = part.left(here) if left is None else left
        if left is None:
            return self._contradiction(list(numbers), level)
        needed = part.needed(here, self.domain[part.entries], left)
        cells = self._part_facts(part.entries, here, left)
        known = self._part_facts(part.entries, self.domain[part.entries], needed)
        return Step(cells, tuple(self.groups[n] for n in numbers), known, level, links)

    def _contradiction(self, numbers: list[int], level: int) -> Step:
        part = self.parts.part(numbers)
        here, domain = self.possible[part.entries], self.domain[part.entries]
        known = self._part_facts(part.entries, domain, part.needed(here, domain, None))
        return Step((), tuple(self.groups[n] for n in numbers), known, level)

    def _part_facts(self, entries: npt.NDArray[np.int64], before: Marks, after: Marks) -> tuple[Atom, ...]:
        one, other = self.domain.copy(), self.domain.copy()
        one[entries], other[entries] = before, after
        return self.facts(one, other)

    def facts(self, before: Marks, after: Marks) -> tuple[Atom, ...]:
        """What is new: the value of an entry that has one left, else the values that it has lost."""
        found: list[Atom] = []
        for row in np.flatnonzero((before != after).any(axis=1)).tolist():
            at = self.at(row)
            left = np.flatnonzero(after[row])
            if len(left) == 1:
                found.append(Atom(at, int(left[0])))
            else:
                found += [Atom(at, int(value), False) for value in np.flatnonzero(before[row] & ~after[row])]
        return tuple(found)

    def at(self, entry: int) -> tuple[int, ...]:
        """Where an entry stands in the answer."""
        return tuple(int(i) for i in np.unravel_index(entry, self.shape[:-1]))

    def _entry(self, atom: Atom) -> int:
        return int(np.ravel_multi_index(atom.at, self.shape[:-1]))

    @property
    def values(self) -> Values:
        """What is known, -1 elsewhere."""
        known = np.where(self.possible.sum(axis=1) == 1, self.possible.argmax(axis=1), -1)
        return known.reshape(self.shape[:-1]).astype(np.int64)

    def close(self) -> None:
        self.parts.close()
        self.whole.close()
