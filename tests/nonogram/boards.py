"""Random small boards for the tests: black and white and coloured, solvable and not, with clues lost."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from knobel.kinds.nonogram.rules import BLACK, Colour, Nonogram

COLOURS = tuple(Colour(char, tone) for char, tone in (("a", "d03030"), ("b", "3060d0"), ("c", "30a050")))
SIZES = {1: [(3, 3), (2, 4), (4, 2), (1, 6), (2, 5), (1, 1)], 2: [(2, 3), (3, 2), (1, 5), (2, 2)], 3: [(2, 2), (1, 4)]}


def boards(count: int, seed: int) -> Iterator[Nonogram]:
    """Boards that brute force can manage (at most 1024 pictures each)."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        inks = int(random.choice([1, 1, 2, 3]))
        height, width = SIZES[inks][random.integers(len(SIZES[inks]))]
        palette = BLACK if inks == 1 else COLOURS[:inks]
        board = Nonogram.of(random.integers(0, inks + 1, (height, width)), palette)
        luck = random.random()
        if luck < 0.35:  # rows of another picture: often without a solution
            other = Nonogram.of(random.integers(0, inks + 1, (height, width)), palette)
            board = Nonogram(board.columns, other.rows, palette)
        if luck > 0.7:
            board = board.keep([place for place in board.places() if random.random() < 0.7])
        yield board
