"""Rows and columns with each number once: rules that many kinds have, with their words."""

from __future__ import annotations

from collections.abc import Iterator

from ..say import Say
from .constraints import AllDifferent
from .puzzle import BRIEF, Grid, Rule

ROW = "row {row} has each number from 1 to {last} once"
COLUMN = "column {column} has each number from 1 to {last} once"
LATIN_BRIEF = {**BRIEF, ROW: "row {row}", COLUMN: "column {column}"}
LATIN_TECHNIQUES = {
    "the only place": "only place",
    "the only places": "only place",
    "the only number left": "only number",
    "it is taken": "taken",
    "they are taken": "taken",
    ROW: "each number once",
    COLUMN: "each number once",
}


def latin(p: Grid) -> Iterator[Rule]:
    """Each row and each column of a square has each number once."""
    n = p.width
    for i in range(n):
        yield Rule(Say("row {row} has each number from 1 to {last} once", row=i + 1, last=n), p.row(i), AllDifferent())
    for i in range(n):
        say = Say("column {column} has each number from 1 to {last} once", column=i + 1, last=n)
        yield Rule(say, p.column(i), AllDifferent())
