"""New boards: holes at random, as many pieces as there is room for, and more holes where these could stand otherwise.

All cells are given at first. The empty ones are spared first: each is attacked by a piece that, if it is given, rules
out as much and more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Literal

import numpy as np

from knobel.errors import Misuse
from knobel.puzzle import Place, Possible, Values
from knobel.recipes import Draft, Size, option

from .board import as_rows, check_side
from .covers import Ints, matching
from .geometry import leaps
from .rules import ASKEW, PIECES, SLANTED, Bishops

SCATTERED = 0.6  # of the holes; the others are dug where they rule something out
AT_ONCE = 50  # one hole in so many; on large boards a placement shows more than one place for them
TRIES = 5  # placements that are all the same, until it is taken for granted that there are no others


@dataclass(frozen=True)
class Boards:
    """Boards with holes, on which the most pieces can stand in one way only.

    Kings are left out: nobody knows how to tell the largest number of them on a board with holes but by search.
    """

    kind: ClassVar[str] = "bishops"
    size: Size = option((8, 8), "the side of the board")
    holes: float = option(0.25, "the share of cells that are holes")
    piece: Literal["bishop", "queen", "rook", "knight"] = option("bishop", "what is placed")

    def __post_init__(self) -> None:
        width, height = self.size
        check_side(width)
        if width != height:
            raise Misuse(f"the size is {width}x{height}; expected a square")
        if not 0 <= self.holes < 1:
            raise Misuse(f"the share of holes is {self.holes:g}; expected 0 or more, below 1")
        if self.piece == "queen" and width in (2, 3):
            raise Misuse(f"{width} queens do not fit on {width}x{width}; expected a side of 1, or 4 or more")

    def drafts(self, random: np.random.Generator) -> Iterator[Draft]:
        """Boards without end, all of their cells given."""
        n = self.size[0]
        while True:
            free, values = self._placed(random)
            puzzle = Bishops(as_rows(np.where(free, ".", "#")), self.piece).full(values)
            places = [Place("cell", *divmod(cell, n)) for cell in random.permutation(n * n).tolist()]
            empty = tuple(place for place in places if puzzle.board[place[1:]] == "x")
            pieces = tuple(place for place in places if puzzle.board[place[1:]] == "B")
            yield Draft(puzzle, values, (empty, pieces))

    def mend(self, draft: Draft, other: Values, random: np.random.Generator) -> Draft | None:
        """There is nothing to mend where all cells are given."""
        return None

    def _placed(self, random: np.random.Generator) -> tuple[Possible, Values]:
        """The cells that are no holes, and pieces on some of them."""
        n = self.size[0]
        count = round(self.holes * n * n)
        free = np.ones((n, n), dtype=np.bool_)
        if self.piece == "queen":  # with holes in between, a queen in every row can be hard to find
            values = queens(n, random)
        else:
            _dig(free, free, round(SCATTERED * count), random)
            values = self._place(free, random)
            tries = TRIES
            while tries and (left := count - int((~free).sum())):
                other = (self._place(free, random) == 1) & (values == 0)
                _dig(free, other, min(1 + count // AT_ONCE, left), random)
                tries = TRIES if other.any() else tries - 1
        _dig(free, free & (values == 0), count - int((~free).sum()), random)
        return free, values

    def _place(self, free: Possible, random: np.random.Generator) -> Values:
        return knights(free, random) if self.piece == "knight" else on_lines(free, PIECES[self.piece].lines, random)


def _dig(free: Possible, where: Possible, count: int, random: np.random.Generator) -> None:
    """Holes in so many of these cells, or in all if there are fewer."""
    free.ravel()[random.permutation(np.flatnonzero(where))[:count]] = False


# as many pieces as possible, at random; that there can be no more of them needs no search


def on_lines(free: Possible, lines: tuple[str, ...], random: np.random.Generator) -> Values:
    """As many bishops or rooks as the free cells have room for.

    A piece stands where two lines cross, and each line has room for one: this is a matching of the lines of one
    direction with those of the other.
    """
    n = len(free)
    cell: dict[tuple[int, int], tuple[int, int]] = {}  # where two lines cross
    crossing: dict[int, list[int]] = {}
    for r, c in np.argwhere(free).tolist():
        one, other = (r - c, n + r + c) if lines == SLANTED else (r, n + c)  # no two lines have the same number
        cell[one, other] = r, c
        crossing.setdefault(one, []).append(other)
    partner = matching(list(crossing), crossing, lambda lines: random.permutation(lines).tolist())
    values = np.zeros(free.shape, dtype=np.int64)
    for one in crossing.keys() & partner.keys():
        values[cell[one, partner[one]]] = 1
    return values


def knights(free: Possible, random: np.random.Generator) -> Values:
    """As many knights as the free cells have room for.

    They attack cells of the other colour only: of two cells that a matching pairs one stays empty, and no other cell
    has to.
    """
    n = len(free)
    around = leaps(n, np.flatnonzero(free).tolist(), [(way * dr, way * dc) for dr, dc in ASKEW for way in (1, -1)])
    odd = [cell for cell in around if sum(divmod(cell, n)) % 2]
    mate = matching(odd, around, lambda cells: random.permutation(cells).tolist())
    settled: dict[int, bool] = {}  # always such that the rest can be settled too

    def follow(cell: int, stands: bool) -> dict[int, bool] | None:
        """What follows if a knight stands on a cell, or not; None for a contradiction."""
        found, waiting = {cell: stands}, [cell]
        while waiting:
            at = waiting.pop()
            for other in around[at] if found[at] else [mate[at]]:
                if settled.get(other, found.get(other, not found[at])) == found[at]:
                    return None
                if other not in settled and other not in found:
                    found[other] = not found[at]
                    waiting.append(other)
        return found

    for cell in sorted(random.permutation(list(around)).tolist(), key=mate.__contains__):  # single cells first
        if cell not in settled:
            settled |= follow(cell, True) or follow(cell, False) or {}
    values = np.zeros(free.size, dtype=np.int64)
    values[[cell for cell, stands in settled.items() if stands]] = 1
    return values.reshape(free.shape)


def queens(n: int, random: np.random.Generator) -> Values:
    """A queen in every row of an empty board, by swapping columns while fewer diagonals are shared; n is not 2 or 3."""
    rows = np.arange(n)

    def spread(columns: Ints) -> int:
        return len(np.unique(rows + columns)) + len(np.unique(rows - columns))

    while True:
        columns = random.permutation(n)
        best, before = spread(columns), -1
        while best > before:
            before = best
            for i, j in combinations(range(n), 2):
                columns[[i, j]] = columns[[j, i]]
                if (now := spread(columns)) > best:
                    best = now
                else:
                    columns[[i, j]] = columns[[j, i]]
        if best == 2 * n:
            return np.eye(n, dtype=np.int64)[columns]
