"""The sums of belief propagation once more, as loops: as machine code, several times as fast as NumPy.

Arrays with more than one axis are seen as what they are in memory, one row of numbers; ``line``, ``run`` and ``row``
are places in it.
"""

from __future__ import annotations

from math import exp
from pathlib import Path
from typing import Any, NamedTuple

from knobel.native import Library

TINY = 1e-300


class Lines(NamedTuple):
    """All lines of a side: its arrays (:class:`~knobel.kinds.nonogram.beliefs.Side`), and those of one round."""

    value: Any  # [run, line], and so are the next four
    length: Any
    low: Any
    room: Any
    width: Any
    fits: Any  # [run, line, start]
    total: Any  # [line, value, boundary]: the odds of all cells before
    starts: Any  # [run, line, start]
    weights: Any  # [run, start], of one line
    shares: Any  # [line, value, cell]


TYPES = dict.fromkeys(("value", "length", "low", "room", "width"), "int64") | {
    "fits": "int8",
    **dict.fromkeys(("total", "starts", "weights", "shares"), "float64"),
}


LIBRARY = Library("loops", Path(__file__).parent, Lines, TYPES)
bare = LIBRARY.bare


@LIBRARY.entry
def sum_lines(s: Lines, runs: int, lines: int, starts: int, values: int, cells: int) -> int:
    """Sum up all lines: ``starts`` and ``shares``, which is 0 before, are what comes of it."""
    tables = bare(s)
    for i in range(lines):
        forward(tables, i, runs, lines, starts, values, cells)
        backward(tables, i, runs, lines, starts, values, cells)
        share(tables, i, values, cells)
    return 0


@LIBRARY.part
def forward(s: Lines, i: int, runs: int, lines: int, starts: int, values: int, cells: int) -> None:
    """How much all ways to place the runs up to each one weigh, for each of its starts."""
    for j in range(runs):
        run = j * lines + i
        first, row = run * starts, j * starts
        before = (i * values + s.value[run]) * (cells + 1) + s.low[run]
        behind = before + s.length[run]
        best = -1 / TINY
        for t in range(s.width[run]):
            if s.fits[first + t]:
                s.weights[row + t] = s.total[behind + t] - s.total[before + t]
                best = max(best, s.weights[row + t])
        ways, reached, total = 0.0, 0, 0.0
        for t in range(s.width[run]):
            s.weights[row + t] = exp(s.weights[row + t] - best) if s.fits[first + t] else 0.0
            if j == 0:
                ways = 1.0
            else:
                while reached < s.width[run - lines] and reached <= t + s.room[run]:
                    ways += s.starts[first - lines * starts + reached]
                    reached += 1
            s.starts[first + t] = s.weights[row + t] * ways
            total += s.starts[first + t]
        for t in range(s.width[run]):
            s.starts[first + t] /= total + TINY


@LIBRARY.part
def backward(s: Lines, i: int, runs: int, lines: int, starts: int, values: int, cells: int) -> None:
    """The same from the end, and both together; the shares then say where runs begin, and where they end."""
    for j in range(runs - 1, -1, -1):
        run = j * lines + i
        first, row = run * starts, j * starts
        last = j + 1 == runs
        ways, reached = 1.0, 0
        if not last:
            ways, reached = 0.0, s.width[run + lines]
        total, both = 0.0, 0.0
        for t in range(s.width[run] - 1, -1, -1):
            while not last and reached > max(t - s.room[run + lines], 0):
                reached -= 1
                ways += s.weights[row + starts + reached]
            s.weights[row + t] *= ways
            s.starts[first + t] *= ways
            total += s.weights[row + t]
            both += s.starts[first + t]
        line = (i * values + s.value[run]) * cells
        for t in range(s.width[run]):
            s.weights[row + t] /= total + TINY
            s.starts[first + t] /= both + TINY
            at = s.low[run] + t
            s.shares[line + at] += s.starts[first + t]
            if at + s.length[run] < cells:
                s.shares[line + at + s.length[run]] -= s.starts[first + t]


@LIBRARY.part
def share(s: Lines, i: int, values: int, cells: int) -> None:
    """How probable each value of each cell is."""
    line = i * values * cells
    for c in range(cells):
        s.shares[line + c] = 1.0
    for v in range(1, values):
        covered = 0.0
        for c in range(cells):
            covered += s.shares[line + v * cells + c]
            s.shares[line + v * cells + c] = covered
            s.shares[line + c] -= covered
