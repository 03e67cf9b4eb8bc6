"""What both formulas share: the cells, the groups of the clues, the rule of the pairs and the number of all mines.

Whatever known facts settle is left out, groups included, so that a board that is nearly solved costs next to nothing.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from knobel import emit
from knobel.errors import Misuse
from knobel.formula import Formula, Lits, answer_cells
from knobel.puzzle import Place, Possible

from ..grid import AROUND, BESIDE, neighbours
from ..rules import EVEN, TOTAL, Dominosweeper

MAX_TOTALIZER = 1_500_000  # cells times mines; it has two or three times as many clauses


class Board:
    """The formula of a board, begun: its cells, its rules, and all clues but what the numbers count.

    ``lits`` are the literals around each number cell that still counts, ``count`` how many of them hold, ``ids`` its
    group. A literal is 0 where there is no cell, or where it is known.
    """

    def __init__(self, p: Dominosweeper, known: Possible | None, total: str) -> None:
        if total not in ("auto", "totalizer", "adders"):
            raise Misuse(f"the total is written by totalizer or adders, or by what fits (auto), not by {total!r}")
        self.p = p
        self.formula = f = Formula()
        self.mine: Lits = answer_cells(f, p.domain(), known)[..., 1]
        self.sure = self.mine == (f.true if known is not None else 0)
        self.open = ~self.sure & ~f.impossible(self.mine)
        if not p.plain:
            self._pairs()
        self._clues()
        if p.mines is not None:
            self._total(p.mines, total)

    def _pairs(self) -> None:
        """Each mine has exactly one mine beside it: one group a cell."""
        f = self.formula
        sure = neighbours(self.sure, BESIDE, False).sum(axis=-1)
        loose = neighbours(self.open, BESIDE, False).any(axis=-1)
        needed = self.open | (self.sure & (loose | (sure != 1)))
        ids = np.array(
            [
                f.declare("rule", self.p.rule(r, c), self._near(r, c, BESIDE)).id
                for r, c in np.argwhere(needed).tolist()
            ],
            dtype=np.int32,
        )
        cell = self.mine[needed]
        beside, degree = first(neighbours(self.mine, BESIDE, 0)[needed])
        for n in range(5):
            chosen = degree == n
            table = np.column_stack([-cell[chosen], beside[chosen, :n]])
            f.add(table, group=ids[chosen])
            for i, j in subsets(n, 2).tolist():
                f.add(np.stack([table[:, 0], -table[:, 1 + i], -table[:, 1 + j]], axis=1), group=ids[chosen])

    def _clues(self) -> None:
        f, p = self.formula, self.p
        given = p.given
        numbers = p.numbers >= 0
        sure = neighbours(self.sure, AROUND, False).sum(axis=-1)
        loose = neighbours(self.open, AROUND, False).any(axis=-1)
        told = np.where(given == "*", self.sure, ~self.sure & ~self.open)
        needed = (given != ".") & (~told | (numbers & (loose | (sure != p.numbers))))
        ids = np.zeros(given.shape, dtype=np.int32)
        for r, c in np.argwhere(needed).tolist():
            place = Place("cell", r, c)
            cells = self._near(r, c, AROUND) if numbers[r, c] else [(r, c)]
            ids[r, c] = f.declare("clue", p.sentence(place), cells, place).id
        for chosen, sign in ((needed & (given == "*"), 1), (needed & (given != "*"), -1)):
            f.add(sign * self.mine[chosen][:, None], group=ids[chosen])
        self.counts = needed & numbers
        self.ids = ids[self.counts]
        self.count = (p.numbers - sure)[self.counts]
        self.lits = neighbours(np.where(self.open, self.mine, 0), AROUND, 0)[self.counts]

    def _total(self, mines: int, how: str) -> None:
        f = self.formula
        lits, wanted = self.mine[self.open], mines - int(self.sure.sum())
        if how == "auto":
            small = len(lits) * min(wanted, len(lits) - wanted) <= MAX_TOTALIZER
            how = "totalizer" if small else "adders"
        cells = [(r, c) for r in range(self.p.height) for c in range(self.p.width)]
        with f.group("clue", self.p.sentence(TOTAL), cells, TOTAL):
            if not 0 <= wanted <= len(lits):
                f.never()
            elif how == "adders":
                emit.count_by_adders(f, lits, wanted, "sum")
            elif 2 * wanted > len(lits):  # fewer free cells than mines: count those
                emit.count_by_totalizer(f, -lits, len(lits) - wanted, len(lits) - wanted, "free")
            else:
                emit.count_by_totalizer(f, lits, wanted, wanted, "mines")
        if mines % 2 and not self.p.plain:
            with f.group("implied", EVEN):
                f.never()

    def _near(self, r: int, c: int, steps: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
        """A cell and those of its neighbours that are on the board."""
        height, width = self.mine.shape
        near = [(r + dr, c + dc) for dr, dc in steps if 0 <= r + dr < height and 0 <= c + dc < width]
        return [(r, c), *near]


def first(lits: Lits) -> tuple[Lits, npt.NDArray[np.int64]]:
    """Each row with its literals moved before the zeros, and how many there are.

    >>> [part.tolist() for part in first(np.array([[0, 3, 0, 4]], dtype=np.int32))]
    [[[3, 4, 0, 0]], [2]]
    """
    order = np.argsort(lits == 0, axis=1, kind="stable")
    return np.take_along_axis(lits, order, axis=1), np.count_nonzero(lits, axis=1)


@cache
def subsets(n: int, size: int) -> npt.NDArray[np.int64]:
    """All subsets of so many out of n, one a row."""
    return np.array(list(combinations(range(n), size)), dtype=np.int64).reshape(-1, size)
