"""Nonograms edited by hand: the clues beside the lines, and the colours.

Every line has a clue, so none can be added: a board with several solutions is mended by painting a cell otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from knobel.editor import Key, Slot, no_slot
from knobel.errors import BadInput, unexpected
from knobel.puzzle import Place, Values
from knobel.readers import short
from knobel.recipes import Size
from knobel.say import Say

from .formats.common import ClueReader, tone
from .pixels import Pixels, repaired
from .rules import BLACK, Colour, Line, Nonogram, check_size, run_codes
from .runs import room

COLOURS = Place("colours", 0)
MAX_TEXT = 26 * 20


def empty(size: Size) -> Nonogram:
    """A board without any runs: nothing is painted on it."""
    check_size(*size)
    return Nonogram(((),) * size[0], ((),) * size[1])


def size(puzzle: Nonogram) -> Size:
    return puzzle.width, puzzle.height


def resized(puzzle: Nonogram, size: Size) -> Nonogram:
    """Lines that are cut lose their last runs, as many as have to go."""
    check_size(*size)
    width, height = size
    columns, rows = puzzle.columns[:width], puzzle.rows[:height]
    if height < puzzle.height:
        columns = tuple(_cut(line, height) for line in columns)
    if width < puzzle.width:
        rows = tuple(_cut(line, width) for line in rows)
    return replace(puzzle, columns=columns + ((),) * (width - len(columns)), rows=rows + ((),) * (height - len(rows)))


def _cut(line: Line | None, most: int) -> Line | None:
    runs = line or ()
    while room(runs) > most:
        runs = runs[:-1]
    return None if line is None else runs


def slots(puzzle: Nonogram) -> list[Slot]:
    """Runs read ``2 1``, in colour ``2a 1b``; the colours ``a=ff0000 b=0000ff``, nothing for black and white."""
    colours = " ".join(f"{char}={rgb}" for char, rgb in puzzle.palette) if puzzle.coloured else ""
    return [Slot(COLOURS, colours), *(Slot(place, puzzle.clue(line, " ")) for place, line in puzzle.lines())]


def changed(puzzle: Nonogram, place: Place, text: str) -> Nonogram:
    if place == COLOURS:
        return _painted(puzzle, text)
    if place not in dict(puzzle.lines()):
        raise no_slot(place)
    return puzzle.with_line(place, ClueReader(run_codes(puzzle.palette)).line(text.replace(".", " ")))


def _painted(puzzle: Nonogram, text: str) -> Nonogram:
    """The same runs in other colours; a colour that some run has cannot go."""
    if len(text) > MAX_TEXT:
        found = Say("the colours have {count} characters", count=len(text))
        raise unexpected(found, Say("at most {most}", most=MAX_TEXT))
    pairs = [part.partition("=") for part in text.split()]
    for char, _, _ in pairs:
        if not (len(char) == 1 and char.isascii() and char.islower()):
            expected = Say("a letter and a tone, as in {example}", example="a=ff0000")
            raise unexpected(Say("a colour is called {name}", name=short(char)), expected)
    palette = tuple(Colour(char, tone(rgb)) for char, _, rgb in pairs) or BLACK
    if len({colour.char for colour in palette}) < len(palette):
        raise BadInput(Say("a colour is named twice"))
    used = max((v for _, line in puzzle.lines() for _, v in line or ()), default=0)
    if used > len(palette):
        colour = puzzle.palette[used - 1].char
        raise BadInput(Say("runs have the colour {colour}; it can go when no run has it any more", colour=colour))
    return replace(puzzle, palette=palette)


def givens(puzzle: Nonogram) -> Values:
    return np.full((puzzle.height, puzzle.width), -1, dtype=np.int64)


def keys(puzzle: Nonogram) -> Sequence[Key]:
    """Nothing is given in cells."""
    return ()


def turned(puzzle: Nonogram) -> Nonogram:
    rows = tuple(None if line is None else line[::-1] for line in puzzle.columns)
    return replace(puzzle, columns=puzzle.rows[::-1], rows=rows)


def mended(puzzle: Nonogram, solution: Values, other: Values) -> tuple[Nonogram, Values] | None:
    """The solution with a few cells painted otherwise, such that its clues rule the other one out."""
    costs = np.ones((*solution.shape, len(puzzle.palette) + 1))
    pixels = Pixels(solution, solution, costs, puzzle.palette, title=puzzle.title)
    found = repaired(pixels, other, np.random.default_rng(0))
    return None if found is None else (found.puzzle(), found.values)
