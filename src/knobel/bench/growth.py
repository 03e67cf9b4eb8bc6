"""How a quantity grows with the size of the board: a power or an exponential, whichever fits the measured points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

FEWEST = 3  # sizes, or nothing is said
LEAST_FIT = 0.8  # of the variance that is explained, or it is no growth but noise


@dataclass(frozen=True)
class Growth:
    """``factor * size ** rate``, or ``factor * rate ** size``; ``fit`` is the share of the variance it explains."""

    power: bool
    factor: float
    rate: float
    fit: float

    def at(self, size: float) -> float:
        return float(self.factor * (size**self.rate if self.power else self.rate**size))

    def __str__(self) -> str:
        return f"n^{self.rate:.1f}" if self.power else f"{self.rate:.2f}^n"


def fitted(sizes: Sequence[float], values: Sequence[float]) -> Growth | None:
    """The better of the two by least squares on the logarithms; None for too few points, or noise.

    >>> str(fitted([2, 4, 8, 16], [4, 16, 64, 256])), str(fitted([1, 2, 3, 4], [2, 4, 8, 16]))
    ('n^2.0', '2.00^n')
    """
    points = [(size, value) for size, value in zip(sizes, values, strict=True) if size > 0 and value > 0]
    if len({size for size, _ in points}) < FEWEST:
        return None
    x, y = np.array(points, dtype=float).T
    logs, found = np.log(y), []
    for power in (True, False):
        rate, start = np.polyfit(np.log(x) if power else x, logs, 1)
        left = logs - (rate * (np.log(x) if power else x) + start)
        spread = float(((logs - logs.mean()) ** 2).sum())
        fit = 1.0 - float((left**2).sum()) / spread if spread else 1.0
        found.append(Growth(power, float(np.exp(start)), float(rate if power else np.exp(rate)), fit))
    best = max(found, key=lambda growth: growth.fit)
    return best if best.fit >= LEAST_FIT else None
