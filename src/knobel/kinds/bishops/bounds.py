"""How many pieces there are at most, or at least, with an argument in one sentence."""

from __future__ import annotations

import numpy as np

from knobel.puzzle import Best, Possible
from knobel.say import Say

from .covers import fewest_lines


def bound(piece: str, best: Best | None, free: Possible) -> tuple[int, Say] | None:
    """The number and why, for a board with these free cells; None where no sentence is known."""
    n = len(free)
    r, c = np.nonzero(free)
    if best == "fewest" and piece == "rook" and free.all():
        number = n
        template = "fewer than {number} rooks leave some row and column empty, and their crossing unattacked"
    elif best != "most" or piece == "knight":
        return None
    elif piece == "bishop":
        number = len(np.unique(r + c))
        template = "parallel diagonals with a free cell: {number}; each has room for one bishop"
        if n > 1 and free[0, 0] and free[-1, -1]:
            # The first and the last antidiagonal are single corners, on one diagonal: they count as one.
            number -= 1
            template = "parallel diagonals, two opposite corners taken as one: {number}; each has room for one bishop"
    elif piece == "king":
        number = len(np.unique(r // 2 * n + c // 2))
        template = "squares of 2 x 2 cells with a free cell: {number}; each has room for one king"
    else:
        number = len(np.unique(r))
        template = "rows with a free cell: {number}; each has room for one piece"
        if not free.all() and (fewer := len(np.unique(fewest_lines(r, c)))) < number:
            number = fewer
            template = "rows and columns that cover all free cells: {number}; each has room for one piece"
    return number, Say(template, number=number)
