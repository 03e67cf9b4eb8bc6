"""New boards: mines put down at random, in pairs or one by one, and every clue that they give.

All clues never leave a second solution: a cell without a number is then a mine, or a mine that is given as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import ClassVar

import numpy as np

from knobel.errors import Misuse
from knobel.puzzle import Values
from knobel.recipes import Draft, Size, option

from .rules import TOTAL, Dominosweeper, check_size

MOST_PAIRED = 0.3
"""A share of mines up to which pairs put down at random find room on large boards."""


@dataclass(frozen=True)
class Mines:
    """Boards with so many mines, put down at random."""

    kind: ClassVar[str] = "dominosweeper"
    size: Size = option((10, 10), "width and height")
    density: float = option(0.2, "the share of cells that are mines, as far as there is room for them")
    total: bool = option(False, "give the number of all mines too")
    plain: bool = option(False, "mines one by one instead of in pairs")

    def __post_init__(self) -> None:
        check_size(*self.size)
        most = 1.0 if self.plain else MOST_PAIRED
        if not 0 < self.density <= most:
            raise Misuse(f"the density is {self.density:g}; expected more than 0, and {most:g} at most")

    def drafts(self, random: np.random.Generator) -> Iterator[Draft]:
        """Boards without end, each with all its clues; the total, where it is asked for, is not to be spared."""
        width, height = self.size
        empty = Dominosweeper(("." * width,) * height, 0 if self.total else None, self.plain)
        put = singles if self.plain else pairs
        while True:
            values = put(height, width, self.density, random)
            puzzle = empty.full(values)
            clues = [place for place in puzzle.places() if place != TOTAL]
            yield Draft(puzzle, values, (tuple(clues[i] for i in random.permutation(len(clues)).tolist()),))

    def mend(self, draft: Draft, other: Values, random: np.random.Generator) -> Draft | None:
        """There is nothing to mend where all clues are given."""
        return None


def pairs(height: int, width: int, density: float, random: np.random.Generator) -> Values:
    """Pairs of mines that touch at corners at most, put down one after the other until there are enough or no room.

    Every board with so many pairs can come out, some more often.

    >>> int(pairs(10, 10, 0.2, np.random.default_rng(1)).sum())
    20
    """
    frame = width + 2  # the cells are counted row by row, with a frame around them that stays free
    mine = bytearray(frame * (height + 2))
    missing = ceil(density * height * width)
    for at in random.permutation(2 * height * width).tolist():
        if missing <= 0:
            break
        below, (r, c) = at % 2, divmod(at // 2, width)
        if r + below == height or c + 1 - below == width:
            continue
        one = (r + 1) * frame + c + 1
        two = one + (frame if below else 1)
        if not any(mine[cell + step] for cell in (one, two) for step in (0, -frame, -1, 1, frame)):
            mine[one] = mine[two] = 1
            missing -= 2
    board = np.frombuffer(mine, dtype=np.uint8).reshape(height + 2, frame)
    return board[1:-1, 1:-1].astype(np.int64)


def singles(height: int, width: int, density: float, random: np.random.Generator) -> Values:
    """As many mines, anywhere; every board with this number of mines is equally likely."""
    values = np.zeros(height * width, dtype=np.int64)
    values[random.permutation(height * width)[: ceil(density * height * width)]] = 1
    return values.reshape(height, width)
