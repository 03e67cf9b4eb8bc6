"""One step after the other from what is known: the easiest that there is.

A single group first; then smallest sets of groups; then an assumption that leads to a contradiction, one group after
the other; then a set of groups of which none can be spared. Each step says all that its groups prove.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..formula import Formula, Group
from ..puzzle import Argued, At, Atom, Optimising, Possible, Puzzle, Values, demand_of
from ..say import Say
from . import CHAIN, CORE
from .all_groups import Fact, Marks
from .assumptions import by_chain, by_core
from .chains import Link, refuted
from .group_index import GroupIndex
from .rings import Rings
from .smallest import Smallest

SIZES = (2, 3)


@dataclass(frozen=True)
class Step:
    """What follows (``cells``), from which groups and which facts known before, and how hard that is to see.

    ``level`` is the number of groups up to 4, then 5 for a chain of consequences and 6 for anything else. ``chain``
    begins with an assumption and ends where it fails. Without cells, the step is a contradiction. In one ``round``,
    each group that had something new to say at its beginning says it; what takes several groups is one of its own.
    """

    cells: tuple[Atom, ...]
    groups: tuple[Group, ...]
    known: tuple[Atom, ...]
    level: int
    chain: tuple[Link, ...] = ()
    round: int = 1
    left: tuple[tuple[At, tuple[int, ...]], ...] = ()  # the values that the entries of ``cells`` have then
    argument: Say | None = None  # how a single group leads there, where the puzzle knows a technique
    parts: tuple[Step, ...] = ()  # steps about the same thing that are told in this one, in their order
    way: tuple[Step, ...] = ()  # how several groups come to it: steps of one group, or of an assumption that fails

    @property
    def because(self) -> tuple[Say, ...]:
        """The sentences of the groups."""
        return tuple(group.say for group in self.groups)


@dataclass(frozen=True)
class Gain:
    """A step before it is told: what some groups leave at their entries; None for a contradiction."""

    groups: tuple[int, ...]
    level: int
    left: Marks | None
    target: Fact | None = None  # the assumption that fails, in a chain


class Reasoner:
    """A puzzle, what is known of its solution, and what can be concluded next.

    Which step comes next depends on the board and on what is known, and on nothing else.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        formula: Formula,
        state: Possible | None = None,
        worth: int | None = None,
        everything: Callable[[Marks], Marks | None] | None = None,
    ) -> None:
        """``state`` is what is possible so far; ``worth`` is the value of a best solution, where one is asked for.

        ``everything`` says what all groups together leave of that, for boards with a faster way to find out.
        """
        self.puzzle = puzzle
        self.shape = formula.answer.shape
        demand = None
        if worth is not None and worth in formula.levels:
            assert isinstance(puzzle, Optimising)
            demand = demand_of(puzzle, worth), formula.levels[worth]
        self._worth = worth if demand else None
        self.index = GroupIndex(formula, demand)
        self.groups = self.index.groups
        self.all_groups = self.index.all_groups
        domain = puzzle.domain()
        self.domain: Marks = domain.reshape(-1, self.shape[-1])
        self.possible: Marks = self.domain.copy() if state is None else self.domain & state.reshape(self.domain.shape)
        self.begun: Marks = self.possible.copy()
        self._number = {group.say: number for number, group in enumerate(self.groups)}
        self._dirty = set(range(len(self.groups)))
        self._queue: list[tuple[int, Marks]] = []  # groups that have something to say in this round, the best one last
        self.round = 0
        self._everything = everything or self.all_groups.forced
        self._goal: Marks | None = None
        self._solution: npt.NDArray[np.int64] | None = None  # one of them
        self._smallest = Smallest(self.index, self.all_groups, self.broken)
        self._rings = Rings(self.index)

    # asking

    def step(self) -> Step | None:
        """The easiest step; None where nothing more follows. What it says is known from then on."""
        gain = self.next()
        if gain is None:
            return None
        step = self._said(gain)
        self.learn(gain)
        return step

    def next(self, most: int = CORE) -> Gain | None:
        """The easiest step, not yet told; None where nothing more follows by steps of at most this level."""
        gain = self._alone()
        if gain is None and most > 1 and self._open():
            self.round += 1
            gain = self._together(most)
        return gain

    def learn(self, gain: Gain) -> None:
        """From now on, what the step says is known."""
        if gain.left is not None:
            entries = self.index.solver(gain.groups).entries
            changed = entries[(self.possible[entries] != gain.left).any(axis=1)]
            self.possible[entries] = gain.left
            self._dirty.update(self.index.touching(changed).tolist())
            if len(gain.groups) == 1:  # alone, it has said all it can
                self._dirty.discard(gain.groups[0])

    def _open(self) -> bool:
        """Whether anything is left to be found. Computes, once, what the whole board leaves."""
        if self._goal is None:
            self._goal = self._everything(self.possible)
            if self._goal is not None:
                self._solution = self.all_groups.solve(self._goal)
        return self._goal is None or bool((self.possible & ~self._goal).any())

    # a single group

    def _alone(self) -> Gain | None:
        while True:
            while self._queue:
                number, left = self._queue.pop()
                gain = self._gained(number) if number in self._dirty else Gain((number,), 1, left)
                if gain is not None:
                    return gain
            worth: list[tuple[int, int, int]] = []
            lefts: dict[int, Marks] = {}
            for number in sorted(self._dirty):
                gain = self._gained(number)
                if gain is not None:
                    if gain.left is None:
                        return gain
                    worth.append((*self._worthwhile(number, gain.left), -number))
                    lefts[number] = gain.left
            self._queue = [(-number, lefts[-number]) for *_, number in sorted(worth)]
            if not self._queue:
                return None
            self.round += 1

    def _gained(self, number: int) -> Gain | None:
        """What a group has to say, if that is anything new."""
        part = self.index.solver([number])
        here = self.possible[part.entries]
        left = part.left(here)
        self._dirty.discard(number)
        return Gain((number,), 1, left) if left is None or (left != here).any() else None

    def _worthwhile(self, number: int, left: Marks) -> tuple[int, int]:
        """How many entries a group settles, and how many values it excludes."""
        here = self.possible[self.index.solver([number]).entries]
        return int(((left.sum(axis=1) == 1) & (here.sum(axis=1) > 1)).sum()), int((here & ~left).sum())

    # several groups

    def _together(self, most: int) -> Gain | None:
        aims = self.possible & (self.possible.sum(axis=1, keepdims=True) > 1 if self._goal is None else ~self._goal)
        targets: list[Fact] = [(int(e), int(v)) for e, v in np.argwhere(aims)]
        if self._solution is not None:  # arrays near to it break few groups
            self.all_groups.prefer(self._solution)
        for size in SIZES:
            found = self._smallest.find(self.possible, targets, size, self._solution)
            if found is not None:
                return self._gain(found, size)
        ring = self._rings.find(self.possible, self._smallest.shared)
        if ring is not None:
            return self._gain(tuple(sorted(ring)), len(ring))
        chain = by_chain(self, targets) if most >= CHAIN else None
        if chain is not None:
            return self._gain(chain.groups, CHAIN, chain.target)
        if most < CORE:
            return None
        if self._goal is None:  # nothing fits: then everything follows, until nothing is left
            return Gain(tuple(self.all_groups.shrunk(self.possible, range(len(self.groups)), ())), CORE, None)
        return self._gain(by_core(self, targets).groups, CORE)

    def _gain(self, numbers: tuple[int, ...], level: int, target: Fact | None = None) -> Gain:
        part = self.index.solver(numbers)
        return Gain(numbers, level, part.left(self.possible[part.entries]), target)

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

    def _said(self, gain: Gain) -> Step:
        part = self.index.solver(gain.groups)
        here, domain = self.possible[part.entries], self.domain[part.entries]
        cells = () if gain.left is None else self._part_facts(part.entries, here, gain.left)
        known = self._part_facts(part.entries, domain, part.needed(here, domain, gain.left))
        told = refuted(self, self.possible, [gain.target], gain.groups) if gain.target and cells else None
        links = told.links if told is not None and len(told.groups) == len(gain.groups) else ()
        groups = tuple(self.groups[n] for n in gain.groups)
        return Step(cells, groups, known, gain.level, links, self.round, argument=self.argument(gain))

    def argument(self, gain: Gain) -> Say | None:
        """How a single group leads to what is new, where the puzzle knows a technique that tells it."""
        if len(gain.groups) > 1 or gain.left is None or not isinstance(self.puzzle, Argued):
            return None
        entries = self.index.solver(gain.groups).entries
        changed = (self.possible[entries] != gain.left).any(axis=1)
        left = {
            self.at(entry): tuple(np.flatnonzero(marks).tolist())
            for entry, marks in zip(entries[changed].tolist(), gain.left[changed], strict=True)
        }
        [number] = gain.groups
        group = self.groups[number]
        return self.puzzle.argument(group.say, group.cells, self.possible.reshape(self.shape), left)

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

    def entry(self, at: At) -> int:
        """The inverse of :meth:`at`."""
        return int(np.ravel_multi_index(at, self.shape[:-1]))

    # steps that have been found

    def numbers(self, step: Step) -> tuple[int, ...]:
        """The numbers of its groups."""
        return tuple(self._number[group.say] for group in step.groups)

    @cached_property
    def givens(self) -> frozenset[Atom]:
        """What stands on the board: what a clue in a cell says of that cell alone."""
        found = set[Atom]()
        for number, group in enumerate(self.groups):
            if group.kind == "clue" and group.place is not None and group.place.name == "cell":
                part, at = self.index.solver([number]), (group.place.i, group.place.j)
                left = part.left(self.domain[part.entries])
                if left is not None:
                    mine = left[part.entries == self.entry(at)]
                    found |= {Atom(at, int(marks.argmax())) for marks in mine if marks.sum() == 1}
        return frozenset(found)

    def conclude(self, possible: Marks, atoms: Iterable[Atom]) -> Marks:
        """Takes away what the facts exclude."""
        for at, value, holds in atoms:
            entry = self.entry(at)
            if holds:
                possible[entry] &= np.arange(self.shape[-1]) == value
            else:
                possible[entry, value] = False
        return possible

    def proves(self, numbers: tuple[int, ...], known: Iterable[Atom], cells: Iterable[Atom]) -> bool:
        """Whether the conclusions follow from these groups and facts."""
        part = self.index.solver(numbers)
        here = self.conclude(self.domain.copy(), known)
        after = self.conclude(here.copy(), cells)
        inside = np.isin(np.flatnonzero((after != self.domain).any(axis=1)), part.entries).all()
        return part.proves(here[part.entries], after[part.entries] if inside else None)

    def needs(self, numbers: tuple[int, ...], known: Iterable[Atom], cells: Iterable[Atom]) -> tuple[Atom, ...]:
        """Of some facts, those that are needed to conclude something from the groups."""
        part = self.index.solver(numbers)
        here = self.conclude(self.domain.copy(), known)
        left = self.conclude(here.copy(), cells)[part.entries]
        needed = part.needed(here[part.entries], self.domain[part.entries], left)
        return self._part_facts(part.entries, self.domain[part.entries], needed)

    @property
    def values(self) -> Values:
        """What is known, -1 elsewhere."""
        known = np.where(self.possible.sum(axis=1) == 1, self.possible.argmax(axis=1), -1)
        return known.reshape(self.shape[:-1]).astype(np.int64)

    def close(self) -> None:
        self.index.close()
        self.all_groups.close()
