"""Sets of cells, and as few lines as possible that cover given cells: the mathematics of bounds, without any piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from knobel.limits import tick

Ints: TypeAlias = npt.NDArray[np.int64]
Order: TypeAlias = Callable[[Sequence[int]], Iterable[int]]


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
