"""Finding a labeling by short races: all candidates get the same few backtracks, then more, until one is done.

Backtracks are counted, not seconds, so a race ends the same way every time.
"""

from __future__ import annotations

from itertools import product

from .dive import Problem, Spent
from .labeling import Labeling

CANDIDATES = tuple(
    Labeling(order, choice, direction)
    for order, choice, direction in product(("ff", "ffc", "leftmost"), ("step", "bisect", "median"), ("up", "down"))
)
FIRST = 32  # backtracks for each candidate in the first round
GROWTH = 3


def race(problem: Problem, seed: int, backtracks: int | None) -> tuple[bool, Labeling]:
    """Whether a solution was found, and by which labeling; ends early as a dive does."""
    statistics, allowed = problem.store.statistics, FIRST
    while True:
        for labeling in CANDIDATES:
            left = allowed if backtracks is None else min(allowed, backtracks - statistics.backtracks)
            try:
                return problem.dive(labeling, seed, left), labeling
            except Spent:
                if backtracks is not None and statistics.backtracks >= backtracks:
                    raise
        allowed *= GROWTH
