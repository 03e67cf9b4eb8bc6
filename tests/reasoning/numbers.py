"""What the clues with numbers say of an array of values, and how far apart two of them are, told once more."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TypeAlias

from knobel.kinds.dominosweeper.rules import Dominosweeper
from knobel.kinds.doppelblock.rules import Doppelblock
from knobel.kinds.nonogram.rules import Nonogram
from knobel.puzzle import Place, Puzzle, Values

Numbers: TypeAlias = tuple[tuple[int, int], ...]
"""Runs as (length, colour); a single number is a run of no colour."""


def written(puzzle: Puzzle, place: Place) -> Numbers | None:
    """What the clue at a place says; None for one without a number."""
    name, i, j = place
    match puzzle:
        case Nonogram():
            return tuple((n, v) for n, v in (puzzle.columns if name == "column" else puzzle.rows)[i] or ())
        case Doppelblock():
            number = puzzle.givens[i][j] if name == "cell" else (puzzle.columns if name == "column" else puzzle.rows)[i]
            return None if number is None or (name == "cell" and number == 0) else ((number, 0),)
        case Dominosweeper():
            code = str(puzzle.mines) if name == "mines" else puzzle.rows[i][j]
            return ((int(code), 0),) if code.isdecimal() else None
    return None


def fitting(puzzle: Puzzle, place: Place, values: Values) -> Numbers | None:
    """What a clue with a number would have to say for these values; None if no number is right."""
    name, i, j = place
    line = values[:, i] if name == "column" else values[i]
    match puzzle:
        case Nonogram():
            return tuple((len(list(same)), v) for v, same in groupby(line.tolist()) if v)
        case Doppelblock():
            if name == "cell":
                return ((int(values[i, j]), 0),) if values[i, j] else None
            first, *_, last = [at for at, v in enumerate(line.tolist()) if v == 0]
            return ((int(line[first:last].sum()), 0),)
        case Dominosweeper():
            around = values[max(i - 1, 0) : i + 2, max(j - 1, 0) : j + 2].sum()
            free = name == "mines" or values[i, j] == 0
            return ((int(values.sum() if name == "mines" else around), 0),) if free else None
    return None


@cache
def apart(one: Numbers, other: Numbers) -> int:
    """How many cells more or fewer, or how much more or less; a run that is missing has no cells.

    >>> apart(((2, 1), (1, 1)), ((3, 1),))
    2
    """
    if not one or not other:
        return sum(n for n, _ in one + other)
    ways = [one[0][0] + apart(one[1:], other), other[0][0] + apart(one, other[1:])]
    if one[0][1] == other[0][1]:
        ways.append(abs(one[0][0] - other[0][0]) + apart(one[1:], other[1:]))
    return min(ways)
