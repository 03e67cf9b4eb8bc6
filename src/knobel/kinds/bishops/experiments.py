"""Experiments on bishops: what the program with which this kind began showed, and boards of growing size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from knobel.experiments import Board, Experiments, Goal, Printed, Report, Row, Source, Table, Way

from .rules import Bishops


def empty_board(size: int, seed: int) -> Bishops:
    """The most bishops on an empty board; there is only one such board of a size.

    >>> empty_board(8, 0).id()
    'bishops:8'
    """
    return Bishops.parse(str(size))


def _square(size: int, source: Source) -> Sequence[Board]:
    return [Board(f"{size}x{size}", f"bishops:{size}")]


MAXIMUM = Table(
    "the most bishops",
    "The program of Horňák, Halčín and Kvetko asked for one bishop and that no two attack each other. Its formula is "
    "`pairs`, and what it shows is no maximum: 12 bishops on 8x8, where 14 fit, because it flipped all variables and "
    "MiniSat tries false first; as it stands, the formula shows one. Its example on 3x3 was printed with each pair "
    "twice, 21 clauses. `diagonals` finds the maximum and proves it.",
    (
        Way("pairs", "pairs", "minisat"),
        Way("pairs, flipped", "pairs:flipped=yes", "minisat"),
        Way("diagonals", "diagonals"),
        Way("cells", "cells"),
    ),
    (
        Row("3x3", partial(_square, 3), {"pairs": Printed(9, 21)}),
        Row("8x8", partial(_square, 8), {"pairs, flipped": Printed(64, 281, value=12)}),
    ),
    value="bishops",
    limit=30.0,
)

EXPERIMENTS = Experiments(
    sizes=(5, 8, 10, 20, 50, 100, 200),
    board=empty_board,
    unit="n",
    wishes=("size=6", "size=8"),
    report=Report("Maximum bishops by SAT", (MAXIMUM,)),
    goals=(
        Goal(
            "bishops 1000",
            "n = 1000, value and proof",
            partial(_square, 1000),
            way=Way("diagonals", "diagonals"),  # by itself, a board like this is answered without a search
            statistic="worst",
            below=12.0,
            memory=2000.0,
        ),
    ),
)
