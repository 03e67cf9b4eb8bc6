"""Doppelblock boards edited by hand: sums beside the lines, and given cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from knobel.puzzle import Place, Values
from knobel.recipes import Size
from knobel.setting import Key, Slot, no_slot, square, written

from .rules import Doppelblock, Givens, Sums, check_size, read_cell, read_sum


def empty(size: Size) -> Doppelblock:
    n = square(size)
    check_size(n)
    return Doppelblock((None,) * n, (None,) * n)


def size(puzzle: Doppelblock) -> Size:
    return puzzle.n, puzzle.n


def resized(puzzle: Doppelblock, size: Size) -> Doppelblock:
    """Sums stay, though they may no longer be possible; given numbers that a smaller board does not have go."""
    n = square(size)
    check_size(n)
    blank = empty(size)
    givens = [[v if v <= n - 2 else -1 for v in row[:n]] + [-1] * (n - puzzle.n) for row in puzzle.givens[:n]]
    kept: Givens = tuple(map(tuple, givens)) + blank.givens[puzzle.n :]
    return Doppelblock(_cut(puzzle.columns, n), _cut(puzzle.rows, n), kept, puzzle.title)


def _cut(sums: Sums, n: int) -> Sums:
    return sums[:n] + (None,) * (n - len(sums))


def slots(puzzle: Doppelblock) -> list[Slot]:
    sums = [Slot(place, _text(puzzle.sum_at(place))) for place in puzzle.lines()]
    return sums + [
        Slot(Place("cell", r, c), "" if v < 0 else "#" if v == 0 else str(v))
        for r, row in enumerate(puzzle.givens)
        for c, v in enumerate(row)
    ]


def _text(s: int | None) -> str:
    return "" if s is None else str(s)


def changed(puzzle: Doppelblock, place: Place, text: str) -> Doppelblock:
    name, i, j = place
    text = text.strip()
    if name == "cell" and 0 <= i < puzzle.n and 0 <= j < puzzle.n:
        row = written(puzzle.givens[i], j, read_cell(text, puzzle.n))
        return replace(puzzle, givens=written(puzzle.givens, i, row))
    if place not in puzzle.lines():
        raise no_slot(place)
    if name == "column":
        return replace(puzzle, columns=written(puzzle.columns, i, read_sum(text)))
    return replace(puzzle, rows=written(puzzle.rows, i, read_sum(text)))


def givens(puzzle: Doppelblock) -> Values:
    return np.array(puzzle.givens, dtype=np.int64)


def keys(puzzle: Doppelblock) -> Sequence[Key]:
    return [Key("#", "#"), *(Key(str(v), str(v)) for v in range(1, min(puzzle.n - 1, 10)))]


def turned(puzzle: Doppelblock) -> Doppelblock:
    givens = tuple(tuple(column[::-1]) for column in zip(*puzzle.givens, strict=True))
    return replace(puzzle, columns=puzzle.rows[::-1], rows=puzzle.columns, givens=givens)
