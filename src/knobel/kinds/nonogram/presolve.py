"""What single lines say, before anything is encoded: a line solver on bit sets, repeated until nothing changes.

A line is one integer a colour: bit i of ``can[v]`` is set while cell i can have the value v. A boundary is a place
between two cells: boundary i lies before cell i. Sets of boundaries are integers too, so that one shift moves them all.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from knobel.limits import tick
from knobel.puzzle import Possible

from .rules import Line, Nonogram


class Impossible(Exception):
    """The line cannot be painted."""


def presolve(puzzle: Nonogram, known: Possible | None = None) -> Possible:
    """All that follows from one line at a time; all False for a board that some line refutes."""
    possible = puzzle.domain() if known is None else known.copy()
    try:
        board = Board(puzzle, possible)
        board.settle()
    except Impossible:
        return np.zeros_like(possible)
    return board.possible()


class Board:
    """Every line of a board as bit sets, rows and columns kept equal."""

    def __init__(self, puzzle: Nonogram, possible: Possible) -> None:
        self.puzzle = puzzle
        self.clues = puzzle.columns + puzzle.rows
        self.width, self.height, self.values = puzzle.width, puzzle.height, possible.shape[-1]
        self.lines = _masks(possible.transpose(1, 2, 0)) + _masks(possible.transpose(0, 2, 1))

    def settle(self) -> None:
        """Solve lines until nothing changes."""
        waiting = [i for i, clue in enumerate(self.clues) if clue is not None]
        queued = set(waiting)
        while waiting:
            tick()
            line = waiting.pop(0)
            queued.discard(line)
            clue = self.clues[line]
            if clue is None:
                continue
            old = self.lines[line]
            new = solve_line(clue, old, self.height if line < self.width else self.width)
            self.lines[line] = new
            for crossing in self._changes(line, old, new):
                if crossing not in queued and self.clues[crossing] is not None:
                    queued.add(crossing)
                    waiting.append(crossing)

    def _changes(self, line: int, old: list[int], new: list[int]) -> set[int]:
        """Carry what a line has lost over to the lines that cross it."""
        across = self.width if line < self.width else 0  # rows cross columns
        bit = ~(1 << (line - (0 if line < self.width else self.width)))
        changed = set()
        for v in range(self.values):
            lost = old[v] & ~new[v]
            while lost:
                low = lost & -lost
                lost ^= low
                crossing = across + low.bit_length() - 1
                self.lines[crossing][v] &= bit
                changed.add(crossing)
        return changed

    def possible(self) -> Possible:
        rows = self.lines[self.width :]
        bits = [[[char == "1" for char in reversed(format(m, f"0{self.width}b"))] for m in row] for row in rows]
        return np.array(bits, dtype=np.bool_).transpose(0, 2, 1)


def _masks(lines: Possible) -> list[list[int]]:
    """Bit sets of boolean lines: axis 0 the line, 1 the value, 2 the cell."""
    packed = np.packbits(lines, axis=-1, bitorder="little")
    return [[int.from_bytes(value.tobytes(), "little") for value in line] for line in packed]


def solve_line(clue: Line, can: list[int], length: int) -> list[int]:
    """The values that cells of the line can still have; raises :class:`Impossible`.

    >>> [bin(m) for m in solve_line(((3, 1),), [0b11111, 0b11111], 5)]
    ['0b11011', '0b11111']
    """
    starts, after, before = place_runs(clue, can, length)
    new = [0] * len(can)
    empty = can[0]
    for reached, rest in zip(after, before, strict=True):
        new[0] |= reached & empty & (rest >> 1)
    for (n, v), where in zip(clue, starts, strict=True):
        new[v] |= _smear(where, n)
    everywhere = 0
    for mask in new:
        everywhere |= mask
    if everywhere != (1 << length) - 1:
        raise Impossible
    return new


def place_runs(clue: Line, can: list[int], length: int) -> tuple[list[int], list[int], list[int]]:
    """Where each run can start, what each gap reaches, and from where the rest still fits.

    ``after[j]``: runs 0..j-1 lie before the boundary and only empty cells follow them.
    ``before[j]``: from the boundary, empty cells and then the runs j.. fit to the end of the line.
    Raises :class:`Impossible`.
    """
    empty = can[0]
    runs = len(clue)
    fits = [_fit(can[v], n) for n, v in clue]
    after = [_flood_up(1, empty)]
    ends = 0
    first: list[int] = []  # where run j can start, seen from the left
    for j, (n, v) in enumerate(clue):
        ready = after[j]
        if j and clue[j - 1][1] == v:
            ready = (ready & empty) << 1  # at least one empty cell since the last run
        first.append(ready & fits[j])
        ends = first[j] << n
        if not ends:
            raise Impossible
        after.append(_flood_up(ends, empty))
    down = _flooder_down(empty)
    before = [0] * (runs + 1)
    before[runs] = down(1 << length)
    starts = [0] * runs
    for j in range(runs - 1, -1, -1):
        n, v = clue[j]
        ready = before[j + 1]
        if j + 1 < runs and clue[j + 1][1] == v:
            ready = (ready >> 1) & empty  # at least one empty cell before the next run
        starts[j] = (ready >> n) & first[j]
        if not starts[j]:
            raise Impossible
        before[j] = down((ready >> n) & fits[j])
    if not (after[runs] >> length) & 1:
        raise Impossible
    return starts, after, before


def _fit(mask: int, n: int) -> int:
    """Where n cells of the mask follow each other, by their first."""
    have = 1
    while have < n and mask:
        step = min(have, n - have)
        mask &= mask >> step
        have += step
    return mask


def _smear(mask: int, n: int) -> int:
    """Every bit and the n - 1 above it."""
    have = 1
    while have < n:
        step = min(have, n - have)
        mask |= mask << step
        have += step
    return mask


def _flood_up(boundaries: int, empty: int) -> int:
    """The boundaries reached from these over empty cells, to the right.

    Adding a bit to a block of ones carries through to the block's end; what the addition changed is what was reached.
    """
    return boundaries | (empty ^ (empty + (boundaries & empty)))


def _flooder_down(empty: int) -> Callable[[int], int]:
    """The same to the left: in steps that double, over blocks of 1, 2, 4, .. empty cells."""
    steps = []
    width, blocks = 1, empty
    while blocks:
        steps.append((width, blocks))
        blocks &= blocks >> width
        width *= 2

    def flood(boundaries: int) -> int:
        for width, blocks in steps:
            boundaries |= (boundaries >> width) & blocks
        return boundaries

    return flood
