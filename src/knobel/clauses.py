"""Clauses as tables: zero-terminated buffers, with the number of a group for each clause.

What is added comes in pieces of any size, and is simplified many pieces at a time. Sets of literals of which at most
one holds stay sets: they are far fewer than their pairs, and become clauses only where clauses are asked for.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from .limits import tick

Lits: TypeAlias = npt.NDArray[np.int32]
Ids: TypeAlias = npt.NDArray[np.int32]
BATCH = 1 << 20  # literals that are simplified together: tables can be small, and each pass costs some microseconds


class Table(NamedTuple):
    """Clauses, or sets of literals of which at most one holds, one after the other; ``ids`` has the group of each."""

    flat: Lits
    ids: Ids
    exclusive: bool = False

    def without(self, left_out: npt.NDArray[np.bool_]) -> Table:
        """What does not belong to the groups that are left out."""
        gone = left_out[self.ids]
        if not gone.any():
            return self
        inside = np.repeat(gone, np.diff(np.flatnonzero(self.flat == 0), prepend=-1))
        return self._replace(flat=self.flat[~inside], ids=self.ids[~gone])

    def pairs(self) -> Table:
        """Sets as clauses, one for each pair of literals."""
        if not self.exclusive:
            return self
        flat, owners = pairs_of(self.flat)
        return Table(flat, self.ids[owners])


def bounds(flat: Lits) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Where the clauses of a buffer begin, and how many literals each has."""
    ends = np.flatnonzero(flat == 0)
    starts = np.append(0, ends[:-1] + 1)[: len(ends)]
    return starts, ends - starts


def pairs_of(flat: Lits) -> tuple[Lits, npt.NDArray[np.int64]]:
    """Of each set at most one literal holds, as clauses: one for each pair. The second array says of which set each is.

    >>> clauses, owners = pairs_of(np.array([1, 2, 3, 0, 4, 5, 0], dtype=np.int32))
    >>> clauses.tolist(), owners.tolist()
    ([-4, -5, 0, -1, -2, 0, -1, -3, 0, -2, -3, 0], [1, 0, 0, 0])
    """
    starts, sizes = bounds(flat)
    parts, owners = [np.empty(0, dtype=np.int32)], [np.empty(0, dtype=np.int64)]
    for size in np.unique(sizes[sizes > 1]).tolist():
        tick()
        mine = np.flatnonzero(sizes == size)
        pairs = np.triu_indices(size, 1)
        clauses = np.zeros((len(mine), len(pairs[0]), 3), dtype=np.int32)
        for place, chosen in enumerate(pairs):
            clauses[:, :, place] = -flat[starts[mine][:, None] + chosen]
        parts.append(clauses.ravel())
        owners.append(np.repeat(mine, len(pairs[0])))
    return np.concatenate(parts), np.concatenate(owners)


class Clauses:
    """All tables of a formula. ``true`` is the literal that always holds, once there is one."""

    def __init__(self) -> None:
        self.true = 0
        self._count = 0
        self._tables: list[Table] = []
        self.spare: list[Table] = []  # sets that nobody misses; they are no clauses
        self._raw: list[Table] = []  # what was added since; it is simplified when it is read, or when it is much
        self._raw_size = 0
        self._loose: list[int] = []  # single clauses since the last table
        self._loose_ids: list[int] = []

    def put_one(self, clause: list[int], group: int) -> None:
        """Add one clause."""
        self._loose += clause
        self._loose.append(0)
        self._loose_ids.append(group)

    def put(self, flat: Lits, ids: Ids) -> None:
        """Add clauses."""
        tick()
        self._flush()
        self._raw.append(Table(flat, ids))
        self._raw_size += len(flat)
        if self._raw_size > BATCH:
            self._settle()

    def put_exclusive(self, flat: Lits, ids: Ids, spare: bool = False) -> None:
        """Add sets of literals of which at most one holds."""
        _check(flat, ids)
        if spare:
            self.spare.append(Table(flat, ids, exclusive=True))
            return
        self._settle()
        if self.true:
            flat = flat[flat != -self.true]
            starts, _ = bounds(flat)
            owner = np.searchsorted(starts, np.flatnonzero(flat == self.true), "right") - 1
            certain = np.bincount(owner, minlength=len(ids))
            if certain.any():  # then all others of the set are false
                sets = Table(flat, np.arange(len(ids), dtype=np.int32), exclusive=True)
                clauses = sets.without(certain == 0).pairs()
                self.put(clauses.flat, ids[clauses.ids])
                self._settle()
                flat, ids = sets.without(certain > 0).flat, ids[certain == 0]
        if len(ids):
            self._tables.append(Table(flat, ids, exclusive=True))
            sizes = bounds(flat)[1]
            self._count += int((sizes * (sizes - 1) // 2).sum())

    def store(self, flat: Lits, ids: Ids) -> None:
        """Add clauses as they are, without a look at them."""
        self._tables.append(Table(flat, ids))
        self._count += len(ids)

    def _flush(self) -> None:
        if self._loose:
            flat, ids = np.array(self._loose, dtype=np.int32), np.array(self._loose_ids, dtype=np.int32)
            self._loose, self._loose_ids = [], []
            self.put(flat, ids)

    def _settle(self) -> None:
        """Store what was added, without the clauses that hold anyway and without the literals that cannot."""
        self._flush()
        if not self._raw:
            return
        flat, ids = (np.concatenate(parts) for parts in list(zip(*self._raw, strict=True))[:2])
        self._raw, self._raw_size = [], 0
        _check(flat, ids)
        constant = np.flatnonzero(np.abs(flat) == self.true) if self.true else np.empty(0, dtype=np.int64)
        if len(constant):
            ends = np.flatnonzero(flat == 0)
            owner, fine = np.searchsorted(ends, constant), flat[constant] > 0
            holds = np.bincount(owner[fine], minlength=len(ids)) > 0
            left = np.diff(ends, prepend=-1) - 1 - np.bincount(owner[~fine], minlength=len(ids))
            empty = ~holds & (left == 0)
            if empty.any():  # engines never see an empty clause
                self.store(np.tile(np.array([-self.true, 0], dtype=np.int32), int(empty.sum())), ids[empty])
            keep = np.repeat(~holds & ~empty, np.diff(ends, prepend=-1))
            keep[constant] = False
            flat, ids = flat[keep], ids[~holds & ~empty]
        if len(ids):
            self.store(flat, ids)

    @property
    def count(self) -> int:
        """How many clauses there are, those of sets among them."""
        self._settle()
        return self._count

    def tables(self) -> list[Table]:
        """All that was added, simplified."""
        self._settle()
        return self._tables


def joined(parts: list[npt.NDArray[np.int32]]) -> npt.NDArray[np.int32]:
    """One array of many; there may be none."""
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int32)


def _check(flat: Lits, ids: Ids) -> None:
    if np.count_nonzero(flat == 0) != len(ids):
        raise ValueError("0 is no literal")
    if len(flat) and flat[-1] != 0:
        raise ValueError("the last clause does not end")
