"""The reports (docs/why/origins.md): each of their tables, what was printed then beside what is measured today."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from .. import registry
from ..errors import KnobelError
from ..experiments import Printed, Table
from .boards import experiments_of
from .report_data import Grid, Runs, Section, by_table, number, outcome, seconds
from .trial import Run

DRAWN = 400  # characters of the ID of the largest board that is drawn
EACH = 3  # pictures of one board


def report_tables(runs: Runs) -> list[Section]:
    """Each table of the reports (docs/why/origins.md): what was printed, and what is measured today."""
    at = by_table(runs)
    made = []
    for name, kind in registry.kinds().items():
        report = experiments_of(kind).report
        for table in report.tables if report else ():
            its = at.get(f"{name}: {table.name}", [])
            if any(run.trial.kind == name for run in runs):
                title = f"{report.title if report else name}: {table.name}"
                made.append(Section(title, table.about, [compared_table(table, its)], (), _drawn(its)))
    return made


def compared_table(table: Table, runs: Runs) -> Grid:
    """Boards and ways down; a quantity that was printed has two columns, then and now."""
    at = {(run.trial.board, run.trial.encoding, run.trial.engine, run.trial.question): run for run in runs}
    lines = [
        (
            row.name,
            way.name,
            row.printed.get(way.name, Printed()),
            at.get((row.name, way.encoding, way.engine, way.question)),
        )
        for row in table.rows
        for way in table.ways
    ]
    head, columns = ["board", "way"], [[board for board, *_ in lines], [way for _, way, *_ in lines]]
    for name, printed, measured in (*QUANTITIES, *map(_counter, table.stats)):
        then, now = [printed(then) for *_, then, _ in lines], [measured(run) if run else "-" for *_, run in lines]
        name = table.value if name == "value" else name
        if set(then) != {"-"}:
            head, columns = [*head, f"{name} then", "now"], [*columns, then, now]
        elif set(now) != {"-"}:
            head, columns = [*head, name], [*columns, now]
    return Grid("", head, list(zip(*columns, strict=True)), words=2)


def _one(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"


Quantity: TypeAlias = tuple[str, Callable[[Printed], str], Callable[[Run], str]]
"""Its name, and how it is shown of what was printed and of what is measured."""

QUANTITIES: tuple[Quantity, ...] = (
    ("variables", lambda then: number(then.variables), lambda run: number(run.variables)),
    ("clauses", lambda then: number(then.clauses), lambda run: number(run.clauses)),
    ("seconds", lambda then: "did not finish" if then.stopped else seconds(then.seconds), outcome),
    ("value", lambda then: _one(then.value), lambda run: _one(run.value)),
)


def _counter(name: str) -> Quantity:
    return name, lambda then: number(then.stats.get(name)), lambda run: number(run.stats.get(name))


def _drawn(runs: Runs) -> list[tuple[str, str]]:
    """Pictures of the solutions found, where the board is small enough to be looked at and they differ."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for run in runs:
        board, key = run.trial.board, (run.trial.board, run.answer)
        many = sum(name == board for name, _ in found) == EACH
        if not run.answer or run.trial.question != "solve" or len(run.trial.puzzle) > DRAWN or key in found or many:
            continue
        try:
            puzzle = registry.parse(run.trial.puzzle)
            drawing = puzzle.draw(puzzle.read(run.answer)).svg()
        except KnobelError:
            continue
        found[key] = (f"{board}, by {run.trial.way}", drawing)
    return list(found.values())
