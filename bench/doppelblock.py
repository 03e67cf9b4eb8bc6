"""How large the doppelblock encodings are, and how long they take: measured, stored, and shown as tables.

    python bench/doppelblock.py           measures everything (some twenty minutes)
    python bench/doppelblock.py --table   prints the tables of the stored results
    python bench/doppelblock.py --fill    writes these tables into the documentation

Seconds are CPU seconds of this process and of those it started, from the puzzle to the verdict. Boards are read off
random grids with all their sums; the number of a board is the seed of its grid.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import time
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import Any

import numpy as np

import knobel
from knobel.kinds.doppelblock.generate import random_grid
from knobel.kinds.doppelblock.rules import Doppelblock

HERE = Path(__file__).parent
STORED = HERE / "results" / "doppelblock.json"
PAGE = HERE.parent / "docs" / "why" / "doppelblock.md"
TIMEOUT = 30.0  # seconds on the clock, for each run
BOARDS = 5  # of each size
SIZES = (7, 10, 12, 15, 20, 25, 30)
ENCODINGS = ("automaton", "order", "table", "diagram", "cp")

Record = dict[str, Any]


# measuring


def cpu() -> float:
    """CPU seconds so far, of finished child processes too."""
    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def versions() -> dict[str, str]:
    """What the numbers depend on."""
    found = {"python": platform.python_version(), "knobel": knobel.__version__}
    for name in ("numpy", "python-sat", "ortools"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def board(n: int, seed: int) -> Doppelblock:
    """A board with all sums of a random grid."""
    values = random_grid(n, np.random.default_rng(seed))
    return Doppelblock((None,) * n, (None,) * n).full(values)


def progress(record: Record) -> Record:
    print(*record.values(), flush=True)
    return record


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
        progress(runs(n, "diagram", [engine])) for engine in ("minisat", "cadical", "glucose") for n in (15, 20, 25)
    ]


def measure_unique() -> list[Record]:
    """How many boards with all their sums have one solution only."""
    found = []
    for n, count in ((5, 400), (6, 400), (7, 400), (8, 400), (9, 100), (10, 100)):
        seconds, unique = [], 0
        for seed in range(count):
            puzzle = board(n, seed)
            started = cpu()
            unique += knobel.unique(puzzle).status == "unique"
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


def table(head: Sequence[str], rows: Iterable[Sequence[object]], words: int = 1) -> str:
    """A Markdown table whose first columns hold words and whose others hold numbers."""
    rule = ["---"] * words + ["--:"] * (len(head) - words)
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in (head, rule, *rows))


def _number(number: int | None) -> str:
    return "-" if number is None else f"{number:,}".replace(",", " ")


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}" if seconds < 1 else f"{seconds:.1f}"


def _outcome(record: Record | None) -> str:
    """The median of the seconds and the worst, or what came instead."""
    if record is None:
        return "-"
    if record["refused"]:
        return "refused"
    if record["median"] is None:
        return f"> {TIMEOUT:.0f}"
    worst = f"> {TIMEOUT:.0f}" if record["worst"] is None else _seconds(record["worst"])
    return f"{_seconds(record['median'])} ({worst})"


def _report(rows: list[Record]) -> str:
    boards = list(dict.fromkeys(row["board"] for row in rows))
    by = {(row["board"], row["encoding"]): row for row in rows}
    lines = [
        (name, by[name, "diagram"]["solutions"], *(_seconds(by[name, one]["seconds"]) for one in ENCODINGS))
        for name in boards
    ]
    return table(("board", "solutions", *(f"`{one}`" for one in ENCODINGS)), lines)


def _sizes(rows: list[Record]) -> str:
    by = {(row["n"], row["encoding"]): row for row in rows}
    lines = [(n, *(_outcome(by.get((n, one))) for one in ENCODINGS)) for n in SIZES]
    return table(("n", *(f"`{one}`" for one in ENCODINGS)), lines)


def _formulas(rows: list[Record]) -> str:
    by = {(row["n"], row["encoding"]): row for row in rows}
    names = [one for one in ENCODINGS if one != "cp"]
    lines = []
    for n in SIZES:
        found = [by.get((n, one), {}) for one in names]
        lines.append((n, *(f"{_number(one.get('variables'))} / {_number(one.get('clauses'))}" for one in found)))
    return table(("n", *(f"`{one}`" for one in names)), lines)


def _engines(rows: list[Record]) -> str:
    engines, sizes = (list(dict.fromkeys(row[key] for row in rows)) for key in ("engine", "n"))
    by = {(row["n"], row["engine"]): row for row in rows}
    return table(("n", *engines), [(n, *(_outcome(by.get((n, engine))) for engine in engines)) for n in sizes])


def _unique(rows: list[Record]) -> str:
    lines = [
        (
            row["n"],
            row["boards"],
            f"{100 * row['unique'] / row['boards']:.1f} %",
            *map(_seconds, (row["median"], row["worst"])),
        )
        for row in rows
    ]
    return table(("n", "boards", "unique", "median, s", "worst, s"), lines)


def tables(stored: Record) -> dict[str, str]:
    """The Markdown tables of stored results, by name."""
    makers = {
        "report": ("report", _report),
        "sizes": ("sizes", _sizes),
        "formulas": ("sizes", _formulas),
        "engines": ("engines", _engines),
        "unique": ("unique", _unique),
    }
    made = {name: make(stored[section]["rows"]) for name, (section, make) in makers.items() if section in stored}
    used = {
        ", ".join(f"{name} {number}" for name, number in section["versions"].items()) for section in stored.values()
    }
    return made | {"versions": f"Measured with {'; '.join(sorted(used))}."}


MARKED = re.compile(r"(<!-- table: (\w+) -->\n)(.*?)(\n<!-- end -->)", re.DOTALL)
"""A table in the documentation: what comes before it, its name, the table, what comes after it."""


def filled(page: str, stored: Record) -> str:
    """The page with its tables made anew."""
    made = tables(stored)
    return MARKED.sub(lambda match: f"{match[1]}{made[match[2]]}{match[4]}", page)


# the command


def load_stored() -> Record:
    found: Record = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Sizes and seconds of the doppelblock encodings.")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--table", action="store_true", help="print the tables of the stored results, measure nothing")
    parser.add_argument("--fill", action="store_true", help="write them into the documentation, measure nothing")
    args = parser.parse_args()
    stored = load_stored()
    if args.table:
        for name, text in tables(stored).items():
            print(f"<!-- table: {name} -->\n{text}\n<!-- end -->\n")
    elif args.fill:
        PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), stored), encoding="utf-8")
    else:
        for name in args.only or SECTIONS:
            print(f"{name}:", flush=True)
            stored[name] = {"versions": versions(), "rows": SECTIONS[name]()}
            STORED.parent.mkdir(exist_ok=True)
            STORED.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
