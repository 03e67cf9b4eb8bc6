"""Rank correlation: do two lists of numbers put the same things in the same order? Ties count as what they are."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
import numpy.typing as npt


def ranks(values: Sequence[float]) -> npt.NDArray[np.float64]:
    """The rank of each number, from 1; equal ones share the mean of their ranks.

    >>> ranks([30, 10, 20, 20]).tolist()
    [4.0, 1.0, 2.5, 2.5]
    """
    _, place, counts = np.unique(np.asarray(values, dtype=np.float64), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    middle: npt.NDArray[np.float64] = last - (counts - 1) / 2
    return middle[place]


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's rho: how far the ranks lie on a line; None where all numbers of a list are equal.

    >>> spearman([1, 2, 3, 4], [1, 2, 4, 3])
    0.8
    """
    first, second = (found - found.mean() for found in (ranks(one), ranks(other)))
    size = sqrt(float(first @ first) * float(second @ second))
    return round(float(first @ second) / size, 12) if size else None


def kendall(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Kendall's tau-b: pairs in the same order less those in opposite orders, of all that no tie leaves out.

    >>> round(kendall([1, 2, 3, 4], [1, 2, 4, 3]), 3)
    0.667
    """
    first, second = (np.sign(np.subtract.outer(values, values)).astype(np.int64) for values in (one, other))
    size = sqrt(int(np.abs(first).sum()) * int(np.abs(second).sum()))
    return int((first * second).sum()) / size if size else None
