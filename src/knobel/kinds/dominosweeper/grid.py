"""Neighbourhoods of all cells at once, for presolving and for encodings (the rules have their own)."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))
AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))

Entry = TypeVar("Entry", bound=np.generic)


def neighbours(
    table: npt.NDArray[Entry], steps: tuple[tuple[int, int], ...], outside: int | bool
) -> npt.NDArray[Entry]:
    """``[r, c, i]``: what the table has at the i-th step from each cell, ``outside`` beyond the edge.

    >>> neighbours(np.array([[1, 2]]), BESIDE, 0).tolist()
    [[[0, 0, 2, 0], [0, 1, 0, 0]]]
    """
    height, width = table.shape
    frame = np.pad(table, 1, constant_values=outside)
    return np.stack([frame[1 + r : 1 + r + height, 1 + c : 1 + c + width] for r, c in steps], axis=-1)
