"""How large the doppelblock encodings are, and how long they take: measured, stored, and shown as tables.

Seconds are counted from the puzzle to the verdict. Boards are read off random grids with all their sums; the number of
a board is the seed of its grid. Measuring takes some twenty minutes; `stored.py` says how to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

import numpy as np
from stored import DOCS, RESULTS, Bench, Record, cpu, markdown, measured_with, number, progress, rows_of, seconds

import knobel
from knobel.kinds.doppelblock.generate import random_grid
from knobel.kinds.doppelblock.rules import Doppelblock

TIMEOUT = 30.0  # seconds on the clock, for each run
BOARDS = 5  # of each size
SIZES = (7, 10, 12, 15, 20, 25, 30)
ENCODINGS = ("automaton", "order", "table", "diagram", "cp")

# measuring


def board(n: int, seed: int) -> Doppelblock:
    """A board with all sums of a random grid."""
    values = random_grid(n, np.random.default_rng(seed))
    return Doppelblock((None,) * n, (None,) * n).full(values)


def measure_report() -> list[Record]:
    """All solutions of the original report's boards, by every encoding."""
    found = []
    for name in ("S5", "S6", "S7", "S7b"):
        puzzle = knobel.load(f"@doppelblock/{name}")
        for encoding in ENCODINGS:
            knobel.solve(puzzle, encoding=encoding)  # loads the engine, which is not to be counted
            started = cpu()
            count = knobel.count(puzzle, encoding=encoding)
            assert count.exact
            record = {
                "board": name,
                "encoding": encoding,
                "solutions": int(count),
                "seconds": round(cpu() - started, 3),
            }
            found.append(progress(record))
    return found


def runs(n: int, encoding: str, engines: Sequence[str] = ()) -> Record:
    """A first solution of each board: medians; a run that was stopped counts as longer than every other."""
    tried = [run for seed in range(BOARDS) for run in knobel.compare(board(n, seed), [encoding], engines, TIMEOUT)]
    refused = [run.note for run in tried if run.status in ("unable", "error")]
    seconds = [run.encode + run.solve for run in tried if run.status == "solved" and run.encode and run.solve]
    sizes = [(run.variables, run.clauses) for run in tried if run.variables is not None and run.clauses is not None]
    stopped = len(tried) - len(seconds)
    return {
        "n": n,
        "encoding": encoding,
        "engine": tried[0].engine,
        "refused": bool(refused),
        "stopped": stopped,
        "variables": int(median(variables for variables, _ in sizes)) if sizes else None,
        "clauses": int(median(clauses for _, clauses in sizes)) if sizes else None,
        "median": round(sorted(seconds)[BOARDS // 2], 3) if stopped <= BOARDS // 2 else None,
        "worst": round(max(seconds), 3) if not stopped else None,
    }


def measure_sizes() -> list[Record]:
    """The encodings on boards of growing size; one that mostly ran out of time is not tried on larger ones."""
    found = []
    for encoding in ENCODINGS:
        for n in SIZES:
            found.append(progress(runs(n, encoding)))
            if found[-1]["median"] is None:
                break
    return found


def measure_engines() -> list[Record]:
    """The default encoding with several engines."""
    return [
        progress(runs(n, "diagram", [engine]))
        for engine in ("yasat", "minicard", "minisat", "cadical", "glucose")
        for n in (15, 20, 25)
    ]


def measure_unique() -> list[Record]:
    """How many boards with all their sums have one solution only."""
    found = []
    for n, count in ((5, 400), (6, 400), (7, 400), (8, 400), (9, 100), (10, 100)):
        seconds, unique = [], 0
        for seed in range(count):
            puzzle = board(n, seed)
            started = cpu()
            unique += knobel.unique(puzzle, nearest=False).status == "unique"
            seconds.append(cpu() - started)
        record = {"n": n, "boards": count, "unique": unique, "median": round(median(seconds), 3)}
        found.append(progress(record | {"worst": round(max(seconds), 3)}))
    return found


SECTIONS: dict[str, Callable[[], list[Record]]] = {
    "report": measure_report,
    "sizes": measure_sizes,
    "engines": measure_engines,
    "unique": measure_unique,
}


# tables


def _outcome(record: Record | None) -> str:
    """The median of the seconds and the worst, or what came instead."""
    if record is None:
        return "-"
    if record["refused"]:
        return "refused"
    middle, worst = (seconds(record[key], none=f"> {TIMEOUT:.0f}") for key in ("median", "worst"))
    return middle if record["median"] is None else f"{middle} ({worst})"


def _report(rows: list[Record]) -> str:
    boards = list(dict.fromkeys(row["board"] for row in rows))
    by = {(row["board"], row["encoding"]): row for row in rows}
    lines = [
        (name, by[name, "diagram"]["solutions"], *(seconds(by[name, one]["seconds"]) for one in ENCODINGS))
        for name in boards
    ]
    return markdown(("board", "solutions", *(f"`{one}`" for one in ENCODINGS)), lines)


def _sizes(rows: list[Record]) -> str:
    by = {(row["n"], row["encoding"]): row for row in rows}
    lines = [(n, *(_outcome(by.get((n, one))) for one in ENCODINGS)) for n in SIZES]
    return markdown(("n", *(f"`{one}`" for one in ENCODINGS)), lines)


def _formulas(rows: list[Record]) -> str:
    by = {(row["n"], row["encoding"]): row for row in rows}
    names = [one for one in ENCODINGS if one != "cp"]
    lines = []
    for n in SIZES:
        found = [by.get((n, one), {}) for one in names]
        lines.append((n, *(f"{number(one.get('variables'))} / {number(one.get('clauses'))}" for one in found)))
    return markdown(("n", *(f"`{one}`" for one in names)), lines)


def _engines(rows: list[Record]) -> str:
    engines, sizes = (list(dict.fromkeys(row[key] for row in rows)) for key in ("engine", "n"))
    by = {(row["n"], row["engine"]): row for row in rows}
    return markdown(("n", *engines), [(n, *(_outcome(by.get((n, engine))) for engine in engines)) for n in sizes])


def _unique(rows: list[Record]) -> str:
    lines = [
        (
            row["n"],
            row["boards"],
            f"{100 * row['unique'] / row['boards']:.1f} %",
            *map(seconds, (row["median"], row["worst"])),
        )
        for row in rows
    ]
    return markdown(("n", "boards", "unique", "median, s", "worst, s"), lines)


def tables(stored: Record) -> dict[str, str]:
    """The Markdown tables of stored results, by name."""
    makers = {
        "report": ("report", _report),
        "sizes": ("sizes", _sizes),
        "formulas": ("sizes", _formulas),
        "engines": ("engines", _engines),
        "unique": ("unique", _unique),
    }
    made = {name: make(rows_of(stored, section)) for name, (section, make) in makers.items()}
    return made | {"versions": measured_with(stored)}


BENCH = Bench(
    "Sizes and seconds of the doppelblock encodings.",
    RESULTS / "doppelblock.json",
    DOCS / "why" / "doppelblock.md",
    SECTIONS,
    tables,
)

if __name__ == "__main__":
    BENCH.main()
