"""Which assumption fails first, and by which groups: what a chain of consequences is about, before anyone tells it.

The choice depends on nothing but the board and what is known of it, never on what a solver happened to learn before:
the same board has the same steps, whether they are told or only counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..limits import tick
from .all_groups import Fact
from .chains import MOST_ROUNDS, most_constrained

if TYPE_CHECKING:
    from .steps import Reasoner

MOST_TARGETS = 40  # assumptions followed
TRIED, SHRUNK = 12, 2  # where nothing else does: values asked about, and sets of groups made smaller


class Refuted(NamedTuple):
    """A value that some entry cannot have, and groups that say so, of which none can be spared."""

    target: Fact
    groups: tuple[int, ...]


class _Trail:
    """One assumption, what follows from it so far, and which group brought each fact."""

    def __init__(self, reasoner: Reasoner, target: Fact) -> None:
        entry, value = target
        self.target = target
        self.possible = reasoner.possible.copy()
        self.possible[entry] = np.arange(self.possible.shape[1]) == value
        self.dirty: dict[int, None] = dict.fromkeys(reasoner.index.touching([entry]).tolist())
        self._said: list[tuple[int, dict[int, None]]] = []  # a group, and what it rests on: numbers in this list
        self._came: dict[int, list[int]] = {}  # by entry: who has said something about it

    def go(self, reasoner: Reasoner) -> int | None:
        """One round further; the group that failed, if one did."""
        now, self.dirty = self.dirty, {}
        for number in now:
            part = reasoner.index.solver([number])
            here = self.possible[part.entries]
            left = part.left(here)
            if left is None:
                return number
            changed = part.entries[(here != left).any(axis=1)]
            if len(changed):
                self._said.append((number, self._before(part.entries.tolist())))
                for entry in changed.tolist():
                    self._came.setdefault(entry, []).append(len(self._said) - 1)
                self.possible[part.entries] = left
                self.dirty |= dict.fromkeys(reasoner.index.touching(changed).tolist())
                self.dirty.pop(number, None)  # alone, it has said all it can
        return None

    def _before(self, entries: list[int]) -> dict[int, None]:
        return dict.fromkeys(index for entry in entries for index in self._came.get(entry, ()))

    def groups(self, reasoner: Reasoner, failed: int) -> list[int]:
        """The group that failed and those that could have led to it, from the last to the first."""
        wanted = set(self._before(reasoner.index.solver([failed]).entries.tolist()))
        found = {failed: None}
        for index in range(len(self._said) - 1, -1, -1):
            if index in wanted:
                number, before = self._said[index]
                found[number] = None
                wanted |= set(before)
        return list(found)


def by_chain(reasoner: Reasoner, targets: Sequence[Fact]) -> Refuted | None:
    """The first assumption to fail when single groups speak one after the other, all assumptions side by side."""
    first = most_constrained(reasoner, reasoner.possible, targets)
    trails = [_Trail(reasoner, target) for target in first[:MOST_TARGETS]]
    for _ in range(MOST_ROUNDS):
        failed: list[tuple[list[int], Fact]] = []
        for trail in trails:
            tick()
            number = trail.go(reasoner)
            if number is not None:
                failed.append((trail.groups(reasoner, number), trail.target))
        if failed:
            groups, target = min(failed, key=lambda one: len(one[0]))
            return Refuted(target, reasoner.all_groups.least(reasoner.possible, groups, [target]))
        trails = [trail for trail in trails if trail.dirty]
    return None


def by_core(reasoner: Reasoner, targets: Sequence[Fact]) -> Refuted:
    """A set of groups of which none can be spared, as near to the value that they exclude as can be."""
    near: list[tuple[list[int], Fact]] = []
    for target in targets[:: max(1, len(targets) // TRIED)]:
        rings = _around(reasoner, target[0])
        groups = list[int]()
        for ring in rings:
            groups += ring
            if isinstance(reasoner.all_groups.solve(reasoner.possible, groups, [target]), tuple):
                near.append((groups, target))
                break
    near.sort(key=lambda one: len(one[0]))
    found = [Refuted(t, reasoner.all_groups.least(reasoner.possible, groups, [t])) for groups, t in near[:SHRUNK]]
    return min(found, key=lambda one: len(one.groups))


def _around(reasoner: Reasoner, entry: int) -> list[list[int]]:
    """All groups by their distance from an entry: those that reach it, those that share an open entry with them..."""
    open_ = reasoner.possible.sum(axis=1) > 1
    rings, heard, seen = list[list[int]](), set[int](), np.zeros(len(open_), dtype=np.bool_)
    entries = np.array([entry])
    while len(entries):
        seen[entries] = True
        ring = [number for number in reasoner.index.touching(entries).tolist() if number not in heard]
        heard.update(ring)
        rings.append(ring)
        reached = reasoner.index.reached(ring)
        entries = reached[open_[reached] & ~seen[reached]]
    rest = [number for number in range(len(reasoner.groups)) if number not in heard]
    return [*rings, rest]
