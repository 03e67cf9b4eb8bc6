"""How large the nonogram encodings are, and how long nonograms take: the report's boards, a tournament's, fresh ones.

The boards of the tournament are not part of the project; without them, their sections are left as they were stored.
Much of what the pages show was measured by the suites of `knobel bench`. Fresh boards are drawn here, by lot, for
figures that no choice was made on; choose no parameter on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import mean
from unittest.mock import patch

import numpy as np
from suite import Stored, Suite, compared, corpus, each, summary
from tables import TIMES, Cell, Record, Table, code, of, tabulated

import knobel
from experiments import runs
from knobel import registry
from knobel.experiments import Way
from knobel.kinds.nonogram.encodings import starts
from knobel.kinds.nonogram.experiments import TOURNAMENT
from knobel.kinds.nonogram.rules import Nonogram
from knobel.puzzle import Possible, Puzzle

SUITE = Suite(__name__, __doc__)
BUNDLED = (("5x5", "heart"), ("10x10", "mushroom"), ("25x25", "ship"))
LINES_FIRST = "compact, lines solved first"
DECIDERS = (
    *(Way(LINES_FIRST, engine=engine, question="unique") for engine in ("glucose", "cadical", "minisat")),
    *(Way(name, name, "glucose", "unique") for name in ("compact", "covers", "order", "automaton")),
)
LIMIT = 180.0  # seconds, for each run on a large board
SAMPLE = "sample, 25x25"
FRESH = (25, 30)  # the sizes of fresh boards
FRESH_BOARDS = 100  # of each size
FRESH_LIMIT = 20.0
SEED = 1

# measuring


def report_boards() -> Iterator[tuple[str, list[Puzzle]]]:
    """The five 25x25 boards of the report (docs/why/origins.md)."""
    for number in range(1, 6):
        yield f"25x25 no. {number}", [knobel.load(f"@nonogram/report-{number}")]


@SUITE.section(Table({"how": "way", "engine": "engine", "decided": "decided", **TIMES}, 2))
def tournament() -> Iterator[Record]:
    """Deciding uniqueness on 100 boards of 25x25, in several ways."""
    return compared([(SAMPLE, corpus(TOURNAMENT))], DECIDERS, LIMIT)


@SUITE.section(
    Table(
        {
            **{"board": "board", "cells": "cells", "open after the lines": "open"},
            **{"clauses of `compact`": "clauses", "clauses left": "left"},
        }
    )
)
def presolve() -> Iterator[Record]:
    """What the line solver leaves of the formula."""
    bundled = ((size, [knobel.load(f"@nonogram/{name}")]) for size, name in BUNDLED)
    for boards in (bundled, report_boards()):
        for board, [puzzle] in each(boards):
            after = knobel.solve(puzzle)
            before, known = knobel.solve(puzzle, encoding=after.encoding), presolved(puzzle)
            yield {
                "board": board,
                "cells": known[..., 0].size,
                "open": int((known.sum(axis=-1) > 1).sum()),
                "clauses": before.clauses,
                "left": after.clauses,
            }


def presolved(puzzle: Puzzle) -> Possible:
    """What lines alone find out."""
    lines = registry.kind("nonogram").presolve
    assert lines is not None
    return lines(puzzle)


def fresh_boards(size: int) -> Iterator[Puzzle]:
    """Boards like those of the tournament: pictures by lot, the first half painted, each with a bit less, down to 35 %.

    That is how many cells the clues of the tournament's boards paint; their lines are as random as that.
    """
    random, cells = np.random.default_rng([SEED, size]), size * size
    for i in range(1, FRESH_BOARDS + 1):
        picture = np.zeros(cells, dtype=np.int64)
        picture[random.choice(cells, int(cells * (0.5 - 0.15 * i / FRESH_BOARDS)), replace=False)] = 1
        yield Nonogram.of(picture.reshape(size, size))


def beside_sample(rows: list[Record]) -> str:
    """Fresh boards beside the sample, in multiples of what it takes with the guess in the same run."""
    columns: dict[str, Cell] = {
        "boards": "board",
        "painted": lambda row: f"{100 * row['painted']:.0f} %",
        "lines decide": lambda row: f"{100 * row['lines']:.0f} %",
        "guess": "guess",
        "boards decided": of("decided", "runs"),
    }
    for key in ("mean", "median", "worst"):
        columns[key] = lambda row, key=key: f"{row[key] / rows[0][key]:.2f}" if row[key] else None  # type: ignore[misc]
    return tabulated(columns, rows)


@SUITE.section(beside_sample)
def fresh() -> Iterator[Record]:
    """The sample that parameters were chosen on, and fresh boards, with the guess and without it."""
    sets: dict[str, Iterable[Puzzle]] = {f"fresh, {n}x{n}": fresh_boards(n) for n in FRESH}
    for name, puzzles in ({SAMPLE: corpus(TOURNAMENT)} | sets).items():
        boards = list(each(puzzles))
        painted = [
            sum(run.length for row in one.rows for run in row or ()) for one in boards if isinstance(one, Nonogram)
        ]
        known = [presolved(one) for one in boards]
        nature = {
            "painted": round(mean(n / one[..., 0].size for n, one in zip(painted, known, strict=True)), 3),
            "lines": round(mean(float((one.sum(axis=-1) == 1).mean()) for one in known), 3),
        }
        for guess in (True, False):
            with patch.object(starts, "MAX_STARTS", starts.MAX_STARTS if guess else -1):
                for row in compared([(name, boards)], [Way("auto", question="unique")], FRESH_LIMIT):
                    yield row | nature | {"guess": guess}


# tables


@SUITE.table
def verdicts(stored: Stored) -> str:
    """On the sample, as the suite `goals` found them."""
    found = summary(runs(stored, "goals", part="nonogram tournament", encoding="auto"))
    return tabulated({"boards": "runs", "decided": "decided", **TIMES}, [found], 0)


@SUITE.table
def rivals(stored: Stored) -> str:
    """CP-SAT on every fifth board of the sample."""
    theirs = runs(stored, "goals", part="nonogram tournament", engine="cpsat")
    boards = {run.trial.board for run in theirs}
    ours = runs(stored, "goals", part="nonogram tournament", encoding="auto")
    sums = [sum(run.cpu or 0 for run in some if run.trial.board in boards) for some in (ours, theirs)]
    row: Record = {"boards": len(boards), "ours": sums[0], "theirs": sums[1]}
    row |= {"left": sum(not run.decided for run in theirs), "ratio": f"{sums[1] / sums[0]:.1f}" if theirs else "-"}
    heads = ("boards", "knobel, s in all", "CP-SAT, s in all", "not finished by CP-SAT", "ratio")
    return tabulated(dict(zip(heads, row, strict=True)), [row], 0)


@SUITE.table
def large(stored: Stored) -> str:
    return single(stored, "nonogram knotty", "nonogram faase")


@SUITE.table
def lines(stored: Stored) -> str:
    return single(stored, "nonogram lines")


def single(stored: Stored, *parts: str) -> str:
    """Single boards of the goals."""
    rows = [run.row() for part in parts for run in runs(stored, "goals", part=part)]
    return tabulated({"board": code("board"), "solutions": "verdict", "seconds": "cpu"}, rows, 2)
