"""The order encodings: where a run starts, as a number in unary.

``start<=(row3,0,4)`` says that run 0 of row 3 starts at cell 4 or before.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import overload

import numpy as np

from knobel import emit
from knobel.emit import Ints
from knobel.encodings import encoding
from knobel.formula import Formula, Lits, answer_cells
from knobel.limits import tick
from knobel.puzzle import Place, Possible

from ..beliefs import Side, believe
from ..presolve import Impossible, line_masks, place_runs, plan_of
from ..rules import Line, Nonogram
from ..runs import room
from .lines import line_cells

PIECE = 1 << 20  # so many pairs of a run and a position are written at once
MAX_STARTS = 5_000_000  # of boards with more, the tables of a guess do not fit well into memory


@encoding(Nonogram, "compact", labels="all", engine="cadical:score=0:chrono=0", default=True)
def compact(p: Nonogram, known: Possible | None = None) -> Formula:
    """The order encoding, with only those starts of a run that leave room for the others: short and quick."""
    f = Formula()
    runs = StartTable(f, p, answer_cells(f, p.domain(), known), known)
    runs.order()
    for run, at in pieces(runs.low, runs.high + runs.length):
        painted = runs.cell(run, at, runs.v[run])
        runs.add(run, -runs.le(run, at), runs.le(run, at - runs.length[run]), painted)
    runs.empty_gaps()
    if runs.starts <= MAX_STARTS:
        f.guess = runs.guess
    return f


@encoding(Nonogram, "covers", labels="all", engine="glucose")
def covers(p: Nonogram, known: Possible | None = None) -> Formula:
    """As compact, with a variable for each run and cell that says whether the run covers the cell."""
    f = Formula()
    answer = answer_cells(f, p.domain(), known)
    runs = StartTable(f, p, answer, known)
    runs.order()
    first, stop = runs.low, runs.high + runs.length
    before = np.cumsum(np.append(0, stop - first))  # pairs of runs and positions before those of each run
    covered = f.new("covers", int(before[-1]), axes=[Names(runs, first, stop)])
    for run, at in pieces(first, stop):
        covers_cell = covered[before[run[0]] :][: len(run)]
        started, ended = runs.le(run, at), runs.le(run, at - runs.length[run])
        runs.add(run, -covers_cell, started)
        runs.add(run, -covers_cell, -ended)
        runs.add(run, covers_cell, -started, ended)
        runs.add(run, -covers_cell, runs.cell(run, at, runs.v[run]))
    # A cell of a colour is covered by some run of that colour: this also empties the cells after the last run.
    values = answer.shape[-1]
    bounds = np.searchsorted(runs.line, np.arange(len(runs.ids) + 1)).tolist()
    for group, cells, (low, high) in zip(runs.ids, runs.cells, pairwise(bounds), strict=True):
        run, at = emit.spread(first[low:high], stop[low:high])
        if len(run):
            owners = at * (values - 1) + runs.v[low:high][run] - 1
            with f.within(group):
                emit.implies_any(f, cells[:, 1:].ravel(), owners, covered[before[low] : before[high]])
    return f


class StartTable:
    """All runs of a board side by side, for tables over the whole board. ``le(j, p)``: run j starts at p or before.

    low and high bound where a run starts; with known facts they come from the line solver.
    """

    def __init__(self, f: Formula, p: Nonogram, answer: Lits, known: Possible | None) -> None:
        self.f, self.puzzle, self.answer, self.known = f, p, answer, known
        self.ids: list[int] = []  # the group of each line that has a clue
        rows: list[tuple[int, ...]] = []  # line, number in it, length, value, gap before, low, high, last?
        self.cells: list[Lits] = []
        self.places: list[Place] = []
        masks = None if known is None else line_masks(known)
        for number, (place, line) in enumerate(p.lines()):
            tick()
            if line is None:
                continue
            group = f.declare("clue", p.sentence(place), p.cells(place), place)
            cells = line_cells(answer, place)
            spans = _starts(line, len(cells), None if masks is None else masks[number])
            if spans is None:
                f.never(group.id)
                continue
            if not line:
                f.add(cells[:, :1], group=group.id)
            for j, (one, (low, high)) in enumerate(zip(line, spans, strict=True)):
                gap = int(j > 0 and line[j - 1].v == one.v)
                rows.append((len(self.ids), j, one.length, one.v, gap, low, high, j + 1 == len(line)))
            self.ids.append(group.id)
            self.places.append(place)
            self.cells.append(cells)
        table = np.array(rows, dtype=np.int64).reshape(-1, 8)
        self.line, self.inside, self.length, self.v, self.gap, self.low, self.high = table[:, :7].T.copy()
        self.first, self.last = self.inside == 0, table[:, 7] == 1
        self.size = np.array([len(cells) for cells in self.cells], dtype=np.int64)[self.line]
        self.groups = np.array(self.ids, dtype=np.int32)[self.line] if len(table) else np.empty(0, dtype=np.int32)
        counts = self.high - self.low
        self.base = f.variables + 1 + np.cumsum(counts) - counts
        f.new("start<=", int(counts.sum()), axes=[Names(self, self.low, self.high)])
        # The cells of all lines in one table, so that a line and a position give a literal by one index.
        longest = max((len(cells) for cells in self.cells), default=0)
        self.lits = np.zeros((len(self.cells), longest, answer.shape[-1]), dtype=np.int32)
        for i, cells in enumerate(self.cells):
            self.lits[i, : len(cells)] = cells

    def le(self, run: Ints, at: Ints) -> Lits:
        true = self.f.true
        inner = self.base[run] + at - self.low[run]
        return np.where(at < self.low[run], -true, np.where(at >= self.high[run], true, inner)).astype(np.int32)

    def cell(self, run: Ints, at: Ints, v: Ints | int) -> Lits:
        found: Lits = self.lits[self.line[run], at, v]
        return found

    def add(self, run: Ints, *columns: Lits) -> None:
        """Clauses column by column, each in the group of its run's line."""
        self.f.add(np.stack(columns, axis=1), group=self.groups[run])

    def order(self) -> None:
        """What all order encodings share: the starts are numbers in unary, and each run leaves room for the next."""
        for run, at in pieces(self.low, self.high):
            self.add(run, -self.le(run, at), self.le(run, at + 1))
        for run, at in pieces(self.low, np.where(self.first, self.low, self.high + 1)):
            self.add(run, -self.le(run, at), self.le(run - 1, at - self.length[run - 1] - self.gap[run]))

    def empty_gaps(self) -> None:
        """A cell before a run and after the run before it is empty; so are the cells after the last run."""
        earliest = np.where(self.first, 0, np.roll(self.low + self.length, 1))
        for run, at in pieces(earliest, self.high):
            past = np.where(self.first[run], self.f.true, self.le(run - 1, at - self.length[run - 1])).astype(np.int32)
            self.add(run, -past, self.le(run, at), self.cell(run, at, 0))
        for run, at in pieces(np.where(self.last, self.low + self.length, 0), np.where(self.last, self.size, 0)):
            self.add(run, -self.le(run, at - self.length[run]), self.cell(run, at, 0))

    @property
    def starts(self) -> int:
        """The size of a table with a column for each start of the run that has most, and a row for every other run."""
        runs = int(self.inside.max(initial=-1)) + 1
        return runs * len(self.ids) * int((self.high - self.low).max(initial=0) + 1)

    def guess(self) -> Lits:
        """Of every variable its more probable value, as far as belief propagation can tell."""
        possible = self.puzzle.domain() if self.known is None else self.known
        sides = (self.side("column", possible.swapaxes(0, 1)), self.side("row", possible))
        odds = believe(*sides)
        probable = odds.argmax(axis=-1)[..., None] == np.arange(odds.shape[-1])
        guessed = [np.where(probable, self.answer, -self.answer).ravel()]
        run, at = emit.spread(self.low, self.high)
        column = np.array([place.name == "column" for place in self.places], dtype=np.bool_)[self.line[run]]
        line = np.array([place.i for place in self.places], dtype=np.int64)[self.line[run]]
        for mine, side in zip((column, ~column), sides, strict=True):
            by = np.cumsum(side.starts, axis=-1)
            run_, at_ = run[mine], at[mine]
            lits = self.le(run_, at_)
            guessed.append(np.where(by[self.inside[run_], line[mine], at_ - self.low[run_]] > 0.5, lits, -lits))
        return np.concatenate(guessed)

    def side(self, name: str, possible: Possible) -> Side:
        """The runs of the rows, or of the columns, as tables."""
        number = np.array([place.i if place.name == name else -1 for place in self.places], dtype=np.int64)
        mine = number[self.line] >= 0
        line, inside = number[self.line][mine], self.inside[mine]
        shape = int(inside.max(initial=-1)) + 1, len(possible)

        def table(column: Ints, else_: int) -> Ints:
            made = np.full(shape, else_, dtype=np.int64)
            made[inside, line] = column[mine]
            return made

        room = self.low - np.roll(self.low + self.length, 1) - self.gap
        clued = np.zeros(len(possible), dtype=np.bool_)
        clued[number[number >= 0]] = True
        return Side(
            value=table(self.v, 0),
            length=table(self.length, 0),
            low=table(self.low, 0),
            room=table(np.where(self.first, 0, room), possible.shape[1]),
            width=table(self.high - self.low + 1, 1),
            clued=clued,
            possible=possible,
        )


class Names(Sequence[str]):
    """For each run and each of its positions: the line, the run's number inside the line, the position.

    A name is made only when it is asked for: there can be millions.
    """

    def __init__(self, runs: StartTable, first: Ints, stop: Ints) -> None:
        self._runs, self._first, self._stop = runs, first, stop

    @cached_property
    def _ends(self) -> list[int]:
        ends: list[int] = np.cumsum(self._stop - self._first).tolist()
        return ends

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, i: int) -> str: ...
    @overload
    def __getitem__(self, i: slice) -> list[str]: ...
    def __getitem__(self, i: int | slice) -> str | list[str]:
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        return "{},{},{}".format(*self._parts(i))

    def told(self, i: int) -> str:
        """The same as people count."""
        line, run, position = self._parts(i)
        return f"{line}, run {run + 1}, {position + 1}"

    def _parts(self, i: int) -> tuple[str, int, int]:
        run = bisect_right(self._ends, i)
        place = self._runs.places[self._runs.line[run]]
        return f"{place.name}{place.i}", int(self._runs.inside[run]), int(self._stop[run] - self._ends[run] + i)


def pieces(first: Ints, stop: Ints) -> Iterator[tuple[Ints, Ints]]:
    """What :func:`emit.spread` gives, in parts, with a look at the clock before each."""
    ends = np.maximum(stop - first, 0).cumsum()
    begin = done = 0
    while begin < len(ends):
        tick()
        end = max(begin + 1, int(ends.searchsorted(done + PIECE, "right")))
        if end - begin == len(ends):
            yield emit.spread(first, stop)
            return
        owner, at = emit.spread(first[begin:end], stop[begin:end])
        yield owner + begin, at
        begin, done = end, int(ends[end - 1])


def _starts(line: Line, length: int, can: list[int] | None) -> list[tuple[int, int]] | None:
    """The first and last start of each run; None if they do not fit."""
    if can is None:
        spare = length - room(line)
        low = [0]
        for a, b in pairwise(line):
            low.append(low[-1] + a.length + (a.v == b.v))
        return None if spare < 0 else [(start, start + spare) for start in low[: len(line)]]
    try:
        starts, _ = place_runs(plan_of(line, length), can)
    except Impossible:
        return None
    return [((mask & -mask).bit_length() - 1, mask.bit_length() - 1) for mask in starts]
