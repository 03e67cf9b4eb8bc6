"""The reports (docs/why/origins.md): each of their tables, what was printed then beside what is measured today."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from .. import registry
from ..errors import KnobelError
from ..experiments import Printed, Table
from .boards import experiments_of
from .report_data import Grid, Runs, Section, by_table, number, outcome, seconds
from .trial import Run

PICTURES = {400: 3, 1000: 1}  # characters of a board's ID up to which so many solutions of it are drawn

Line: TypeAlias = tuple[str, str, Printed, Run | None]
"""Of a table: the board, the way, what was printed, and the run of today."""


def report_tables(runs: Runs) -> list[Section]:
    """Each table of the reports (docs/why/origins.md): what was printed, and what is measured today."""
    at = by_table(runs)
    made = []
    for name, kind in registry.kinds().items():
        report = experiments_of(kind).report
        if report is None or not any(run.trial.kind == name for run in runs):
            continue
        drawn: dict[tuple[str, str], tuple[str, str]] = {}
        for table in report.tables:
            lines = table_lines(table, at.get(f"{name}: {table.name}", []))
            pictures = _drawn(lines, drawn)
            made.append(Section(f"{report.title}: {table.name}", table.about, [compared(table, lines)], (), pictures))
    return made


def table_lines(table: Table, runs: Runs) -> list[Line]:
    """Every board in every way."""
    at = {(run.trial.board, run.trial.encoding, run.trial.engine, run.trial.question): run for run in runs}
    return [
        (
            row.name,
            way.name,
            row.printed.get(way.name, Printed()),
            at.get((row.name, way.encoding, way.engine, way.question)),
        )
        for row in table.rows
        for way in table.ways
    ]


def compared(table: Table, lines: Sequence[Line]) -> Grid:
    """Boards and ways down; a quantity that was printed has two columns, then and now."""
    head, columns = ["board", "way"], [[board for board, *_ in lines], [way for _, way, *_ in lines]]
    for name, printed, measured in (*QUANTITIES, *map(_counter, table.stats)):
        then, now = [printed(then) for *_, then, _ in lines], [measured(run) if run else "-" for *_, run in lines]
        name = table.value if name == "value" else name
        if set(then) != {"-"}:
            head, columns = [*head, f"{name} then", "now"], [*columns, then, now]
        elif set(now) != {"-"} and not (table.stats and name in SIZES):
            head, columns = [*head, name], [*columns, now]
    return Grid("", head, list(zip(*columns, strict=True)), words=2)


def _one(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"


Quantity: TypeAlias = tuple[str, Callable[[Printed], str], Callable[[Run], str]]
"""Its name, and how it is shown of what was printed and of what is measured."""

SIZES = ("variables", "clauses")
"""Left out where counters are shown and none was printed: there, posted constraints are counted."""

QUANTITIES: tuple[Quantity, ...] = (
    ("variables", lambda then: number(then.variables), lambda run: number(run.variables)),
    ("clauses", lambda then: number(then.clauses), lambda run: number(run.clauses)),
    ("seconds", lambda then: "did not finish" if then.stopped else seconds(then.seconds), outcome),
    ("value", lambda then: _one(then.value), lambda run: _one(run.value)),
)


def _counter(name: str) -> Quantity:
    return name, lambda then: number(then.stats.get(name)), lambda run: number(run.stats.get(name))


def _drawn(lines: Iterable[Line], drawn: dict[tuple[str, str], tuple[str, str]]) -> list[tuple[str, str]]:
    """Pictures of the solutions found, where the board is small enough to be looked at; each of them once.

    ``drawn`` are those of the tables above, by board and solution.
    """
    before = len(drawn)
    for board, way, _, run in lines:
        if run is None or not run.answer or run.trial.question != "solve":
            continue
        key = run.trial.puzzle, run.answer
        most = next((count for length, count in PICTURES.items() if len(run.trial.puzzle) <= length), 0)
        if key in drawn or sum(puzzle == run.trial.puzzle for puzzle, _ in drawn) >= most:
            continue
        try:
            puzzle = registry.parse(run.trial.puzzle)
            drawn[key] = f"{board}: {way}", puzzle.draw(puzzle.read(run.answer)).svg()
        except KnobelError:
            continue
    return list(drawn.values())[before:]
