"""Rings of four groups that exclude something together, on boards where no two groups share more than one entry.

There, two or three groups never say more than each of them alone, and four do only in a ring: each meets its two
neighbours in one entry each. For every group it is kept which pairs of values it still allows at two of its entries.
Three groups of a ring, one after the other, say which pairs of values they allow the fourth; if it needs one that they
do not allow, something is excluded.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ..limits import tick
from .parts import Part, Parts
from .whole import Marks

Ring = tuple[int, int, int, int]


class Pairs:
    """Which pairs of values one group allows, and arrays that show it. What is excluded once stays excluded."""

    def __init__(self, part: Part, values: int) -> None:
        self.part, self.values = part, values
        self.row = {int(entry): row for row, entry in enumerate(part.entries)}
        size = len(part.entries) * values
        self.excluded = np.zeros((size, size), dtype=np.bool_)
        self.arrays = np.empty((0, len(part.entries)), dtype=np.int64)
        self.held = np.empty((0, size), dtype=np.bool_)  # the same, by entry and value
        self.allowed: npt.NDArray[np.bool_] = np.empty(0, dtype=np.bool_)  # [entry, entry, value, value]
        self._known: list[int] = []

    def refresh(self, possible: Marks) -> None:
        """Bring everything up to what is possible now."""
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
        self.allowed = (~self.excluded & fine[:, None] & fine[None, :]).reshape(shape).transpose(0, 2, 1, 3)

    def solve(self, atoms: list[int]) -> npt.NDArray[np.bool_] | None:
        """An array with these values (counted by entry and value), as marks; it is kept."""
        held = self.part.solve(self._known, atoms)
        if held is not None:
            self.arrays = np.append(self.arrays, held.reshape(-1, self.values).argmax(axis=1)[None], axis=0)
            self.held = np.append(self.held, held[None], axis=0)
        return held


class Rings:
    """Looks for rings; keeps what it has learnt about each group from one state of the board to the next."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._pairs: dict[int, Pairs] = {}
        self._before: dict[int, bytes] = {}

    def find(self, possible: Marks, shared: npt.NDArray[np.int16]) -> Ring | None:
        """A ring that excludes something which none of its groups excludes alone.

        ``shared`` says of any two groups how many open entries they share.
        """
        if not len(shared) or shared.max() > 1:
            return None
        cells = self._parts.cells & (possible.sum(axis=1) > 1)
        self._refresh(possible, cells)
        meets = np.full(shared.shape, -1)
        for one in range(len(cells)):
            for other in np.flatnonzero(shared[one]).tolist():
                meets[one, other] = np.flatnonzero(cells[one] & cells[other])[0]
        for one in range(len(cells)):
            for other in np.flatnonzero((meets >= 0).astype(np.int32) @ (meets[one] >= 0) >= 2).tolist():
                if other != one and meets[one, other] < 0:
                    for a, b in self._closing(one, other, meets, possible):
                        return one, a, other, b
        return None

    def _refresh(self, possible: Marks, cells: npt.NDArray[np.bool_]) -> None:
        for number in np.flatnonzero(cells.any(axis=1)).tolist():
            part = self._parts.part([number])
            state = possible[part.entries].tobytes()
            if self._before.get(number) != state:
                self._before[number] = state
                self._pairs.setdefault(number, Pairs(part, possible.shape[1])).refresh(possible)

    def _closing(
        self, one: int, other: int, meets: npt.NDArray[np.int64], possible: Marks
    ) -> Iterator[tuple[int, int]]:
        """The two groups that make a ring with these two in which the first one has to give something up."""
        between = np.flatnonzero((meets[one] >= 0) & (meets[other] >= 0))
        mine, theirs = self._rows(one, meets[one, between]), self._rows(other, meets[other, between])
        across = np.stack([self._across(g, meets[one, g], meets[other, g]) for g in between.tolist()]).astype(np.int32)
        far = self._pairs[other].allowed[np.ix_(theirs, theirs)].astype(np.int32)
        ways = np.einsum("ijaq,jbq->ijab", np.einsum("iap,ijpq->ijaq", across, far), across)
        lost = self._pairs[one].allowed[np.ix_(mine, mine)] & (ways == 0)
        for i, j in np.argwhere(np.triu(lost.any(axis=(2, 3)), 1)).tolist():
            if self._gives_up(self._pairs[one], int(mine[i]), int(mine[j]), lost[i, j], possible):
                yield int(between[i]), int(between[j])

    def _rows(self, number: int, entries: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        return np.array([self._pairs[number].row[entry] for entry in entries.tolist()])

    def _across(self, number: int, mine: int, theirs: int) -> npt.NDArray[np.bool_]:
        """[value, value]: what a group between the two allows where it meets them."""
        pairs = self._pairs[number]
        table: npt.NDArray[np.bool_] = pairs.allowed[pairs.row[mine], pairs.row[theirs]]
        return table

    def _gives_up(self, pairs: Pairs, x: int, y: int, lost: npt.NDArray[np.bool_], possible: Marks) -> bool:
        """Whether some value is in no array of the group, once these pairs of values at two entries are lost."""
        fine = ~lost[pairs.arrays[:, x], pairs.arrays[:, y]]
        seen = pairs.held[fine].any(axis=0)
        left = pairs.allowed[x, y] & ~lost
        ways = [(x * pairs.values + a, y * pairs.values + b) for a, b in np.argwhere(left).tolist()]
        for atom in np.flatnonzero(possible[pairs.part.entries].ravel() & ~seen).tolist():
            if all(pairs.solve([atom, *way]) is None for way in ways):
                return True
        return False
