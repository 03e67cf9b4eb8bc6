"""Suites of ``knobel bench`` as sections of scripts: what they measure, what is stored of a run, and their tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory

from stored import DOCS, Record, measured_with, progress, rows_of

from knobel.bench.course import Corpus
from knobel.bench.judging import judged
from knobel.bench.peers import peers
from knobel.bench.report import SHOWN
from knobel.bench.running import run_suite
from knobel.bench.store import Store
from knobel.bench.suites import Plan
from knobel.bench.trial import Run, Trial
from knobel.bench.writing import markdown

CORPUS = DOCS.parents[1] / "shared" / "corpus"
KEPT = ("verdict", "checked", "cpu", "wall", "memory", "variables", "clauses", "value", "stats", "machine")
TRIAL = tuple(one.name for one in fields(Trial) if one.name not in ("suite", "puzzle"))


def measure(suite: str, kept: Sequence[str] = KEPT, limit: float | None = None) -> list[Record]:
    """All runs of a suite; who is refuted by another run is stored as wrong.

    Neither the boards nor their solutions are stored, which may be somebody else's.
    """
    plan = Plan.of(corpus=Corpus(CORPUS), peers=peers(), limit=limit)
    found: list[Run] = []
    with TemporaryDirectory() as folder, Store(Path(folder) / "runs.sqlite") as store:
        for run in run_suite(suite, plan, store):
            progress({"kind": run.trial.kind, "board": run.trial.board, "way": run.trial.way, "cpu": run.cpu})
            found.append(run)
    rows = (run.row() for run in judged(found))
    return [{name: row[name] for name in (*TRIAL, *kept)} for row in rows]


def runs(suite: str, rows: Sequence[Record]) -> list[Run]:
    """Stored rows as runs again; boards are told apart by their names."""
    return [
        Run(
            Trial(suite=suite, puzzle=f"{row['kind']} {row['board']}", **{name: row[name] for name in TRIAL}),
            **{name: row[name] for name in row.keys() - set(TRIAL)},
        )
        for row in rows
    ]


def tables(stored: Record, suites: Sequence[str]) -> dict[str, str]:
    """Stored results to Markdown, by the names of the suites."""
    made = {suite: _table(suite, rows_of(stored, suite)) for suite in suites}
    return made | {"versions": measured_with(stored)}


def _table(suite: str, rows: Sequence[Record]) -> str:
    sections = SHOWN[suite](runs(suite, rows)) if rows else []
    return markdown(sections).replace("\n## ", "\n### ").removeprefix("## goals\n\n").replace("## ", "### ", 1)
