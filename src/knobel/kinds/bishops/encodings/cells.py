"""Cells alone: attacking pairs, attackers of a cell, and a counter over all cells. Every label can be trusted."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from knobel import emit
from knobel.encodings import encoding
from knobel.errors import Unable
from knobel.formula import Formula, Lits, answer_cells
from knobel.puzzle import Possible

from ..rules import COUNT, Bishops
from .common import add_clues, demand_few, demand_many
from .geometry import attackers, lines, pairs

MAX_SIDE = 60  # the counter grows with the fourth power of the side


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


def _by_line(p: Bishops) -> npt.NDArray[np.int64]:
    """All cells, line by line, in the direction in which the fewest lines have a free cell."""
    r, c = np.divmod(np.arange(p.n**2), p.n)
    free = ~p.holes.ravel()
    numbers = [p.number(line, r, c) for line in p.moves.lines] or [r]
    chosen = min(numbers, key=lambda number: len(np.unique(number[free])))
    order: npt.NDArray[np.int64] = np.argsort(chosen, kind="stable")
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
