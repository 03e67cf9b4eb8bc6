"""Placements of as many pieces as possible, at random; that there can be no more of them needs no search.

Bishops and rooks stand where two lines cross, each line with room for one: this is a matching of the lines of one
direction with those of the other. Knights attack cells of the other colour only: of two cells that a matching pairs
one stays empty, and no other cell has to. A queen in every row is as many as there can be.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from knobel.puzzle import Possible, Values

from .rules import ASKEW, SLANTED, Ints


def matching(partners: Mapping[int, Sequence[int]], random: np.random.Generator) -> dict[int, int]:
    """As many disjoint pairs of a key and one of its partners as there can be, found by augmenting paths.

    >>> sorted(matching({0: [5, 6], 1: [5]}, np.random.default_rng(1)).items())
    [(0, 6), (1, 5)]
    """
    paired: dict[int, int] = {}
    taken: dict[int, int] = {}  # the inverse
    for first in random.permutation(list(partners)).tolist():
        came: dict[int, int] = {}  # the key by which a partner was reached
        waiting, end = deque([first]), None
        while waiting and end is None:
            key = waiting.popleft()
            for partner in random.permutation(partners[key]).tolist():
                if partner not in came:
                    came[partner] = key
                    if partner not in taken:
                        end = partner
                        break
                    waiting.append(taken[partner])
        while end is not None:  # along the path, each key takes the partner that the one before it had
            key = came[end]
            paired[key], taken[end], end = end, key, paired.get(key)
    return paired


def on_lines(free: Possible, lines: tuple[str, ...], random: np.random.Generator) -> Values:
    """As many bishops or rooks as the free cells have room for."""
    cell: dict[tuple[int, int], tuple[int, int]] = {}  # where two lines cross
    crossing: dict[int, list[int]] = {}
    for r, c in np.argwhere(free).tolist():
        one, other = (r - c, r + c) if lines == SLANTED else (r, c)
        cell[one, other] = r, c
        crossing.setdefault(one, []).append(other)
    values = np.zeros(free.shape, dtype=np.int64)
    for pair in matching(crossing, random).items():
        values[cell[pair]] = 1
    return values


def knights(free: Possible, random: np.random.Generator) -> Values:
    """As many knights as the free cells have room for."""
    around = _leaps(free)
    mate = matching({cell: others for cell, others in around.items() if sum(divmod(cell, len(free))) % 2}, random)
    mate |= {light: dark for dark, light in mate.items()}
    settled: dict[int, bool] = {}  # always such that the rest can be settled too

    def follow(cell: int, stands: bool) -> dict[int, bool] | None:
        """What follows if a knight stands on a cell, or not; None for a contradiction."""
        found, waiting = {cell: stands}, [cell]
        while waiting:
            at = waiting.pop()
            for other in around[at] if found[at] else [mate[at]]:
                if settled.get(other, found.get(other, not found[at])) == found[at]:
                    return None
                if other not in settled and other not in found:
                    found[other] = not found[at]
                    waiting.append(other)
        return found

    for cell in sorted(random.permutation(list(around)).tolist(), key=mate.__contains__):  # single cells first
        if cell not in settled:
            settled |= follow(cell, True) or follow(cell, False) or {}
    values = np.zeros(free.size, dtype=np.int64)
    values[[cell for cell, stands in settled.items() if stands]] = 1
    return values.reshape(free.shape)


def _leaps(free: Possible) -> dict[int, list[int]]:
    """The free cells that a knight attacks from each free cell, which is the number r * n + c."""
    n = len(free)
    steps = [(way * down, way * right) for down, right in ASKEW for way in (1, -1)]
    return {
        r * n + c: [
            (r + dr) * n + c + dc for dr, dc in steps if 0 <= r + dr < n and 0 <= c + dc < n and free[r + dr, c + dc]
        ]
        for r, c in np.argwhere(free).tolist()
    }


def queens(n: int, random: np.random.Generator) -> Values:
    """A queen in every row of an empty board, by swapping columns while fewer diagonals are shared; n is not 2 or 3."""
    rows = np.arange(n)

    def spread(columns: Ints) -> int:
        return len(np.unique(rows + columns)) + len(np.unique(rows - columns))

    while True:
        columns = random.permutation(n)
        best, before = spread(columns), -1
        while best > before:
            before = best
            for i, j in combinations(range(n), 2):
                columns[[i, j]] = columns[[j, i]]
                if (now := spread(columns)) > best:
                    best = now
                else:
                    columns[[i, j]] = columns[[j, i]]
        if best == 2 * n:
            return np.eye(n, dtype=np.int64)[columns]
