"""Experiments on Dominosweeper: the tables of the report (docs/why/origins.md), and random boards with all clues."""

from __future__ import annotations

import numpy as np

from knobel.experiments import CLP_COUNTERS, Board, Boards, Experiments, Printed, Report, Row, Table, Way, example

from .generate import pairs
from .rules import Dominosweeper

DENSITY = 0.2
BOARDS = ("report", "eight", "ten", "sixteen")


def all_clues(size: int, seed: int) -> Dominosweeper:
    """A square board with every clue that its mines give.

    >>> all_clues(6, 0).id()[:18]
    'dominosweeper:6x6:'
    """
    mines = pairs(size, size, DENSITY, np.random.default_rng([size, seed]))
    return Dominosweeper(("." * size,) * size).full(mines)


OURS = (
    "dominosweeper:3x3:22./.../...",
    "dominosweeper:4x4:..../023./..../....",
    "dominosweeper:5x5:..22./....2/02.../...../.....",
)
"""In place of the report's boards of 3x3, 4x4 and 5x5, which are lost: made by `knobel generate --seed 1`."""

SMALL = ((366, 203, 301, 2, 219), (700, 337, 520, 5, 356), (933, 445, 753, 6, 472))
"""What the report printed about its three lost boards, under both labelings alike."""


def _statistics(figure: str, labeling: str, about: str, six: tuple[int, ...]) -> Table:
    """A table of the report: the five statistics of CLP(FD) under one labeling."""
    boards = {f"{n}x{n}, ours": _own(id) for n, id in zip((3, 4, 5), OURS, strict=True)}
    boards["6x6"] = example("dominosweeper", "report")
    printed = [Printed(stats=dict(zip(CLP_COUNTERS, then, strict=True))) for then in (*SMALL, six)]
    engine = f"fd:labeling={labeling}"
    return Table(
        f"{figure}, labeling {labeling}",
        about,
        (Way("cell by cell", "cp:post=cells", engine), Way("tables", "cp", engine)),
        tuple(Row(*board, {"cell by cell": then}) for board, then in zip(boards.items(), printed, strict=True)),
        stats=CLP_COUNTERS,
    )


def _own(id: str) -> Boards:
    return lambda source: [Board(id, id)]


DEFAULT = _statistics(
    "figure 4",
    "leftmost",
    "What the report printed (SICStus Prolog, 0.0 seconds each) beside the engine fd. `cell by cell` posts its "
    "constraints, `tables` our own model of the same rules. The board of 6x6 is the report's. Those of 3x3, 4x4, 5x5 "
    "are lost and boards of ours stand in, so figures compare in the rows of 6x6 alone. This labeling is the default: "
    "the first open cell, and a mine first, since 9 is a mine and 10 is free.",
    (2024, 1359, 1648, 9, 875),
)
BEST = _statistics(
    "figure 5",
    "ff,median,down",
    "The same with the labeling that the report found best, which tries free cells first. On the board of 6x6 it saves "
    "two backtracks, then as now.",
    (1533, 881, 1291, 7, 875),
)
PROLOG = Table(
    "the report's model in Prolog",
    "SWI-Prolog's clpfd with the report's model, written anew, and its default labeling, beside our engines.",
    (Way("SWI-Prolog", "", "peer:swi"), Way("fd", "cp", "fd:labeling=leftmost"), Way("direct", "direct")),
    tuple(Row(name, example("dominosweeper", name)) for name in BOARDS),
    limit=30.0,
)

EXPERIMENTS = Experiments(
    sizes=(6, 10, 20, 30, 50, 100),
    board=all_clues,
    unit="rows",
    wishes=("size=6x6", "size=10x10", "size=8x8 grade=medium"),
    report=Report("Dominosweeper by CLP(FD)", (DEFAULT, BEST, PROLOG)),
)
