"""The constraint model: each column is a small machine, and what a piece does to a column is its input.

A column's state is all that matters for falling: whether rows 0 and 1 are filled, and the first filled row from row 2
on. A slice is (top, first, last): the first row when the piece is in the top row, and the rows that it covers at rest.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import NamedTuple

import numpy as np

from knobel.encodings import model_encoding
from knobel.errors import Unable
from knobel.model import Clause, Count, Model, Table, Vars, numbers
from knobel.puzzle import Possible

from ..rules import Satromino
from .geometry import drops, poses

MAX_ROWS = 2_000_000  # of all tables together


class Column(NamedTuple):
    """The state of a column."""

    row0: bool
    row1: bool
    first: int

    def free(self, top: int, bottom: int) -> bool:
        """Whether all rows from top (at most 2) to bottom are free."""
        return not (self.row0 and top == 0) and not (self.row1 and top <= 1 <= bottom) and self.first > bottom

    def filled(self, r: int) -> bool:
        """Whether a row is filled, if all rows above it are free."""
        return (self.row0, self.row1)[r] if r < 2 else self.first == r

    def after(self, first: int, last: int) -> Column:
        """The column with some more rows filled."""
        lower = min(self.first, max(first, 2)) if last >= 2 else self.first
        return Column(self.row0 or first == 0, self.row1 or first <= 1 <= last, lower)


@model_encoding(Satromino, "cp")
def cp(p: Satromino, known: Possible | None = None) -> Model:
    """A constraint model: each column is a small machine, and its input is what a piece does to it."""
    total = sum(len(drops(piece, p.width, p.height).v) + 20 * p.width * p.height**2 for piece in p.sequence)
    if total > MAX_ROWS:
        raise Unable(f"the encoding cp would need tables of {total} rows; try placement")
    m = Model()
    domain = p.domain() if known is None else p.domain() & known
    m.answer = m.new("move", len(domain), values=())
    m.domains = [tuple(np.flatnonzero(row).tolist()) for row in domain]
    writer = _Writer(m, p)
    for k in range(len(domain)):
        writer.step(k)
    for place in p.places():
        writer.goal(place.i, place.j, p.goal[place.i][place.j] == "+")
    return m


class _Writer:
    """Writes the steps. ``columns[x]`` is the state of a column now, ``history`` what came to the columns so far."""

    def __init__(self, m: Model, p: Satromino) -> None:
        self.m, self.p = m, p
        rows = range(2, max(p.height, 2) + 1)
        self.states = [Column(bool(a), bool(b), first) for a, b, first in product((0, 1), (0, 1), rows)]
        self.number = {state: i for i, state in enumerate(self.states)}
        self.columns = m.new("column", p.width, values=())
        self.history: list[tuple[Vars, dict[tuple[int, int, int], int]]] = []
        self.started = [[row[x] == "+" for row in p.start] for x in range(p.width)]
        for x, cells in enumerate(self.started):
            first = next((r for r in range(2, p.height) if cells[r]), max(p.height, 2))
            state = Column(cells[0], p.height > 1 and cells[1], first)
            m.domains[int(self.columns[x])] = (self.number[state],)

    def step(self, k: int) -> None:
        """One piece: its placement gives each column a slice, or none (0), and it touches something in one of them."""
        m, p = self.m, self.p
        d = drops(p.sequence[k], p.width, p.height)
        cut = list(
            zip(*(part.tolist() for part in (d.slices.owner, d.slices.x, d.slices.top, d.top, d.bottom)), strict=True)
        )
        kinds = {kind: i for i, kind in enumerate(sorted({row[2:] for row in cut}), 1)}
        parts = m.new(f"slice{k + 1}", p.width, values=range(len(kinds) + 1))
        rows = [[v] + [0] * p.width for v in d.v.tolist()]
        for owner, x, *kind in cut:
            rows[owner][x + 1] = kinds[tuple(kind)]
        m.add(Table((int(m.answer[k]), *numbers(parts)), tuple(map(tuple, rows))))
        if p.strict:
            self._strict(k)
        after = m.new(f"column{k + 1}", p.width, values=range(len(self.states)))
        touches = m.new(f"touch{k + 1}", p.width, values=range(2))
        table = self._machine(kinds)
        for x in range(p.width):
            m.add(Table(tuple(int(a[x]) for a in (parts, self.columns, after, touches)), table))
        m.add(Count(numbers(touches), 1, 1, p.width))
        self.history.append((parts, kinds))
        self.columns = after

    def _machine(self, kinds: dict[tuple[int, int, int], int]) -> tuple[tuple[int, ...], ...]:
        """Slice, state before, state after, and whether the slice touches what is below it."""
        rows = [(0, i, i, 0) for i in range(len(self.states))]
        for (top, first, last), kind in kinds.items():
            for i, state in enumerate(self.states):
                if state.free(top, last):
                    touch = last + 1 == self.p.height or state.filled(last + 1)
                    rows.append((kind, i, self.number[state.after(first, last)], int(touch)))
        return tuple(rows)

    def _strict(self, k: int) -> None:
        """A path through poses that touch nothing, as long as it may have to be; it can stand still."""
        m = self.m
        found = poses(self.p.sequence[k], self.p.width, self.p.height)
        length = len(found.v)
        path = m.new(f"path{k + 1}", length, values=range(length))
        m.domains[int(path[0])] = (found.first,)
        steps = {(i, i) for i in range(length)} | {(int(b), i) for i, row in enumerate(found.before) for b in row}
        for now, then in pairwise(path.tolist()):
            m.add(Table((now, then), tuple(sorted(steps))))
        ends = tuple((i, int(found.v[i])) for i in range(length) if found.falls[i])
        m.add(Table((int(path[-1]), int(m.answer[k])), ends))
        for pose, x, top, bottom in zip(*(part.tolist() for part in found.slices), strict=True):
            free = tuple(
                (int(self.columns[x]), i, True) for i, state in enumerate(self.states) if state.free(top, bottom)
            )
            m.add(*(Clause(((now, pose, False), *free)) for now in path.tolist()))

    def goal(self, r: int, c: int, wanted: bool) -> None:
        """A cell is filled at the end if it was at the start, or if a slice has covered it."""
        covering = [
            (int(parts[c]), kind)
            for parts, kinds in self.history
            for (_, first, last), kind in kinds.items()
            if first <= r <= last
        ]
        if not wanted:
            self.m.add(*(Clause(((part, kind, False),)) for part, kind in covering))
            if self.started[c][r]:
                self.m.add(Clause(()))
        elif not self.started[c][r]:
            self.m.add(Clause(tuple((part, kind, True) for part, kind in covering)))
