"""What a report consists of, as data: sections with tables, plots and growth. :mod:`.writing` writes them down."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from .trial import Run

Runs: TypeAlias = Sequence[Run]


LEAST = 1e-4  # seconds; less cannot be told apart
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


@dataclass(frozen=True)
class Grid:
    """A table: the first ``words`` columns hold words, the others numbers."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 1


@dataclass(frozen=True)
class Plot:
    """Series of points on logarithmic axes, with the growth that fits each of them."""

    title: str
    across: str
    up: str
    series: Mapping[str, Sequence[tuple[float, float]]]
    growths: Mapping[str, Growth | None] = field(default_factory=dict)
    counted: bool = False
    """A number of boards lies across, not on a logarithmic axis; points are joined."""
    limit: float = 0.0
    """The end of a line on which both quantities are equal, if there is one."""


@dataclass(frozen=True)
class Section:
    """A heading, what is to be said, tables, plots, and pictures as SVG."""

    title: str
    text: str = ""
    grids: Sequence[Grid] = ()
    plots: Sequence[Plot] = ()
    pictures: Sequence[tuple[str, str]] = ()
    """Captions and drawings."""


def by_table(runs: Runs) -> dict[str, list[Run]]:
    """The runs of each table, in order."""
    found: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        found[run.trial.part].append(run)
    return found


def seconds(value: float | None) -> str:
    """Seconds, as exact as they are worth.

    >>> seconds(0.01234), seconds(12.34), seconds(None)
    ('0.012', '12.3', '-')
    """
    return "-" if value is None else f"{value:.4f}" if value < 0.01 else f"{value:.3f}" if value < 1 else f"{value:.1f}"


def number(value: float | None) -> str:
    """A number in groups of three digits.

    >>> number(1234567), number(None)
    ('1 234 567', '-')
    """
    return "-" if value is None else f"{value:,.0f}".replace(",", " ")


def outcome(run: Run | None) -> str:
    """The seconds of a run, or why there are none."""
    if run is None:
        return ""
    if run.decided:
        return seconds(run.cpu)
    return f"> {run.trial.allowed:g}" if run.verdict == "undecided" else run.verdict


def middle(runs: Runs) -> str:
    """The median of some runs; one that was stopped counts as longer than all others."""
    other = next((run for run in runs if not run.decided and run.verdict != "undecided"), None)
    return outcome(other or _middle(runs))


def _middle(runs: Runs) -> Run | None:
    ranked = sorted(runs, key=lambda run: (not run.decided, run.cpu or 0.0))
    return ranked[(len(ranked) - 1) // 2] if ranked else None


def median_of(runs: Runs) -> float | None:
    """The median of the seconds; None where it was stopped."""
    found = _middle(runs)
    return found.cpu if found and found.decided else None


def fitted(points: Iterable[tuple[float, float]]) -> Growth | None:
    """The better of the two by least squares on the logarithms; None for too few points, or noise.

    >>> str(fitted([(2, 4), (4, 16), (8, 64), (16, 256)])), str(fitted([(1, 2), (2, 4), (3, 8), (4, 16)]))
    ('n^2.0', '2.00^n')
    """
    known = [(size, value) for size, value in points if size > 0 and value > 0]
    if len({size for size, _ in known}) < FEWEST:
        return None
    x, y = np.array(known, dtype=float).T
    logs, found = np.log(y), []
    spread = float(((logs - logs.mean()) ** 2).sum())
    for power, across in ((True, np.log(x)), (False, x)):
        rate, start = np.polyfit(across, logs, 1)
        left = logs - (rate * across + start)
        fit = 1.0 - float((left**2).sum()) / spread if spread else 1.0
        found.append(Growth(power, float(np.exp(start)), float(rate if power else np.exp(rate)), fit))
    best = max(found, key=lambda growth: growth.fit)
    return best if best.fit >= LEAST_FIT else None
