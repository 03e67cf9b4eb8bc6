"""Boards of mines edited by hand: what is given of each cell, the number of all mines, and the variant.

Who plays by uncovering cells loses at a mine.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from knobel.editor import Key, Slot, fit_rows, no_slot, replace_cell, turn_rows
from knobel.errors import unexpected
from knobel.puzzle import At, Place, Values
from knobel.readers import short
from knobel.recipes import Size
from knobel.say import Say

from .rules import MAX_MINES, TOTAL, Dominosweeper, check_size

PLAIN = Place("plain", 0)
GIVEN = "012345678-*"
LOSES = 1


def empty(size: Size) -> Dominosweeper:
    check_size(*size)
    return Dominosweeper(("." * size[0],) * size[1])


def size(puzzle: Dominosweeper) -> Size:
    return puzzle.width, puzzle.height


def resized(puzzle: Dominosweeper, size: Size) -> Dominosweeper:
    check_size(*size)
    return replace(puzzle, rows=fit_rows(puzzle.rows, size, "."))


def slots(puzzle: Dominosweeper) -> list[Slot]:
    cells = [
        Slot(Place("cell", r, c), g.replace(".", "")) for r, row in enumerate(puzzle.rows) for c, g in enumerate(row)
    ]
    total = "" if puzzle.mines is None else str(puzzle.mines)
    return [*cells, Slot(TOTAL, total), Slot(PLAIN, "yes" if puzzle.plain else "no", ("no", "yes"))]


def changed(puzzle: Dominosweeper, place: Place, text: str) -> Dominosweeper:
    name, r, c = place
    text = text.strip()
    if name == "cell" and 0 <= r < puzzle.height and 0 <= c < puzzle.width:
        if text and (len(text) > 1 or text not in GIVEN):
            expected = Say("0 to 8, - (free), * (a mine), or nothing")
            raise unexpected(Say("a cell is {cell}", cell=short(text)), expected)
        return replace(puzzle, rows=replace_cell(puzzle.rows, place, text or "."))
    if place == TOTAL:
        if text and not re.fullmatch("[0-9]{1,9}", text):
            expected = Say("{least} to {most}, or nothing", least=0, most=MAX_MINES)
            raise unexpected(Say("the number of mines is {number}", number=short(text)), expected)
        return replace(puzzle, mines=int(text) if text else None)
    if place == PLAIN and text in ("yes", "no"):
        return replace(puzzle, plain=text == "yes")
    raise no_slot(place, text if place == PLAIN else "")


def givens(puzzle: Dominosweeper) -> Values:
    return np.where(puzzle.given == "*", 1, np.where(puzzle.given == ".", -1, 0)).astype(np.int64)


def keys(puzzle: Dominosweeper) -> Sequence[Key]:
    return [Key(char, char) for char in GIVEN]


def uncovered(puzzle: Dominosweeper, opened: Collection[At]) -> set[At]:
    """Around a 0 there is nothing to fear: all those cells come with it, and so on."""
    found: set[At] = set()
    waiting = list(opened)
    while waiting:
        r, c = at = waiting.pop()
        if at in found:
            continue
        found.add(at)
        if puzzle.rows[r][c] == "0":
            rows = range(max(r - 1, 0), min(r + 2, puzzle.height))
            columns = range(max(c - 1, 0), min(c + 2, puzzle.width))
            waiting += [(row, column) for row in rows for column in columns]
    return found


def turned(puzzle: Dominosweeper) -> Dominosweeper:
    return replace(puzzle, rows=turn_rows(puzzle.rows))
