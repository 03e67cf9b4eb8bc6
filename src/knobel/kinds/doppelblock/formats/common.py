"""What the doppelblock formats share: a board out of numbers that may be missing, and what a writer needs."""

from __future__ import annotations

from collections.abc import Iterable

from knobel.errors import BadInput, Misuse
from knobel.kinds.doppelblock.rules import Doppelblock
from knobel.puzzle import Puzzle


def cell(number: int | None, n: int, r: int, c: int) -> int:
    """A given cell, from 0 for black and None for nothing; rows and columns count from 0."""
    if number is None:
        return -1
    if number > n - 2:
        raise BadInput(f"row {r + 1} column {c + 1} is {number}; expected 1 to {n - 2}, or 0 for black")
    return number


def has_givens(p: Doppelblock) -> bool:
    return any(v >= 0 for row in p.givens for v in row)


def boards(puzzles: Iterable[Puzzle], name: str) -> list[Doppelblock]:
    """The puzzles, if the format can hold their kind."""
    found = []
    for puzzle in puzzles:
        if not isinstance(puzzle, Doppelblock):
            raise Misuse(f"the format {name} holds doppelblock boards, not {puzzle.kind} puzzles")
        found.append(puzzle)
    return found
