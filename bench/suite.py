"""What all measurements here share: a suite is measured section by section, stored, and shown in the documentation.

Results lie in ``bench/results/NAME.jsonl``, a row a line. A page of the documentation shows a table between
``<!-- table: NAME.TABLE -->`` and ``<!-- end -->``, any page any table: so a figure comes from one run, wherever it
stands. ``<!-- table: versions -->`` says with what the tables of its page were measured. Seconds are CPU seconds.
"""

from __future__ import annotations

import importlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from statistics import mean, median
from typing import Any, ParamSpec, TypeAlias, TypeVar

from tables import Record, Table

import knobel
from knobel.bench.boards import Corpus
from knobel.bench.measure import measure
from knobel.bench.questions import Question
from knobel.bench.trial import Run, Trial, machine, versions
from knobel.experiments import Way
from knobel.limits import cpu
from knobel.puzzle import Puzzle

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
CORPUS = Corpus(HERE.parents[1] / "shared" / "corpus")
"""Boards of other people. They are no part of the project: sections that need them can be measured where they are."""

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")


class LeftOut(Exception):
    """A section cannot be measured here; the message says why."""


# the store


OR = "; or "  # between the versions with which parts of a section were measured


@dataclass(frozen=True)
class Section:
    """Stored rows, and what their figures depend on."""

    rows: list[Record]
    versions: str
    machine: str


@cache
def load(name: str) -> Mapping[str, Section]:
    """The stored sections of a suite."""
    path = HERE / "results" / f"{name}.jsonl"
    return parsed(path.read_text(encoding="utf-8")) if path.exists() else {}


def parsed(text: str) -> dict[str, Section]:
    """What :func:`dump` wrote."""
    found: dict[str, Section] = {}
    for line in text.split("\n")[:-1]:
        entry = json.loads(line)
        if isinstance(entry, dict):
            head = entry
            found[head["section"]] = Section([], head["versions"], head["machine"])
        else:
            same, values = head["same"], iter(entry)
            row = {key: same[key] if key in same else next(values) for key in head["columns"]}
            found[head["section"]].rows.append(row)
    return found


def dump(sections: Mapping[str, Section]) -> str:
    """Sections as text: a line for each, with the columns and what is the same in all rows; then a line a row."""
    lines: list[Any] = []
    for name, section in sections.items():
        columns = list(section.rows[0]) if section.rows else []
        values = {key: {json.dumps(row[key]) for row in section.rows} for key in columns}
        same = {key: section.rows[0][key] for key in columns if len(values[key]) == 1 and len(section.rows) > 1}
        head = {"section": name, "versions": section.versions, "machine": section.machine}
        lines.append(head | {"columns": columns, "same": same})
        lines += ([row[key] for key in columns if key not in same] for row in section.rows)
    return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)


# suites


class Stored:
    """All that is stored, to make tables of; takes note of what was used."""

    def __init__(self) -> None:
        self.used: dict[tuple[str, str], Section] = {}

    def __call__(self, suite: str, section: str) -> list[Record]:
        """The rows of a section; none, if it was not measured yet."""
        found = load(suite).get(section)
        if found is None:
            return []
        return self.used.setdefault((suite, section), found).rows


Measure: TypeAlias = Callable[[], Iterable[Record]]


ALL_VALUES = Table()


@dataclass(frozen=True)
class Suite:
    """What is measured, and how it is shown."""

    name: str
    about: str | None
    sections: dict[str, Measure] = field(default_factory=dict)
    tables: dict[str, Callable[[Stored], str]] = field(default_factory=dict)
    """All that pages can show, as Markdown."""
    write: Callable[[], None] | None = None
    """Writes what is made of the results beside tables."""
    stored: Callable[[str], None] | None = None
    """What is to be done when a section has been stored."""

    def section(
        self, shown: Callable[[list[Record]], str] = ALL_VALUES, name: str = ""
    ) -> Callable[[Measure], Measure]:
        """Under the name of a function, or another one: what it measures, and how its rows are shown."""

        def register(measure: Measure) -> Measure:
            section = name or measure.__name__
            self.sections[section] = measure
            self.tables[section] = lambda stored: shown(stored(self.name, section))
            return measure

        return register

    def table(self, shown: Callable[[Stored], str]) -> Callable[[Stored], str]:
        """Under the name of a function, a table that it makes of anything that is stored."""
        self.tables[shown.__name__] = shown
        return shown

    def measure(self, name: str) -> None:
        """Measure a section and store it, so that nothing is lost if a later one fails."""
        try:
            rows = [progress(row) for row in self.sections[name]()]
        except LeftOut as why:
            print(f"left out, {why}")
            return
        self.save({**load(self.name), name: Section(rows, versions(), machine())})
        if self.stored:
            self.stored(name)

    def save(self, sections: Mapping[str, Section]) -> None:
        """Write all sections down."""
        (HERE / "results" / f"{self.name}.jsonl").write_text(dump(sections), encoding="utf-8")
        load.cache_clear()


def suite_names() -> list[str]:
    """The scripts that are suites."""
    return sorted(path.stem for path in HERE.glob("*.py") if "\nSUITE = " in path.read_text(encoding="utf-8"))


@cache
def suite(name: str) -> Suite:
    """A suite by the name of its script."""
    found: Suite = importlib.import_module(name).SUITE
    return found


# measuring


FIRST_ONLY = [False]  # for tests: of all that is measured, only the first, which is the smallest


def each(items: Iterable[Result]) -> Iterator[Result]:
    """The items of a loop over boards; only the first of them where just a try is wanted."""
    return islice(items, 1) if FIRST_ONLY[0] else iter(items)


def progress(record: Record) -> Record:
    """The record, printed, so that one sees how far it is."""
    print(*record.values(), flush=True)
    return record


def timed(work: Callable[Arguments, Result], *args: Arguments.args, **named: Arguments.kwargs) -> tuple[Result, float]:
    """What a call returns, and its CPU seconds."""
    started = cpu()
    found = work(*args, **named)
    return found, round(cpu() - started, 4)


def corpus(path: str) -> list[Puzzle]:
    """Boards of other people."""
    boards = CORPUS.boards(path)
    if not boards:
        raise LeftOut(f"{path} is not there")
    return [knobel.parse(board.id) for board in boards]


def compared(
    boards: Iterable[tuple[str | int, Iterable[Puzzle]]],
    ways: Sequence[Way],
    limit: float = 60.0,
    repeats: int = 1,
    question: Question | None = None,
) -> Iterator[Record]:
    """Each group of boards in each way, a process for each run. Who decides none of a group gets none of the next."""
    beaten, limit = set[Way](), min(limit, 2.0) if FIRST_ONLY[0] else limit
    for name, puzzles in each(boards):
        for way in ways:
            if way in beaten:
                continue
            trials = [
                Trial("", "", way.question, one.kind, str(name), one.id(), way.encoding, way.engine, 0, seed, limit)
                for seed in each(range(repeats))
                for one in each(puzzles)
            ]
            found = summary([measure(trial, question=question) for trial in trials])
            if not found["decided"]:
                beaten.add(way)
            yield {"board": name, "way": way.name} | found


def summary(runs: Sequence[Run]) -> Record:
    """Medians of some runs; one that was stopped counts as longer than all others."""

    def middle(name: str) -> Any:
        known = [value for run in runs if (value := getattr(run, name)) is not None]
        found = median(known) if known else None
        return round(found, 4) if isinstance(found, float) and not found.is_integer() else found

    took = sorted((not run.decided, round(run.cpu or 0, 5)) for run in runs)
    stopped, half = took[(len(took) - 1) // 2]
    return {
        "engine": runs[0].solver.rpartition(" on ")[2] or runs[0].trial.engine,
        "runs": len(runs),
        "decided": sum(run.decided for run in runs),
        "verdicts": dict(Counter(run.note or run.verdict for run in runs)),
        **{name: middle(name) for name in ("variables", "clauses", "value")},
        "mean": round(mean(spent for _, spent in took), 5),
        "median": None if stopped else half,
        "worst": None if took[-1][0] else took[-1][1],
        "limit": runs[0].trial.allowed,
    }


# the documentation

MARKED = re.compile(r"<!-- table: ([^>]+) -->\n.*?<!-- end -->", re.DOTALL)
"""A table on a page, its name in the only group."""


def marked(name: str, table: str) -> str:
    """A table as it stands on a page."""
    return f"<!-- table: {name} -->\n{table}\n<!-- end -->"


def filled(page: str) -> str:
    """The page with its tables made anew."""
    stored, made = Stored(), dict[str, str]()
    for name in MARKED.findall(page):
        script, _, rest = name.partition(".")
        made[name] = suite(script).tables[rest](stored) if rest else ""
    used = dict.fromkeys(one for section in stored.used.values() for one in section.versions.split(OR))
    made["versions"] = f"Measured with {OR.join(used)}."
    return MARKED.sub(lambda match: marked(match[1], made[match[1]]), page)
