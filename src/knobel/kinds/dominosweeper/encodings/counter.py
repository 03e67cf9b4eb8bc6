"""Numbers as sums of columns of three cells, which neighbouring numbers share."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from knobel.encodings import encoding
from knobel.formula import Formula, Lits
from knobel.puzzle import Possible

from ..grid import neighbours
from ..rules import Dominosweeper
from .board import Board, first, subsets

COLUMN = ((-1, 0), (0, 0), (1, 0))
SIDES = ((0, -1), (0, 0), (0, 1))


@encoding(Dominosweeper, "counter", labels="all", engine="glucose")
def counter(p: Dominosweeper, known: Possible | None = None, *, total: str = "auto") -> Formula:
    """How many mines are in three cells above each other, in unary, counted once for all numbers that see them; a
    number is the sum of three such columns.

    ``total`` says how the number of all mines is written: by a totalizer, by adders, or as fits (auto).
    """
    board = Board(p, known, total)
    f = board.formula
    # sides[i, s, j]: in the s-th column around the i-th number there are at least j mines.
    columns = _columns(board)
    sides = np.stack([neighbours(columns[..., j], SIDES, -f.true)[board.counts] for j in range(3)], axis=-1)
    sides = np.pad(sides, ((0, 0), (0, 0), (1, 1)), constant_values=((0, 0), (0, 0), (f.true, -f.true)))
    for k in np.unique(board.count).tolist():
        chosen, ids = sides[board.count == k], board.ids[board.count == k]
        if k < 0:
            for one in ids.tolist():
                f.never(one)
            continue
        over, under = _sums(k + 1), _sums(k - 1)
        for which, sign in ((over, -1), (under + 1, 1)):
            table = sign * chosen[:, np.arange(3), which].reshape(-1, 3)
            f.add(table, group=np.repeat(ids, len(which)))
    return f


def _columns(board: Board) -> Lits:
    """``[r, c, j]``: more than j of the three cells above each other in the middle of which (r, c) is are mines.

    Only columns beside a number get variables, and only those with more than one open cell.
    """
    f = board.formula
    cells, size = first(neighbours(np.where(board.open, board.mine, 0), COLUMN, 0).reshape(-1, 3))
    used = neighbours(board.counts, SIDES, False).any(axis=-1).ravel()
    more = np.full((len(size), 3), -f.true, dtype=np.int32)
    more[size == 1, 0] = cells[size == 1, 0]
    for n in (2, 3):
        chosen = np.flatnonzero(used & (size == n))
        width = board.p.width
        at = [f"{i // width},{i % width}" for i in chosen.tolist()]
        counted = f.new(f"column{n}", len(chosen), n, axes=[at, 1])
        more[chosen, :n] = counted
        for j in range(1, n + 1):
            for which in subsets(n, j):
                f.add(np.column_stack([-cells[chosen][:, which], counted[:, j - 1]]))
            for which in subsets(n, n - j + 1):
                f.add(np.column_stack([cells[chosen][:, which], -counted[:, j - 1]]))
    return more.reshape(*board.mine.shape, 3)


@cache
def _sums(total: int) -> npt.NDArray[np.int64]:
    """All ways to be a sum of three numbers from 0 to 3, one a row."""
    found = [parts for parts in product(range(4), repeat=3) if sum(parts) == total]
    return np.array(found, dtype=np.int64).reshape(-1, 3)
