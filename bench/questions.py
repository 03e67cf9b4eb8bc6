"""How long questions about all solutions take: forced cells, the nearest two, the fewest extra facts, their number.

The tournament's boards are not part of the project; without them, their sections are left as they were stored.
"""

from __future__ import annotations

from collections.abc import Iterator

from suite import Suite, compared, corpus
from tables import SECONDS, Record, Table, took

import knobel
from knobel.bench.questions import about_board
from knobel.experiments import Way
from knobel.puzzle import Puzzle
from knobel.search import SearchOptions

SUITE = Suite(__name__, __doc__)
TOURNAMENT = "nonogram/tournament-2016-sample.txt"
EVERY = 5  # of the tournament's boards, one in so many
LIMIT = 20.0  # seconds, where a question could take for ever
COUNTED = {
    "one cell in each line of 7x7": "nonogram:7x7:" + "/".join("1" * 14),
    "bishops on 8x8, any number of them": "bishops:8:goal=some",
    "bishops on 10x10, as many as possible": "bishops:10",
    "pairs of mines on 6x6": "dominosweeper:6x6:" + "/".join(["......"] * 6),
    "pairs of mines on 8x8": "dominosweeper:8x8:" + "/".join(["........"] * 8),
}


def forced(puzzle: Puzzle, options: SearchOptions) -> Record:
    """All forced cells."""
    return {"verdict": knobel.forced(puzzle, **options).status}


def nearest(puzzle: Puzzle, options: SearchOptions) -> Record:
    """The nearest pair of solutions."""
    found = knobel.unique(puzzle, **options)
    return {"verdict": found.status, "note": "proven" if found.least else ""}


def facts(puzzle: Puzzle, options: SearchOptions) -> Record:
    """The fewest facts that leave one solution."""
    found = knobel.unique(puzzle, nearest=False, suggest=True, **options)
    return {"verdict": found.status, "note": "proven" if found.smallest else ""}


ASKED = {
    "forced cells": (forced, "boards decided"),
    "unique: the nearest pair": (nearest, "pairs proven nearest"),
    "unique: extra facts": (facts, "sets proven smallest"),
}


@SUITE.section(Table({"question": "board", "outcome": "outcome", "median": SECONDS, "worst": took("worst")}, 2))
def tournament() -> Iterator[Record]:
    """Some boards of a tournament; what has no end by itself gets a limit."""
    boards = corpus(TOURNAMENT)[::EVERY]
    for name, (answer, words) in ASKED.items():
        limit = LIMIT if answer is forced else 10 * LIMIT
        for row in compared([(name, boards)], [Way("auto")], limit, question=about_board(answer)):
            done = row["decided"] if answer is forced else row["verdicts"].get("proven", 0)
            yield row | {"outcome": f"{done} of {row['runs']} {words}"}


@SUITE.section(Table({"board": "board", "counted by": "engine", "solutions": "value", "CPU seconds": SECONDS}, 2))
def count() -> Iterator[Record]:
    """The number of solutions, with the model counter where it is installed."""
    boards = ((name, [knobel.parse(board)]) for name, board in COUNTED.items())
    return compared(boards, [Way("auto", question="count")], 10 * LIMIT)
