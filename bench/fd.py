"""All labelings of the engine fd on the boards of the report (docs/why/origins.md) on CLP(FD).

The report's own tables are measured by the suite `reports` of `knobel bench`. Takes some minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from suite import Suite, each
from tables import Record, crossed

import knobel
from knobel import registry
from knobel.engines.fd.engine import Fd
from knobel.kinds.doppelblock.rules import Doppelblock
from knobel.limits import Limit
from knobel.model import Model

SUITE = Suite(__name__, __doc__)
LIMIT = 20.0  # seconds
BOARDS = ("S7", "S7b")
LABELINGS = tuple(
    ",".join(words)
    for words in product(
        ("leftmost", "ff", "ffc", "min", "max"), ("step", "enum", "bisect", "median", "middle"), ("up", "down")
    )
)


def backtracks(rows: list[Record]) -> str:
    """Backtracks to the first solution."""
    named = [{**row, "labeling": f"`{row['labeling']}`"} for row in rows]
    stopped = f"> {LIMIT:g} s"
    return crossed(named, "labeling", "board", lambda row: stopped if row["backtracks"] is None else row["backtracks"])


@SUITE.section(backtracks)
def labelings() -> Iterator[Record]:
    """All labelings that are not random, and the race, on the two boards of 7 x 7 and on their mirror images."""
    encoding = registry.encoding(registry.kind("doppelblock"), "cp")
    for name, mirrored, labeling in each(product(BOARDS, (False, True), (*LABELINGS, "auto"))):
        puzzle = knobel.load(f"@doppelblock/{name}")
        assert isinstance(puzzle, Doppelblock)
        model = encoding(puzzle.transposed() if mirrored else puzzle)
        assert isinstance(model, Model)
        verdict = Fd().configured(f"labeling={labeling}").solve_model(model, (), Limit(LIMIT))
        backtracks = verdict.stats["backtracks"] if verdict.sat else None
        yield {"board": f"{name}{' transposed' * mirrored}", "labeling": labeling, "backtracks": backtracks}
