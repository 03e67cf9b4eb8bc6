"""Experiments on Doppelblock: the boards of the report (docs/why/origins.md), and random grids with all their sums."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from knobel.experiments import CLP_COUNTERS, Board, Experiments, Goal, Report, Row, Source, Table, Way, example

from .generate import random_grid
from .rules import Doppelblock

SEEDS = range(5)
BOARDS = tuple(Row(name, example("doppelblock", name)) for name in ("S5", "S6", "S7", "S7b"))
LABELINGS = (
    "leftmost,bisect,down",
    "leftmost,step,up",
    "ff,step,up",
    "ffc,bisect,down",
    "min,step,up",
    "max,step,down",
)


def full_clues(size: int, seed: int) -> Doppelblock:
    """A board with all sums of a random grid.

    >>> full_clues(5, 0).n
    5
    """
    return Doppelblock((None,) * size, (None,) * size).full(random_grid(size, np.random.default_rng(seed)))


def _boards(size: int, source: Source) -> Sequence[Board]:
    return [Board(f"n = {size}, seed {seed}", full_clues(size, seed).id(), 0, seed) for seed in SEEDS]


SOLUTIONS = Table(
    "all solutions",
    "The four boards of the report: how many solutions each has, found and proven complete. The two of 7x7 are "
    "ambiguous, which the report does not mention. Its own figures have not come down to us.",
    tuple(Way(name, name, question="count") for name in ("diagram", "order", "automaton", "cp")),
    BOARDS,
    value="solutions",
    limit=20.0,
)
LABELED = Table(
    "labelings and statistics",
    "The constraint model on the engine fd, whose counters are those of CLP(FD), up to the first solution. What "
    "leftmost,bisect,down did then has not come down to us in numbers.",
    tuple(Way(labeling, "cp", f"fd:labeling={labeling}") for labeling in LABELINGS),
    BOARDS,
    stats=CLP_COUNTERS,
    limit=20.0,
)
PROLOG = Table(
    "the report's model in Prolog",
    "SWI-Prolog's clpfd with the report's own model, beside our engines.",
    (Way("SWI-Prolog", "", "peer:swi"), Way("fd", "cp", "fd"), Way("diagram", "diagram")),
    BOARDS[:2],
    limit=20.0,
)

EXPERIMENTS = Experiments(
    sizes=(5, 7, 10, 12, 15, 20, 25),
    board=full_clues,
    unit="n",
    wishes=("size=5", "size=6", "size=8"),
    report=Report("Doppelblock by CLP(FD)", (SOLUTIONS, LABELED, PROLOG)),
    goals=(
        Goal(
            "doppelblock rival",
            "full clues, n = 10, against the plain ASP model on clingo",
            partial(_boards, 10),
            rival=Way("clingo", "", "peer:clingo"),
            times=20,
        ),
        Goal("doppelblock 20", "full clues, n = 20", partial(_boards, 20), below=3.0),
        Goal("doppelblock 25", "full clues, n = 25", partial(_boards, 25), below=8.0),
        Goal("doppelblock 30", "full clues, n = 30", partial(_boards, 30), below=25.0),
    ),
)
