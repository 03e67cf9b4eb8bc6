"""Rings of four groups that exclude something together, on boards where no two groups share more than one entry.

There, two or three groups never say more than each of them alone, and four do only in a ring: each meets its two
neighbours in one entry each. For every group it is kept which pairs of values it still allows at two of its entries.
Three groups of a ring, one after the other, say which pairs of values they allow the fourth; if it needs one that they
do not allow, something is excluded.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..limits import tick
from .all_groups import Marks
from .group_index import GroupIndex
from .smallest import Bools
from .some_groups import Ids, SomeGroups

Ring = tuple[int, int, int, int]
BATCH = 100_000  # rings looked at in one go


class Pairs:
    """Which pairs of values one group allows, and arrays that show it. What is excluded once stays excluded."""

    def __init__(self, part: SomeGroups, values: int) -> None:
        self.part, self.values = part, values
        size = len(part.entries) * values
        self.excluded = np.zeros((size, size), dtype=np.bool_)
        self.arrays = np.empty((0, len(part.entries)), dtype=np.int64)
        self.held = np.empty((0, size), dtype=np.bool_)  # the same, by entry and value
        self._known: list[int] = []

    def refresh(self, possible: Marks) -> Bools:
        """Bring everything up to what is possible now; [value, value, entry, entry]: which pairs are allowed."""
        tick()
        here = possible[self.part.entries]
        fits = here[np.arange(len(here)), self.arrays].all(axis=1)
        self.arrays, self.held = self.arrays[fits], self.held[fits]
        self._known = self.part.known(here)
        held = self.held.astype(np.float32)
        seen = held.T @ held > 0
        open_ = (here & (here.sum(axis=1, keepdims=True) > 1)).ravel()
        asked = open_[:, None] & open_[None, :] & ~seen & ~self.excluded
        entry = np.repeat(np.arange(len(here)), self.values)
        asked &= entry[:, None] < entry[None, :]
        for one in np.flatnonzero(asked.any(axis=1)).tolist():
            while (others := np.flatnonzero(asked[one])).size:
                self.part.prefer(others)
                found = self.solve([one, int(others[0])])
                if found is None:
                    self.excluded[one, others[0]] = self.excluded[others[0], one] = True
                    asked[one, others[0]] = False
                else:
                    asked &= ~(found[:, None] & found[None, :])
        fine = here.ravel()
        shape = len(here), self.values, len(here), self.values
        return (~self.excluded & fine[:, None] & fine[None, :]).reshape(shape).transpose(1, 3, 0, 2)

    def gives_up(self, x: int, y: int, allowed: Bools, possible: Marks) -> bool:
        """Whether a value is in no array any more, once no other pairs of values are allowed at two entries."""
        seen = self.held[allowed[self.arrays[:, x], self.arrays[:, y]]].any(axis=0)
        ways = [(x * self.values + a, y * self.values + b) for a, b in np.argwhere(allowed).tolist()]
        for atom in np.flatnonzero(possible[self.part.entries].ravel() & ~seen).tolist():
            if all(self.solve([atom, *way]) is None for way in ways):
                return True
        return False

    def solve(self, atoms: list[int]) -> Bools | None:
        """An array with these values (counted by entry and value), as marks; it is kept."""
        held = self.part.solve(self._known, atoms)
        if held is not None:
            self.arrays = np.append(self.arrays, held.reshape(-1, self.values).argmax(axis=1)[None], axis=0)
            self.held = np.append(self.held, held[None], axis=0)
        return held


class Rings:
    """Looks for rings; keeps what it has learnt about each group from one state of the board to the next."""

    def __init__(self, index: GroupIndex) -> None:
        self._index = index
        self._pairs: dict[int, Pairs] = {}
        self._before: dict[int, bytes] = {}
        self._now = 0
        self._changed: Ids = np.zeros(len(index.groups), dtype=np.int64)  # when each group did
        self._vain: Ids = np.full(
            len(index.groups), -1
        )  # when all rings in which a group gives something up were tried

    def find(self, possible: Marks, shared: npt.NDArray[np.int16]) -> Ring | None:
        """The first ring that excludes something which none of its groups excludes alone.

        ``shared`` says of any two groups how many open entries they share.
        """
        if not len(shared) or shared.max() > 1:
            return None
        cells = self._index.cells & (possible.sum(axis=1) > 1)
        self._now += 1
        self._refresh(possible, cells)
        marked = cells.astype(np.float64)
        meets = (marked * np.arange(1, len(possible) + 1) @ marked.T).astype(np.int64) - 1  # one entry, or none
        np.fill_diagonal(meets, -1)
        for one in np.flatnonzero(cells.any(axis=1)).tolist():
            tick()
            ring = self._closing(one, meets, possible)
            if ring is not None:
                return ring
            self._vain[one] = self._now
        return None

    @cached_property
    def _row(self) -> Ids:
        """[group, entry]: the how manieth of its entries that is."""
        rows: Ids = np.cumsum(self._index.cells, axis=1) - 1
        return rows

    @cached_property
    def _allowed(self) -> Bools:
        """[value, value, group, row, row]: the pairs of values that each group allows."""
        most, values = int(self._index.cells.sum(axis=1).max()), self._index.shape[-1]
        return np.zeros((values, values, len(self._index.groups), most, most), dtype=np.bool_)

    def _refresh(self, possible: Marks, cells: Bools) -> None:
        for number in np.flatnonzero(cells.any(axis=1)).tolist():
            part = self._index.solver([number])
            state = possible[part.entries].tobytes()
            if self._before.get(number) != state:
                self._before[number] = state
                self._changed[number] = self._now
                pairs, size = self._pairs.setdefault(number, Pairs(part, possible.shape[1])), len(part.entries)
                self._allowed[:, :, number, :size, :size] = pairs.refresh(possible)

    def _closing(self, one: int, meets: Ids, possible: Marks) -> Ring | None:
        """The first ring in which this group has to give something up, of those not tried before."""
        near = meets[one] >= 0
        between, others = np.flatnonzero(near), np.flatnonzero(~near & (np.arange(len(near)) != one))
        first, second = between[np.stack(np.triu_indices(len(between), 1))]
        fine = (meets[np.ix_(others, first)] >= 0) & (meets[np.ix_(others, second)] >= 0)
        fresh = self._changed > self._vain[one]
        if not fresh[one]:
            fine &= fresh[others, None] | fresh[first] | fresh[second]
        far, pair = np.nonzero(fine)
        for start in range(0, len(far), BATCH):
            some = slice(start, start + BATCH)
            other, a, b = others[far[some]], first[pair[some]], second[pair[some]]
            mine, left = self._left(one, other, a, b, meets)
            for at in np.flatnonzero((mine & ~left).any(axis=(0, 1))).tolist():
                x, y = self._row[one, meets[one, a[at]]], self._row[one, meets[one, b[at]]]
                if self._pairs[one].gives_up(int(x), int(y), left[:, :, at], possible):
                    return one, int(a[at]), int(other[at]), int(b[at])
        return None

    def _left(self, one: int, other: Ids, a: Ids, b: Ids, meets: Ids) -> tuple[Bools, Bools]:
        """[value, value, ring]: the pairs that one group allows where it meets two, and those that the ring leaves."""
        mine = self._table(np.full_like(a, one), meets[one, a], meets[one, b])
        theirs = self._table(other, meets[other, a], meets[other, b])
        to = self._table(a, meets[one, a], meets[other, a])
        back = self._table(b, meets[other, b], meets[one, b])
        left = mine & _joined(_joined(to, theirs), back)
        return mine, left

    def _table(self, groups: Ids, entries: Ids, others: Ids) -> Bools:
        """[value, value, ...]: which pairs of values each of these groups allows at two of its entries."""
        values, _, _, most, _ = self._allowed.shape
        at = (groups * most + self._row[groups, entries]) * most + self._row[groups, others]
        table: Bools = self._allowed.reshape(values, values, -1).take(at, axis=2)
        return table


def _joined(one: Bools, other: Bools) -> Bools:
    """[value, value, ...]: two tables one after the other, what is between them being any value."""
    found = np.zeros_like(one)
    for value in range(len(one)):
        found |= one[:, value, None] & other[None, value]
    return found
