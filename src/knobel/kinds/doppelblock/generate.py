"""Complete grids at random, to make boards of: each line has its numbers once and two black cells."""

from __future__ import annotations

import numpy as np

from knobel.puzzle import Possible, Values


def random_grid(n: int, random: np.random.Generator) -> Values:
    """A random Latin square of n symbols, two of which are made black. Every grid can come out, some more often.

    >>> sorted(random_grid(5, np.random.default_rng(1))[0].tolist())
    [0, 0, 1, 2, 3]
    """
    lacks = np.ones((n, n), dtype=np.bool_)  # lacks[c, v]: column c has no symbol v yet
    rows = []
    for _ in range(n):  # whatever the rows so far are, there is always a next one
        rows.append(_random_row(lacks, random))
        lacks[np.arange(n), rows[-1]] = False
    values: Values = np.maximum(np.array(rows, dtype=np.int64) - 1, 0)
    return values


def _random_row(lacks: Possible, random: np.random.Generator) -> list[int]:
    """Different symbols for all columns, each out of those that the column lacks: a matching, by augmenting paths."""
    n = len(lacks)
    column = dict[int, int]()  # of each symbol

    def place(c: int, tried: set[int]) -> bool:
        for v in random.permutation(np.flatnonzero(lacks[c])).tolist():
            if v not in tried:
                tried.add(v)
                if v not in column or place(column[v], tried):
                    column[v] = c
                    return True
        return False

    for c in random.permutation(n).tolist():
        place(c, set())
    return sorted(column, key=column.__getitem__)
