"""Diagonals instead of cells: what is counted are the diagonals that are occupied. The same with the other pieces."""

from __future__ import annotations

import numpy as np

from knobel import emit
from knobel.encodings import encoding
from knobel.formula import Formula, Lits, answer_cells
from knobel.limits import tick
from knobel.puzzle import Possible

from ..covers import Ints, families, line_keys
from ..geometry import attackers, check_dominated, lines, one_piece_sets, pairs
from ..optimum import dominating, independent
from ..rules import COUNT, Bishops
from .cells import add_clues, demand_few, demand_many

ALL_LEVELS = 100  # up to so many sets every number of pieces can be demanded, beyond only what a placement leaves open
ALL_PAIRS = 100  # the side of boards on which queens get a clause for each pair


@encoding(Bishops, "diagonals", labels="clues", default=True)
def diagonals(p: Bishops, known: Possible | None = None, *, amo: str = "auto") -> Formula:
    """Counts the occupied diagonals instead of the cells: then one bishop too many is refuted by unit propagation.

    A diagonal has room for one bishop, so there are as many bishops as occupied parallel diagonals. In the same way
    rooks and queens are counted by rows, kings by squares of 2 x 2 cells and knights by pairs of cells a move apart.
    Pieces that dominate a board may share a line: they are counted by cells, and the lines only help. ``amo`` is how
    "at most one on a line" is written: product, ladder or pairs; by itself it is pairs for queens, who search longer
    than it takes to read these, and else product.
    """
    check_dominated(p)
    f = Formula()
    possible = p.domain() if known is None else p.domain() & known
    cell = answer_cells(f, p.domain(), known)[..., 1]
    if p.goal == "dominate":
        _dominate(f, p, cell.ravel(), possible)
    else:
        usual = "pairs" if p.piece == "queen" and p.n <= ALL_PAIRS else "product"
        _keep_apart(f, p, cell.ravel(), usual if amo == "auto" else amo)
        if p.best or p.count is not None:
            _count_sets(f, p, cell.ravel(), possible)
    if p.goal == "some":
        with f.group("rule", p.some_rule()):
            f.add(cell.reshape(1, -1))
    add_clues(f, p, cell)
    return f


# pieces that do not attack each other


def _keep_apart(f: Formula, p: Bishops, cell: Lits, amo: str) -> None:
    """No two pieces on a line, or a leap apart.

    The groups do not list their cells: their clauses tell, and on large boards the lists cost more than the clauses.
    """
    found, says = lines(p)
    groups = [f.declare("rule", say).id for say in says]
    tick()
    emit.at_most_one_each(f, cell[found.cells], found.owners, np.array(groups, dtype=np.int32), amo, "line")
    tick()
    if p.moves.leaps:
        first, second = pairs(p.n, p.moves.leaps, 1)
        with f.group("rule", p.attack_rule()):
            f.add(-np.stack([cell[first], cell[second]], axis=1))


def _count_sets(f: Formula, p: Bishops, cell: Lits, possible: Possible) -> None:
    """There are as many pieces as occupied sets, where each has room for one."""
    sets = one_piece_sets(p, np.flatnonzero(possible[..., 1]))
    occupied = f.new("occupied", sets.number)
    emit.implies_any(f, occupied, sets.owners, cell[sets.cells])
    if p.count is not None:
        f.add(np.stack([-cell[sets.cells], occupied[sets.owners]], axis=1))
        few = 2 * p.count <= sets.number
        number = p.count if few else sets.number - p.count
        with f.group("rule", p.count_rule(), place=COUNT):
            emit.count_by_totalizer(f, occupied if few else -occupied, number, number, "count")
    else:
        placed = independent(p, sets, possible) if sets.number > ALL_LEVELS else []
        f.begin = cell[placed]
        demand_many(f, emit.totalizer(f, -occupied, "missing", sets.number - len(placed) + 1), sets.number)


# pieces that dominate the board


def _dominate(f: Formula, p: Bishops, cell: Lits, possible: Possible) -> None:
    """Each cell is occupied or attacked: one of its lines is occupied, or a cell around it is."""
    free = np.flatnonzero(~p.holes)
    at = [divmod(one, p.n) for one in free.tolist()]
    groups = np.array([f.declare("rule", p.cell_rule("covered", *one), [one]).id for one in at], dtype=np.int32)
    occupied = []  # of each direction: for every free cell, the literal that its line is occupied
    for name in p.moves.lines:
        sets, _ = families(free, line_keys(p.n, name, free))
        mine = f.new(f"{name}.occupied", sets.number)
        emit.implies_any(f, mine, sets.owners, cell[sets.cells])
        occupied.append(mine[sets.owners])
    if occupied:
        f.add(np.stack(occupied, axis=1), group=groups)
    else:
        around = attackers(p)
        for one, group in zip(free.tolist(), groups.tolist(), strict=True):
            f.add(cell[[one, *around[one]]], group=group)
    if p.count is not None:
        with f.group("rule", p.count_rule(), place=COUNT):
            emit.count_by_totalizer(f, cell[free], p.count, p.count, "count")
    else:
        _count_dominating(f, p, free, cell[free], occupied, dominating(p, possible))


def _count_dominating(
    f: Formula, p: Bishops, free: Ints, cell: Lits, occupied: list[Lits], reached: int | None
) -> None:
    """Counts the pieces, up to the number of a placement that was found.

    Bishops are counted on each colour for itself, because no bishop attacks the other colour. That no more parallel
    lines than pieces are occupied spares the engine to find it out by trying, which is a pigeonhole problem. Queens do
    better without.
    """
    most = len(cell) if reached is None else reached + 1
    r, c = np.divmod(free, p.n)
    colour = (r + c) % 2 if p.piece == "bishop" else np.zeros(len(free), dtype=np.int64)
    parts = []
    for one in np.unique(colour).tolist():
        mine = colour == one
        parts.append(emit.totalizer(f, cell[mine], f"more.{one}", most))
        for name, lits in zip(p.moves.lines, occupied, strict=True):
            if p.piece != "queen":
                with f.group("implied", p.lines_rule()):
                    used = emit.totalizer(f, np.unique(lits[mine]), f"{name}.{one}.used", len(parts[-1]))
                    f.add(np.stack([-used, parts[-1][: len(used)]], axis=1))
    more = parts[0] if len(parts) == 1 else emit.totalizer(f, np.concatenate(parts or [cell]), "more", most)
    demand_few(f, more, len(cell))
