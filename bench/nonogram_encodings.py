"""How large the nonogram encodings are, and how long they take: measured, stored, and shown as tables.

    python bench/nonogram_encodings.py           measures everything but `dnf` on the five large boards
    python bench/nonogram_encodings.py --dnf     that too (minutes)
    python bench/nonogram_encodings.py --table   prints the tables of the stored results
    python bench/nonogram_encodings.py --fill    writes these tables into the documentation

Seconds are CPU seconds of this process and of those it started. The boards of the original report and of the
tournament are not part of the project; without them, their sections are left as they were stored.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import mean, median
from typing import Any

import knobel

HERE = Path(__file__).parent
STORED = HERE / "results" / "nonogram_encodings.json"
PAGE = HERE.parent / "docs" / "why" / "nonogram-encodings.md"
CORPUS = HERE.parents[1] / "shared" / "corpus" / "nonogram"
REPORT, TOURNAMENT = CORPUS / "report-25x25.txt", CORPUS / "tournament-2016-sample.txt"

BUNDLED = (("5x5", "heart"), ("10x10", "mushroom"), ("25x25", "ship"))
WITHOUT_DNF = ("order", "compact", "automaton", "cp")
TIMEOUT = 180.0  # seconds, for each run on a large board
REPEATS = 5  # of runs that take milliseconds

# What the original report printed: variables, clauses and seconds (None: it did not finish) of `dnf`, then of `order`.
ORIGINAL: dict[str, tuple[tuple[int, int, float | None], tuple[int, int, float]]] = {
    "5x5": ((60, 180, 0.002), (116, 311, 0.014)),
    "10x10": ((377, 2780, 0.104), (472, 1349, 0.002)),
    "25x25 no. 1": ((180230, 4490150, None), (9508, 34234, 3.8)),
    "25x25 no. 2": ((245342, 6117950, None), (9562, 34434, 4.8)),
    "25x25 no. 3": ((206815, 5154775, None), (9562, 34433, 3.6)),
    "25x25 no. 4": ((261970, 6533650, None), (9373, 33686, 3.8)),
    "25x25 no. 5": ((209123, 5212475, None), (9535, 34342, 27.0)),
}

# Who decides uniqueness of the tournament's boards: how it is named in the table, the encoding, the engine.
DECIDERS = (
    ("compact, lines solved first", None, "glucose"),
    ("compact, lines solved first", None, "cadical"),
    ("compact, lines solved first", None, "minisat"),
    ("compact", "compact", "glucose"),
    ("order", "order", "glucose"),
    ("automaton", "automaton", "glucose"),
)

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


def runs(board: str, puzzle: knobel.Puzzle, encodings: Sequence[str] = (), repeats: int = 1) -> Iterator[Record]:
    """Each encoding on the engine it prefers; of several runs, the medians of the seconds."""
    tried = [list(knobel.compare(puzzle, encodings, timeout=TIMEOUT)) for _ in range(repeats)]
    for same in zip(*tried, strict=True):
        run = same[0]
        yield {
            "board": board,
            "encoding": run.encoding,
            "engine": run.engine,
            "status": run.status,
            "variables": run.variables,
            "clauses": run.clauses,
            "encode": _median(run.encode for run in same),
            "solve": _median(run.solve for run in same),
        }


def _median(seconds: Iterator[float | None]) -> float | None:
    known = [second for second in seconds if second is not None]
    return round(median(known), 4) if known else None


def measure_bundled() -> list[Record]:
    """Every encoding on bundled boards of three sizes."""
    found = []
    for board, name in BUNDLED:
        found += list(runs(board, knobel.load(f"@nonogram/{name}"), repeats=REPEATS))
    return found


def report_boards() -> Iterator[tuple[str, knobel.Puzzle]]:
    """The five 25x25 boards of the original report."""
    for number, puzzle in enumerate(knobel.loads(REPORT.read_text(encoding="utf-8")), 1):
        yield f"25x25 no. {number}", puzzle


def measure_report() -> list[Record]:
    """Every encoding but `dnf` on the boards of the report."""
    found: list[Record] = []
    for board, puzzle in report_boards():
        found += progress(list(runs(board, puzzle, WITHOUT_DNF)))
    return found


def measure_dnf() -> list[Record]:
    """`dnf` on the boards of the report: millions of clauses."""
    found: list[Record] = []
    for board, puzzle in report_boards():
        found += progress(list(runs(board, puzzle, ["dnf"])))
    return found


def progress(records: list[Record]) -> list[Record]:
    for record in records:
        print(*record.values(), flush=True)
    return records


def measure_tournament() -> list[Record]:
    """Deciding uniqueness on 100 boards of 25x25, in several ways."""
    puzzles = knobel.loads(TOURNAMENT.read_text(encoding="utf-8"))
    found = []
    for name, encoding, engine in DECIDERS:
        seconds, statuses = [], []
        for puzzle in puzzles:
            started = cpu()
            verdict = knobel.unique(puzzle, encoding=encoding, engine=engine, timeout=TIMEOUT)
            seconds.append(cpu() - started)
            statuses.append(verdict.status)
            for values in verdict.solutions:
                assert not puzzle.check(values)
        record = {
            "how": name,
            "engine": engine,
            "boards": len(puzzles),
            "statuses": {status: statuses.count(status) for status in sorted(set(statuses))},
            "mean": round(mean(seconds), 4),
            "median": round(median(seconds), 4),
            "worst": round(max(seconds), 4),
        }
        found += progress([record])
    return found


def measure_presolve() -> list[Record]:
    """What the line solver leaves of the formula."""
    found = []
    boards = [(size, knobel.load(f"@nonogram/{name}")) for size, name in BUNDLED]
    boards += report_boards()
    for board, puzzle in boards:
        after = knobel.solve(puzzle)
        before = knobel.solve(puzzle, encoding=after.encoding)
        found.append(
            {
                "board": board,
                "cells": int(puzzle.domain().shape[0] * puzzle.domain().shape[1]),
                "open": _open_cells(puzzle),
                "clauses": before.clauses,
                "clauses_left": after.clauses,
            }
        )
    return found


def _open_cells(puzzle: knobel.Puzzle) -> int:
    """Cells that the lines, one at a time, leave open."""
    from knobel import registry

    presolve = registry.kind(puzzle.kind).presolve
    assert presolve is not None
    return int((presolve(puzzle).sum(axis=-1) > 1).sum())


SECTIONS: dict[str, tuple[Callable[[], list[Record]], Path | None]] = {
    "bundled": (measure_bundled, None),
    "presolve": (measure_presolve, REPORT),
    "report": (measure_report, REPORT),
    "tournament": (measure_tournament, TOURNAMENT),
    "dnf": (measure_dnf, REPORT),
}
"""What can be measured, and the file that it needs."""


# tables


def tables(stored: Record) -> dict[str, str]:
    """The Markdown tables of stored results, by name."""
    makers = {"bundled": _bundled, "presolve": _presolve, "report": _report, "then": _then, "tournament": _tournament}
    return {name: make(stored) for name, make in makers.items()} | {"versions": _versions(stored)}


def _markdown(head: Sequence[str], rows: Sequence[Sequence[object]], words: int = 1) -> str:
    """A table whose first columns hold words and whose others hold numbers."""
    rule = ["---"] * words + ["--:"] * (len(head) - words)
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in (head, rule, *rows))


def _number(number: int | None) -> str:
    return "-" if number is None else f"{number:,}".replace(",", " ")


def _seconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.3f}" if seconds < 1 else f"{seconds:.1f}"


def _outcome(record: Record) -> str:
    """The seconds of a run, or what came instead."""
    if record["status"] == "undecided":
        return f"> {TIMEOUT:.0f}"
    return _seconds(record["solve"]) if record["status"] == "solved" else str(record["status"])


def _runs(records: list[Record]) -> str:
    head = ("board", "encoding", "engine", "variables", "clauses", "encode, s", "load and solve, s")
    rows = [
        (
            record["board"],
            f"`{record['encoding']}`",
            record["engine"],
            _number(record["variables"]),
            _number(record["clauses"]),
            _seconds(record["encode"]),
            _outcome(record),
        )
        for record in records
    ]
    return _markdown(head, rows, words=3)


def _bundled(stored: Record) -> str:
    return _runs(stored["bundled"]["rows"])


def _report(stored: Record) -> str:
    records = stored["report"]["rows"] + stored.get("dnf", {}).get("rows", [])
    names = ["dnf", *WITHOUT_DNF]
    return _runs(sorted(records, key=lambda record: (record["board"], names.index(record["encoding"]))))


def _then(stored: Record) -> str:
    """The original report's table beside the same numbers of today."""
    now = {
        (record["board"], record["encoding"]): record
        for section in ("report", "dnf")
        for record in stored.get(section, {}).get("rows", [])
    }
    rows = []
    for board, printed in ORIGINAL.items():
        for encoding, (variables, clauses, seconds) in zip(("dnf", "order"), printed, strict=True):
            record = now.get((board, encoding))
            rows.append(
                (
                    board,
                    f"`{encoding}`",
                    _number(variables),
                    _number(clauses),
                    "did not finish" if seconds is None else f"{seconds:g}",
                    *(
                        ("-", "-", "-")
                        if record is None
                        else (_number(record["variables"]), _number(record["clauses"]), _outcome(record))
                    ),
                )
            )
    head = ("board", "encoding", "variables then", "clauses then", "seconds then")
    return _markdown((*head, "variables now", "clauses now", "seconds now"), rows, words=2)


def _presolve(stored: Record) -> str:
    head = ("board", "cells", "open after the lines", "clauses of `compact`", "clauses left")
    rows = [
        (
            record["board"],
            *(_number(record[key]) for key in ("cells", "open", "clauses", "clauses_left")),
        )
        for record in stored["presolve"]["rows"]
    ]
    return _markdown(head, rows)


def _tournament(stored: Record) -> str:
    head = ("how", "engine", "decided", "mean, s", "median, s", "worst, s")
    rows = [
        (
            record["how"],
            record["engine"],
            record["boards"] - record["statuses"].get("undecided", 0),
            *(_seconds(record[key]) for key in ("mean", "median", "worst")),
        )
        for record in stored["tournament"]["rows"]
    ]
    return _markdown(head, rows, words=2)


def _versions(stored: Record) -> str:
    """With what the numbers were measured; sections may come from different runs."""
    used: dict[str, list[str]] = {}
    for name in SECTIONS:
        if name in stored:
            words = ", ".join(f"{package} {number}" for package, number in stored[name]["versions"].items())
            used.setdefault(words, []).append(name)
    if len(used) == 1:
        return f"Measured with {next(iter(used))}."
    return "\n".join(f"* {', '.join(names)}: measured with {words}" for words, names in used.items())


MARKED = re.compile(r"(<!-- table: (\w+) -->\n)(.*?)(<!-- end of table -->)", re.DOTALL)
"""A table in the documentation: what comes before it, its name, the table, what comes after it."""


def filled(page: str, stored: Record) -> str:
    """The page with its tables made anew."""
    made = tables(stored)
    return MARKED.sub(lambda match: f"{match[1]}{made[match[2]]}\n{match[4]}", page)


# the command


def load_stored() -> Record:
    found: Record = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Sizes and seconds of the nonogram encodings.")
    parser.add_argument("--dnf", action="store_true", help="measure `dnf` on the boards of the report too")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--table", action="store_true", help="print the tables of the stored results, measure nothing")
    parser.add_argument("--fill", action="store_true", help="write them into the documentation, measure nothing")
    args = parser.parse_args()
    stored = load_stored()
    if args.table:
        for name, text in tables(stored).items():
            print(f"<!-- table: {name} -->\n{text}\n<!-- end of table -->\n")
    elif args.fill:
        PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), stored), encoding="utf-8")
    else:
        for name in args.only or [name for name in SECTIONS if name != "dnf" or args.dnf]:
            measure, needed = SECTIONS[name]
            if needed is not None and not needed.exists():
                print(f"{name}: left out, {needed.name} is not there")
                continue
            print(f"{name}:", flush=True)
            stored[name] = {"versions": versions(), "rows": measure()}
            STORED.parent.mkdir(exist_ok=True)
            STORED.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
