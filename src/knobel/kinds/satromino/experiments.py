"""Experiments on SATromino: the original's sample, and rows that can be filled exactly, of growing number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from knobel.experiments import Board, Experiments, Goal, Report, Row, Source, Table, Way, example

from .rules import Satromino
from .tilings import exact_fill

SEEDS = range(5)
COLUMNS = 10


def filled_rows(pieces: int, seed: int) -> Satromino:
    """So many pieces that fill rows of ten cells exactly; their number is even.

    >>> len(filled_rows(10, 0).sequence)
    10
    """
    rows = pieces * 4 // COLUMNS
    return exact_fill(COLUMNS, rows, rows, seed)


def _fills(pieces: int, source: Source) -> Sequence[Board]:
    return [Board(f"{pieces} pieces, seed {seed}", filled_rows(pieces, seed).id(), 0, seed) for seed in SEEDS]


PLANNED = Table(
    "levels by two solvers",
    "The vocabulary of the SATromino exercise (`classic`) on MiniSat and SAT4J, which it used, and "
    "our own encoding. It printed one solution, `TLLDDDDDDDDDDTTTRRDDDDDDDDTTTRRDDDDDDDLDDDDDDTTRRRDDDDDD`, and no "
    "times. Its level is lost; on `sample`, of 10x10, this string plays as I, L, O, I, Z.",
    (
        Way("classic, MiniSat", "classic", "minisat"),
        Way("classic, SAT4J", "classic", "sat4j (Debian)"),
        Way("placement", "placement"),
    ),
    tuple(Row(name, example("satromino", name)) for name in ("sample", "first", "stairs", "cup", "pyramid", "rows")),
    limit=30.0,
)

EXPERIMENTS = Experiments(
    sizes=(10, 20, 30, 40),
    board=filled_rows,
    unit="pieces",
    wishes=("size=6x6 pieces=4", "size=8x8 pieces=6"),
    report=Report("SATromino: planning by SAT", (PLANNED,)),
    goals=(
        Goal("satromino 20", "exact fill of 10 columns, 20 pieces", partial(_fills, 20), below=0.3),
        Goal("satromino 30", "exact fill of 10 columns, 30 pieces", partial(_fills, 30), below=1.0),
        Goal("satromino 40", "exact fill of 10 columns, 40 pieces", partial(_fills, 40), below=5.0),
    ),
)
