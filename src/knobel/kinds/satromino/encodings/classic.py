"""The vocabulary of the exercise (docs/why/origins.md): planning with states, actions and frame axioms.

``B(t,s)`` the piece of step s, ``R(d,s)`` its state, ``P(x,y,s)`` the field of its top-left corner at rest,
``C(x,y,s)`` the field is filled after step s. Fields are counted from (1,1), steps from 1; step 0 is the start.
"""

from __future__ import annotations

import numpy as np

from knobel import emit
from knobel.encodings import encoding
from knobel.errors import Unable
from knobel.formula import Formula, Lits, Words
from knobel.puzzle import Possible

from ..pieces import PIECES, STATES, first_state
from ..rules import Satromino
from .geometry import Drops, cell_columns, drops, new_moves, poses
from .reach import reachable

MAX_FRAMES = 10_000_000


@encoding(Satromino, "classic", labels="clues", engine="glucose")
def classic(p: Satromino, known: Possible | None = None, *, amo: str = "product") -> Formula:
    """The vocabulary of the SATromino exercise (B R P C): transitions with conditions and effects, and frame axioms."""
    frames = sum(len(drops(piece, p.width, p.height).v) for piece in p.sequence) * p.width * p.height
    if frames > MAX_FRAMES:
        raise Unable(f"the encoding classic would need {frames} frame axioms; try placement")
    f = Formula()
    steps = len(p.sequence)
    names = "".join(PIECES)
    block = f.new("B", len(PIECES), steps, axes=(names, 1))
    state = f.new("R", len(STATES), steps, axes=(STATES, 1))
    place = f.new("P", p.width, p.height, steps, axes=(1, 1, 1))
    filled = f.new("C", p.width, p.height, steps + 1, axes=(1, 1, Words(range(steps + 1))))
    for k, piece in enumerate(p.sequence):
        f.add(np.where(np.array(list(names)) == piece, block[:, k], -block[:, k])[:, None])
        emit.exactly_one(f, state[:, k])
        emit.exactly_one(f, place[:, :, k].ravel(), amo, f"amo{k + 1}")
    start = cell_columns(p.start) == "+"
    f.add(np.where(start, filled[:, :, 0], -filled[:, :, 0]).reshape(-1, 1))
    writer = _Writer(f, p, block, state, place, filled)
    f.answer = writer.moves(known)
    for k in range(steps):
        with f.group("rule", p.rule(k), [(k,)]):
            writer.transition(k)
    for goal in p.places():
        with f.group("clue", p.clue(goal), [(k,) for k in range(steps)], goal):
            end = int(filled[goal.j, goal.i, steps])
            f.add([end if p.goal[goal.i][goal.j] == "+" else -end])
    return f


class _Writer:
    """Writes the steps. A guard is the beginning of clauses about one placement: it does not happen, or ..."""

    def __init__(self, f: Formula, p: Satromino, block: Lits, state: Lits, place: Lits, filled: Lits) -> None:
        self.f, self.p = f, p
        self.block, self.state, self.place, self.filled = block, state, place, filled

    def _state(self, k: int) -> Lits:
        """The literals of a piece's states, in its own order."""
        piece = self.p.sequence[k]
        begin = first_state(piece)
        return self.state[begin : begin + len(PIECES[piece]), k]

    def moves(self, known: Possible | None) -> Lits:
        """The answer: a move is a state and a column."""
        f, width = self.f, self.p.width
        possible = self.p.domain() if known is None else self.p.domain() & known
        block = new_moves(f, possible, width, helper=True)
        answer = np.where(possible, block, -f.true).astype(np.int32)
        f.add(answer, -block[~possible][:, None])
        for k in range(len(answer)):
            states = self._state(k)
            s, x = np.divmod(np.arange(len(states) * width), width)
            moves = answer[k, : len(s)]
            f.add(np.stack([-moves, states[s]], axis=1), np.column_stack([-moves, self.place[x, :, k]]))
            pairs = np.repeat(np.arange(len(s)), self.p.height)
            f.add(np.stack([-states[s[pairs]], -self.place[x, :, k].ravel(), moves[pairs]], axis=1))
            f.add(-np.setdiff1d(self.state[:, k], states)[:, None])
        return answer

    def transition(self, k: int) -> None:
        """A step: preconditions, effects, and what stays as it was."""
        f, p = self.f, self.p
        d = drops(p.sequence[k], p.width, p.height)
        s, x = np.divmod(d.v, p.width)
        kind = int(self.block[list(PIECES).index(p.sequence[k]), k])
        states = self._state(k)
        guard = np.stack([np.full(len(s), -kind), -states[s], -self.place[x, d.y, k]], axis=1).astype(np.int32)
        inside = np.zeros((len(states), p.width, p.height), dtype=np.bool_)
        inside[s, x, d.y] = True
        out, column, row = np.nonzero(~inside)
        f.add(np.stack([np.full(len(out), -kind), -states[out], -self.place[column, row, k]], axis=1).astype(np.int32))
        before, after = self.filled[:, :, k], self.filled[:, :, k + 1]
        self._preconditions(d, guard, before)
        covered = np.zeros((len(s), p.width, p.height), dtype=np.bool_)
        cut, y = emit.spread(d.top, d.bottom + 1)
        covered[d.slices.owner[cut], d.slices.x[cut], y] = True
        owner, column, row = np.nonzero(covered)
        f.add(np.column_stack([guard[owner], after[column, row]]))
        # A field that is filled was so before, or the piece is at one of the few places from which it reaches there.
        near = np.unique(np.stack([column * p.height + row, x[owner] * p.height + d.y[owner]]), axis=1)
        members = np.concatenate([before.ravel(), self.place[:, :, k].ravel()[near[1]]])
        emit.implies_any(f, after.ravel(), np.concatenate([np.arange(before.size), near[0]]), members)
        owner, column, row = np.nonzero(~covered)
        f.add(np.stack([-before.ravel(), after.ravel()], axis=1))
        f.add(np.column_stack([guard[owner], before[column, row], -after[column, row]]))
        if p.strict:
            self._strict(k)

    def _preconditions(self, d: Drops, guard: Lits, before: Lits) -> None:
        """The piece has fallen through fields that were not filled, and rests on one that was, or on the floor."""
        f, cut = self.f, d.slices
        through, y = emit.spread(cut.top, d.bottom + 1)
        f.add(np.column_stack([guard[cut.owner[through]], -before[cut.x[through], y]]))
        high = d.y + d.height < self.p.height
        under = np.full((len(guard), 4), -f.true, dtype=np.int32)
        on = high[cut.owner]
        rank = cut.x - cut.x[np.searchsorted(cut.owner, cut.owner)]
        under[cut.owner[on], rank[on]] = before[cut.x[on], d.bottom[on] + 1]
        f.add(np.column_stack([guard, under])[high])

    def _strict(self, k: int) -> None:
        """The piece can be brought to its column and turned without touching anything."""
        f, p = self.f, self.p
        found = poses(p.sequence[k], p.width, p.height)
        cut, y = emit.spread(found.slices.top, found.slices.bottom + 1)
        cells = -self.filled[found.slices.x[cut], y, k]
        with f.within(0):
            reach = reachable(f, found, found.slices.owner[cut], cells, k + 1)
        moves = f.answer[k, found.v[found.falls]]
        f.add(np.stack([-moves, reach[found.falls]], axis=1))
