"""What engines and implied clauses do for `placement`, the strict rule, and what colours see without a search.

All levels are made here from a seed. Measuring takes about ten minutes. The encodings are
compared by the suites of `knobel bench`, on the same levels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from statistics import median

from suite import Suite, compared, each, timed
from tables import Record, Table, of, tabulated, times, took

import knobel
from knobel import registry
from knobel.bench.questions import about_board
from knobel.experiments import Way
from knobel.kinds.satromino.experiments import SEEDS, filled_rows
from knobel.kinds.satromino.rules import Satromino
from knobel.kinds.satromino.tilings import exact_fill
from knobel.limits import Deadline
from knobel.puzzle import Puzzle
from knobel.search import Search, SearchOptions

SUITE = Suite(__name__, __doc__)
BOARDS = 20  # crowded ones, of each sort


def beside(default: str, rows: list[Record]) -> str:
    """Ways beside the default, whose seconds the suites of `knobel bench` tell."""
    columns = {"": "way", "pieces": "board", f"times the seconds {'of ' * (default != 'with')}{default}": "times"}
    return tabulated({**columns, "decided": of("decided", "runs")}, times(rows, default))


def fills(*pieces: int) -> Iterator[tuple[int, list[Satromino]]]:
    """Rows of ten cells that can be filled exactly."""
    return ((many, [filled_rows(many, seed) for seed in SEEDS]) for many in pieces)


@SUITE.section(partial(beside, "glucose"))
def engines() -> Iterator[Record]:
    """Several engines on the formulas of `placement`."""
    ways = [Way(engine, "placement", engine) for engine in ("glucose", "cadical", "minisat")]
    return compared(fills(20, 30, 40), ways)


def without_implied(puzzle: Puzzle, options: SearchOptions) -> Record:
    """A solution of `placement` without its implied clauses."""
    encoding = registry.encoding(registry.kind(puzzle.kind), "placement")
    engine = registry.engine(encoding.engine)
    with Deadline(options["timeout"]), Search(puzzle, encoding, engine, without=("implied",)) as search:
        return {"verdict": "solved" if search.solve().sat else "unsolvable"}


@SUITE.section(partial(beside, "with"))
def implied() -> Iterator[Record]:
    """`placement` with and without its implied clauses."""
    for boards in each(fills(10, 20, 30)):
        yield from compared([boards], [Way("with", "placement")])
        yield from compared([boards], [Way("without", "placement")], question=about_board(without_implied))


def crowded(seed: int, top: float) -> Satromino:
    """Three pieces above a crowded board of six by six cells; the goal asks for nothing. ``top`` is of the top rows."""
    random = Random(seed)
    share = [top, top, 0.25, 0.25, 0.25, 0.25]
    start = tuple("".join("+" if random.random() < part else "." for _ in range(6)) for part in share)
    return Satromino(6, 6, "".join(random.choices("IOTLJSZ", k=3)), start, ("?" * 6,) * 6)


@SUITE.section()
def strict() -> Iterator[Record]:
    """Default and strict rule on crowded boards."""
    for top in each((0.0, 0.1)):
        counts = []
        for level in each(crowded(seed, top) for seed in range(BOARDS)):
            loose, strict = (sum(1 for _ in knobel.solutions(one)) for one in (level, replace(level, strict=True)))
            if loose:
                counts.append((loose, strict))
        yield {
            "top two rows": f"{100 * top:.0f} % filled",
            "boards": len(counts),
            "solutions by default": sum(loose for loose, _ in counts),
            "strictly": sum(strict for _, strict in counts),
            "lost on a board (median)": f"{100 * median(1 - strict / loose for loose, strict in counts):.0f} %",
            "boards left without any": sum(strict == 0 for _, strict in counts),
        }


@SUITE.section(Table({"pieces": "pieces", "by colours, s": "colours", "by search, s": took("search")}, 0))
def odd() -> Iterator[Record]:
    """Exact fills with an odd number of T: by colours, and by search."""
    for rows in each((4, 6, 8)):
        level = next(one for seed in range(99) if "T" in (one := exact_fill(10, rows, rows, seed)).sequence)
        odd = replace(level, sequence=level.sequence.replace("T", "O", 1))
        _, colours = timed(knobel.solve, odd)
        [searched] = compared([(rows * 10 // 4, [odd])], [Way("placement", "placement")])
        yield {"pieces": rows * 10 // 4, "colours": colours, "search": searched["median"], "limit": searched["limit"]}
