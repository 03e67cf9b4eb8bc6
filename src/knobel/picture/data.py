"""What a drawing is made of, as kinds describe it: cells, labels, boards, marks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from ..puzzle import At, Place
from ..say import Say

INK, PAPER, FAINT, GRID = "#1d2433", "#ffffff", "#8a93a6", "#b8c0cf"
FOUND = "#3563bf"
"""The colour of numbers that are not given."""
CELL = 24  # the width of a cell, in pixels of an SVG or a PNG
MARKS = {
    "line": "#6b7487",  # the order is that of painting and of the legend
    "known": "#3f70d0",
    "look": "#9e6900",
    "new": "#1f8047",
    "assumed": "#8f57cb",
    "fails": "#d04040",
    "wrong": "#d04040",
}
OUT = "out"
"""What stands for crossed-out candidates in a legend."""


class Border(NamedTuple):
    """How a mark is told from others without its colour: how far inside of the cell its border is, and its dashes."""

    inset: float = 1
    line: float = 3
    dash: tuple[float, ...] = ()
    double: bool = False


BORDERS = {
    "known": Border(dash=(2, 3)),
    "look": Border(dash=(6, 3)),
    "new": Border(),
    "assumed": Border(inset=5, line=2, dash=(6, 2, 2, 2)),
    "fails": Border(line=1.5, double=True),
    "wrong": Border(line=1.5, double=True),
}
"""The borders of marks in cells. A mark without a border, ``line``, hatches its cell; others can be on top of it."""


class Mark(NamedTuple):
    """A cell (by its index in the answer) or a clue (by its place), and why it is marked: a key of ``MARKS``.

    ``out`` are values that the cell is now known not to have, in the kind's letters: crossed-out candidates.
    """

    where: At | Place
    why: str = "look"
    out: tuple[str, ...] = ()


class Marked(NamedTuple):
    """All that is marked at one place: why, in the order of painting, and the crossed-out candidates."""

    why: tuple[str, ...]
    out: tuple[str, ...] = ()

    @property
    def top(self) -> str:
        """The reason that is painted last."""
        return self.why[-1]


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
    """Cells in rows, with labels on all four sides: those above and on the left end at it, others begin.

    ``walls`` are pairs of cells with a thick line between them; one of the two may lie just outside of the board.
    """

    cells: tuple[tuple[Cell, ...], ...]
    top: tuple[tuple[Label, ...], ...] = ()
    left: tuple[tuple[Label, ...], ...] = ()
    top_places: tuple[Place, ...] = ()
    left_places: tuple[Place, ...] = ()
    every: int = 0  # a heavier line after this many cells
    origin: At = ()  # what comes before (row, column) in the answer's index
    caption: str = ""
    right: tuple[tuple[Label, ...], ...] = ()
    bottom: tuple[tuple[Label, ...], ...] = ()
    right_places: tuple[Place, ...] = ()
    bottom_places: tuple[Place, ...] = ()
    walls: frozenset[tuple[At, At]] = frozenset()


def places(marks: Collection[Mark]) -> dict[At | Place, Marked]:
    """What is marked at each place; a clue that stands in a cell is marked there."""
    found: dict[At | Place, tuple[set[str], dict[str, None]]] = {}
    for where, why, out in marks:
        inside = isinstance(where, Place) and where.name == "cell"
        reasons, values = found.setdefault(tuple(where[1:]) if inside else where, (set(), {}))
        reasons.add(why)
        values |= dict.fromkeys(out)
    return {
        where: Marked(tuple(why for why in MARKS if why in reasons), tuple(out))
        for where, (reasons, out) in found.items()
    }


LEGEND = {
    "line": Say("what the cited clues and rules are about"),
    "known": Say("known before"),
    "look": Say("cited clue"),
    "new": Say("new"),
    "assumed": Say("assumption"),
    "fails": Say("where the assumption fails"),
    "wrong": Say("wrong"),
    OUT: Say("value that is ruled out now"),
}


def legend(marks: Collection[Mark]) -> list[tuple[str, Say]]:
    """The marks that occur, and what each means."""
    occurring = {why for one in places(marks).values() for why in (*one.why, *([OUT] if one.out else []))}
    return [(why, words) for why, words in LEGEND.items() if why in occurring]
