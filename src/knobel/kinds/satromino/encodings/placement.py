"""The fast encoding: a variable for each placement of each piece, and for each column how far down it is free."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from knobel import emit
from knobel.encodings import encoding
from knobel.errors import Unable
from knobel.formula import Formula, Lits, Words
from knobel.limits import tick
from knobel.puzzle import Possible

from ..pieces import STATES
from ..rules import Satromino
from .geometry import LADDER, Drops, Ints, Slices, drops, poses, spread
from .implied import add_implied
from .top import conjunctions, reachable

MAX_PLACEMENTS = 3_000_000
CLOSE = 16  # rows so close together exclude each other; on tall boards, all pairs of rows would be too many


@encoding(Satromino, "placement", labels="all", engine="glucose", default=True)
def placement(p: Satromino, known: Possible | None = None) -> Formula:
    """One variable for each placement of each piece, and a ladder for each column: free from the top down to a row."""
    plan = Plan(p, known)
    for k in range(len(p.sequence)):
        plan.step(k)
    plan.goal()
    add_implied(plan)
    return plan.f


class Plan:
    """The formula while it is written.

    ``free[k, x, y]``, before step k: column x is free from row 2 down to row y; rows 0 and 1 have a literal for each
    cell, because a piece with a notch at its top can slip under a filled cell of these rows.
    """

    def __init__(self, p: Satromino, known: Possible | None) -> None:
        self.f, self.p = Formula(), p
        self.width, self.height = p.width, p.height
        domain = p.domain()
        self.possible = domain if known is None else domain & known
        self.started = np.array([[char == "+" for char in row] for row in p.start]).T  # [x, y], as everywhere here
        self.peak = self._peaks()
        self.drops: list[Drops] = []
        total = 0
        for k in range(len(p.sequence)):
            tick()
            self.drops.append(self._drops(k))
            total += len(self.drops[-1].v)
            if total > MAX_PLACEMENTS:
                raise Unable(f"the encoding placement would need more than {MAX_PLACEMENTS} placements")
        self.answer = self._moves()
        self.values = [np.unique(d.v) for d in self.drops]
        self.place = self._blocks("place", [d.v for d in self.drops], [d.y for d in self.drops])
        self.falls = self._blocks("falls", self.values)
        self.free = self._ladders()

    # variables

    def _moves(self) -> Lits:
        """The answer: one state and column for each piece."""
        f, possible = self.f, self.possible
        words = [f"{s},{x + 1}" for s in range(possible.shape[1] // self.width) for x in range(self.width)]
        block = f.new("move", *possible.shape, axes=(1, words))
        only = possible & (possible.sum(axis=1, keepdims=True) == 1)
        f.answer = np.where(possible, np.where(only, f.true, block), -f.true).astype(np.int32)
        f.add(f.answer)
        for k, row in enumerate(possible):
            emit.at_most_one(f, block[k, row], "product", f"moves{k + 1}")
        return f.answer

    def _peaks(self) -> list[int]:
        """The highest row that can be filled before each step, and after the last."""
        filled = np.flatnonzero(self.started.any(axis=0))
        peak = [int(filled[0]) if len(filled) else self.height]
        for piece in self.p.sequence:
            tall = int(drops(piece, self.width, self.height).height.max(initial=0))
            peak.append(max(0, peak[-1] - tall))
        return peak

    def _drops(self, k: int) -> Drops:
        """The placements of a piece: those whose moves are possible, and under which there can be something."""
        every = drops(self.p.sequence[k], self.width, self.height)
        return every.where(self.possible[k, every.v] & (every.y + every.height >= self.peak[k]))

    def _blocks(self, name: str, v: list[Ints], *more: list[Ints]) -> list[Lits]:
        """A block over all steps, cut into steps: for each value, and perhaps row, a variable."""
        sizes = [len(some) for some in v]
        begin = [int(piece in "SZ") for piece in self.p.sequence]
        state = [np.array(STATES)[s + some // self.width] for s, some in zip(begin, v, strict=True)]
        columns = [np.repeat(np.arange(len(v)) + 1, sizes), np.concatenate(state), np.concatenate(v) % self.width + 1]
        columns += [np.concatenate(some) + 1 for some in more]
        return np.split(self.f.new(name, sum(sizes), axes=[Words(*columns)]), np.cumsum(sizes)[:-1])

    def _ladders(self) -> Lits:
        true = self.f.true
        first = ~self.started
        first[:, LADDER:] = np.logical_and.accumulate(first[:, LADDER:], axis=1)
        open_ = first & (np.arange(self.height) >= np.array(self.peak)[:, None, None])
        open_[0] = False
        k, x, y = np.nonzero(open_)
        free = np.where(np.broadcast_to(first, open_.shape), true, -true).astype(np.int32)
        free[open_] = self.f.new("free", len(k), axes=[Words(k, x + 1, y + 1)])
        return free

    # steps

    def step(self, k: int) -> None:
        """One piece: how it can fall, and what it does to the columns."""
        f, d, place = self.f, self.drops[k], self.place[k]
        values, falls = self.values[k], self.falls[k]
        number = np.searchsorted(values, d.v)
        f.add(np.stack([-falls, self.answer[k, values]], axis=1), np.stack([-place, falls[number]], axis=1))
        emit.implies_any(f, falls, number, place)
        for apart in range(1, min(CLOSE, self.height)):  # the ladders say this too, but only after some search
            same = d.v[:-apart] == d.v[apart:]
            f.add(-np.stack([place[:-apart][same], place[apart:][same]], axis=1))
        if self.p.strict:
            self._reached(k)
        else:
            self._fits(k)
        every = np.full(self.answer.shape[1], -f.true, dtype=np.int32)
        every[values] = falls
        with f.group("rule", self.p.rule(k), [(k,)]):
            f.add(np.stack([-self.answer[k], every], axis=1)[self.possible[k]])
        self._fall(k)
        self._settle(k)

    def _at_top(self, k: int, cut: Slices) -> tuple[Ints, Lits]:
        """The literals that say: the slices are free in the top rows; and whose they are."""
        conditions: list[tuple[npt.NDArray[np.bool_], Ints | int]] = [
            (cut.top == 0, 0),
            ((cut.top <= 1) & (cut.bottom >= 1), 1),
            (cut.bottom >= LADDER, cut.bottom[cut.bottom >= LADDER]),
        ]
        owners = [cut.owner[where] for where, _ in conditions]
        lits = [self.free[k, cut.x[where], row] for where, row in conditions if where.any()]
        return np.concatenate(owners), np.concatenate(lits)

    def _fits(self, k: int) -> None:
        """The piece falls as it was moved exactly if its place in the top rows is free."""
        found = poses(self.p.sequence[k], self.width, self.height)
        owner, top = self._at_top(k, found.slices)
        mine = found.falls[owner] & np.isin(found.v[owner], self.values[k])
        number, top = np.searchsorted(self.values[k], found.v[owner[mine]]), top[mine]
        falls, moves = self.falls[k], self.answer[k, self.values[k]]
        self.f.add(np.stack([-falls[number], top], axis=1))
        emit.implies_any(self.f, moves, np.concatenate([np.arange(len(falls)), number]), np.concatenate([falls, -top]))

    def _reached(self, k: int) -> None:
        """The piece falls as it was moved exactly if it can be moved so without touching anything."""
        found = poses(self.p.sequence[k], self.width, self.height)
        free = conjunctions(self.f, len(found.v), *self._at_top(k, found.slices), f"open{k + 1}")
        reach = reachable(self.f, found, free, f"reach{k + 1}")
        order = np.argsort(found.v)
        reach = reach[order[np.searchsorted(found.v[order], self.values[k])]]
        falls, moves = self.falls[k], self.answer[k, self.values[k]]
        self.f.add(np.stack([-falls, reach], axis=1), np.stack([falls, -moves, -reach], axis=1))

    def _fall(self, k: int) -> None:
        """A placed piece has fallen through free rows, and rests on something."""
        f, d, place, free, cut = self.f, self.drops[k], self.place[k], self.free[k], self.drops[k].slices
        deep = d.bottom >= LADDER
        f.add(np.stack([-place[cut.owner[deep]], free[cut.x[deep], d.bottom[deep]]], axis=1))
        thin = (cut.bottom == 0) & (d.bottom >= 1)  # row 1 is not among what it covers in the top row
        if thin.any():
            f.add(np.stack([-place[cut.owner[thin]], free[cut.x[thin], 1]], axis=1))
        high = d.y + d.height < self.height
        on = high[cut.owner]
        number = np.cumsum(high)[cut.owner[on]] - 1
        emit.implies_any(f, place[high], number, -free[cut.x[on], d.bottom[on] + 1])

    def _settle(self, k: int) -> None:
        """The columns after the step: free where they were, unless the piece has come there."""
        f, d, before, after = self.f, self.drops[k], self.free[k], self.free[k + 1]
        cut, top, bottom = d.slices, d.top, d.bottom
        hits = [(top <= row) & (bottom >= row) for row in range(LADDER)] + [bottom >= LADDER]
        x = np.concatenate([cut.x[hit] for hit in hits])
        y = np.concatenate([np.maximum(top[hit], row) for row, hit in enumerate(hits)])
        lits = np.concatenate([self.place[k][cut.owner[hit]] for hit in hits])
        f.add(np.stack([-lits, -after[x, y]], axis=1), np.stack([-after.ravel(), before.ravel()], axis=1))
        f.add(np.stack([-after[:, LADDER + 1 :].ravel(), after[:, LADDER:-1].ravel()], axis=1))
        # What was free and is not any more is where the piece has come; on a ladder, the first row that is not free.
        cells = np.arange(before.size).reshape(before.shape)
        lower = cells[:, LADDER + 1 :].ravel()
        owners = np.concatenate([cells.ravel(), lower, x * self.height + y])
        emit.implies_any(f, before.ravel(), owners, np.concatenate([after.ravel(), -after.ravel()[lower - 1], lits]))

    # the goal

    def covers(self) -> tuple[Ints, Ints, Ints, Lits]:
        """Every cell of every placement: step, row, column, literal."""
        steps, rows, columns, lits = [], [], [], []
        for k, (d, place) in enumerate(zip(self.drops, self.place, strict=True)):
            cut, r = spread(d.top, d.bottom + 1)
            steps.append(np.full(len(r), k))
            rows.append(r)
            columns.append(d.slices.x[cut])
            lits.append(place[d.slices.owner[cut]])
        return np.concatenate(steps), np.concatenate(rows), np.concatenate(columns), np.concatenate(lits)

    def goal(self) -> None:
        """What each cell is at the end.

        On a ladder, a cell is filled at the end if it was not free at the end, and if the step that made it so covered
        just this cell: once something lies above it, no piece can come there.
        """
        f, p, free = self.f, self.p, self.free
        step, r, c, lits = self.covers()
        order = np.argsort(r * self.width + c, kind="stable")
        bounds = np.searchsorted((r * self.width + c)[order], np.arange(self.width * self.height + 1))
        steps = np.arange(len(p.sequence))
        for place in p.places():
            _, y, x = place
            mine = order[slice(*bounds[y * self.width + x :][:2])]
            with f.group("clue", p.clue(place), [(int(k),) for k in steps], place):
                if p.goal[y][x] == ".":
                    f.add(-lits[mine, None])
                    if self.started[x, y]:
                        f.never()
                elif not self.started[x, y]:
                    if free[0, x, y] != f.true:
                        f.never()  # the start has closed the column above it
                    f.add([-int(free[-1, x, y])])
                    if y >= LADDER:
                        members = np.concatenate([free[1:, x, y], lits[mine]])
                        emit.implies_any(f, free[:-1, x, y], np.concatenate([steps, step[mine]]), members)
