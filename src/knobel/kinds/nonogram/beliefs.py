"""What each cell and each run of a board probably is, by belief propagation between rows and columns.

Each line adds up all its colourings, weighted by what the lines across believe of its cells, and tells them what it
makes of that. This proves nothing, but most of what it says is true of one solution, so a search begins there. Where
there are many solutions, each cell is pulled, more from round to round, to where it leans already: or the beliefs
would be about all solutions at once, and about none. (J. Pearl, 1982; A. Braunstein and R. Zecchina, 2006.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from knobel.limits import tick
from knobel.puzzle import Possible

from .loops import LIBRARY, TINY, Lines

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]

ROUNDS = 80
PULL = 0.5  # in the last round: how much of its belief a cell adds to it
CERTAIN = 8.0  # the largest odds that are told, as a logarithm
LEAN = 0.01
DECIDED = 1.5  # when all cells have such odds, further rounds change nothing


@dataclass(frozen=True)
class Side:
    """The rows of a board, or its columns, and their runs: ``[run, line]``, the number of a run in its line first.

    Lines with fewer runs than others end in runs of no cells and the value 0, which change nothing.
    """

    value: Ints
    length: Ints
    low: Ints  # the first start
    room: Ints  # how much later that is than the first start of the run before demands
    width: Ints  # the number of starts
    clued: npt.NDArray[np.bool_]  # [line]
    possible: Possible  # [line, cell, value]

    @cached_property
    def spans(self) -> tuple[Ints, Ints]:
        """Places in a table ``[line, value, boundary]``: before the cells of each start, and behind them."""
        lines, cells, values = self.possible.shape
        first = np.minimum(self.low[:, :, None] + np.arange(self.width.max(initial=1)), cells)
        past = np.minimum(first + self.length[:, :, None], cells)
        row = (np.arange(lines) * values + self.value)[:, :, None] * (cells + 1)
        return row + first, row + past

    @cached_property
    def fits(self) -> npt.NDArray[np.bool_]:
        """``[run, line, start - low]``: whether all cells that the run would cover can have its value."""
        never = boundaries(~self.possible.transpose(0, 2, 1)).ravel()
        first, past = self.spans
        inside = np.arange(first.shape[-1]) < self.width[:, :, None]
        fits: npt.NDArray[np.bool_] = inside & (never[past] == never[first])
        return fits

    @cached_property
    def starts(self) -> Floats:
        """``[run, line, start - low]``: how probable each start is. Every round writes here."""
        return np.zeros(self.fits.shape)

    @cached_property
    def lines(self) -> Lines:
        """All tables as rows of numbers, those of a round among them."""
        runs, lines, starts = self.fits.shape
        _, cells, values = self.possible.shape
        value, length, low, room, width = (
            np.ascontiguousarray(table).ravel() for table in (self.value, self.length, self.low, self.room, self.width)
        )
        return Lines(
            value,
            length,
            low,
            room,
            width,
            fits=self.fits.ravel().view(np.int8),
            total=np.zeros(lines * values * (cells + 1)),
            starts=self.starts.ravel(),
            weights=np.zeros(runs * starts),
            shares=np.zeros(lines * values * cells),
        )

    @cached_property
    def sure(self) -> Floats:
        """The odds of what is known: ``[line, value, cell]``, 0 where nothing is."""
        odds = np.where(self.possible, 0.0, -CERTAIN)
        return (odds - odds[..., :1]).transpose(0, 2, 1)

    def told(self, heard: Floats, sums: Sums) -> Floats:
        """What this side tells the other: what it believes of the cells, without what it heard about them."""
        shares = np.clip(sums(self, heard), 1e-12, 1.0)
        told = np.clip(np.log(shares / shares[:, :1]) - heard, -CERTAIN, CERTAIN)
        told[~self.clued] = 0
        return np.where(self.sure != 0, self.sure, told)


Sums: TypeAlias = Callable[[Side, Floats], Floats]
"""How probable each value of each cell is, from the odds that the lines across believe in: ``[line, value, cell]``."""


def boundaries(table: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The sums of all entries before each boundary, along the last axis.

    >>> boundaries(np.array([[1, 2, 3]])).tolist()
    [[0, 1, 3, 6]]
    """
    summed = table.cumsum(axis=-1)
    return np.concatenate([np.zeros((*table.shape[:-1], 1), dtype=summed.dtype), summed], axis=-1)


def by_tables(side: Side, odds: Floats) -> Floats:
    """The sums of all lines at once, run by run, in NumPy.

    What is summed over all ways to place the runs before, or after, is kept near 1, so that it never vanishes.
    """
    first, past = side.spans
    total = boundaries(odds).ravel()
    weights = np.where(side.fits, total[past] - total[first], -np.inf)
    weights = np.exp(weights - weights.max(axis=-1, initial=-1 / TINY, keepdims=True))
    runs, lines, most = weights.shape
    row = np.arange(lines)[:, None] * (most + 1)
    step, room = np.arange(most), side.room[:, :, None]
    earlier, later = row + np.minimum(step + room, most - 1), row + np.clip(step - room, 0, most)
    starts = side.starts
    ways = np.ones((lines, most + 1))
    for j in range(runs):
        np.multiply(weights[j], ways.take(earlier[j]), out=starts[j])
        starts[j].cumsum(axis=-1, out=ways[:, :most])
        ways[:, :most] /= ways[:, most - 1 : most] + TINY
    ways[:] = 1
    for j in range(runs - 1, -1, -1):
        after = ways[:, :most] if j + 1 == runs else ways.take(later[j + 1])
        starts[j] *= after
        sums = (weights[j] * after)[:, ::-1].cumsum(axis=-1)[:, ::-1]
        ways[:, :most] = sums / (sums[:, :1] + TINY)
        ways[:, most] = 0
    starts /= starts.sum(axis=-1, keepdims=True) + TINY
    size = total.size
    rises = np.bincount(first.ravel(), starts.ravel(), size) - np.bincount(past.ravel(), starts.ravel(), size)
    shares: Floats = rises.reshape(lines, odds.shape[1], -1).cumsum(axis=-1)[:, :, :-1]
    shares[:, 0] = 1 - shares[:, 1:].sum(axis=1)
    return shares


def by_loops(summing: Callable[[], Callable[..., int]]) -> Sums:
    """The same, line by line, in loops that are plain Python or machine code.

    Each side is summed by a function of its own, which remembers where the tables are.
    """
    own: dict[int, Callable[..., int]] = {}

    def sums(side: Side, odds: Floats) -> Floats:
        sum_lines = own.get(id(side)) or own.setdefault(id(side), summing())
        runs, lines, starts = side.fits.shape
        _, values, cells = odds.shape
        side.lines.total.reshape(lines, values, cells + 1)[:, :, 1:] = odds.cumsum(axis=-1)
        side.lines.shares.fill(0)
        sum_lines(side.lines, runs, lines, starts, values, cells)
        shares: Floats = side.lines.shares.reshape(odds.shape)
        return shares

    return sums


def believe(columns: Side, rows: Side) -> Floats:
    """The odds of each value of each cell against the value 0, as logarithms: ``[row, column, value]``.

    Afterwards both sides know how probable the starts of their runs are. Machine code rounds otherwise than NumPy does,
    in the last digits: so it is used for every board, or where there is none, for no board.
    """
    return rounds(columns, rows, by_loops(lambda: LIBRARY.calls()["sum_lines"]) if LIBRARY.usable else by_tables)


def rounds(columns: Side, rows: Side, sums: Sums) -> Floats:
    """As :func:`believe`, with either way to sum."""
    open_ = rows.possible.sum(axis=-1) > 1
    to_rows, to_columns = rows.sure, columns.sure
    # A board that is its own mirror image would stay in balance until rounding errors decide: so each cell leans a bit.
    pulled = LEAN * np.sin(1.0 + np.arange(to_rows.size)).reshape(to_rows.shape)
    pulled[:, 0] = 0
    for step in range(ROUNDS):
        tick()
        to_columns = rows.told(to_rows + pulled, sums).transpose(2, 1, 0)
        to_rows = columns.told(to_columns + pulled.transpose(2, 1, 0), sums).transpose(2, 1, 0)
        believed = to_rows + to_columns.transpose(2, 1, 0) + pulled
        if np.abs(believed[:, 1:]).max(axis=1)[open_].min(initial=CERTAIN) > DECIDED:
            break
        pulled = np.clip(PULL * (step + 1) / ROUNDS * believed, -CERTAIN, CERTAIN)
    odds: Floats = believed.transpose(0, 2, 1)
    return odds
