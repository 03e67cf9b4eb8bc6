"""What a drawing is made of, as kinds describe it: cells, labels, boards, marks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from ..puzzle import At, Place

INK, PAPER, FAINT, GRID = "#1d2433", "#ffffff", "#8a93a6", "#b8c0cf"
CELL = 24  # the width of a cell, in pixels of an SVG or a PNG
MARKS = {"look": "#f2b705", "new": "#2e9e5b", "wrong": "#d64545", "known": "#4c7bd9"}


class Mark(NamedTuple):
    """A cell (by its index in the answer) or a clue (by its place), and why it is marked: a key of ``MARKS``."""

    where: At | Place
    why: str = "look"


@dataclass(frozen=True)
class Cell:
    """One cell: what is written in it, its colour, and the characters that stand for it in plain text.

    A ``plain`` of equal characters, such as ``##``, is a surface: it is stretched over the width of the cell.
    """

    plain: str
    text: str = ""
    fill: str | None = None
    ink: str = INK
    outline: str | None = None


@dataclass(frozen=True)
class Label:
    """A clue beside the board."""

    text: str
    ink: str = INK


@dataclass(frozen=True)
class Board:
    """Cells in rows, with labels above each column and left of each row (the one nearest to the board comes last)."""

    cells: tuple[tuple[Cell, ...], ...]
    top: tuple[tuple[Label, ...], ...] = ()
    left: tuple[tuple[Label, ...], ...] = ()
    top_places: tuple[Place, ...] = ()
    left_places: tuple[Place, ...] = ()
    every: int = 0  # a heavier line after this many cells
    origin: At = ()  # what comes before (row, column) in the answer's index
    caption: str = ""


def places(marks: Collection[Mark]) -> dict[At | Place, str]:
    """Why each place is marked; a clue that stands in a cell is marked there."""
    found: dict[At | Place, str] = {}
    for where, why in marks:
        inside = isinstance(where, Place) and where.name == "cell"
        found[tuple(where[1:]) if inside else where] = why
    return found
