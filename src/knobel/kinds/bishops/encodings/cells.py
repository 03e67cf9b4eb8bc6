"""Encodings that speak of single cells: the formula ``cells``, whose every label can be trusted, and the model ``cp``.

What is given about cells, and the demands for better solutions, are written here for all encodings.
"""

from __future__ import annotations

import numpy as np

from knobel import emit
from knobel.encodings import encoding, model_encoding
from knobel.errors import Unable
from knobel.formula import Formula, Lits, answer_cells
from knobel.model import Clause, Linear, Model
from knobel.puzzle import Possible

from ..covers import Ints
from ..geometry import attackers, check_dominated, lines, pairs
from ..rules import COUNT, Bishops

MAX_SIDE = 60  # the counter of all cells grows with the fourth power of the side


@encoding(Bishops, "cells", labels="all")
def cells(p: Bishops, known: Possible | None = None) -> Formula:
    """A clause for each attacking pair (or for each cell to dominate), and a totalizer that counts the cells.

    The counter does not know that few cells of a line can be taken, so it is slow to refute one piece too many. That
    it counts line by line helps: how many are too many can then be learnt for some lines after the other.
    """
    if p.n > MAX_SIDE:
        raise Unable(f"the encoding cells counts the cells of boards up to {MAX_SIDE} x {MAX_SIDE}; take diagonals")
    f = Formula()
    cell = answer_cells(f, p.domain(), known)[..., 1]
    if p.goal == "dominate":
        _dominate(f, p, cell.ravel())
    else:
        _keep_apart(f, p, cell.ravel())
    if p.goal == "some":
        with f.group("rule", p.some_rule()):
            f.add(cell.reshape(1, -1))
    if p.count is not None:
        with f.group("rule", p.count_rule(), place=COUNT):
            emit.count_by_totalizer(f, cell.ravel(), p.count, p.count, "count")
    if p.best == "fewest":
        demand_few(f, emit.totalizer(f, cell.ravel(), "more"), p.n**2)
    elif p.best == "most":
        demand_many(f, emit.totalizer(f, -cell.ravel()[_by_line(p)], "missing"), p.n**2)
    add_clues(f, p, cell)
    return f


def _by_line(p: Bishops) -> Ints:
    """All cells, line by line, in the direction in which the fewest lines have a free cell."""
    r, c = np.divmod(np.arange(p.n**2), p.n)
    free = ~p.holes.ravel()
    numbers = [p.number(line, r, c) for line in p.moves.lines] or [r]
    chosen = min(numbers, key=lambda number: len(np.unique(number[free])))
    order: Ints = np.argsort(chosen, kind="stable")
    return order


def _keep_apart(f: Formula, p: Bishops, cell: Lits) -> None:
    """No two pieces on a line, or a leap apart."""
    found, says = lines(p)
    members = found.lists()
    groups = [
        f.declare("rule", say, [divmod(one, p.n) for one in mine]).id for say, mine in zip(says, members, strict=True)
    ]
    emit.at_most_one_each(f, cell[found.cells], found.owners, np.array(groups, dtype=np.int32), "pairs")
    free = ~p.holes.ravel()
    for a, b in zip(*(side.tolist() for side in pairs(p.n, p.moves.leaps, 1)), strict=True):
        if free[a] and free[b]:
            first, second = divmod(a, p.n), divmod(b, p.n)
            with f.group("rule", p.pair_rule(*first, *second), [first, second]):
                f.add([-int(cell[a]), -int(cell[b])])


def _dominate(f: Formula, p: Bishops, cell: Lits) -> None:
    """Each cell is occupied, or one from which it is attacked is."""
    around = attackers(p)
    for one in np.flatnonzero(~p.holes).tolist():
        within = [one, *around[one]]
        with f.group("rule", p.cell_rule("covered", *divmod(one, p.n)), [divmod(other, p.n) for other in within]):
            f.add(cell[within])


@model_encoding(Bishops, "cp")
def cp(p: Bishops, known: Possible | None = None) -> Model:
    """A constraint model: at most one piece on each line, or at least one around each cell, and their sum."""
    check_dominated(p)
    m = Model()
    m.answer = m.new("cell", p.n, p.n, values=(0, 1))
    possible = p.domain() if known is None else p.domain() & known
    possible = possible & np.stack([p.board != "B", p.board != "x"], axis=-1)
    m.domains = [tuple(np.flatnonzero(can).tolist()) for can in possible.reshape(-1, 2)]
    everything = tuple(range(p.n**2))
    if p.goal == "dominate":
        around = attackers(p)
        for cell in np.flatnonzero(~p.holes).tolist():
            m.add(_sum((cell, *around[cell]), 1, None))
    else:
        for line in lines(p)[0].lists():
            m.add(_sum(tuple(line), None, 1))
        for a, b in zip(*(side.tolist() for side in pairs(p.n, p.moves.leaps, 1)), strict=True):
            m.add(Clause(((a, 0, True), (b, 0, True))))
    if p.goal == "some":
        m.add(_sum(everything, 1, None))
    if p.count is not None:
        m.add(_sum(everything, p.count, p.count))
    m.objective = _sum(everything, None, None)
    return m


def _sum(variables: tuple[int, ...], low: int | None, high: int | None) -> Linear:
    return Linear((1,) * len(variables), variables, low, high)


def add_clues(f: Formula, p: Bishops, cell: Lits) -> None:
    """What is given about single cells: a clue each. ``cell[r, c]`` says that a piece stands there."""
    for place in p.places():
        _, r, c = place
        with f.group("clue", p.clue(r, c), [(r, c)], place):
            f.add([int(cell[r, c]) if p.rows[r][c] == "B" else -int(cell[r, c])])


def demand_few(f: Formula, more: Lits, pieces: int) -> None:
    """Demands to dominate with few of so many pieces; ``more[k]`` says that more than k pieces stand on the board."""
    for k in range(len(more)):
        f.level(k, -int(more[k]))
    if len(more) == pieces:
        f.level(pieces, f.true)


def demand_many(f: Formula, missing: Lits, most: int) -> None:
    """Demands for many pieces, of ``most`` at best; ``missing[k]`` says that more than k are missing.

    One more than the most is a demand too: whoever climbs sees it refuted.
    """
    for k in range(len(missing)):
        f.level(most - k, -int(missing[k]))
    f.level(most + 1, -f.true)
