"""The puzzle as a constraint model: sums over lines, pairs and neighbourhoods."""

from __future__ import annotations

import numpy as np

from knobel.encodings import model_encoding
from knobel.model import Clause, Linear, Model
from knobel.puzzle import Possible

from ..rules import Bishops
from .geometry import attackers, lines, pairs


@model_encoding(Bishops, "cp")
def cp(p: Bishops, known: Possible | None = None) -> Model:
    """A constraint model: at most one piece on each line, or at least one around each cell, and their sum."""
    m = Model()
    m.answer = m.new("cell", p.n, p.n, values=(0, 1))
    possible = p.domain() if known is None else p.domain() & known
    possible = possible & np.stack([p.board != "B", p.board != "x"], axis=-1)
    m.domains = [tuple(np.flatnonzero(can).tolist()) for can in possible.reshape(-1, 2)]
    everything = tuple(range(p.n**2))
    if p.goal == "dominate":
        around = attackers(p)
        for cell in np.flatnonzero(~p.holes).tolist():
            m.add(_sum((cell, *around[cell]), 1, None))
    else:
        for line in lines(p)[0].lists():
            m.add(_sum(tuple(line), None, 1))
        for a, b in zip(*(side.tolist() for side in pairs(p.n, p.moves.leaps, 1)), strict=True):
            m.add(Clause(((a, 0, True), (b, 0, True))))
    if p.goal == "some":
        m.add(_sum(everything, 1, None))
    if p.count is not None:
        m.add(_sum(everything, p.count, p.count))
    m.objective = _sum(everything, None, None)
    return m


def _sum(variables: tuple[int, ...], low: int | None, high: int | None) -> Linear:
    return Linear((1,) * len(variables), variables, low, high)
