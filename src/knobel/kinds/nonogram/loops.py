"""The sums of belief propagation once more, as loops that numba compiles: several times as fast as NumPy.

The machine code is kept on disk. Even so it takes half a second to load, so whoever uses it has more than one board.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from .beliefs import TINY, Floats, Ints, Side, boundaries


def by_loops(side: Side, odds: Floats) -> Floats:
    """As :func:`knobel.kinds.nonogram.beliefs.by_tables`."""
    shares = np.zeros(odds.shape)
    weights = np.empty(side.starts.shape[::2])
    tables = side.value, side.length, side.low, side.room, side.width
    _sum(boundaries(odds), *tables, side.fits, side.starts, weights, shares)
    return shares


def _sum_lines(
    total: Floats,
    value: Ints,
    length: Ints,
    low: Ints,
    room: Ints,
    width: Ints,
    fits: npt.NDArray[np.bool_],
    starts: Floats,
    weights: Floats,
    shares: Floats,
) -> None:
    runs, lines = value.shape
    _, values, cells = shares.shape
    for i in range(lines):
        # How much all ways to place the runs up to this one weigh, for each of its starts.
        for j in range(runs):
            best = -1 / TINY
            for t in range(width[j, i]):
                if fits[j, i, t]:
                    at = low[j, i] + t
                    weights[j, t] = total[i, value[j, i], at + length[j, i]] - total[i, value[j, i], at]
                    best = max(best, weights[j, t])
            ways, reached, sum_ = 0.0, 0, 0.0
            for t in range(width[j, i]):
                weights[j, t] = np.exp(weights[j, t] - best) if fits[j, i, t] else 0.0
                if j == 0:
                    ways = 1.0
                else:
                    while reached < width[j - 1, i] and reached <= t + room[j, i]:
                        ways += starts[j - 1, i, reached]
                        reached += 1
                starts[j, i, t] = weights[j, t] * ways
                sum_ += starts[j, i, t]
            for t in range(width[j, i]):
                starts[j, i, t] /= sum_ + TINY
        # The same from the end, and both together.
        for j in range(runs - 1, -1, -1):
            last = j + 1 == runs
            ways, reached = (1.0, 0) if last else (0.0, width[j + 1, i])
            sum_, both = 0.0, 0.0
            for t in range(width[j, i] - 1, -1, -1):
                while not last and reached > max(t - room[j + 1, i], 0):
                    reached -= 1
                    ways += weights[j + 1, reached]
                weights[j, t] *= ways
                starts[j, i, t] *= ways
                sum_ += weights[j, t]
                both += starts[j, i, t]
            for t in range(width[j, i]):
                weights[j, t] /= sum_ + TINY
                starts[j, i, t] /= both + TINY
                at = low[j, i] + t
                shares[i, value[j, i], at] += starts[j, i, t]
                if at + length[j, i] < cells:
                    shares[i, value[j, i], at + length[j, i]] -= starts[j, i, t]
        for c in range(cells):
            shares[i, 0, c] = 1.0
        for v in range(1, values):
            share = 0.0
            for c in range(cells):
                share += shares[i, v, c]
                shares[i, v, c] = share
                shares[i, 0, c] -= share


try:
    _sum = njit(cache=True)(_sum_lines)
except RuntimeError:  # there is no place to keep the code
    _sum = njit()(_sum_lines)
