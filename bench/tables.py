"""Rows as Markdown tables: what stands in which column, and how values are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from knobel.bench.report_data import Grid, number, seconds
from knobel.bench.writing import markdown_table

Record: TypeAlias = dict[str, Any]
Cell: TypeAlias = "str | Callable[[Record], object]"


@dataclass(frozen=True)
class Table:
    """The rows of a section: by the heads of the columns, a stored value's name, or what is made of a row.

    Without columns, all stored values are shown. The first ``words`` columns hold words, the others numbers.
    """

    columns: Mapping[str, Cell] = field(default_factory=dict)
    words: int = 1

    def __call__(self, rows: Sequence[Record]) -> str:
        return tabulated(self.columns or {key: key for key in (rows[0] if rows else ())}, rows, self.words)


def shown(value: object) -> str:
    """A value in a table: seconds, as exact as they are worth, whole numbers in groups of three digits, words.

    >>> shown(0.01234), shown(1234567), shown(True), shown(None), shown("as it is")
    ('0.012', '1 234 567', 'yes', '-', 'as it is')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return seconds(value)
    return value if isinstance(value, str) else number(value)  # type: ignore[arg-type]


def tabulated(columns: Mapping[str, Cell], rows: Iterable[Any], words: int = 1) -> str:
    """Rows as a table whose first columns hold words and whose others hold numbers.

    >>> print(tabulated({"engine": code("engine"), "s": "seconds"}, [{"engine": "glucose", "seconds": 0.5}]))
    | engine | s |
    | --- | --: |
    | `glucose` | 0.500 |
    """
    lines = [[shown(cell(row) if callable(cell) else row[cell]) for cell in columns.values()] for row in rows]
    return markdown_table(Grid("", list(columns), lines, words))


def code(name: str) -> Callable[[Record], str]:
    """A cell with the name of something in a program."""
    return lambda row: f"`{row[name]}`"


def of(part: str, whole: str) -> Callable[[Record], str]:
    """A cell "3 of 5"."""
    return lambda row: f"{row[part]} of {row[whole]}"


def took(name: str) -> Callable[[Record], str]:
    """A cell with seconds; where there are none, the limit."""
    return lambda row: f"> {row['limit']:g}" if row[name] is None else seconds(row[name])


RUN: Mapping[str, Cell] = {"encoding": code("way"), "variables": "variables", "clauses": "clauses"}
SECONDS = took("median")
TIMES: Mapping[str, Cell] = {"mean, s": "mean", "median, s": SECONDS, "worst, s": took("worst")}
"""Columns of what :func:`compared` measures."""


def times(rows: Iterable[Record], default: str) -> list[Record]:
    """Ways beside a default that was measured in the same run: how many times its seconds they take, as ``times``."""
    known = list(rows)
    base = {row["board"]: row["median"] for row in known if row["way"] == default}
    found = []
    for row in known:
        if row["way"] != default:
            stopped = row["median"] is None
            ratio = (row["limit"] if stopped else row["median"]) / base[row["board"]]
            found.append(row | {"times": f"{'> ' * stopped}{ratio:.2f}"})
    return found


def crossed(rows: Sequence[Record], down: str, across: str, cell: Callable[[Record], object]) -> str:
    """A table with the values of one column down and those of another one across."""
    by = {(row[down], row[across]): row for row in rows}
    columns: dict[str, Cell] = {down: lambda key: key}
    for name in dict.fromkeys(row[across] for row in rows):
        columns[name] = lambda key, name=name: cell(by[key, name]) if (key, name) in by else None  # type: ignore[misc]
    return tabulated(columns, dict.fromkeys(row[down] for row in rows))
