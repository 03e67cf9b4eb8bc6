"""Smallest sets of two or three groups that exclude something which none of them excludes alone.

Once every group by itself has said all it can, a set of groups says more only if each of them shares at least two open
entries with the others: at a single one, values that both sides allow can always be put together. So only groups near
the value in question matter. A set that does not do brings an array of values that obeys it; the groups which that
array breaks are such that every set that does must have one of them. A few arrays rule out all sets but a few.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..limits import tick
from .all_groups import AllGroups, Fact, Marks
from .group_index import GroupIndex
from .some_groups import Ids

Bools: TypeAlias = npt.NDArray[np.bool_]
Broken = Callable[[Ids], Bools]
"""Which groups an array of values breaks."""

MOST_ARRAYS = 100  # looked at for one value
MOST_GROUPS = 8000  # on boards with more, sets are not looked for


@dataclass(frozen=True)
class Near:
    """The groups that can be in a set of some size which excludes a value of one entry."""

    size: int
    groups: Ids
    entries: Ids  # that they reach
    is_open: Bools  # which of these entries are
    cells: Bools  # [group, entry] of the whole board: whether a group reaches an entry
    shared: npt.NDArray[np.int16]  # [group, group]: how many open entries two of them share
    reach: Bools  # whether a group reaches the entry in question
    since: int  # when this was so

    @cached_property
    def _open(self) -> Bools:
        """[group, entry]: the open entries that each group reaches."""
        return self.cells[np.ix_(self.groups, self.entries[self.is_open])]

    def first(self, obeyed: Bools) -> tuple[int, ...] | None:
        """The first set that holds together and of which each array breaks a group; ``obeyed[array, group]``."""
        if self.size == 2:
            pairs = np.argwhere(np.triu((self.shared >= 2) & (self.reach[:, None] | self.reach) & _hit(obeyed, obeyed)))
            return (int(pairs[0, 0]), int(pairs[0, 1])) if len(pairs) else None
        # It has one of the groups broken by the array that breaks the fewest; and, of an array that breaks none of
        # those in it, another one. Pairs of these, and what can be the third:
        count = obeyed.sum(axis=1)
        ones = np.flatnonzero(~obeyed[count.argmax()])
        score = obeyed[:, ones].T * (count + 1)
        others = np.where(score.any(axis=1, keepdims=True), ~obeyed[score.argmax(axis=1)], self.shared[ones] > 0)
        pair, other = np.nonzero(others)
        one = ones[pair]
        to, across, between = self.shared[one], self.shared[other], self.shared[one, other][:, None]
        fits = (to + across >= 2) & (between + to >= 2) & (between + across >= 2)
        fits &= (self.reach[one] | self.reach[other])[:, None] | self.reach
        fits &= _hit(obeyed[:, one] & obeyed[:, other], obeyed)
        fits[np.arange(len(one)), one] = fits[np.arange(len(one)), other] = False
        fits &= (one != other)[:, None]
        pair, third = np.nonzero(fits)
        one, other = one[pair], other[pair]
        twice = (self._open[one] & self._open[other] & self._open[third]).sum(
            axis=1
        )  # what all three share counts once
        links = np.sort([self.shared[one, other], self.shared[one, third], self.shared[other, third]], axis=0)
        holds = links[0] + links[1] - twice >= 2
        sets: list[list[int]] = np.sort(np.stack([one, other, third], axis=1)[holds], axis=1).tolist()
        return tuple(min(sets)) if sets else None


def _hit(one: Bools, other: Bools) -> Bools:
    """[group, group]: whether no array spares both."""
    hit = np.ones((one.shape[1], other.shape[1]), dtype=np.bool_)
    for these, those in zip(_words(one), _words(other), strict=True):
        hit &= (these[:, None] & those) == 0
    return hit


def _words(rows: Bools) -> npt.NDArray[np.uint64]:
    """The columns as bits, 64 rows in each word."""
    padded = np.zeros((-(-len(rows) // 64) * 64, rows.shape[1]), dtype=np.bool_)
    padded[: len(rows)] = rows
    words: npt.NDArray[np.uint64] = np.ascontiguousarray(np.packbits(padded, axis=0).T).view(np.uint64).T
    return words


class Smallest:
    """Looks for smallest sets. What one question shows is kept for the next ones, and for later states of the board."""

    def __init__(self, index: GroupIndex, all_groups: AllGroups, broken: Broken) -> None:
        self._index, self._all_groups, self._broken = index, all_groups, broken
        self._values = Rows(len(all_groups.answer), np.dtype(np.int64))  # arrays
        self._obeyed_rows = Rows(len(index.groups), np.dtype(np.bool_))  # the groups that each of them obeys
        self._with: dict[Fact, list[int]] = {}  # the arrays that have a value
        self._near: dict[tuple[int, int], Near] = {}  # by entry and size
        self._vain: dict[tuple[Fact, int], int] = {}  # when a value was asked about in vain
        self._now = 0
        self._changed: Ids = np.zeros(len(all_groups.answer), dtype=np.int64)  # when each entry changed
        self._before: Marks | None = None
        self._solution: Ids | None = None
        self.shared: npt.NDArray[np.int16] = np.empty((0, 0), dtype=np.int16)  # open entries of any two groups

    def find(self, possible: Marks, targets: Sequence[Fact], size: int, solution: Ids | None) -> tuple[int, ...] | None:
        """Groups that exclude one of the targets: of the first that any set of this size excludes, the first set."""
        self._solution = solution
        if len(self._index.groups) > MOST_GROUPS:
            return None
        self._look(possible)
        if not (self.shared.max(initial=0) >= 2 if size == 2 else self._threes(possible)):
            return None
        aims = np.zeros_like(possible)
        aims[tuple(np.array(targets, dtype=np.int64).reshape(-1, 2).T)] = True
        for target in targets:
            near = self._around(possible, target[0], size)
            if self._changed[near.entries].max(initial=0) > self._vain.get((target, size), -1):
                tick()
                found = self._first(possible, target, near, aims)
                if found is not None:
                    return found
                self._vain[target, size] = self._now
        return None

    def _look(self, possible: Marks) -> None:
        """What has changed, and which groups still share what."""
        open_ = possible.sum(axis=1) > 1
        self._now += 1
        if self._before is None:
            self.shared = np.zeros((len(self._index.groups), len(self._index.groups)), dtype=np.int16)
            came, gone = open_, open_ & False
        else:
            self._changed[(possible != self._before).any(axis=1)] = self._now
            came, gone = open_ & False, (self._before.sum(axis=1) > 1) & ~open_
        for entries, count in ((came, 1), (gone, -1)):
            for entry in np.flatnonzero(entries).tolist():
                groups = self._index.touching([entry])
                self.shared[np.ix_(groups, groups)] += count
        np.fill_diagonal(self.shared, 0)
        self._before = possible.copy()

    def _threes(self, possible: Marks) -> bool:
        """Whether any three groups hold together: there are none among rows and columns."""
        near = (self.shared > 0).astype(np.float32)
        if self.shared.max(initial=0) < 2 and not ((near @ near) * near).any():
            return False
        for one, cells in enumerate(self._index.cells & (possible.sum(axis=1) > 1)):
            others = np.flatnonzero(self.shared[one])
            open_ = self._index.cells[np.ix_(others, np.flatnonzero(cells))].astype(np.float32)
            twice, to = open_ @ open_.T, self.shared[one, others]
            across = self.shared[np.ix_(others, others)]
            links = np.sort(np.broadcast_arrays(to, to[:, None], across), axis=0)
            holds = links[0] + links[1] - twice >= 2
            np.fill_diagonal(holds, False)
            if holds.any():
                return True
        return False

    def _around(self, possible: Marks, entry: int, size: int) -> Near:
        near = self._near.get((entry, size))
        if near is None or self._changed[near.entries].max(initial=0) > near.since:
            reach = groups = self._index.touching([entry])
            for _ in range(size - 1):
                linked = self.shared[groups] >= (2 if size == 2 else 1)
                groups = np.union1d(groups, np.flatnonzero(linked.any(axis=0)))
            groups = groups[self.shared[groups].sum(axis=1) >= 2]  # or it cannot be in any set
            shared, entries = self.shared[np.ix_(groups, groups)], self._index.reached(groups)
            is_open = possible[entries].sum(axis=1) > 1
            reaches = np.isin(groups, reach)
            near = Near(size, groups, entries, is_open, self._index.cells, shared, reaches, self._now)
            self._near[entry, size] = near
        return near

    def _first(self, possible: Marks, target: Fact, near: Near, aims: Marks) -> tuple[int, ...] | None:
        if len(near.groups) < near.size or not near.reach.any():
            return None
        known = self._all_groups.known(possible, near.entries)
        numbers = np.array(self._with.get(target, [])[-MOST_ARRAYS:], dtype=np.int64)
        fits = possible[near.entries, self._values.rows[np.ix_(numbers, near.entries)]].all(axis=1)
        obeyed = self._obeyed_rows.rows[np.ix_(numbers[fits], near.groups)]
        tried: tuple[int, ...] = ()
        while True:
            if len(obeyed):
                found = near.first(obeyed)
                if found is None:
                    return None
                tried = tuple(int(near.groups[i]) for i in found)
            model = self._all_groups.model(known, tried, target)
            if model is None:
                return tried
            obeyed = np.append(obeyed, self._kept(model, aims)[None, near.groups], axis=0)

    def _kept(self, model: Bools, aims: Marks) -> Bools:
        """Keep an array; which groups it obeys."""
        values = self._all_groups.read(model)
        for entry in np.flatnonzero(aims[np.arange(len(values)), values]).tolist():
            self._with.setdefault((entry, int(values[entry])), []).append(len(self._values.rows))
        obeyed = self._obeyed(model, values) if self._index.shown else ~self._broken(values)
        self._values.append(values)
        self._obeyed_rows.append(obeyed)
        return obeyed

    def _obeyed(self, model: Bools, values: Ids) -> Bools:
        """By a model: all groups where nothing differs from a solution, and elsewhere those whose clauses hold."""
        if self._solution is None:
            return self._all_groups.held.groups(model)
        obeyed = np.ones(len(self._index.groups), dtype=np.bool_)
        groups = self._index.touching(np.flatnonzero(values != self._solution))
        obeyed[groups] = self._index.held(groups).groups(model)
        return obeyed


class Rows:
    """A table that grows."""

    def __init__(self, width: int, dtype: np.dtype[Any]) -> None:
        self._table, self._count = np.empty((64, width), dtype=dtype), 0

    @property
    def rows(self) -> npt.NDArray[Any]:
        return self._table[: self._count]

    def append(self, row: npt.NDArray[Any]) -> None:
        if self._count == len(self._table):
            self._table = np.concatenate([self._table, np.empty_like(self._table)])
        self._table[self._count] = row
        self._count += 1
