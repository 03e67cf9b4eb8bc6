"""Stored runs to sections: each suite has a way of its own to show what it measured."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice
from statistics import median
from types import MappingProxyType
from typing import TypeVar

from .. import registry
from .boards import experiments_of
from .goals import goals
from .judging import judged
from .report_data import (
    LEAST,
    Grid,
    Plot,
    Runs,
    Section,
    by_table,
    fitted,
    median_of,
    middle,
    number,
    outcome,
    seconds,
)
from .report_tables import report_tables
from .trial import Run

T = TypeVar("T")
SCATTERS = 3  # plots of two ways side by side, of each kind


def sections(runs: Iterable[Run]) -> list[Section]:
    """All that was measured, suite by suite."""
    known: list[Run] = []
    unknown: list[Run] = []
    for run in runs:
        there = run.trial.suite in SHOWN and (not run.trial.kind or registry.is_kind(run.trial.kind))
        (known if there else unknown).append(run)
    right, by = judged(known), defaultdict[str, list[Run]](list)
    for run in right:
        by[run.trial.suite].append(run)
    made = [section for suite, its in by.items() for section in SHOWN[suite](its)]
    return [*made, *_wrong(right), *_unknown(unknown), *_conditions(right)]


def _by_table(show: Callable[[str, Runs], Section]) -> Callable[[Runs], list[Section]]:
    """Shows each table of a suite in a section of its own."""
    return lambda runs: [show(name, its) for name, its in by_table(runs).items()]


def _crossed(title: str, down: str, keys: Iterable[T], ways: Sequence[str], cell: Callable[[T, str], str]) -> Grid:
    """A table with the ways across."""
    return Grid(title, [down, *ways], [[str(key), *(cell(key, way) for way in ways)] for key in keys])


def _distinct(values: Iterable[T]) -> list[T]:
    return list(dict.fromkeys(values))


def _against(name: str, runs: Runs) -> Section:
    """Boards down, ways across: seconds, sizes of formulas, who decides how many, and pairs of ways."""
    suite = runs[0].trial.suite
    boards, ways = _distinct(run.trial.board for run in runs), _distinct(run.trial.way for run in runs)
    at = {(run.trial.board, run.trial.way): run for run in runs}
    grids = [_crossed("CPU seconds", "board", boards, ways, lambda *key: outcome(at.get(key)))]
    if suite == "encodings":
        grids.append(_crossed("variables / clauses", "board", boards, ways, lambda *key: _size(at.get(key))))
    took = {way: sorted(_point(run) for run in runs if run.decided and run.trial.way == way) for way in ways}
    decided = {way: list(enumerate(points, 1)) for way, points in took.items()}
    plots = [Plot(f"{name}: boards decided", "boards decided", "CPU seconds for each of them", decided, counted=True)]
    for one, two in islice(combinations(ways, 2), SCATTERS):
        both = [(at[board, one], at[board, two]) for board in boards if (board, one) in at and (board, two) in at]
        plots.append(_scatter(name, one, two, both))
    return Section(f"{suite}: {name}", "", grids, plots)


def _size(run: Run | None) -> str:
    """The formula's; a run that ended before its formula was there has none, one that needed none has zeros."""
    if run is None or not (run.decided or run.clauses):
        return ""
    return f"{number(run.variables)} / {number(run.clauses)}"


def _point(run: Run) -> float:
    return max(run.cpu or 0.0, LEAST)


def _scatter(name: str, one: str, two: str, runs: Iterable[tuple[Run, Run]]) -> Plot:
    """The same boards by two ways; who was stopped lies on the border."""
    fair = [pair for pair in runs if all(run.decided or run.verdict == "undecided" for run in pair)]
    limit = max((run.trial.allowed for pair in fair for run in pair), default=1.0)
    points = [(_point(a) if a.decided else limit, _point(b) if b.decided else limit) for a, b in fair]
    return Plot(f"{name}: {one} and {two}", f"{one}, CPU seconds", f"{two}, CPU seconds", {"": points}, limit=limit)


def _scaling(name: str, runs: Runs) -> Section:
    """Medians by size, and how they grow."""
    sizes, ways = sorted({run.trial.size for run in runs}), _distinct(run.trial.way for run in runs)
    unit = experiments_of(registry.kind(runs[0].trial.kind)).unit
    cells: dict[tuple[int, str], list[Run]] = defaultdict(list)
    for run in runs:
        cells[run.trial.size, run.trial.way].append(run)

    def curves(title: str, up: str, value: Callable[[Runs], float | None]) -> Plot:
        series = {way: [(size, y) for size in sizes if (y := value(cells[size, way])) is not None] for way in ways}
        growths = {way: fitted(points) for way, points in series.items()}
        return Plot(f"{name}: {title}", unit, up, series, growths)

    def grid(title: str, cell: Callable[[Runs], str], last: str, plot: Plot) -> Grid:
        made = _crossed(title, unit, sizes, ways, lambda *key: cell(cells[key]))
        return replace(made, rows=[*made.rows, [last, *(str(plot.growths[way] or "-") for way in ways)]])

    time, clauses = curves("time", "CPU seconds", median_of), curves("clauses", "clauses", _clauses)
    grids = [
        grid("CPU seconds (median)", middle, "grows like", time),
        grid("variables / clauses", lambda runs: _size(next(iter(runs), None)), "clauses grow like", clauses),
    ]
    return Section(f"scaling: {name}", "", grids, [time, clauses])


def _clauses(runs: Runs) -> float | None:
    known = [run.clauses for run in runs if run.clauses]
    return float(median(known)) if known else None


def _repeated(name: str, runs: Runs) -> Section:
    """One line for each board: the median and the worst of its runs."""
    question, rows = runs[0].trial.question, []
    for board in _distinct(run.trial.board for run in runs):
        same = [run for run in runs if run.trial.board == board]
        took = [run.cpu for run in same if run.decided and run.cpu is not None]
        value = _value(question, [run.value for run in same if run.value is not None])
        memory = number(max(run.memory or 0 for run in same))
        rows.append(
            [board, f"{len(took)} of {len(same)}", middle(same), seconds(max(took, default=None)), value, memory]
        )
    value = {"explain": "slowest step, s", "generate": "clues (median)"}.get(question, "value")
    head = ["board", "decided", "CPU seconds (median)", "worst", value, "memory, MB"]
    used = [i for i in range(len(head)) if i == 0 or any(row[i] for row in rows)]
    grid = Grid("", [head[i] for i in used], [[row[i] for i in used] for row in rows])
    return Section(f"{runs[0].trial.suite}: {name}", "", [grid])


def _value(question: str, values: Sequence[float]) -> str:
    if not values:
        return ""
    return seconds(max(values)) if question == "explain" else f"{median(values):g}"


def _wrong(runs: Runs) -> list[Section]:
    """What must not be counted, in the open."""
    rows = [
        [run.trial.kind, run.trial.board, run.trial.way, run.trial.question, run.note]
        for run in runs
        if run.verdict in ("wrong", "error")
    ]
    grid = Grid("", ["kind", "board", "way", "question", "what is wrong"], rows, 5)
    return [Section("wrong answers and errors", "None of these is counted as a time.", [grid])] if rows else []


def _unknown(runs: Runs) -> list[Section]:
    """Runs of suites or kinds that are not installed here."""
    names = dict.fromkeys(f"{run.trial.suite} of {run.trial.kind}" for run in runs)
    text = f"{len(runs)} runs of suites or kinds that are not installed here: {', '.join(names)}."
    return [Section("left out", text)] if runs else []


def _conditions(runs: Runs) -> list[Section]:
    """Where and with what it was measured."""
    if not runs:
        return []
    days = sorted({run.at[:10] for run in runs})
    where = (f"{'; '.join(_distinct(getattr(run, name) for run in runs))}." for name in ("machine", "versions"))
    span = " to ".join(dict.fromkeys((days[0], days[-1])))
    return [Section("conditions", f"{len(runs)} runs, {span}. {' '.join(where)}")]


SHOWN: Mapping[str, Callable[[Runs], list[Section]]] = MappingProxyType(
    {
        "encodings": _by_table(_against),
        "engines": _by_table(_against),
        "scaling": _by_table(_scaling),
        "generate": _by_table(_repeated),
        "explain": _by_table(_repeated),
        "latency": _by_table(_repeated),
        "goals": goals,
        "reports": report_tables,
    }
)
