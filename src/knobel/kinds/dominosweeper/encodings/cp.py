"""Dominosweeper as a constraint model."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np

from knobel.encodings import model_encoding
from knobel.model import Linear, Model, Table
from knobel.puzzle import Possible

from ..grid import AROUND, BESIDE, neighbours
from ..rules import Dominosweeper


@model_encoding(Dominosweeper, "cp")
def cp(p: Dominosweeper, known: Possible | None = None) -> Model:
    """A constraint model: a number is the sum of the cells around it, and a table says that mines come in pairs."""
    m = Model()
    m.answer = m.new("cell", p.height, p.width, values=(0, 1))
    given = p.given
    possible = p.domain() if known is None else known
    possible = possible & np.stack([given != "*", (given == ".") | (given == "*")], axis=-1)
    m.domains = [tuple(v for v in (0, 1) if can[v]) for can in possible.reshape(-1, 2).tolist()]
    around = neighbours(m.answer, AROUND, -1)
    for r, c in np.argwhere(p.numbers >= 0).tolist():
        cells = tuple(x for x in around[r, c].tolist() if x >= 0)
        number = int(p.numbers[r, c])
        m.add(Linear((1,) * len(cells), cells, number, number))
    if not p.plain:
        beside = neighbours(m.answer, BESIDE, -1).reshape(-1, len(BESIDE))
        for x, row in enumerate(beside.tolist()):
            cells = (x, *(y for y in row if y >= 0))
            m.add(Table(cells, _pairs(len(cells))))
    if p.mines is not None:
        cells = tuple(range(m.answer.size))
        m.add(Linear((1,) * len(cells), cells, p.mines, p.mines))
    return m


@cache
def _pairs(size: int) -> tuple[tuple[int, ...], ...]:
    """What a cell and those beside it can be: if it is a mine, exactly one of the others is one."""
    return tuple(row for row in product((0, 1), repeat=size) if not row[0] or sum(row) == 2)
