"""Random boards for the tests: pairs of mines, plain mines and nonsense, with few or many clues."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from knobel.kinds.dominosweeper.generate import pairs
from knobel.kinds.dominosweeper.rules import Dominosweeper
from knobel.puzzle import Values

SIZES = [(1, 1), (1, 2), (2, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (3, 3)]


def full(values: Values, mines: int | None = None, plain: bool = False) -> Dominosweeper:
    """The board with all clues of a solution."""
    height, width = values.shape
    return Dominosweeper(("." * width,) * height, mines, plain).full(values)


def boards(count: int, seed: int) -> Iterator[Dominosweeper]:
    """Boards that brute force can manage: solvable or not, with all kinds of clues."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        height, width = SIZES[random.integers(len(SIZES))]
        plain = bool(random.random() < 0.3)
        mine = random.integers(0, 2, (height, width)) if plain else pairs(height, width, 0.5, random)
        mines = 0 if random.random() < 0.4 else None
        board = full(mine, mines, plain)
        rows = ["".join("*" if g == "." and random.random() < 0.3 else g for g in row) for row in board.rows]
        rows = ["".join("-" if g in "012" and random.random() < 0.2 else g for g in row) for row in rows]
        if random.random() < 0.3:  # another number somewhere: often without a solution
            r, c = random.integers(height), random.integers(width)
            rows[r] = rows[r][:c] + str(random.integers(9)) + rows[r][c + 1 :]
        if random.random() < 0.2 and board.mines is not None:
            mines = int(random.integers(height * width + 2))
        else:
            mines = board.mines
        board = Dominosweeper(tuple(rows), mines, plain)
        yield board.keep([place for place in board.places() if random.random() < random.choice([0.4, 0.9])])
