"""Nonograms as formulas and as a constraint model.

In all of them ``cell(r,c)`` says that the cell is painted (coloured boards: ``cell(r,c,v)``, one variable a value).
"""

from __future__ import annotations

from itertools import chain, combinations, islice, pairwise
from math import comb

import numpy as np
import numpy.typing as npt

from knobel import emit
from knobel.encodings import encoding, model_encoding
from knobel.errors import Unable
from knobel.formula import Formula, Lits, Words, answer_cells
from knobel.limits import tick
from knobel.model import Automaton, Clause, Model, numbers
from knobel.puzzle import Place, Possible

from .presolve import Impossible, place_runs
from .rules import Line, Nonogram

CHUNK = 1 << 16  # colourings between two looks at the clock
MAX_CLAUSES = 50_000_000  # of dnf: as many as fit into a few gigabytes


def _line_cells(answer: Lits, place: Place) -> Lits:
    """The literals of one line: ``[position, value]``."""
    return answer[:, place.i] if place.name == "column" else answer[place.i]


@encoding(Nonogram, "dnf", labels="all", engine="glucose")
def dnf(p: Nonogram, known: Possible | None = None) -> Formula:
    """One selector for each possible colouring of a line: the Tseitin form of its DNF. Exact and plain, and huge."""
    lengths = [p.height] * p.width + [p.width] * p.height
    pairs = [(line, n) for (_, line), n in zip(p.lines(), lengths, strict=True) if line is not None]
    total = sum(_colourings_count(line, n) * n for line, n in pairs)
    if total > MAX_CLAUSES:
        raise Unable(f"the encoding dnf would need {total:.2g} clauses, more than {MAX_CLAUSES}; try compact or order")
    f = Formula()
    answer = answer_cells(f, p.domain(), known)
    for place, line in p.lines():
        if line is None:
            continue
        with f.group("clue", p.sentence(place), p.cells(place), place):
            cells = _line_cells(answer, place)
            colourings = _colourings(line, len(cells))
            lits = cells[np.arange(len(cells)), colourings]
            lits = lits[~f.impossible(lits).any(axis=1)]
            chosen = f.new(f"{place.name}{place.i}.colouring", len(lits))
            f.add(np.stack([np.repeat(-chosen, len(cells)), lits.ravel()], axis=1))
            f.add(chosen)
    return f


def _slack(line: Line, length: int) -> int:
    gaps = sum(a.v == b.v for a, b in pairwise(line))
    return length - sum(run.length for run in line) - gaps


def _colourings_count(line: Line, length: int) -> int:
    slack = _slack(line, length)
    return comb(slack + len(line), len(line)) if slack >= 0 else 0


def _colourings(line: Line, length: int) -> npt.NDArray[np.int8]:
    """All colourings of a line, one a row.

    >>> from .rules import Run
    >>> _colourings((Run(1), Run(1)), 4).tolist()
    [[1, 0, 1, 0], [1, 0, 0, 1], [0, 1, 0, 1]]
    """
    count, k = _colourings_count(line, length), len(line)
    painted = np.zeros((count, length), dtype=np.int8)
    if not count or not k:
        return painted
    # Choosing where the runs stand among runs and spare empty cells gives each colouring once.
    chosen = combinations(range(_slack(line, length) + k), k)
    for first in range(0, count, CHUNK):
        tick()
        part = painted[first : first + CHUNK]
        flat = chain.from_iterable(islice(chosen, len(part)))
        starts = np.fromiter(flat, dtype=np.int64, count=len(part) * k).reshape(-1, k)
        shift = 0
        for j, run in enumerate(line):
            cells = starts[:, j, None] + shift + np.arange(run.length)
            part[np.arange(len(part))[:, None], cells] = run.v
            shift += run.length - 1 + (j + 1 < k and line[j + 1].v == run.v)
    return painted


class _Runs:
    """All runs of a board side by side, for tables over the whole board. ``le(j, p)``: run j starts at p or before.

    low and high bound where a run starts; with known facts they come from the line solver.
    """

    def __init__(self, f: Formula, p: Nonogram, answer: Lits, known: Possible | None) -> None:
        self.f = f
        self.ids: list[int] = []  # the group of each line that has a clue
        rows: list[tuple[int, ...]] = []  # line, length, value, gap before, low, high, first?, last?
        self.cells: list[Lits] = []
        for place, line in p.lines():
            if line is None:
                continue
            group = f.declare("clue", p.sentence(place), p.cells(place), place)
            cells = _line_cells(answer, place)
            spans = _starts(line, len(cells), known, place)
            if spans is None:
                f.never(group.id)
                continue
            if not line:
                f.add(cells[:, :1], group=group.id)
            for j, (one, (low, high)) in enumerate(zip(line, spans, strict=True)):
                gap = int(j > 0 and line[j - 1].v == one.v)
                rows.append((len(self.ids), one.length, one.v, gap, low, high, j == 0, j + 1 == len(line)))
            self.ids.append(group.id)
            self.cells.append(cells)
        table = np.array(rows, dtype=np.int64).reshape(-1, 8)
        self.line, self.length, self.v, self.gap, self.low, self.high = table[:, :6].T
        self.first, self.last = table[:, 6:].T.astype(np.bool_)
        self.size = np.array([len(cells) for cells in self.cells], dtype=np.int64)[self.line]
        self.groups = np.array(self.ids, dtype=np.int32)[self.line] if len(table) else np.empty(0, dtype=np.int32)
        counts = self.high - self.low
        self.base = f.variables + 1 + np.cumsum(counts) - counts
        run, at = spread(self.low, self.high)
        f.new("start<=", int(counts.sum()), axes=[self.names(run, at)])
        # The cells of all lines in one table, so that a line and a position give a literal by one index.
        longest = max((len(cells) for cells in self.cells), default=0)
        self.lits = np.zeros((len(self.cells), longest, answer.shape[-1]), dtype=np.int32)
        for i, cells in enumerate(self.cells):
            self.lits[i, : len(cells)] = cells

    def names(self, run: npt.NDArray[np.int64], at: npt.NDArray[np.int64]) -> Words:
        """For each run and position: the line, the run's number inside the line, the position."""
        places = [self.f.groups[i].place for i in self.ids]
        words = np.array([f"{place.name}{place.i}" for place in places if place] or [""])
        inside = np.arange(len(self.line)) - np.maximum.accumulate(np.where(self.first, np.arange(len(self.line)), 0))
        return Words(words[self.line[run]], inside[run], at)

    def le(self, run: npt.NDArray[np.int64], at: npt.NDArray[np.int64]) -> Lits:
        true = self.f.true
        inner = self.base[run] + at - self.low[run]
        return np.where(at < self.low[run], -true, np.where(at >= self.high[run], true, inner)).astype(np.int32)

    def cell(self, run: npt.NDArray[np.int64], at: npt.NDArray[np.int64], v: npt.NDArray[np.int64] | int) -> Lits:
        found: Lits = self.lits[self.line[run], at, v]
        return found

    def add(self, run: npt.NDArray[np.int64], *columns: Lits) -> None:
        """Clauses column by column, each in the group of its run's line."""
        self.f.add(np.stack(columns, axis=1), group=self.groups[run])

    def order(self) -> None:
        """What all order encodings share: the starts are numbers in unary, and each run leaves room for the next."""
        run, at = spread(self.low, self.high)
        self.add(run, -self.le(run, at), self.le(run, at + 1))
        run, at = spread(self.low, self.high + 1)
        run, at = run[~self.first[run]], at[~self.first[run]]
        self.add(run, -self.le(run, at), self.le(run - 1, at - self.length[run - 1] - self.gap[run]))

    def empty_gaps(self) -> None:
        """A cell before a run and after the run before it is empty; so are the cells after the last run."""
        earliest = np.where(self.first, 0, np.roll(self.low + self.length, 1))
        run, at = spread(earliest, self.high)
        past = np.where(self.first[run], self.f.true, self.le(run - 1, at - self.length[run - 1])).astype(np.int32)
        self.add(run, -past, self.le(run, at), self.cell(run, at, 0))
        run, at = spread(np.where(self.last, self.low + self.length, 0), np.where(self.last, self.size, 0))
        self.add(run, -self.le(run, at - self.length[run]), self.cell(run, at, 0))


def spread(
    first: npt.NDArray[np.int64], stop: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """All pairs (i, x) with first[i] <= x < stop[i].

    >>> [column.tolist() for column in spread(np.array([0, 5]), np.array([2, 6]))]
    [[0, 0, 1], [0, 1, 5]]
    """
    counts = np.maximum(stop - first, 0)
    owner = np.repeat(np.arange(len(counts)), counts)
    return owner, np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts - first, counts)


def _starts(line: Line, length: int, known: Possible | None, place: Place) -> list[tuple[int, int]] | None:
    """The first and last start of each run; None if they do not fit."""
    if known is None:
        slack = _slack(line, length)
        low = [0]
        for a, b in pairwise(line):
            low.append(low[-1] + a.length + (a.v == b.v))
        return None if slack < 0 else [(start, start + slack) for start in low[: len(line)]]
    cells = known[:, place.i] if place.name == "column" else known[place.i]
    can = [sum(1 << i for i in np.flatnonzero(column).tolist()) for column in cells.T]
    try:
        starts, _, _ = place_runs(line, can, length)
    except Impossible:
        return None
    return [((mask & -mask).bit_length() - 1, mask.bit_length() - 1) for mask in starts]


@encoding(Nonogram, "compact", labels="all", engine="glucose", default=True)
def compact(p: Nonogram, known: Possible | None = None) -> Formula:
    """The order encoding without cover variables: inside a run cells are painted, in a gap they are empty."""
    f = Formula()
    runs = _Runs(f, p, answer_cells(f, p.domain(), known), known)
    runs.order()
    run, at = spread(runs.low, runs.high + runs.length)
    painted = runs.cell(run, at, runs.v[run])
    runs.add(run, -runs.le(run, at), runs.le(run, at - runs.length[run]), painted)
    runs.empty_gaps()
    return f


@encoding(Nonogram, "order", labels="all", engine="glucose")
def order(p: Nonogram, known: Possible | None = None) -> Formula:
    """The start of each run as a number in unary (unary, leq), with a variable for each cell that it covers (block)."""
    f = Formula()
    answer = answer_cells(f, p.domain(), known)
    runs = _Runs(f, p, answer, known)
    runs.order()
    run, at = spread(runs.low, runs.high + runs.length)
    covers = f.new("covers", len(run), axes=[runs.names(run, at)])
    started, ended = runs.le(run, at), runs.le(run, at - runs.length[run])
    runs.add(run, -covers, started)
    runs.add(run, -covers, -ended)
    runs.add(run, covers, -started, ended)
    runs.add(run, -covers, runs.cell(run, at, runs.v[run]))
    # A cell of a colour is covered by some run of that colour: this also empties the cells after the last run.
    values = answer.shape[-1]
    for i, group in enumerate(runs.ids):
        mine = runs.line[run] == i
        cells = runs.cells[i]
        heads = cells[:, 1:].ravel()
        owners = at[mine] * (values - 1) + runs.v[run[mine]] - 1
        if mine.any():
            with f.within(group):
                emit.implies_any(f, heads, owners, covers[mine])
    return f


@encoding(Nonogram, "automaton", labels="all")
def automaton(p: Nonogram, known: Possible | None = None) -> Formula:
    """One layered automaton a line: unit propagation on one line alone finds all that the line implies."""
    f = Formula()
    answer = answer_cells(f, p.domain(), known)
    for place, line in p.lines():
        if line is None:
            continue
        with f.group("clue", p.sentence(place), p.cells(place), place):
            cells = _line_cells(answer, place)
            if _slack(line, len(cells)) < 0:
                f.never()  # runs that are too long, perhaps by far: nothing to unfold
                continue
            steps, final = line_automaton(line)
            emit.automaton(f, cells, steps, 0, final, f"{place.name}{place.i}")
    return f


def line_automaton(line: Line) -> tuple[tuple[dict[int, int], ...], frozenset[int]]:
    """The automaton that reads the line from state 0: a state is how much of the runs has been read.

    >>> from .rules import Run
    >>> line_automaton((Run(1), Run(1)))
    (({0: 0, 1: 1}, {0: 2}, {0: 2, 1: 3}, {0: 3}), frozenset({3}))
    """
    steps: list[dict[int, int]] = [{0: 0}]
    for j, run in enumerate(line):
        for _ in range(run.length):
            steps[-1][run.v] = len(steps)
            steps.append({})
        following = line[j + 1] if j + 1 < len(line) else None
        if following is not None and following.v == run.v:
            steps[-1][0] = len(steps)
            steps.append({0: len(steps)})
        else:
            steps[-1][0] = len(steps) - 1  # another colour may follow at once, the rest of the line may be empty
    return tuple(steps), frozenset({len(steps) - 1})


@model_encoding(Nonogram, "cp")
def cp(p: Nonogram, known: Possible | None = None) -> Model:
    """A constraint model: one automaton a line over the cells' values."""
    m = Model()
    m.answer = m.new("cell", p.height, p.width, values=range(len(p.palette) + 1))
    if known is not None:
        m.domains = [tuple(np.flatnonzero(can).tolist()) for can in known.reshape(len(m.domains), -1)]
    for place, line in p.lines():
        if line is not None:
            cells = m.answer[:, place.i] if place.name == "column" else m.answer[place.i]
            if _slack(line, len(cells)) < 0:
                m.add(Clause(()))
                continue
            steps, final = line_automaton(line)
            m.add(Automaton(numbers(cells), steps, 0, final))
    return m
