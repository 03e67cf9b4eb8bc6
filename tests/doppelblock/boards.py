"""Random boards for the tests, and a witness that knows no encoding: all grids that obey the rules of the lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product

import numpy as np

from knobel.kinds.doppelblock.generate import random_grid
from knobel.kinds.doppelblock.rules import Doppelblock
from knobel.puzzle import Values


def bare(n: int) -> Doppelblock:
    """A board without any clue."""
    return Doppelblock((None,) * n, (None,) * n)


@cache
def grids(n: int) -> tuple[Values, ...]:
    """All grids of size 3 or 4 in which each line has its numbers once and two black cells, by trying everything."""
    rows = sorted(set(permutations([0, *range(n - 1)])))
    tried = (np.array(grid, dtype=np.int64) for grid in product(rows, repeat=n))
    return tuple(values for values in tried if not bare(n).check(values))


def solutions(p: Doppelblock) -> set[str]:
    """All solutions of a board of size 3 or 4."""
    return {p.write(values) for values in grids(p.n) if not p.check(values)}


def board(n: int, random: np.random.Generator, givens: float = 0.0) -> Doppelblock:
    """A board with all sums of a random grid, and with each cell given by chance."""
    values = random_grid(n, random)
    given = np.where(random.random((n, n)) < givens, values, -1)
    full = bare(n).full(values)
    return Doppelblock(full.columns, full.rows, tuple(map(tuple, given.tolist())))


def boards(count: int, n: int, seed: int) -> Iterator[Doppelblock]:
    """Boards solvable and not: with clues lost, with sums of another grid or at random, with cells that may not fit."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        one, other = (board(n, random, float(random.choice([0, 0.15, 0.4]))) for _ in range(2))
        luck = random.random()
        if luck < 0.2:
            one = Doppelblock(one.columns, other.rows, one.givens)
        elif luck < 0.3:
            one = Doppelblock(one.columns, one.rows, other.givens)
        elif luck < 0.4:
            rows = tuple(int(s) for s in random.integers(0, (n - 2) ** 2 + 3, n))
            one = Doppelblock(one.columns, rows, one.givens)
        yield one.keep([place for place in one.places() if random.random() < 0.7]) if luck > 0.5 else one
