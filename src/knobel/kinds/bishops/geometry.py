"""Where pieces attack, as tables for whole boards, and sets of cells with room for one piece each.

A cell is the number ``r * n + c``. ``check`` in the rules finds attacks in another way, and neither uses the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from knobel.errors import Unable
from knobel.limits import tick
from knobel.say import Say

from .rules import Bishops, Ints

STEPS = {"row": (0, 1), "diagonal": (1, 1), "column": (1, 0), "antidiagonal": (1, -1)}
"""One step along each kind of line, down or to the right, in the order of the compass."""
Order: TypeAlias = Callable[[Sequence[int]], Iterable[int]]
MAX_DOMINATED = 100  # the side of boards on which all attackers of all cells are listed


class Families(NamedTuple):
    """Sets of cells, numbered from 0: ``cells[i]`` belongs to the set ``owners[i]``."""

    cells: Ints
    owners: Ints
    number: int

    def lists(self) -> list[list[int]]:
        """The cells of each set."""
        order = np.argsort(self.owners, kind="stable")
        ends = np.cumsum(np.bincount(self.owners, minlength=self.number))
        cells = self.cells[order].tolist()
        return [cells[start:end] for start, end in pairwise([0, *ends.tolist()])]


def families(cells: Ints, keys: Ints, least: int = 1) -> tuple[Families, Ints]:
    """Cells with equal keys (small numbers) together, if there are at least so many; and the key of each set."""
    kept = np.bincount(keys) >= least
    mine = kept[keys]
    return Families(cells[mine], (np.cumsum(kept) - 1)[keys[mine]], int(kept.sum())), np.flatnonzero(kept)


def line_keys(n: int, name: str, cells: Ints) -> Ints:
    """The number of the row, column or diagonal that each cell is on."""
    r, c = np.divmod(cells, n)
    return {"row": r, "column": c, "diagonal": r - c + n - 1, "antidiagonal": r + c}[name]


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


def attackers(p: Bishops) -> list[list[int]]:
    """For each cell, the cells from which a piece would attack it, holes left out."""
    if p.n > MAX_DOMINATED:
        most = f"{MAX_DOMINATED} x {MAX_DOMINATED}"
        raise Unable(f"a board of {p.n} x {p.n} is too large to dominate; every encoding takes boards up to {most}")
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
    if p.piece != "queen" and p.holes.any():
        return families(cells, fewest_lines(first, second))[0]
    return min((families(cells, keys)[0] for keys in (first, second)), key=lambda sets: sets.number)


def fewest_lines(first: Ints, second: Ints) -> Ints:
    """For each cell one of its two lines, or rather a number for it, so that as few lines as possible are named.

    By the theorem of D. Kőnig (1931) there are as many as bishops that do not attack each other: if no further line
    of the first direction finds a partner, the lines of the second that were tried for it are taken, and the first
    lines of all other cells.

    >>> fewest_lines(np.array([0, 0, 0, 1, 2]), np.array([0, 1, 2, 2, 2])).tolist()
    [0, 0, 5, 5, 5]
    """
    apart = int(first.max(initial=0)) + 1
    lines, numbers = families(second + apart, first)
    neighbours = dict(zip(numbers.tolist(), lines.lists(), strict=True))
    partner = matching(sorted(neighbours, key=lambda line: len(neighbours[line])), neighbours)
    tried: dict[int, int] = {}
    for line in neighbours:
        if line not in partner:
            _free_end(line, neighbours, partner, tried)
    return np.where(np.isin(second + apart, list(tried)), second + apart, first)


def leaps(n: int, cells: Sequence[int], steps: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    """For each of these cells the others that are one of the steps (down, right) away from it, in the steps' order."""
    allowed, steps = set(cells), list(steps)
    return {
        cell: [cell + dr * n + dc for dr, dc in steps if 0 <= cell % n + dc < n and cell + dr * n + dc in allowed]
        for cell in cells
    }


def matching(left: Sequence[int], neighbours: Mapping[int, Sequence[int]], order: Order = list) -> dict[int, int]:
    """A largest set of pairs between the two sides of a bipartite graph, by augmenting paths.

    ``order`` puts the nodes of one side, and the neighbours of a node, into the order in which they are tried.

    >>> matching([1, 2], {1: [3, 4], 2: [3]})
    {3: 2, 1: 4, 4: 1, 2: 3}
    """
    partner: dict[int, int] = {}
    for root in order(left):
        tick()
        came_from: dict[int, int] = {}
        end = _free_end(root, neighbours, partner, came_from, order)
        while end is not None:  # swap what is paired along the path, back to the root
            start = came_from[end]
            before = partner.get(start)
            partner[end], partner[start] = start, end
            end = before
    return partner


def _free_end(
    root: int,
    neighbours: Mapping[int, Sequence[int]],
    partner: Mapping[int, int],
    came_from: dict[int, int],
    order: Order = list,
) -> int | None:
    """A node without a partner that can be reached from the root by taking free and paired edges in turn."""
    queue = [root]
    for node in queue:  # grows while it is read
        for other in order(neighbours[node]):
            if other not in came_from:
                came_from[other] = node
                if other not in partner:
                    return other
                queue.append(partner[other])
    return None
