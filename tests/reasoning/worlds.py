"""Random puzzles of every kind that are small enough to try every array of values."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bishops.boards import boards as bishops
from dominosweeper.boards import boards as dominosweeper
from doppelblock.boards import boards as doppelblock
from grid import boards as grid
from grid import shading
from knobel.puzzle import Puzzle
from nonogram.boards import boards as nonogram
from satromino.levels import levels as satromino

BOARDS: dict[str, Callable[[int], Iterator[Puzzle]]] = {
    "bishops": lambda count: bishops(count, 31),
    "dominosweeper": lambda count: dominosweeper(count, 31),
    "doppelblock": lambda count: doppelblock(count, 3, 31),
    "hitori": lambda count: shading.hitori(count, 31, large=0.03),
    "nonogram": lambda count: nonogram(count, 31),
    "satromino": lambda count: satromino(count, 31),
    "skyscrapers": lambda count: grid.skyscrapers(count, 31, large=0.03),
    "slitherlink": lambda count: shading.slitherlink(count, 31, large=0.03),
    "starbattle": lambda count: grid.starbattle(count, 31, large=0.03, most=4),
    "sudoku": lambda count: grid.sudoku(count, 31, large=0.03, regions=True),
}
