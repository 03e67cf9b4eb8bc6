"""Experiments on Dominosweeper: the board of the report (docs/why/origins.md), and random boards with all clues."""

from __future__ import annotations

import numpy as np

from knobel.experiments import CLP_COUNTERS, Experiments, Report, Row, Table, Way, example

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


LABELED = Table(
    "labelings and statistics",
    "The board of the report and larger ones of ours, by the constraint model on the engine fd. The report's own "
    "figures have not come down to us.",
    tuple(Way(labeling, "cp", f"fd:labeling={labeling}") for labeling in ("leftmost,step,up", "ffc,step,up")),
    tuple(Row(name, example("dominosweeper", name)) for name in BOARDS),
    stats=CLP_COUNTERS,
    limit=20.0,
)
PROLOG = Table(
    "the report's model in Prolog",
    "SWI-Prolog's clpfd with the report's own model, beside our engines.",
    (Way("SWI-Prolog", "", "peer:swi"), Way("fd", "cp", "fd"), Way("direct", "direct")),
    tuple(Row(name, example("dominosweeper", name)) for name in BOARDS),
    limit=30.0,
)

EXPERIMENTS = Experiments(
    sizes=(6, 10, 20, 30, 50, 100),
    board=all_clues,
    unit="rows",
    wishes=("size=6x6", "size=10x10", "size=8x8 grade=medium"),
    report=Report("Dominosweeper by CLP(FD)", (LABELED, PROLOG)),
)
