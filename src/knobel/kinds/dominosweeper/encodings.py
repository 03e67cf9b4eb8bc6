"""Dominosweeper as formulas and as a constraint model; one variable a cell says that it is a mine.

Whatever known facts settle is left out, groups included, so that a board that is nearly solved costs next to nothing.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from knobel import emit
from knobel.encodings import encoding, model_encoding
from knobel.errors import Misuse
from knobel.formula import Formula, Lits, Words, answer_cells
from knobel.model import Clause, Count, Linear, Model, Table
from knobel.puzzle import Place, Possible

from .grid import AROUND, BESIDE, count, neighbours
from .rules import EVEN, TOTAL, Dominosweeper

MAX_TOTALIZER = 1_500_000  # cells times mines; it has two or three times as many clauses
MINE, FREE = 9, 10  # values in constraint models, as in the report: in ascending order, mines come first
COLUMN = ((-1, 0), (0, 0), (1, 0))
SIDES = ((0, -1), (0, 0), (0, 1))


@encoding(Dominosweeper, "counter", labels="all", engine="glucose")
def counter(p: Dominosweeper, known: Possible | None = None, *, total: str = "auto") -> Formula:
    """How many mines are in three cells above each other, in unary, counted once for all numbers that see them; a
    number is the sum of three such columns.

    ``total`` says how the number of all mines is written: by a totalizer, by adders, or as fits (auto).
    """
    field = Minefield(p, known, total)
    f = field.formula
    # sides[i, s, j]: in the s-th column around the i-th number there are at least j mines.
    columns = _columns(field)
    sides = np.stack([neighbours(columns[..., j], SIDES, -f.true)[field.counts] for j in range(3)], axis=-1)
    sides = np.pad(sides, ((0, 0), (0, 0), (1, 1)), constant_values=((0, 0), (0, 0), (f.true, -f.true)))
    for k in np.unique(field.count).tolist():
        chosen, ids = sides[field.count == k], field.ids[field.count == k]
        if k < 0:
            for one in ids.tolist():
                f.never(one)
            continue
        over, under = _sums(k + 1), _sums(k - 1)
        for which, sign in ((over, -1), (under + 1, 1)):
            table = sign * chosen[:, np.arange(3), which].reshape(-1, 3)
            f.add(table, group=np.repeat(ids, len(which)))
    return f


def _columns(field: Minefield) -> Lits:
    """``[r, c, j]``: more than j of the three cells above each other in the middle of which (r, c) is are mines.

    Only columns beside a number get variables, and only those with more than one open cell.
    """
    f = field.formula
    cells, size = first(neighbours(np.where(field.open, field.mine, 0), COLUMN, 0).reshape(-1, 3))
    used = (count(field.counts, SIDES) > 0).ravel()
    more = np.full((len(size), 3), -f.true, dtype=np.int32)
    more[size == 1, 0] = cells[size == 1, 0]
    for n in (2, 3):
        chosen = np.flatnonzero(used & (size == n))
        at = Words(*np.divmod(chosen, field.p.width), from_zero=(0, 1))
        counted = f.new(f"column{n}", len(chosen), n, axes=[at, 1])
        more[chosen, :n] = counted
        for j in range(1, n + 1):
            for which in subsets(n, j):
                f.add(np.column_stack([-cells[chosen][:, which], counted[:, j - 1]]))
            for which in subsets(n, n - j + 1):
                f.add(np.column_stack([cells[chosen][:, which], -counted[:, j - 1]]))
    return more.reshape(*field.mine.shape, 3)


@cache
def _sums(total: int) -> npt.NDArray[np.int64]:
    """All ways to be a sum of three numbers from 0 to 3, one a row."""
    found = [parts for parts in product(range(4), repeat=3) if sum(parts) == total]
    return np.array(found, dtype=np.int64).reshape(-1, 3)


@model_encoding(Dominosweeper, "cp")
def cp(p: Dominosweeper, known: Possible | None = None, *, post: str = "tables") -> Model:
    """A constraint model: a number counts the mines around it, and tables say that mines come in pairs.

    ``post=cells`` takes every constraint apart as the report describes it, cell by cell and reified, so that
    the counters of engines can be compared with its own.
    """
    if post not in ("tables", "cells"):
        raise Misuse(f"the constraints are posted as tables or by cells, not by {post!r}")
    m = Model(meaning={MINE: 1, FREE: 0})
    m.answer = m.new("cell", p.height, p.width, values=(MINE, FREE))
    given = p.given
    possible = p.domain() if known is None else known
    possible = possible & np.stack([given != "*", (given == ".") | (given == "*")], axis=-1)
    m.domains = [(MINE,) * mine + (FREE,) * free for free, mine in possible.reshape(-1, 2).tolist()]
    post_count, post_pair = (_count_reified, _pair_reified) if post == "cells" else (_count, _pair)
    around, beside = (neighbours(m.answer, steps, -1).reshape(m.answer.size, -1) for steps in (AROUND, BESIDE))
    for x, number in enumerate(p.numbers.ravel().tolist()):
        if number >= 0:
            post_count(m, f"number {x}", _on_board(around[x]), number)
        if not p.plain:
            post_pair(m, x, _on_board(beside[x]))
    if p.mines is not None:
        post_count(m, "total", tuple(range(m.answer.size)), p.mines)
    return m


def _on_board(cells: npt.NDArray[np.int32]) -> tuple[int, ...]:
    return tuple(y for y in cells.tolist() if y >= 0)


def _count(m: Model, name: str, cells: tuple[int, ...], number: int) -> None:
    """So many of the cells are mines."""
    m.add(Count(cells, MINE, number, number))


def _count_reified(m: Model, name: str, cells: tuple[int, ...], number: int) -> None:
    """The same: for each cell a variable that says whether it is a mine, and the sum of these."""
    mines = tuple(_reified(m, name, y, MINE) for y in cells)
    m.add(Linear((1,) * len(mines), mines, number, number))


def _pair(m: Model, x: int, beside: tuple[int, ...]) -> None:
    """If the cell is a mine, one cell beside it is a mine."""
    m.add(Table((x, *beside), _pairs(1 + len(beside))))


@cache
def _pairs(size: int) -> tuple[tuple[int, ...], ...]:
    """What a cell and those beside it can be: if it is a mine, exactly one of the others is one."""
    return tuple(row for row in product((MINE, FREE), repeat=size) if row[0] == FREE or row.count(MINE) == 2)


def _pair_reified(m: Model, x: int, beside: tuple[int, ...]) -> None:
    """The same: whether each cell beside it is a mine, their sum, whether that is one, and what follows from a mine."""
    if m.domains[x] == (FREE,):
        return  # numbers ask for no pair; in the report they are no variables
    name = f"pair {x}"
    mines = tuple(_reified(m, name, y, MINE) for y in beside)
    number = int(m.new(f"{name}: number", values=range(len(mines) + 1)))
    m.add(Linear((*(1,) * len(mines), -1), (*mines, number), 0, 0))
    mine, one = _reified(m, name, x, MINE), _reified(m, name, number, 1)
    m.add(Clause(((mine, 1, False), (one, 1, True))))


def _reified(m: Model, name: str, x: int, value: int) -> int:
    """A new variable: 1 if a variable has the value, else 0."""
    found = int(m.new(f"{name}: {m.names[x]}={value}", values=(0, 1)))
    m.add(Table((x, found), _truth(m.domains[x], value)))
    return found


@cache
def _truth(domain: tuple[int, ...], value: int) -> tuple[tuple[int, int], ...]:
    """The rows of "has this value" for a variable with this domain."""
    return tuple((other, int(other == value)) for other in domain)


@encoding(Dominosweeper, "direct", labels="all", engine="glucose", default=True)
def direct(p: Dominosweeper, known: Possible | None = None, *, total: str = "auto") -> Formula:
    """No variables but the cells: a number k forbids any k + 1 mines and, among n cells around it, n - k + 1 free ones.

    ``total`` says how the number of all mines is written: by a totalizer, by adders, or as fits (auto).
    """
    field = Minefield(p, known, total)
    f = field.formula
    lits, size = first(field.lits)
    for n, k in np.unique(np.column_stack([size, field.count]), axis=0).tolist():
        chosen = (size == n) & (field.count == k)
        cells, ids = lits[chosen, :n], field.ids[chosen]
        if not 0 <= k <= n:
            for one in ids.tolist():
                f.never(one)
            continue
        for which, sign in ((subsets(n, k + 1), -1), (subsets(n, n - k + 1), 1)):
            table = sign * cells[:, which].reshape(-1, which.shape[1])
            f.add(table, group=np.repeat(ids, len(which)))
    return f


# what both formulas share


class Minefield:
    """The part of a formula that does not depend on how numbers are written: the cells, the rules, the other clues.

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
        sure = count(self.sure, BESIDE)
        loose = count(self.open, BESIDE) > 0
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
        sure = count(self.sure, AROUND)
        loose = count(self.open, AROUND) > 0
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
            if how == "adders":
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
