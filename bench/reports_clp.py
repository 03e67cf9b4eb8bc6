"""The tables of the original reports on CLP(FD), measured anew: labelings, statistics and seconds of the engine fd.

Beside it runs SWI-Prolog's clpfd, where it is installed, on the reports' own models, which lie in the folders of the
kinds. All boards are bundled. Measuring takes a quarter of an hour; `stored.py` says how to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from statistics import median

import numpy as np
from stored import DOCS, RESULTS, Bench, Record, cpu, markdown, measured_with, number, progress, rows_of, seconds

import knobel
from knobel import registry
from knobel.bench.peers.prolog import Swi
from knobel.engines.fd.engine import Fd
from knobel.kinds.doppelblock.rules import Doppelblock
from knobel.limits import Limit
from knobel.model import Model
from knobel.puzzle import Puzzle

LIMIT = 60.0  # seconds for a run of SWI-Prolog
FD_LIMIT = 20.0  # seconds for a run of fd, in the table of all labelings
REPEATS = 5  # of what takes less than a second
COUNTERS = ("resumptions", "entailments", "prunings", "backtracks", "constraints")
ORDERS = ("leftmost", "ff", "ffc", "min", "max")
CHOICES = ("step", "enum", "bisect", "median", "middle")
DIRECTIONS = ("up", "down")
REPORTED = "leftmost,bisect,down"

# measuring


def run_fd(puzzle: Puzzle, labeling: str, limit: float | None = None) -> tuple[dict[str, int], float | None]:
    """The statistics of fd, and its seconds from the board to the first solution; None if it was stopped."""
    engine = Fd().configured(f"labeling={labeling}")
    encoding = registry.encoding(registry.kind(puzzle.kind), "cp")
    took: list[float] = []
    while not took or (len(took) < REPEATS and sum(took) < 1):
        started = cpu()
        model = encoding(puzzle)
        assert isinstance(model, Model)
        verdict = engine.solve_model(model, (), Limit(limit))
        took.append(cpu() - started)
        if not verdict.sat:
            return verdict.stats, None
        values = np.array(verdict.values)[model.answer]
        assert puzzle.check(values) == []
    return verdict.stats, round(median(took), 4)


def run_swi(puzzle: Puzzle, labeling: str) -> tuple[float | None, bool]:
    """The seconds of SWI-Prolog, and whether it was stopped; None also where it is not installed."""
    swi = Swi(labeling)
    if swi.takes(puzzle) is not None:
        return None, False
    answer = swi.solve(puzzle, LIMIT)
    if answer.seconds is not None and answer.seconds < 1:  # a first look tells whether more are worth while
        answer = replace(swi, repeats=REPEATS).solve(puzzle, LIMIT)
    return (None, True) if answer.seconds is None else (round(answer.seconds, 4), False)


def beside(kind: str, names: Sequence[str], labelings: Sequence[str]) -> list[Record]:
    """fd and SWI-Prolog on the same boards with the same labelings."""
    found = []
    for name, labeling in product(names, labelings):
        puzzle = knobel.load(f"@{kind}/{name}")
        run_fd(puzzle, labeling)  # the first run finds everything cold
        stats, took = run_fd(puzzle, labeling)
        swi, stopped = run_swi(puzzle, labeling)
        *shape, _ = puzzle.domain().shape
        record: Record = {"board": name, "size": "x".join(map(str, shape)), "labeling": labeling}
        record |= {counter: stats[counter] for counter in COUNTERS}
        found.append(progress(record | {"fd": took, "swi": swi, "stopped": stopped, "prolog": Swi().version()}))
    return found


def measure_dominosweeper() -> list[Record]:
    """Four sizes, two labelings."""
    return beside("dominosweeper", ("report", "eight", "ten", "sixteen"), ("leftmost,step,up", "ffc,step,up"))


def measure_doppelblock() -> list[Record]:
    """The boards of the report with its labeling, and with the one that fd takes by itself."""
    return beside("doppelblock", ("S5", "S6", "S7", "S7b"), (REPORTED, "ff,step,up"))


def measure_labelings() -> list[Record]:
    """All labelings that are not random, and the race, on the two boards of 7 x 7 and on their mirror images."""
    found = []
    labelings = [",".join(words) for words in product(ORDERS, CHOICES, DIRECTIONS)]
    for name in ("S7", "S7b"):
        puzzle = knobel.load(f"@doppelblock/{name}")
        assert isinstance(puzzle, Doppelblock)
        for mirrored, labeling in product((False, True), (*labelings, "auto")):
            stats, took = run_fd(puzzle.transposed() if mirrored else puzzle, labeling, FD_LIMIT)
            winner = next((key.partition(" ")[2] for key in stats if key.startswith("labeling ")), None)
            record = {"board": name, "transposed": mirrored, "labeling": labeling, "winner": winner}
            found.append(progress(record | {"backtracks": stats["backtracks"], "fd": took}))
    return found


# tables


def _swi(row: Record) -> str:
    return f"> {LIMIT:.0f}" if row["stopped"] else seconds(row["swi"])


def _ratio(row: Record) -> str:
    if row["swi"] is None and not row["stopped"]:
        return "-"
    times = (LIMIT if row["stopped"] else row["swi"]) / row["fd"]
    rounded = f"{times:.0f}" if times >= 10 else f"{times:.1f}"
    return f"> {rounded}" if row["stopped"] else rounded


def _beside(rows: list[Record]) -> str:
    lines = [
        (
            f"{row['board']} ({row['size']})",
            f"`{row['labeling']}`",
            *(number(row[name]) for name in COUNTERS),
            *(seconds(row["fd"]), _swi(row), _ratio(row)),
        )
        for row in rows
    ]
    return markdown(("board", "labeling", *COUNTERS, "fd, s", "SWI, s", "SWI / fd"), lines, words=2)


def _labelings(rows: list[Record]) -> str:
    boards = [("S7", False), ("S7", True), ("S7b", False), ("S7b", True)]
    by = {(row["board"], row["transposed"], row["labeling"]): row for row in rows}
    lines = []
    for labeling in dict.fromkeys(row["labeling"] for row in rows):
        cells = [by[*board, labeling] for board in boards]
        shown = (f"{number(row['backtracks'])} / {seconds(row['fd'], f'> {FD_LIMIT:.0f}')}" for row in cells)
        lines.append((f"`{labeling}`", *shown))
    head = (f"{name}{' transposed' if mirrored else ''}" for name, mirrored in boards)
    return markdown(("labeling", *head), lines)


def tables(stored: Record) -> dict[str, str]:
    """Stored results to Markdown, by the names of the tables."""
    makers: dict[str, Callable[[list[Record]], str]] = {
        "dominosweeper": _beside,
        "doppelblock": _beside,
        "labelings": _labelings,
    }
    made = {name: make(rows_of(stored, name)) for name, make in makers.items()}
    prologs = sorted({row["prolog"] for name in ("dominosweeper", "doppelblock") for row in rows_of(stored, name)})
    beside = f" SWI-Prolog {', '.join(prologs)}." if any(prologs) else ""
    return made | {"versions": measured_with(stored) + beside}


BENCH = Bench(
    about="The tables of the reports on CLP(FD), by the engine fd and by SWI-Prolog.",
    stored=RESULTS / "reports_clp.json",
    page=DOCS / "why" / "fd.md",
    sections={
        "dominosweeper": measure_dominosweeper,
        "doppelblock": measure_doppelblock,
        "labelings": measure_labelings,
    },
    tables=tables,
)

if __name__ == "__main__":
    BENCH.main()
