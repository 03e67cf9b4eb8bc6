"""Greedy placements: often as good as the bound in words allows, so that they are best without any search.

Encodings use them too, for how many pieces there are at least: only better placements need a counter. Nothing else
about them enters a formula, but where the climb to better solutions begins.
"""

from __future__ import annotations

import numpy as np

from knobel.limits import tick
from knobel.puzzle import Possible, Values

from .geometry import Families, attackers, one_piece_sets
from .rules import Bishops

SMALL = 30  # the side of boards that are searched in a moment: there the refutation of one more is worth seeing


def optimum(p: Bishops) -> Values | None:
    """A placement on a large board that reaches the bound, if filling set by set finds one."""
    bound = p.bound()
    if p.n <= SMALL or p.best != "most" or bound is None or p.piece == "queen":  # queens are not found set by set
        return None
    possible = p.domain()
    placed = independent(p, one_piece_sets(p, np.flatnonzero(possible[..., 1])), possible)
    values = np.zeros((p.n, p.n), dtype=np.int64)
    values.ravel()[placed] = 1
    return values if len(placed) == bound[0] else None


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
