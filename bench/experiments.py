"""The suites of ``knobel bench``, as one run of them came out.

Boards of other people are measured where they are at hand, and only their names and figures are stored. Measuring takes
three quarters of an hour. The goals alone: python bench experiments --only goals
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import cache, partial
from pathlib import Path
from typing import TypeAlias

from suite import CORPUS, FIRST_ONLY, Section, Stored, Suite, each, load
from tables import Record

from knobel import registry
from knobel.bench.boards import experiments_of
from knobel.bench.judging import judged
from knobel.bench.peers import peers
from knobel.bench.report import SHOWN
from knobel.bench.store import Store
from knobel.bench.suites import SUITES, Plan, engine_of, run_suite
from knobel.bench.trial import DECIDED, Run, Trial
from knobel.bench.writing import markdown
from knobel.experiments import CLP_COUNTERS

LIMITS = {"encodings": 5.0, "engines": 5.0, "scaling": 5.0}  # seconds: what takes longer is told by the rows above it
KEPT = ("verdict", "checked", "cpu", "memory", "variables", "clauses", "value", "stats")
TRIAL = tuple(one.name for one in fields(Trial) if one.name not in ("suite", "puzzle"))
NAMED = tuple(name for name in TRIAL if name != "allowed")


@cache
def store() -> Store:
    """One for all suites that are measured in one go, in memory: what two of them ask is measured once."""
    return Store(Path(":memory:"))


def measure(suite: str) -> Iterator[Record]:
    """All runs of a suite; who is refuted by another run is stored as wrong.

    Neither the boards nor their solutions are stored, which may be somebody else's.
    """
    supplied = [name for name, kind in registry.kinds().items() if kind.experiments is not None]
    kinds = supplied[-1:] if FIRST_ONLY[0] else ()
    plan = Plan.of(kinds, corpus=CORPUS, peers=peers(), limit=LIMITS.get(suite))
    found = []
    for run in each(run_suite(suite, plan, store())):
        print(run.trial.kind, run.trial.board, run.trial.way, run.verdict, run.cpu, flush=True)
        found.append(run)
    for run in judged(found):
        row = run.row()
        row |= {"cpu": row["cpu"] and round(row["cpu"], 6), "memory": row["memory"] and round(row["memory"])}
        row["stats"] = {name: count for name, count in run.stats.items() if name in CLP_COUNTERS}
        yield {name: row[name] for name in (*TRIAL, *KEPT)}


Key: TypeAlias = tuple[object, ...]


def same_things(sections: Mapping[str, Section]) -> dict[Key, list[tuple[str, Record]]]:
    """Stored rows, with the names of their suites, by what was asked about which board, and who answered.

    Suites have names of their own for boards, and some name an engine that others leave to the encoding.
    """
    plan, found = Plan.of(corpus=CORPUS, peers=peers()), defaultdict[Key, list[tuple[str, Record]]](list)
    for suite, section in sections.items():
        trials = {tuple(getattr(one, name) for name in NAMED): one for one in SUITES[suite](plan)}
        for row in section.rows:
            trial = trials.get(tuple(row[name] for name in NAMED))
            if trial is not None and row["verdict"] in DECIDED:
                key = trial.question, trial.kind, trial.puzzle, trial.encoding, engine_of(trial), trial.seed
                found[key].append((suite, row))
    return found


def one_figure(measured: str) -> None:
    """What a suite has measured anew replaces the same things in others: a thing has one figure, on all pages."""
    sections = load(SUITE.name)
    for same in same_things(sections).values():
        newest = next((row for suite, row in same if suite == measured), None)
        if newest is not None:
            for _, row in same:
                row |= {name: newest[name] for name in KEPT}
    SUITE.save(sections)


def runs(stored: Stored, suite: str, **wanted: object) -> list[Run]:
    """Stored rows as runs again, those with certain values; boards are told apart by their names."""
    return [
        Run(
            Trial(suite=suite, puzzle=f"{row['kind']} {row['board']}", **{name: row[name] for name in TRIAL}),
            **{name: row[name] for name in KEPT},
        )
        for row in stored("experiments", suite)
        if all(row[name] == value for name, value in wanted.items())
    ]


def table(suite: str, part: str, title: str, stored: Stored) -> str:
    """The report of a suite, or of a part of it without its heading."""
    if not part:
        text = markdown(SHOWN[suite](runs(stored, suite)))
        return text.replace("\n## ", "\n### ").removeprefix("## goals\n\n").replace("## ", "### ", 1)
    sections = [one for one in SHOWN[suite](runs(stored, suite, part=part)) if one.title.endswith(title)]
    return markdown(sections).partition("\n\n")[2]


def parts() -> Iterator[tuple[str, str, str]]:
    """What pages can show of the suites: all of one, one kind's part of it, or one table of a report."""
    for suite in SHOWN:
        yield suite, "", ""
        for name, kind in registry.kinds().items():
            report = experiments_of(kind).report
            for one in report.tables if suite == "reports" and report else ():
                yield suite, f"{name}: {one.name}", f": {one.name}"
            if suite not in ("reports", "goals"):
                yield suite, name, name


TABLES: dict[str, Callable[[Stored], str]] = {
    f"{suite}/{part}".rstrip("/"): partial(table, suite, part, title) for suite, part, title in parts()
}
SUITE = Suite(__name__, __doc__, {suite: partial(measure, suite) for suite in SHOWN}, TABLES, stored=one_figure)
