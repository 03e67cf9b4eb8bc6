"""How large the nonogram encodings are, and how long they take: measured, stored, and shown as tables.

The boards of the original report and of the tournament are not part of the project; without them, their sections are
left as they were stored. `dnf` on the five large boards takes minutes; `stored.py` says how to measure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import mean, median

from stored import (
    DOCS,
    RESULTS,
    Bench,
    LeftOut,
    Record,
    cpu,
    markdown,
    measured_with,
    number,
    progress,
    rows_of,
    seconds,
)

import knobel
from knobel import registry

CORPUS = DOCS.parents[1] / "shared" / "corpus" / "nonogram"
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

# measuring


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
    return [run for board, name in BUNDLED for run in runs(board, knobel.load(f"@nonogram/{name}"), repeats=REPEATS)]


def boards_of(corpus: Path) -> list[knobel.Puzzle]:
    if not corpus.exists():
        raise LeftOut(f"{corpus.name} is not there")
    return knobel.loads(corpus.read_text(encoding="utf-8"))


def report_boards() -> Iterator[tuple[str, knobel.Puzzle]]:
    """The five 25x25 boards of the original report."""
    for which, puzzle in enumerate(boards_of(REPORT), 1):
        yield f"25x25 no. {which}", puzzle


def measure_report() -> list[Record]:
    """Every encoding but `dnf` on the boards of the report."""
    return [progress(run) for board, puzzle in report_boards() for run in runs(board, puzzle, WITHOUT_DNF)]


def measure_dnf() -> list[Record]:
    """`dnf` on the boards of the report: millions of clauses."""
    return [progress(run) for board, puzzle in report_boards() for run in runs(board, puzzle, ["dnf"])]


def measure_tournament() -> list[Record]:
    """Deciding uniqueness on 100 boards of 25x25, in several ways."""
    puzzles = boards_of(TOURNAMENT)
    found = []
    for name, encoding, engine in DECIDERS:
        seconds, statuses = [], []
        for puzzle in puzzles:
            started = cpu()
            verdict = knobel.unique(puzzle, nearest=False, encoding=encoding, engine=engine, timeout=TIMEOUT)
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
        found.append(progress(record))
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
    presolve = registry.kind(puzzle.kind).presolve
    assert presolve is not None
    return int((presolve(puzzle).sum(axis=-1) > 1).sum())


SECTIONS: dict[str, Callable[[], list[Record]]] = {
    "bundled": measure_bundled,
    "presolve": measure_presolve,
    "report": measure_report,
    "tournament": measure_tournament,
    "dnf": measure_dnf,
}


# tables


def tables(stored: Record) -> dict[str, str]:
    """The Markdown tables of stored results, by name."""
    makers = {"bundled": _bundled, "presolve": _presolve, "report": _report, "then": _then, "tournament": _tournament}
    return {name: make(stored) for name, make in makers.items()} | {"versions": measured_with(stored)}


def _outcome(record: Record) -> str:
    """The seconds of a run, or what came instead."""
    if record["status"] == "undecided":
        return f"> {TIMEOUT:.0f}"
    return seconds(record["solve"]) if record["status"] == "solved" else str(record["status"])


def _runs(records: list[Record]) -> str:
    head = ("board", "encoding", "engine", "variables", "clauses", "encode, s", "load and solve, s")
    rows = [
        (
            record["board"],
            f"`{record['encoding']}`",
            record["engine"],
            number(record["variables"]),
            number(record["clauses"]),
            seconds(record["encode"]),
            _outcome(record),
        )
        for record in records
    ]
    return markdown(head, rows, words=3)


def _bundled(stored: Record) -> str:
    return _runs(rows_of(stored, "bundled"))


def _report(stored: Record) -> str:
    records = rows_of(stored, "report") + rows_of(stored, "dnf")
    names = ["dnf", *WITHOUT_DNF]
    return _runs(sorted(records, key=lambda record: (record["board"], names.index(record["encoding"]))))


def _then(stored: Record) -> str:
    """The original report's table beside the same numbers of today."""
    now = {
        (record["board"], record["encoding"]): record
        for section in ("report", "dnf")
        for record in rows_of(stored, section)
    }
    rows = []
    for board, printed in ORIGINAL.items():
        for encoding, (variables, clauses, took) in zip(("dnf", "order"), printed, strict=True):
            record = now.get((board, encoding))
            rows.append(
                (
                    board,
                    f"`{encoding}`",
                    number(variables),
                    number(clauses),
                    "did not finish" if took is None else f"{took:g}",
                    *(
                        ("-", "-", "-")
                        if record is None
                        else (number(record["variables"]), number(record["clauses"]), _outcome(record))
                    ),
                )
            )
    head = ("board", "encoding", "variables then", "clauses then", "seconds then")
    return markdown((*head, "variables now", "clauses now", "seconds now"), rows, words=2)


def _presolve(stored: Record) -> str:
    head = ("board", "cells", "open after the lines", "clauses of `compact`", "clauses left")
    rows = [
        (
            record["board"],
            *(number(record[key]) for key in ("cells", "open", "clauses", "clauses_left")),
        )
        for record in rows_of(stored, "presolve")
    ]
    return markdown(head, rows)


def _tournament(stored: Record) -> str:
    head = ("how", "engine", "decided", "mean, s", "median, s", "worst, s")
    rows = [
        (
            record["how"],
            record["engine"],
            record["boards"] - record["statuses"].get("undecided", 0),
            *(seconds(record[key]) for key in ("mean", "median", "worst")),
        )
        for record in rows_of(stored, "tournament")
    ]
    return markdown(head, rows, words=2)


BENCH = Bench(
    "Sizes and seconds of the nonogram encodings.",
    RESULTS / "nonogram_encodings.json",
    DOCS / "why" / "nonogram-encodings.md",
    SECTIONS,
    tables,
)

if __name__ == "__main__":
    BENCH.main()
