"""Numbers as clauses over subsets of the cells around them."""

from __future__ import annotations

import numpy as np

from knobel.encodings import encoding
from knobel.formula import Formula
from knobel.puzzle import Possible

from ..rules import Dominosweeper
from .board import Board, first, subsets


@encoding(Dominosweeper, "direct", labels="all", engine="glucose", default=True)
def direct(p: Dominosweeper, known: Possible | None = None, *, total: str = "auto") -> Formula:
    """No variables but the cells: a number k forbids any k + 1 mines and, among n cells around it, n - k + 1 free ones.

    ``total`` says how the number of all mines is written: by a totalizer, by adders, or as fits (auto).
    """
    board = Board(p, known, total)
    f = board.formula
    lits, size = first(board.lits)
    for n, k in np.unique(np.column_stack([size, board.count]), axis=0).tolist():
        chosen = (size == n) & (board.count == k)
        cells, ids = lits[chosen, :n], board.ids[chosen]
        if not 0 <= k <= n:
            for one in ids.tolist():
                f.never(one)
            continue
        for which, sign in ((subsets(n, k + 1), -1), (subsets(n, n - k + 1), 1)):
            table = sign * cells[:, which].reshape(-1, which.shape[1])
            f.add(table, group=np.repeat(ids, len(which)))
    return f
