"""Engines on the default encoding of doppelblock, and how often all sums are enough.

Boards are read off random grids with all their sums; the number of a board is the seed of its grid. Measuring takes
some twenty minutes. The encodings are compared by the suites of `knobel bench`.
"""

from __future__ import annotations

from collections.abc import Iterator

from suite import Suite, compared
from tables import SECONDS, Record, Table, crossed, times, took

from knobel.experiments import Way
from knobel.kinds.doppelblock.experiments import full_clues

SUITE = Suite(__name__, __doc__)
BOARDS = 5  # of each size
SIZES = (15, 20, 25)
ENGINES = ("yasat", "minicard", "minisat", "cadical", "glucose")
MANY = ((5, 400), (6, 400), (7, 400), (8, 400), (9, 100), (10, 100))


def engine_ratios(rows: list[Record]) -> str:
    """How many times the seconds of the first choice, which the suites of `knobel bench` tell."""
    ratios = [{**row, "n": row["board"]} for row in times(rows, ENGINES[0])]
    return crossed(ratios, "n", "way", lambda row: row["times"])


@SUITE.section(engine_ratios)
def engines() -> Iterator[Record]:
    """The default encoding with several engines."""
    boards = ((n, [full_clues(n, seed) for seed in range(BOARDS)]) for n in SIZES)
    return compared(boards, [Way(engine, "diagram", engine) for engine in ENGINES], 30.0)


@SUITE.section(
    Table(
        {
            "n": "board",
            "boards": "runs",
            "unique": lambda row: f"{100 * row['verdicts'].get('unique', 0) / row['runs']:.1f} %",
            "median, s": SECONDS,
            "worst, s": took("worst"),
        }
    )
)
def unique() -> Iterator[Record]:
    """How many boards with all their sums have one solution only."""
    boards = ((n, (full_clues(n, seed) for seed in range(count))) for n, count in MANY)
    return compared(boards, [Way("auto", question="unique")])
