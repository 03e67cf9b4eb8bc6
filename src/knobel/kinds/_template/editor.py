"""Latin squares edited by hand: given cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from knobel.editor import Key, Slot, no_slot, replace_item, square
from knobel.errors import BadInput
from knobel.puzzle import Place, Values
from knobel.readers import short
from knobel.recipes import Size

from .rules import MAX_SIDE, Latin


def empty(size: Size) -> Latin:
    n = square(size)
    if not 1 <= n <= MAX_SIDE:
        raise BadInput(f"the size is {n}; expected 1 to {MAX_SIDE}")
    return Latin(((-1,) * n,) * n)


def size(puzzle: Latin) -> Size:
    return puzzle.n, puzzle.n


def resized(puzzle: Latin, size: Size) -> Latin:
    """Numbers that a smaller square does not have go."""
    blank = empty(size)
    for place, text, _ in slots(puzzle):
        if text and max(place.i, place.j, int(text) - 1) < blank.n:
            blank = changed(blank, place, text)
    return replace(blank, title=puzzle.title)


def slots(puzzle: Latin) -> list[Slot]:
    return [
        Slot(Place("cell", r, c), str(v + 1) if v >= 0 else "")
        for r, row in enumerate(puzzle.givens)
        for c, v in enumerate(row)
    ]


def changed(puzzle: Latin, place: Place, text: str) -> Latin:
    name, r, c = place
    if name != "cell" or not (0 <= r < puzzle.n and 0 <= c < puzzle.n):
        raise no_slot(place)
    if text not in ("", *map(str, range(1, puzzle.n + 1))):
        raise BadInput(f"a cell is {short(text)}; expected 1 to {puzzle.n}, or nothing")
    row = replace_item(puzzle.givens[r], c, int(text) - 1 if text else -1)
    return replace(puzzle, givens=replace_item(puzzle.givens, r, row))


def givens(puzzle: Latin) -> Values:
    return np.array(puzzle.givens, dtype=np.int64)


def keys(puzzle: Latin) -> Sequence[Key]:
    return [Key(str(v), str(v)) for v in range(1, puzzle.n + 1)]


def turned(puzzle: Latin) -> Latin:
    return replace(puzzle, givens=tuple(tuple(column[::-1]) for column in zip(*puzzle.givens, strict=True)))
