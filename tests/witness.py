"""Random small puzzles of every kind, and all their solutions without any encoding: what the laws are tested with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from bishops.boards import boards as bishops
from dominosweeper.boards import boards as dominosweeper
from doppelblock.boards import boards as doppelblock
from doppelblock.boards import solutions as doppelblock_solutions
from knobel import checks
from knobel.kinds.doppelblock.rules import Doppelblock
from knobel.puzzle import Puzzle, Values
from nonogram.boards import boards as nonogram
from satromino.levels import levels as satromino

PUZZLES: dict[str, Callable[[int, int], Iterator[Puzzle]]] = {
    "bishops": bishops,
    "dominosweeper": dominosweeper,
    "doppelblock": lambda count, seed: chain(
        doppelblock(count // 2, 3, seed), doppelblock(count - count // 2, 4, seed)
    ),
    "nonogram": nonogram,
    "satromino": satromino,
}
"""For each kind, so many random puzzles from a seed."""


def every(puzzle: Puzzle) -> list[Values]:
    """All solutions (only best ones, where the puzzle asks for these), by trying everything against the rules."""
    lines = doppelblock_solutions(puzzle) if isinstance(puzzle, Doppelblock) else checks.brute_force(puzzle)
    return [puzzle.read(line) for line in sorted(lines)]
