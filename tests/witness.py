"""Random small puzzles of every kind, and all their solutions without any encoding: what the laws are tested with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from bishops.boards import boards as bishops
from dominosweeper.boards import boards as dominosweeper
from doppelblock.boards import boards as doppelblock
from doppelblock.boards import solutions as doppelblock_solutions
from grid import boards as grid
from grid import shading
from knobel import checks
from knobel.grid import Grid
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
    "hitori": lambda count, seed: shading.hitori(count, seed, large=0.03),
    "nonogram": nonogram,
    "satromino": satromino,
    "skyscrapers": grid.skyscrapers,
    "slitherlink": lambda count, seed: shading.slitherlink(count, seed, large=0.03),
    "starbattle": lambda count, seed: grid.starbattle(count, seed, large=0.8, most=4),
    "sudoku": grid.sudoku,
}
"""For each kind, so many random puzzles from a seed."""


def every(puzzle: Puzzle) -> list[Values]:
    """All solutions (only best ones, where the puzzle asks for these), by trying everything against the rules."""
    if isinstance(puzzle, Grid):
        lines = grid.solutions(puzzle)
    else:
        lines = doppelblock_solutions(puzzle) if isinstance(puzzle, Doppelblock) else checks.brute_force(puzzle)
    return [puzzle.read(line) for line in sorted(lines)]
