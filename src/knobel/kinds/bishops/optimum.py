"""Placements made directly: often as good as the bound in words allows, so that they are best without an engine.

Most pieces are placed greedily; queens are put one into each row and then moved away from each other. Encodings use
greedy placements too, for how many pieces there are at least: only better placements need a counter. Nothing else
about them enters a formula, but where the climb to better solutions begins.
"""

from __future__ import annotations

import numpy as np

from knobel.limits import tick
from knobel.puzzle import Possible, Values

from .covers import Families, Ints
from .geometry import attackers, one_piece_sets
from .rules import Bishops

SMALL = 30  # the side of boards that are searched in a moment: there the refutation of one more is worth seeing
SMALL_FOR_QUEENS = 12  # who are harder to place
MOVES = 50  # of queens for each row
WANDER = 0.02  # how often a queen moves anywhere


def optimum(p: Bishops) -> Values | None:
    """A placement on a large board that reaches the bound, if it is found set by set, or by moving queens."""
    bound = p.bound()
    queens = p.piece == "queen"
    if p.n <= (SMALL_FOR_QUEENS if queens else SMALL) or p.best != "most" or bound is None:
        return None
    possible = p.domain()
    sets = one_piece_sets(p, np.flatnonzero(possible[..., 1]))
    placed = settled_queens(p, sets) if queens else independent(p, sets, possible)
    values = np.zeros((p.n, p.n), dtype=np.int64)
    values.ravel()[placed] = 1
    return values if len(placed) == bound[0] else None


def settled_queens(p: Bishops, sets: Families) -> list[int]:
    """One queen in each set so that none attacks another, the given ones among them; nothing if that is not found.

    A queen that is attacked moves to where the fewest attack her within her set, by chance to one of several such
    cells; on boards of any size few moves are needed (Minton, Johnston, Philips and Laird 1992). A queen that stays
    attacked moves anywhere now and then, so that they do not wander in a circle.
    """
    random = np.random.default_rng(p.n)
    given = (p.board == "B").ravel()
    lines = _lines_of(p.n)
    taken = np.zeros(lines.max() + 1, dtype=np.int64)  # how many queens stand on each line
    np.add.at(taken, lines[:, given], 1)
    if (taken > 1).any():
        return []
    open_cells = ~(p.holes | (p.board == "x")).ravel() & ~taken[lines].any(axis=0)
    rooms = []  # of each set without a given queen, the cells that no given queen attacks
    for mine in sorted(sets.lists(), key=len):
        if not given[mine].any():
            cells = np.array(mine, dtype=np.int64)
            rooms.append(cells[open_cells[cells]])
    if not all(map(len, rooms)):
        return []
    places = np.empty(len(rooms), dtype=np.int64)

    def put(number: int, cells: Ints) -> None:
        attacks = taken[lines[:, cells]].sum(axis=0)
        places[number] = random.choice(cells[attacks == attacks.min()])
        np.add.at(taken, lines[:, places[number]], 1)

    for number, cells in enumerate(rooms):
        tick()
        put(number, cells)
    for _ in range(MOVES * p.n):
        tick()
        attacked = np.flatnonzero((taken[lines[:, places]] > 1).any(axis=0))
        if not len(attacked):
            return [*np.flatnonzero(given).tolist(), *places.tolist()]
        number = int(random.choice(attacked))
        np.subtract.at(taken, lines[:, places[number]], 1)
        put(number, rooms[number] if random.random() > WANDER else random.choice(rooms[number], 1))
    return []


def _lines_of(n: int) -> Ints:
    """For each cell the numbers of its row, column and two diagonals, no number used for two lines."""
    r, c = np.divmod(np.arange(n * n), n)
    return np.stack([r, n + c, 3 * n + r - c, 4 * n + r + c])


def independent(p: Bishops, sets: Families, possible: Possible) -> list[int]:
    """The cells of a placement without attacks: the given pieces, then one in each set that has room.

    Sets with few cells come first, and in a set its ends: that is the best placement of bishops on an empty board.
    There are none where the given pieces attack each other.
    """
    used: set[object] = set()
    allowed = (possible[..., 1] & (p.board != "x")).ravel()
    given = np.flatnonzero((p.board == "B").ravel()).tolist()
    for cell in given:
        if not used.isdisjoint(marks := _marks(p, cell)):
            return []
        used.update(marks)
    placed = given
    for cells in sorted(sets.lists(), key=len):
        tick()
        if p.piece == "knight":
            cells.sort(key=lambda cell: (cell // p.n + cell % p.n) % 2)  # all on one colour never attack each other
        else:
            cells.insert(0, cells.pop())
        for cell in cells:
            if allowed[cell] and used.isdisjoint(marks := _marks(p, cell)):
                used.update(marks)
                placed.append(cell)
                break
    return placed


def _marks(p: Bishops, cell: int) -> list[object]:
    """What a piece on the cell takes for itself: two pieces attack each other if they have a mark in common."""
    n, (r, c) = p.n, divmod(cell, p.n)
    numbers = {"row": r, "column": n + c, "diagonal": 3 * n + r - c, "antidiagonal": 4 * n + r + c}
    marks: list[object] = [numbers[name] for name in p.moves.lines]
    for dr, dc in p.moves.leaps:
        marks += [(r, c, r + dr, c + dc), (r - dr, c - dc, r, c)]
    return marks


def dominating(p: Bishops, possible: Possible) -> int | None:
    """The size of a dominating placement: the given pieces, then always the one that covers most; None if it fails."""
    cover = [_bits(p.n**2, [*others, cell]) for cell, others in enumerate(attackers(p))]
    allowed = np.flatnonzero(possible[..., 1] & (p.board != "x")).tolist()
    bare = _bits(p.n**2, np.flatnonzero(~p.holes).tolist())
    given = np.flatnonzero((p.board == "B").ravel()).tolist()
    for cell in given:
        bare &= ~cover[cell]
    count = len(given)
    while bare:
        tick()
        best = max(allowed, key=lambda cell: (cover[cell] & bare).bit_count(), default=None)
        if best is None or not cover[best] & bare:
            return None
        bare &= ~cover[best]
        count += 1
    return count


def _bits(size: int, cells: list[int]) -> int:
    """A set of cells as the bits of a number."""
    tick()
    marks = np.zeros(size, dtype=np.bool_)
    marks[cells] = True
    return int.from_bytes(np.packbits(marks, bitorder="little").tobytes(), "little")
