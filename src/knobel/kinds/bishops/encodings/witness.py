"""Placements found in passing. They show which values can be reached, so that only better ones need a counter.

Nothing about them enters a formula but the range of its demands, and where a climb begins.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from knobel.limits import tick
from knobel.puzzle import Possible

from ..rules import Bishops
from .geometry import Families, attackers

SLANTS: dict[str, Callable[[int, int, int], int]] = {
    "row": lambda r, c, n: r,
    "column": lambda r, c, n: n + c,
    "diagonal": lambda r, c, n: 3 * n + r - c,
    "antidiagonal": lambda r, c, n: 4 * n + r + c,
}
"""A number for each line; no two lines have the same."""


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
    r, c = divmod(cell, p.n)
    marks: list[object] = [SLANTS[name](r, c, p.n) for name in p.moves.lines]
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
