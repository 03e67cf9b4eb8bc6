"""Arrays of values found before, and the groups that each obeys: they answer most questions without a solver."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

MOST_ARRAYS = 1 << 17  # remembered


class Witnesses:
    """One bit for each array and value, and for each array and group: what fits is found for eight arrays at a time."""

    def __init__(self, entries: int, values: int, groups: int) -> None:
        self._has = np.zeros((entries, values, 64), dtype=np.uint8)  # [entry, value, arrays]: those that have it there
        self._obey = np.zeros((groups, 64), dtype=np.uint8)  # [group, arrays]: those that obey it
        self._count = 0

    def add(self, values: npt.NDArray[np.int64], obeyed: npt.NDArray[np.bool_]) -> None:
        """Remember an array and the groups that it obeys; of very many, all are forgotten."""
        if self._count == MOST_ARRAYS:
            self._has[...], self._obey[...], self._count = 0, 0, 0
        if self._count == 8 * self._obey.shape[-1]:
            self._has = np.concatenate([self._has, np.zeros_like(self._has)], axis=-1)
            self._obey = np.concatenate([self._obey, np.zeros_like(self._obey)], axis=-1)
        byte, bit = self._count >> 3, np.uint8(1 << (self._count & 7))
        self._has[np.arange(len(values)), values, byte] |= bit
        self._obey[obeyed, byte] |= bit
        self._count += 1

    def occurring(self, possible: npt.NDArray[np.bool_], groups: Sequence[int]) -> npt.NDArray[np.bool_]:
        """The values that occur in arrays within the possible that obey these groups."""
        has = self._has[..., : (self._count + 7) >> 3]
        fits = np.bitwise_and.reduce(self._obey[list(groups), : has.shape[-1]], axis=0)
        for entry in np.flatnonzero(~possible.all(axis=1)).tolist():
            fits &= np.bitwise_or.reduce(has[entry, possible[entry]], axis=0)
        used = np.flatnonzero(fits)
        seen: npt.NDArray[np.bool_] = (has[..., used] & fits[used]).any(axis=-1)
        return seen
