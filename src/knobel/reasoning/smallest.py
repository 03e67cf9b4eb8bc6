"""Smallest sets of two or three groups that exclude something which none of them excludes alone.

Once every group by itself has said all it can, a set of groups says more only if it holds together by at least two
shared open entries a group: along a tree, values that each group allows can always be put together. So the sets to try
can be listed from what the groups share. A set that does not do brings an array of values that obeys it; the groups
which that array breaks are such that every set that does must have one of them. One array rules out many sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from .parts import Marks
from .whole import Whole

Numbers = npt.NDArray[np.int64]
Broken = Callable[[Numbers], npt.NDArray[np.bool_]]
"""Which groups an array of values breaks."""

MOST_SETS = 400_000  # listed at a time; on boards with more, larger sets are not looked for


def candidates(cells: npt.NDArray[np.bool_], size: int) -> Numbers:
    """The sets of two or three groups that can say more together; ``cells[group, entry]``, of open entries only."""
    shared = cells.astype(np.int32) @ cells.T.astype(np.int32)
    np.fill_diagonal(shared, 0)
    if size == 2:
        return np.argwhere(np.triu(shared >= 2))
    near = shared > 0
    found: list[Numbers] = []
    for centre in range(len(cells)):
        beside = np.flatnonzero(near[centre])
        a, b = (beside[i] for i in np.triu_indices(len(beside), 1))
        to_a, to_b, across = shared[centre, a], shared[centre, b], shared[a, b]
        fits = (to_a + across >= 2) & (to_b + across >= 2) & (to_a + to_b >= 2)
        found.append(np.stack([np.full(fits.sum(), centre), a[fits], b[fits]], axis=1))
    sets = np.concatenate(found) if found else np.empty((0, size), dtype=np.int64)
    return np.unique(np.sort(sets, axis=1), axis=0) if len(sets) <= 3 * MOST_SETS else np.empty((0, size), np.int64)


class Smallest:
    """Looks for smallest sets. What one question shows is kept for the next ones, and for later states of the board."""

    def __init__(self, whole: Whole, cells: npt.NDArray[np.bool_], broken: Broken) -> None:
        self._whole, self._cells, self._broken = whole, cells, broken
        self._arrays: list[tuple[Numbers, npt.NDArray[np.bool_]]] = []  # and the groups that each of them breaks

    def find(
        self, possible: Marks, targets: Sequence[tuple[int, int]], size: int
    ) -> tuple[tuple[int, ...], tuple[int, int]] | None:
        """Groups that exclude one of the targets (a value at an entry), and that target."""
        entries = np.arange(len(possible))
        self._arrays = [(values, broken) for values, broken in self._arrays if possible[entries, values].all()]
        cells = self._cells & (possible.sum(axis=1) > 1)
        sets = candidates(cells, size)
        for entry, value in targets if len(sets) else ():
            for tried in self._untried(sets[cells[sets, entry].any(axis=1)], entry, value):
                found = self._whole.solve(possible, tried, [(entry, value)])
                if isinstance(found, tuple):
                    return tuple(tried), (entry, value)
                self._arrays.append((found, self._broken(found)))
        return None

    def _untried(self, sets: Numbers, entry: int, value: int) -> Iterator[list[int]]:
        """The sets that no array so far speaks against."""
        seen = 0
        while True:
            for values, broken in self._arrays[seen:]:
                if values[entry] == value:
                    sets = sets[broken[sets].any(axis=1)]
            seen = len(self._arrays)
            if not len(sets):
                return
            yield sets[0].tolist()
