"""Latin squares as a formula and as a constraint model."""

from __future__ import annotations

from knobel.encodings import encoding, model_encoding
from knobel.formula import Formula, answer_cells
from knobel.model import Clause, Count, Model, numbers
from knobel.puzzle import Possible

from .rules import Latin


@encoding(Latin, "direct", labels="all", default=True)
def direct(p: Latin, known: Possible | None = None) -> Formula:
    """One variable a cell and value; each value stands at least once in every line, so each stands exactly once."""
    f = Formula()
    is_value = answer_cells(f, p.domain(), known)
    for i in range(p.n):
        with f.group("rule", p.rule("row", i), [(i, c) for c in range(p.n)]):
            f.add(is_value[i].T)
        with f.group("rule", p.rule("column", i), [(r, i) for r in range(p.n)]):
            f.add(is_value[:, i].T)
    for place in p.places():
        _, r, c = place
        with f.group("clue", p.clue(r, c), [(r, c)], place):
            f.add([int(is_value[r, c, p.givens[r][c]])])
    return f


@model_encoding(Latin, "cp")
def cp(p: Latin, known: Possible | None = None) -> Model:
    """A constraint model: each value is counted once in every line."""
    m = Model()
    m.answer = m.new("cell", p.n, p.n, values=range(p.n))
    for _, r, c in p.places():
        m.add(Clause(((int(m.answer[r, c]), p.givens[r][c], True),)))
    for line in [*m.answer, *m.answer.T]:
        m.add(*(Count(numbers(line), v, 1, 1) for v in range(p.n)))
    return m
