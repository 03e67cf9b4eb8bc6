"""Doppelblock boards edited by hand: sums beside the lines, and given cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from knobel.editor import Key, Slot, no_slot, square
from knobel.puzzle import Place, Values
from knobel.recipes import Size

from .rules import Doppelblock, cell_code, check_size, read_cell, read_sum, sum_code


def empty(size: Size) -> Doppelblock:
    n = square(size)
    check_size(n)
    return Doppelblock((None,) * n, (None,) * n)


def size(puzzle: Doppelblock) -> Size:
    return puzzle.n, puzzle.n


def resized(puzzle: Doppelblock, size: Size) -> Doppelblock:
    """Sums stay, though they may no longer be possible; given numbers that a smaller board does not have go."""
    board = replace(empty(size), title=puzzle.title)
    for place, text, _ in slots(puzzle):
        number = int(text) if place.name == "cell" and text.isdecimal() else 0
        if max(place.i, place.j) < board.n and number <= board.n - 2:
            board = changed(board, place, text)
    return board


def slots(puzzle: Doppelblock) -> list[Slot]:
    sums = [Slot(place, sum_code(puzzle.sum_at(place))) for place in puzzle.lines()]
    cells = [(Place("cell", r, c), v) for r, row in enumerate(puzzle.givens) for c, v in enumerate(row)]
    return sums + [Slot(place, cell_code(v)) for place, v in cells]


def changed(puzzle: Doppelblock, place: Place, text: str) -> Doppelblock:
    name, i, j = place
    text = text.strip()
    if name == "cell" and 0 <= i < puzzle.n and 0 <= j < puzzle.n:
        return puzzle.with_clue(place, read_cell(text, puzzle.n))
    if place not in puzzle.lines():
        raise no_slot(place)
    return puzzle.with_clue(place, read_sum(text))


def givens(puzzle: Doppelblock) -> Values:
    return np.array(puzzle.givens, dtype=np.int64)


def keys(puzzle: Doppelblock) -> Sequence[Key]:
    return [Key("#", "#"), *(Key(str(v), str(v)) for v in range(1, min(puzzle.n - 1, 10)))]


def turned(puzzle: Doppelblock) -> Doppelblock:
    givens = tuple(tuple(column[::-1]) for column in zip(*puzzle.givens, strict=True))
    return replace(puzzle, columns=puzzle.rows[::-1], rows=puzzle.columns, givens=givens)
