"""What follows from one clue or one mine at a time, over the whole board at once, before anything is encoded.

A clue that has its mines frees the other cells around it; a clue that needs all of them makes them mines. A mine that
has its partner frees the other cells beside it, and one that can have only one partner gets it.
"""

from __future__ import annotations

import numpy as np

from knobel.limits import tick
from knobel.puzzle import Possible

from .grid import AROUND, BESIDE, neighbours
from .rules import Dominosweeper

MAX_WORK = 20_000_000  # cells looked at, each round counting all of them; the rest is left to the engine


def presolve(puzzle: Dominosweeper) -> Possible:
    """What each cell can still be; all False for a board that is refuted on the way."""
    nothing = np.zeros_like(puzzle.domain())
    if puzzle.refutation() is not None:
        return nothing
    given = puzzle.given
    number = puzzle.numbers
    counts = number >= 0
    mine = given == "*"
    free = counts | (given == "-")
    for _ in range(max(1, MAX_WORK // given.size)):
        tick()
        open_ = ~(free | mine)
        found = neighbours(mine, AROUND, False).sum(axis=-1)
        rest = neighbours(open_, AROUND, False).sum(axis=-1)
        wrong = counts & ((found > number) | (found + rest < number))
        new_free = neighbours(counts & (found == number), AROUND, False).any(axis=-1)
        new_mine = neighbours(counts & (found + rest == number), AROUND, False).any(axis=-1)
        if not puzzle.plain:
            found = neighbours(mine, BESIDE, False).sum(axis=-1)
            rest = neighbours(open_, BESIDE, False).sum(axis=-1)
            wrong |= mine & ((found > 1) | (found + rest < 1))
            new_free |= (found > 1) | (found + rest < 1)
            new_free |= neighbours(mine & (found == 1), BESIDE, False).any(axis=-1)
            new_mine |= neighbours(mine & (found + rest == 1), BESIDE, False).any(axis=-1)
        if puzzle.mines is not None:
            wrong |= (mine.sum() > puzzle.mines) | ((~free).sum() < puzzle.mines)
            new_free |= mine.sum() == puzzle.mines
            new_mine |= (~free).sum() == puzzle.mines
        new_free &= open_
        new_mine &= open_
        if wrong.any() or (new_free & new_mine).any():
            return nothing
        if not (new_free | new_mine).any():
            break
        free |= new_free
        mine |= new_mine
    return np.stack([~mine, ~free], axis=-1)
