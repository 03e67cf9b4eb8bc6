"""Boards of pieces edited by hand: given cells and holes, the piece, the goal and the number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from knobel.editor import Key, Slot, fit_rows, no_slot, replace_cell, square, turn_rows
from knobel.errors import unexpected
from knobel.puzzle import Place, Values
from knobel.readers import short
from knobel.recipes import Size
from knobel.say import Say

from .board import check_side, read_options
from .drawing import GLYPHS
from .rules import GOALS, PIECES, Bishops

OPTIONS = ("piece", "goal", "count")
GIVEN = "Bx#"


def empty(size: Size) -> Bishops:
    n = square(size)
    check_side(n)
    return Bishops(("." * n,) * n)


def size(puzzle: Bishops) -> Size:
    return puzzle.n, puzzle.n


def resized(puzzle: Bishops, size: Size) -> Bishops:
    check_side(square(size))
    return replace(puzzle, rows=fit_rows(puzzle.rows, size, "."))


def slots(puzzle: Bishops) -> list[Slot]:
    cells = [
        Slot(Place("cell", r, c), char.replace(".", ""))
        for r, row in enumerate(puzzle.rows)
        for c, char in enumerate(row)
    ]
    number = "" if puzzle.count is None else str(puzzle.count)
    piece, goal, count = (Place(name, 0) for name in OPTIONS)
    return [*cells, Slot(piece, puzzle.piece, tuple(PIECES)), Slot(goal, puzzle.goal, GOALS), Slot(count, number)]


def changed(puzzle: Bishops, place: Place, text: str) -> Bishops:
    name, r, c = place
    text = text.strip()
    if name == "cell" and 0 <= r < puzzle.n and 0 <= c < puzzle.n:
        text = "B" if text == GLYPHS[puzzle.piece][0] else text
        if text and (len(text) > 1 or text not in GIVEN):
            expected = Say("B (a piece), x (empty), # (a hole), or nothing")
            raise unexpected(Say("a cell is {cell}", cell=short(text)), expected)
        return replace(puzzle, rows=replace_cell(puzzle.rows, place, text or "."))
    if name not in OPTIONS or (r, c) != (0, -1):
        raise no_slot(place)
    if name == "count" and not text:
        return replace(puzzle, count=None)
    value = read_options([f"{name}={text}"], puzzle.options)[name]
    return replace(puzzle, **{name: int(value) if name == "count" else value})  # type: ignore[arg-type]


def givens(puzzle: Bishops) -> Values:
    return np.where(puzzle.board == "B", 1, np.where(puzzle.board == ".", -1, 0)).astype(np.int64)


def keys(puzzle: Bishops) -> Sequence[Key]:
    return [Key("b", "B"), Key("x", "x"), Key("#", "#")]


def turned(puzzle: Bishops) -> Bishops:
    return replace(puzzle, rows=turn_rows(puzzle.rows))
