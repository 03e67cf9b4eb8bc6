"""Stored runs to sections: each suite has a way of its own to show what it measured."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from statistics import median
from types import MappingProxyType

from .. import registry
from .boards import experiments_of
from .goals import goals
from .judging import judged
from .report_data import (
    Cactus,
    Curves,
    Grid,
    Plot,
    Runs,
    Scatter,
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

SCATTERS = 3  # plots of two ways side by side, of each kind


def sections(runs: Iterable[Run]) -> list[Section]:
    """All that was measured, suite by suite."""
    known: list[Run] = []
    unknown: list[Run] = []
    for run in runs:
        there = run.trial.suite in SHOWN and (not run.trial.kind or registry.is_kind(run.trial.kind))
        (known if there else unknown).append(run)
    right = judged(known)
    by: dict[str, list[Run]] = defaultdict(list)
    for run in right:
        by[run.trial.suite].append(run)
    made = [section for suite, its in by.items() for section in SHOWN[suite](its)]
    return [*made, *_wrong(right), *_unknown(unknown), *_conditions(right)]


def _against(runs: Runs) -> list[Section]:
    """Boards down, ways across: seconds, sizes of formulas, who decides how many, and pairs of ways."""
    made = []
    for name, its in by_table(runs).items():
        suite = its[0].trial.suite
        boards = list(dict.fromkeys(run.trial.board for run in its))
        ways = list(dict.fromkeys(run.trial.way for run in its))
        at = {(run.trial.board, run.trial.way): run for run in its}
        took = [[board, *(outcome(at.get((board, way))) for way in ways)] for board in boards]
        grids = [Grid("CPU seconds", ["board", *ways], took)]
        if suite == "encodings":
            sized = [[board, *(_size(at.get((board, way))) for way in ways)] for board in boards]
            grids.append(Grid("variables / clauses", ["board", *ways], sized))
        plots: list[Plot] = [Cactus(f"{name}: boards decided", _cactus(its, ways))]
        plots += _scatters(name, at, boards, ways)
        made.append(Section(f"{suite}: {name}", "", grids, plots))
    return made


def _size(run: Run | None) -> str:
    """The formula's; a run that ended before its formula was there has none, one that needed none has zeros."""
    if run is None or not (run.decided or run.clauses):
        return ""
    return f"{number(run.variables)} / {number(run.clauses)}"


def _cactus(runs: Runs, ways: Iterable[str]) -> dict[str, list[float]]:
    decided = [run for run in runs if run.decided and run.cpu is not None]
    return {way: sorted(run.cpu or 0.0 for run in decided if run.trial.way == way) for way in ways}


def _scatters(name: str, at: Mapping[tuple[str, str], Run], boards: Sequence[str], ways: Sequence[str]) -> list[Plot]:
    """The first way against the next ones."""
    made: list[Plot] = []
    for one, two in list(combinations(ways, 2))[:SCATTERS]:
        pairs = [(at[board, one], at[board, two]) for board in boards if (board, one) in at and (board, two) in at]
        fair = [pair for pair in pairs if all(run.decided or run.verdict == "undecided" for run in pair)]
        limit = max((run.trial.allowed for pair in fair for run in pair), default=1.0)
        points = [(_point(a, limit), _point(b, limit)) for a, b in fair]
        made.append(Scatter(f"{name}: {one} and {two}", (one, two), points, limit))
    return made


def _point(run: Run, limit: float) -> float:
    return (run.cpu or 0.0) if run.decided else limit


def _scaling(runs: Runs) -> list[Section]:
    """Medians by size, and how they grow."""
    made = []
    for name, its in by_table(runs).items():
        sizes = sorted({run.trial.size for run in its})
        ways = list(dict.fromkeys(run.trial.way for run in its))
        cells: dict[tuple[int, str], list[Run]] = defaultdict(list)
        for run in its:
            cells[run.trial.size, run.trial.way].append(run)
        across = experiments_of(registry.kind(its[0].trial.kind)).unit
        took = [[str(size), *(middle(cells[size, way]) for way in ways)] for size in sizes]
        sized = [[str(size), *(_size(next(iter(cells[size, way]), None)) for way in ways)] for size in sizes]
        times = {way: [(s, t) for s in sizes if (t := median_of(cells[s, way])) is not None] for way in ways}
        clauses = {
            way: [(s, float(median(found))) for s in sizes if (found := _clauses(cells[s, way]))] for way in ways
        }
        rates = {way: fitted(*zip(*found, strict=True)) if found else None for way, found in times.items()}
        grown = {way: fitted(*zip(*found, strict=True)) if found else None for way, found in clauses.items()}
        took.append(["grows like", *(str(rates[way] or "-") for way in ways)])
        sized.append(["clauses grow like", *(str(grown[way] or "-") for way in ways)])
        grids = [
            Grid("CPU seconds (median)", [across, *ways], took),
            Grid("variables / clauses", [across, *ways], sized),
        ]
        plots = [
            Curves(f"{name}: time", across, "CPU seconds", times, rates),
            Curves(f"{name}: clauses", across, "clauses", clauses, grown),
        ]
        made.append(Section(f"scaling: {name}", "", grids, plots))
    return made


def _clauses(runs: Runs) -> list[int]:
    return [run.clauses for run in runs if run.clauses]


def _repeated(runs: Runs) -> list[Section]:
    """One line for each board: the median and the worst of its runs."""
    made = []
    for name, its in by_table(runs).items():
        rows = []
        for board in dict.fromkeys(run.trial.board for run in its):
            same = [run for run in its if run.trial.board == board]
            took = [run.cpu for run in same if run.decided and run.cpu is not None]
            values = [run.value for run in same if run.value is not None]
            rows.append(
                [
                    *(board, f"{len(took)} of {len(same)}", middle(same), seconds(max(took, default=None))),
                    _value(its[0].trial.question, values),
                    number(max((run.memory or 0 for run in same), default=0)),
                ]
            )
        value = {"explain": "slowest step, s", "generate": "clues (median)"}.get(its[0].trial.question, "value")
        head = ["board", "decided", "CPU seconds (median)", "worst", value, "memory, MB"]
        made.append(Section(f"{its[0].trial.suite}: {name}", "", [_without_empty(Grid("", head, rows))]))
    return made


def _value(question: str, values: Sequence[float]) -> str:
    if not values:
        return ""
    return seconds(max(values)) if question == "explain" else f"{median(values):g}"


def _without_empty(grid: Grid) -> Grid:
    """The table without columns in which nothing stands."""
    keep = [i for i in range(len(grid.head)) if i == 0 or any(row[i] for row in grid.rows)]
    return Grid(grid.title, [grid.head[i] for i in keep], [[row[i] for i in keep] for row in grid.rows], grid.words)


def _wrong(runs: Runs) -> list[Section]:
    """What must not be counted, in the open."""
    rows = [
        [run.trial.kind, run.trial.board, run.trial.way, run.trial.question, run.note]
        for run in runs
        if run.verdict in ("wrong", "error")
    ]
    head = ["kind", "board", "way", "question", "what is wrong"]
    return (
        [Section("wrong answers and errors", "None of these is counted as a time.", [Grid("", head, rows, 5)])]
        if rows
        else []
    )


def _unknown(runs: Runs) -> list[Section]:
    """Runs of suites or kinds that are not installed here."""
    names = dict.fromkeys(f"{run.trial.suite} of {run.trial.kind}" for run in runs)
    text = f"{len(runs)} runs of suites or kinds that are not installed here: {', '.join(names)}."
    return [Section("left out", text)] if runs else []


def _conditions(runs: Runs) -> list[Section]:
    """Where and with what it was measured."""
    versions = dict.fromkeys(run.versions for run in runs)
    machines = dict.fromkeys(run.machine for run in runs)
    days = sorted({run.at[:10] for run in runs})
    text = f"{len(runs)} runs, {days[0]} to {days[-1]}. {'; '.join(machines)}. {'; '.join(versions)}." if runs else ""
    return [Section("conditions", text)] if runs else []


SHOWN: Mapping[str, Callable[[Runs], list[Section]]] = MappingProxyType(
    {
        "encodings": _against,
        "engines": _against,
        "scaling": _scaling,
        "generate": _repeated,
        "explain": _repeated,
        "latency": _repeated,
        "goals": goals,
        "reports": report_tables,
    }
)
