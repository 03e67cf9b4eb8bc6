"""Experiments on nonograms: the table of the report (docs/why/origins.md), random boards, tournament boards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from knobel import registry
from knobel.experiments import Board, Boards, Experiments, Goal, Printed, Report, Row, Source, Table, Way, example
from knobel.formula import Formula

from .presolve import presolve
from .rules import Nonogram

TOURNAMENT = "nonogram/tournament-2016-sample.txt"
SURVEY = ("00001", "00006", "00016", "00021", "00023", "00027", "00065", "00436", "00529", "00803", "01611", "06574")
"""The survey's boards, by their numbers."""


def random_board(size: int, seed: int) -> Nonogram:
    """The clues of a square picture of which every cell is painted with even chance; often it is not the only one.

    >>> random_board(3, 1).width
    3
    """
    picture = np.random.default_rng([size, seed]).integers(0, 2, (size, size))
    return Nonogram(((),) * size, ((),) * size).full(picture)


def _guess_once() -> None:
    """Load what guesses."""
    formula = registry.encoding(registry.kind(Nonogram.kind))(random_board(10, 0))
    if isinstance(formula, Formula) and formula.guess is not None:
        formula.guess()


def _tournament(source: Source) -> Sequence[Board]:
    return source.boards(TOURNAMENT)


def _files(names: Sequence[str], source: Source) -> Sequence[Board]:
    return [board for name in names for board in source.boards(f"nonogram/{name}.non")]


def _decided_by_lines(source: Source) -> Sequence[Board]:
    """Those of the survey's boards that single lines decide."""
    boards = _files([f"webpbn-{number}" for number in SURVEY], source)
    return [board for board in boards if (presolve(Nonogram.parse(board.id.partition(":")[2])).sum(axis=-1) == 1).all()]


def _row(name: str, board: str, dnf: Printed, order: Printed) -> Row:
    return Row(name, example("nonogram", board), {"dnf": dnf, "order": order})


def _large(number: int, dnf: tuple[int, int], order: tuple[int, int, float]) -> Row:
    return _row(f"25x25 no. {number}", f"report-{number}", Printed(*dnf, stopped=True), Printed(*order))


def _goal(name: str, about: str, boards: Boards, **claim: Any) -> Goal:
    """A claim about finding a solution and deciding whether it is the only one."""
    return Goal(f"nonogram {name}", about, boards, "unique", **claim)


TABLE = Table(
    "two encodings",
    "The boards of 5x5 and 10x10 of the report are lost: bundled examples of these sizes stand in for them. The large "
    "ones are the report's own (`@nonogram/report-1` to `-5`). The report ran its own solver; now is what each "
    "encoding prefers.",
    (Way("dnf", "dnf"), Way("order", "order")),
    (
        _row("5x5 (another one)", "heart", Printed(60, 180, 0.002), Printed(116, 311, 0.014)),
        _row("10x10 (another one)", "mushroom", Printed(377, 2780, 0.104), Printed(472, 1349, 0.002)),
        _large(1, (180230, 4490150), (9508, 34234, 3.8)),
        _large(2, (245342, 6117950), (9562, 34434, 4.8)),
        _large(3, (206815, 5154775), (9562, 34433, 3.6)),
        _large(4, (261970, 6533650), (9373, 33686, 3.8)),
        _large(5, (209123, 5212475), (9535, 34342, 27.0)),
    ),
    limit=120.0,
)

OWN_SOLVER = Table(
    "the solver written for it",
    "The report wrote a CDCL solver of its own; ours is yasat. The same boards, the encoding `order`.",
    (Way("yasat", "order", "yasat"), Way("glucose", "order", "glucose"), Way("cadical", "order", "cadical")),
    tuple(
        Row(f"25x25 no. {number}", example("nonogram", f"report-{number}"), {"yasat": Printed(seconds=seconds)})
        for number, seconds in enumerate((3.8, 4.8, 3.6, 3.8, 27.0), 1)
    ),
    limit=60.0,
)

EXPERIMENTS = Experiments(
    sizes=(5, 10, 15, 20, 25, 30),
    board=random_board,
    warm=_guess_once,
    unit="rows",
    wishes=("size=10x10", "size=15x15", "size=10x10 grade=medium"),
    report=Report("Nonograms by two SAT encodings", (TABLE, OWN_SOLVER)),
    goals=(
        _goal(
            "tournament",
            "100 tournament boards 25x25, solution and uniqueness",
            _tournament,
            statistic="mean",
            below=0.08,
        ),
        _goal("tournament", "the same, the worst of them", _tournament, statistic="worst", below=0.8),
        _goal(
            "tournament",
            "every fifth of them against CP-SAT's automaton model",
            _tournament,
            rival=Way("CP-SAT", "cp", "cpsat"),
            times=20,
            every=5,
        ),
        _goal("knotty", "knotty 40x40", partial(_files, ("knotty",)), statistic="worst", below=1.0),
        _goal("faase", "faase", partial(_files, ("faase",)), statistic="worst", below=30.0),
        _goal("lines", "boards that single lines decide", _decided_by_lines, statistic="worst", below=0.02),
    ),
)
