"""Neighbourhoods of all cells at once, for presolving and for encodings (the rules have their own)."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

Steps: TypeAlias = tuple[tuple[int, int], ...]
BESIDE: Steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
AROUND: Steps = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))

Entry = TypeVar("Entry", bound=np.generic)


def neighbours(table: npt.NDArray[Entry], steps: Steps, outside: int | bool) -> npt.NDArray[Entry]:
    """``[r, c, i]``: what the table has at the i-th step from each cell, ``outside`` beyond the edge.

    >>> neighbours(np.array([[1, 2]]), BESIDE, 0).tolist()
    [[[0, 0, 2, 0], [0, 1, 0, 0]]]
    """
    height, width = table.shape
    frame = np.pad(table, 1, constant_values=outside)
    return np.stack([frame[1 + r : 1 + r + height, 1 + c : 1 + c + width] for r, c in steps], axis=-1)


def count(marked: npt.NDArray[np.bool_], steps: Steps) -> npt.NDArray[np.int64]:
    """How many of the cells at these steps from each cell are marked."""
    found: npt.NDArray[np.int64] = neighbours(marked, steps, False).sum(axis=-1)
    return found
