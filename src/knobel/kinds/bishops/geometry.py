"""Where pieces attack, as tables for whole boards, and sets of cells with room for one piece each.

A cell is the number ``r * n + c``. ``check`` in the rules finds attacks in another way, and neither uses the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from knobel.errors import Unable
from knobel.limits import tick
from knobel.say import Say

from .covers import Families, Ints, families, fewest_lines, line_keys, matching
from .rules import Bishops

STEPS = {"row": (0, 1), "diagonal": (1, 1), "column": (1, 0), "antidiagonal": (1, -1)}
"""One step along each kind of line, down or to the right, in the order of the compass."""
MAX_DOMINATED = 100  # the side of boards on which all attackers of all cells are listed


def lines(p: Bishops) -> tuple[Families, list[Say]]:
    """All lines along which the piece attacks and where two can stand, with the rule of each."""
    free = np.flatnonzero(~p.holes)
    cells, owners, says = [free[:0]], [free[:0]], list[Say]()
    for name in p.moves.lines:
        tick()
        found, numbers = families(free, line_keys(p.n, name, free), 2)
        cells.append(found.cells)
        owners.append(found.owners + len(says))
        says += [p.line_rule(name, k) for k in numbers.tolist()]
    return Families(np.concatenate(cells), np.concatenate(owners), len(says)), says


def pairs(n: int, steps: Iterable[tuple[int, int]], furthest: int) -> tuple[Ints, Ints]:
    """All pairs of cells up to so many steps apart: by the first cell, then by the kind of step, the nearest first.

    >>> first, second = pairs(3, [(1, 1), (1, -1)], 2)
    >>> list(zip(first.tolist(), second.tolist()))[:4]
    [(0, 4), (0, 8), (1, 5), (1, 3)]
    """
    r, c = np.divmod(np.arange(n * n), n)
    columns = []
    for number, (dr, dc) in enumerate(steps):
        for distance in range(1, furthest + 1):
            to_r, to_c = r + distance * dr, c + distance * dc
            first = np.flatnonzero((to_r < n) & (to_c >= 0) & (to_c < n))
            rank = np.full(len(first), number * n + distance)
            columns.append(np.stack([first, rank, to_r[first] * n + to_c[first]]))
    if not columns:
        return r[:0], r[:0]
    first, rank, second = np.concatenate(columns, axis=1)
    order = np.lexsort((rank, first))
    return first[order], second[order]


def check_dominated(p: Bishops) -> None:
    """Refuse a board that is too large for lists of attackers, before anything is built for it."""
    if p.goal == "dominate" and p.n > MAX_DOMINATED:
        most = f"{MAX_DOMINATED} x {MAX_DOMINATED}"
        raise Unable(f"a board of {p.n} x {p.n} is too large to dominate; every encoding takes boards up to {most}")


def attackers(p: Bishops) -> list[list[int]]:
    """For each cell, the cells from which a piece would attack it, holes left out."""
    check_dominated(p)
    steps = [(step, p.n - 1) for step in (STEPS[name] for name in p.moves.lines)]
    steps += [(step, 1) for step in p.moves.leaps]
    found: list[list[int]] = [[] for _ in range(p.n**2)]
    free = ~p.holes.ravel()
    for step, furthest in steps:
        tick()
        first, second = pairs(p.n, [step], furthest)
        both = free[first] & free[second]
        cells, owners = np.stack([second, first, first, second], axis=1)[both].reshape(-1, 2).T
        for mine, more in zip(found, Families(cells, owners, p.n**2).lists(), strict=True):
            mine += more
    return found


def one_piece_sets(p: Bishops, cells: Ints) -> Families:
    """Sets with room for one piece each; every one of the cells is in exactly one of them.

    Bishops have the lines of one direction, as rooks and queens do: of the two, that with fewer lines. Where there are
    holes, as few lines of both directions as cover the board. Kings have squares of 2 x 2 cells, and knights as many
    pairs a move apart as there can be.
    """
    r, c = np.divmod(cells, p.n)
    if p.piece == "king":
        return families(cells, r // 2 * p.n + c // 2)[0]
    if p.piece == "knight":
        steps = sorted((-dr, -dc) for dr, dc in p.moves.leaps) + list(p.moves.leaps)
        partner = matching(cells[(r + c) % 2 == 0].tolist(), leaps(p.n, cells.tolist(), steps))
        return families(cells, np.array([min(one, partner.get(one, one)) for one in cells.tolist()], dtype=np.int64))[0]
    first, second = (line_keys(p.n, name, cells) for name in p.moves.lines[:2])
    parallel = min((families(cells, keys)[0] for keys in (first, second)), key=lambda sets: sets.number)
    if not p.holes.any():
        return parallel
    mixed = families(cells, fewest_lines(first, second))[0]
    return parallel if p.piece == "queen" and parallel.number == mixed.number else mixed


def leaps(n: int, cells: Sequence[int], steps: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    """For each of these cells the others that are one of the steps (down, right) away from it, in the steps' order."""
    allowed, steps = set(cells), list(steps)
    return {
        cell: [cell + dr * n + dc for dr, dc in steps if 0 <= cell % n + dc < n and cell + dr * n + dc in allowed]
        for cell in cells
    }
