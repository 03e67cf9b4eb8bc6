"""Suites of ``knobel bench``, as one run of them came out: goals, original reports, generating, explaining, waiting.

Boards of other people are measured where they are at hand, and only their names and seconds are stored. Measuring takes
a quarter of an hour; `stored.py` says how to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from stored import DOCS, RESULTS, Bench, Record, measured_with, progress, rows_of

from knobel.bench.course import Corpus
from knobel.bench.judging import judged
from knobel.bench.peers import peers
from knobel.bench.report import SHOWN
from knobel.bench.running import run_suite
from knobel.bench.store import Store
from knobel.bench.suites import Plan
from knobel.bench.trial import Run, Trial
from knobel.bench.writing import markdown

SUITES_HERE = ("goals", "reports", "generate", "explain", "latency")  # the others are on pages of their kinds
CORPUS = DOCS.parents[1] / "shared" / "corpus"
KEPT = ("verdict", "checked", "cpu", "wall", "memory", "variables", "clauses", "value", "stats", "machine")
TRIAL = tuple(one.name for one in fields(Trial) if one.name not in ("suite", "puzzle"))


def measure(suite: str) -> list[Record]:
    """All runs of a suite; who is refuted by another run is stored as wrong."""
    plan = Plan.of(corpus=Corpus(CORPUS), peers=peers())
    found: list[Run] = []
    with TemporaryDirectory() as folder, Store(Path(folder) / "runs.sqlite") as store:
        for run in run_suite(suite, plan, store):
            progress({"kind": run.trial.kind, "board": run.trial.board, "way": run.trial.way, "cpu": run.cpu})
            found.append(run)
    return [_record(run) for run in judged(found)]


def _record(run: Run) -> Record:
    """What is stored of a run: neither the board nor its solution, which may be somebody else's."""
    row = run.row()
    return {name: row[name] for name in (*TRIAL, *KEPT)}


def runs(suite: str, rows: Sequence[Record]) -> list[Run]:
    """Stored rows as runs again; boards are told apart by their names."""
    return [
        Run(
            Trial(suite=suite, puzzle=f"{row['kind']} {row['board']}", **{name: row[name] for name in TRIAL}),
            **{name: row[name] for name in KEPT},
        )
        for row in rows
    ]


def tables(stored: Record) -> dict[str, str]:
    """Stored results to Markdown, by the names of the suites."""
    made = {suite: _table(suite, rows_of(stored, suite)) for suite in SUITES_HERE}
    return made | {"versions": measured_with(stored)}


def _table(suite: str, rows: Sequence[Record]) -> str:
    sections = SHOWN[suite](runs(suite, rows)) if rows else []
    return markdown(sections).replace("\n## ", "\n### ").removeprefix("## goals\n\n").replace("## ", "### ", 1)


SECTIONS: dict[str, Callable[[], list[Record]]] = {suite: partial(measure, suite) for suite in SUITES_HERE}

BENCH = Bench(
    about="The suites of `knobel bench`.",
    stored=RESULTS / "experiments.json",
    page=DOCS / "why" / "experiments.md",
    sections=SECTIONS,
    tables=tables,
)

if __name__ == "__main__":
    BENCH.main()
