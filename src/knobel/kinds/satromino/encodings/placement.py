"""The fast encoding: a variable for each placement of each piece, and for each column how far down it is free."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from knobel import emit
from knobel.emit import Ints
from knobel.encodings import PreferredEngine, encoding
from knobel.errors import Unable
from knobel.formula import Formula, Lits, Words
from knobel.limits import tick
from knobel.puzzle import Possible

from ..pieces import STATES, first_state
from ..rules import Satromino
from .geometry import LADDER, Drops, cell_columns, drops, joined, new_moves, poses, rungs, tops
from .implied import add_implied
from .reach import reachable

MAX_PLACEMENTS = 3_000_000
AT_ONCE = 1 << 18  # placements in one table: enough for most levels, and the deadline is heard after each table
CLOSE = 3  # rows less far apart exclude each other; for all pairs of rows, the formula grows and the search is as long


def medium(p: Satromino) -> bool:
    """With fewer pieces there is nothing to gain for yasat, and with more of them Glucose searches as well."""
    return 12 < len(p.sequence) <= 22


@encoding(
    Satromino, "placement", labels="all", engine="glucose", default=True, preferred=PreferredEngine("yasat", medium)
)
def placement(p: Satromino, known: Possible | None = None) -> Formula:
    """One variable for each placement of each piece, and a ladder for each column: free from the top down to a row."""
    writer = PlacementWriter(p, known)
    for part in writer.parts:
        writer.steps(part)
    writer.goal()
    add_implied(writer)
    return writer.f


class Part(NamedTuple):
    """Some steps in a row, all their placements in one table; ``k`` is the step of each, counted from the first."""

    steps: slice
    k: Ints
    drops: Drops
    place: Lits


class PlacementWriter:
    """The formula while it is written, for many steps at once: a call for each step would cost more than the clauses.

    ``free[k, x, y]``, before step k: column x is free from row 2 down to row y; rows 0 and 1 have a literal for each
    cell, because a piece with a notch at its top can slip under a filled cell of these rows.
    ``falls[k, v]``: the piece is moved so, and its place in the top rows is free.
    """

    def __init__(self, p: Satromino, known: Possible | None) -> None:
        self.f, self.p = Formula(), p
        self.width, self.height = p.width, p.height
        domain = p.domain()
        self.possible = domain if known is None else domain & known
        self.started = cell_columns(p.start) == "+"
        self.peak = self._peaks()
        found = list(self._placements())
        self.answer = self._moves()
        places = self._names(
            "place",
            np.concatenate([k + steps.start for steps, k, _ in found]),
            np.concatenate([d.v for *_, d in found]),
            np.concatenate([d.y for *_, d in found]),
        )
        ends = np.cumsum([len(k) for _, k, _ in found])
        self.parts = [Part(*one, place) for one, place in zip(found, np.split(places, ends[:-1]), strict=True)]
        self.can_fall = np.zeros_like(self.possible)
        for part in self.parts:
            self.can_fall[part.steps][part.k, part.drops.v] = True
        self.falls = np.full(self.possible.shape, -self.f.true, dtype=np.int32)
        self.falls[self.can_fall] = self._names("falls", *np.nonzero(self.can_fall))
        self.free = self._ladders()

    # variables

    def _moves(self) -> Lits:
        """The answer: one state and column for each piece."""
        f, possible = self.f, self.possible
        block = new_moves(f, possible, self.width)
        only = possible & (possible.sum(axis=1, keepdims=True) == 1)
        f.answer = np.where(possible, np.where(only, f.true, block), -f.true).astype(np.int32)
        f.add(f.answer)
        counts = possible.sum(axis=1)
        for n in np.unique(counts).tolist():
            k = np.flatnonzero(counts == n)
            table, more = _one_of(n)
            lines = f.new("moves", len(k), more, axes=[Words(k + 1), 1], helper=True)
            lits = np.column_stack([block[k][possible[k]].reshape(len(k), n), lines])
            f.add((np.sign(table) * lits[:, np.abs(table) - 1]).reshape(-1, 2))
        return f.answer

    def _peaks(self) -> Ints:
        """The highest row that can be filled before each step, and after the last."""
        filled = np.flatnonzero(self.started.any(axis=0))
        peak = [int(filled[0]) if len(filled) else self.height]
        for piece in self.p.sequence:
            tall = int(drops(piece, self.width, self.height).height.max(initial=0))
            peak.append(max(0, peak[-1] - tall))
        return np.array(peak)

    def _placements(self) -> Iterator[tuple[slice, Ints, Drops]]:
        """Steps in a row and their placements: those whose moves are possible, with something under them, perhaps."""
        every = [drops(piece, self.width, self.height) for piece in self.p.sequence]
        sizes = np.array([len(d.v) for d in every])
        ends = np.cumsum(sizes)
        stop = total = 0
        while stop < len(every):
            tick()
            first, begin = stop, ends[stop] - sizes[stop]
            stop = max(first + 1, int(np.searchsorted(ends, begin + AT_ONCE, side="right")))
            steps = slice(first, stop)
            k, d = np.repeat(np.arange(stop - first), sizes[steps]), joined(every[steps])
            chosen = self.possible[steps][k, d.v] & (d.y + d.height >= self.peak[steps][k])
            total += int(np.count_nonzero(chosen))
            if total > MAX_PLACEMENTS:
                raise Unable(f"the encoding placement would need more than {MAX_PLACEMENTS} placements")
            yield steps, k[chosen], d.where(chosen)

    def _names(self, name: str, k: Ints, v: Ints, *rows: Ints) -> Lits:
        """A variable for each step and value, and perhaps row."""
        begin = np.array([first_state(piece) for piece in self.p.sequence])
        columns = [k + 1, np.array(STATES)[begin[k] + v // self.width], v % self.width + 1, *(y + 1 for y in rows)]
        return self.f.new(name, len(k), axes=[Words(*columns)])

    def _ladders(self) -> Lits:
        true = self.f.true
        first = ~self.started
        first[:, LADDER:] = np.logical_and.accumulate(first[:, LADDER:], axis=1)
        open_ = first & (np.arange(self.height) >= self.peak[:, None, None])
        open_[0] = False
        k, x, y = np.nonzero(open_)
        free = np.where(np.broadcast_to(first, open_.shape), true, -true).astype(np.int32)
        free[open_] = self.f.new("free", len(k), axes=[Words(k, x + 1, y + 1)])
        return free

    # steps

    def steps(self, part: Part) -> None:
        """Some pieces: how they can fall, and what they do to the columns."""
        f, d, place = self.f, part.drops, part.place
        answer, falls, can_fall = self.answer[part.steps], self.falls[part.steps], self.can_fall[part.steps]
        f.add(np.stack([-falls[can_fall], answer[can_fall]], axis=1), np.stack([-place, falls[part.k, d.v]], axis=1))
        number = np.cumsum(can_fall).reshape(can_fall.shape)[part.k, d.v] - 1
        emit.implies_any(f, falls[can_fall], number, place)
        for apart in range(1, min(CLOSE, self.height)):  # the ladders say this too, but only after some search
            same = number[:-apart] == number[apart:]
            f.add(-np.stack([place[:-apart][same], place[apart:][same]], axis=1))
        self._fits(part)
        rules = [f.declare("rule", self.p.rule(i), [(i,)]).id for i in range(part.steps.start, part.steps.stop)]
        k, v = np.nonzero(self.possible[part.steps])
        f.add(np.stack([-answer[k, v], falls[k, v]], axis=1), group=np.array(rules, dtype=np.int32)[k])
        if self.p.strict:
            for step, rule in enumerate(rules, part.steps.start):
                self._reached(step, rule)
        self._fall(part)
        self._settle(part)

    def _fits(self, part: Part) -> None:
        """The piece falls as it was moved exactly if its place in the top rows is free."""
        f, can_fall = self.f, self.can_fall[part.steps]
        found = [tops(piece, self.width, self.height) for piece in self.p.sequence[part.steps]]
        k = np.repeat(np.arange(len(found)), [len(one.v) for one in found])
        v, x, y = (np.concatenate(column) for column in zip(*((one.v, one.x, one.y) for one in found), strict=True))
        k, v, x, y = (column[can_fall[k, v]] for column in (k, v, x, y))
        falls, moves, top = self.falls[part.steps], self.answer[part.steps], self.free[part.steps][k, x, y]
        f.add(np.stack([-falls[k, v], top], axis=1))
        number = np.cumsum(can_fall).reshape(can_fall.shape) - 1
        owners, members = [number[can_fall], number[k, v]], [falls[can_fall], -top]
        emit.implies_any(f, moves[can_fall], np.concatenate(owners), np.concatenate(members))

    def _reached(self, k: int, rule: int) -> None:
        """The piece can be turned and shifted as it was moved without touching anything."""
        shape = self.p.sequence[k], self.width, self.height
        found, top = poses(*shape), tops(*shape)
        reach = np.full(self.answer.shape[1], -self.f.true, dtype=np.int32)
        reach[found.v] = reachable(self.f, found, top.owner, self.free[k, top.x, top.y], k + 1)
        self.f.add(np.stack([-self.answer[k], reach], axis=1)[self.can_fall[k]], group=rule)

    def _fall(self, part: Part) -> None:
        """A placed piece has fallen through free rows, and rests on something."""
        f, d, place, cut, free = self.f, part.drops, part.place, part.drops.slices, self.free[part.steps]
        k, bottom = part.k[cut.owner], d.bottom
        deep = bottom >= LADDER
        f.add(np.stack([-place[cut.owner[deep]], free[k[deep], cut.x[deep], bottom[deep]]], axis=1))
        thin = (cut.bottom == 0) & (bottom >= 1)  # row 1 is not among what it covers in the top row
        if thin.any():
            f.add(np.stack([-place[cut.owner[thin]], free[k[thin], cut.x[thin], 1]], axis=1))
        high = d.y + d.height < self.height
        on = high[cut.owner]
        number = np.cumsum(high)[cut.owner[on]] - 1
        emit.implies_any(f, place[high], number, -free[k[on], cut.x[on], bottom[on] + 1])

    def _settle(self, part: Part) -> None:
        """The columns after each step: free where they were, unless the piece has come there."""
        f, cut, top, bottom = self.f, part.drops.slices, part.drops.top, part.drops.bottom
        before, after = self.free[:-1][part.steps], self.free[1:][part.steps]
        rung, which = rungs(top, bottom)
        owner, x, y = cut.owner[which], cut.x[which], np.maximum(top[which], rung)
        k, lits = part.k[owner], part.place[owner]
        f.add(np.stack([-lits, -after[k, x, y]], axis=1), np.stack([-after.ravel(), before.ravel()], axis=1))
        f.add(np.stack([-after[..., LADDER + 1 :].ravel(), after[..., LADDER:-1].ravel()], axis=1))
        # What was free and is not any more is where the piece has come; on a ladder, the first row that is not free.
        cells = np.arange(before.size).reshape(before.shape)
        lower = cells[..., LADDER + 1 :].ravel()
        owners = np.concatenate([cells.ravel(), lower, cells[k, x, y]])
        emit.implies_any(f, before.ravel(), owners, np.concatenate([after.ravel(), -after.ravel()[lower - 1], lits]))

    # the goal

    def covers(self) -> tuple[Ints, Ints, Ints, Lits]:
        """Every cell of every placement: step, row, column, literal."""
        steps, rows, columns, lits = [], [], [], []
        for part in self.parts:
            tick()
            cut = part.drops.slices
            which, r = emit.spread(part.drops.top, part.drops.bottom + 1)
            owner = cut.owner[which]
            steps.append(part.k[owner] + part.steps.start)
            rows.append(r)
            columns.append(cut.x[which])
            lits.append(part.place[owner])
        return np.concatenate(steps), np.concatenate(rows), np.concatenate(columns), np.concatenate(lits)

    def goal(self) -> None:
        """What each cell is at the end.

        On a ladder, a cell is filled at the end if it was not free at the end, and if the step that made it so covered
        just this cell: once something lies above it, no piece can come there.
        """
        f, p, free = self.f, self.p, self.free
        cells = tuple((k,) for k in range(len(p.sequence)))
        clues = np.zeros((self.width, self.height), dtype=np.int32)  # the group of each cell
        for place in p.places():
            clues[place.j, place.i] = f.declare("clue", p.clue(place), cells, place).id
        goal = cell_columns(p.goal)
        full = (goal == "+") & ~self.started
        # a cell that has to be empty is not, or the start has closed the column above one that has to be filled
        for group in clues[((goal == ".") & self.started) | (full & (free[0] != f.true))].tolist():
            f.never(group)
        step, r, c, lits = self.covers()
        empty = goal[c, r] == "."
        f.add(-lits[empty, None], group=clues[c[empty], r[empty]])
        f.add(-free[-1][full][:, None], group=clues[full])
        self._come(step, r, c, lits, np.where(full & (np.arange(self.height) >= LADDER), clues, 0))

    def _come(self, step: Ints, r: Ints, c: Ints, lits: Lits, clues: Lits) -> None:
        """What was free and is not any more has been covered, in the cells that have a group here."""
        f, (x, y), steps = self.f, np.nonzero(clues), len(self.p.sequence)
        cell = np.zeros(clues.shape, dtype=np.int64)
        cell[x, y] = np.arange(len(x))
        mine = clues[c, r] > 0
        owners = np.concatenate([np.arange(steps * len(x)), step[mine] * len(x) + cell[c, r][mine]])
        before, after, groups = self.free[:-1, x, y].ravel(), self.free[1:, x, y].ravel(), np.tile(clues[x, y], steps)
        emit.implies_any(f, before, owners, np.concatenate([after, lits[mine]]), groups)


@cache
def _one_of(n: int) -> tuple[Lits, int]:
    """At most one of the variables 1 to n: clauses of two literals, and how many more variables they have."""
    f = Formula()
    emit.at_most_one(f, f.new("move", n), "product")
    return f.flat().reshape(-1, 3)[:, :2], f.variables - n
