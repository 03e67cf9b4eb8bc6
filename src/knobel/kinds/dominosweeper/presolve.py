"""What follows from one clue or one mine at a time, over the whole board at once, before anything is encoded.

A clue that has its mines frees the other cells around it; a clue that needs all of them makes them mines. A mine that
has its partner frees the other cells beside it, and one that can have only one partner gets it.
"""

from __future__ import annotations

import numpy as np

from knobel.limits import tick
from knobel.puzzle import Possible

from .grid import AROUND, BESIDE, count
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
    asking = [(counts, number, AROUND)]  # which cells ask for how many mines, and where
    if not puzzle.plain:
        asking.append((mine, np.ones_like(number), BESIDE))
    for _ in range(max(1, MAX_WORK // given.size)):
        tick()
        open_ = ~(free | mine)
        wrong, new_free, new_mine = (np.zeros_like(mine) for _ in range(3))
        for asks, wanted, steps in asking:
            found, rest = count(mine, steps), count(open_, steps)
            unmet = (found > wanted) | (found + rest < wanted)
            wrong |= asks & unmet
            new_free |= count(asks & (found == wanted), steps) > 0
            new_mine |= count(asks & (found + rest == wanted), steps) > 0
            if asks is mine:
                new_free |= unmet  # a mine there could not have exactly one partner
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
