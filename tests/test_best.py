"""Puzzles that ask for a best solution: the search climbs, and from then on only best solutions count."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
import pytest

from knobel import checks, emit, registry
from knobel.encodings import Encoding
from knobel.errors import WrongAnswer
from knobel.formula import Formula, answer_cells
from knobel.model import Clause, Linear, Model, numbers
from knobel.picture import Mark, Picture
from knobel.puzzle import Atom, Best, Place, Possible, Values
from knobel.say import Say
from knobel.search import Search


@dataclass(frozen=True)
class Apart:
    """Choose as many (or as few) of n things in a row as possible, no two neighbours, one of each three."""

    kind: ClassVar[str] = "apart"
    n: int
    best: Best | None = "most"
    title: str = ""

    @classmethod
    def parse(cls, description: str) -> Self:
        return cls(int(description))

    def id(self) -> str:
        return f"{self.kind}:{self.n}"

    def domain(self) -> Possible:
        return np.ones((self.n, 2), dtype=np.bool_)

    def check(self, values: Values) -> list[Say]:
        pairs = [Say("not both {a} and its neighbour", a=a) for a in range(self.n - 1) if values[a] and values[a + 1]]
        return pairs + [Say("one of three from {a}", a=a) for a in range(self.n - 2) if not values[a : a + 3].any()]

    def value(self, values: Values) -> int:
        return int(values.sum())

    def bound(self) -> tuple[int, Say] | None:
        return None

    def read(self, line: str) -> Values:
        return np.array([int(char) for char in line])

    def write(self, values: Values) -> str:
        return "".join(map(str, values.tolist()))

    def draw(self, values: Values | None = None, marks: Collection[Mark] = ()) -> Picture:
        return Picture(())

    def say(self, atom: Atom) -> Say:
        return Say("{a} is {v}", a=atom.at[0], v=atom.value)

    def places(self) -> list[Place]:
        return []

    def keep(self, places: Collection[Place]) -> Self:
        return self

    def full(self, values: Values) -> Self:
        return self


def formula(p: Apart, known: Possible | None = None) -> Formula:
    f = Formula()
    x = answer_cells(f, p.domain(), known)[:, 1]
    f.add(np.stack([-x[:-1], -x[1:]], axis=1))
    f.add(np.stack([x[:-2], x[1:-1], x[2:]], axis=1))
    total = emit.totalizer(f, x, "sum")
    for k, lit in enumerate(total.tolist()):
        f.level(k + 1 if p.best == "most" else k, lit if p.best == "most" else -lit)
    return f


def model(p: Apart, known: Possible | None = None) -> Model:
    m = Model()
    m.answer = m.new("x", p.n, values=range(2))
    for a in range(p.n - 1):
        m.add(Clause(((a, 1, False), (a + 1, 1, False))))
    for a in range(p.n - 2):
        m.add(Clause(tuple((b, 1, True) for b in range(a, a + 3))))
    m.objective = Linear((1,) * p.n, numbers(m.answer), None, None)
    return m


SAT = Encoding("apart", "sat", formula, "none", "cadical")
CP = Encoding("apart", "cp", model, "none", "cpsat", model=True)


@pytest.mark.parametrize("best", ["most", "fewest", None])
@pytest.mark.parametrize("n", [3, 4, 7, 9])
@pytest.mark.parametrize("encoding", [SAT, CP], ids=["sat", "cp"])
def test_only_best_solutions_count(encoding: Encoding, n: int, best: Best | None) -> None:
    puzzle = Apart(n, best)
    expected = checks.brute_force(puzzle)
    with Search(puzzle, encoding, registry.engine(encoding.engine)) as search:
        search.climb()
        assert checks.enumerated(search) == expected
        assert best is None or search.value == next(iter(expected)).count("1")
        assert best is not None or search.value is None


def test_brute_force_keeps_the_best_only() -> None:
    assert checks.brute_force(Apart(4)) == {"1010", "0101", "1001"}
    assert checks.brute_force(Apart(4, "fewest")) == {"0100", "0010"}


def test_a_search_without_solution_has_no_value() -> None:
    def nothing(p: Apart, known: Possible | None = None) -> Formula:
        f = formula(p, known)
        f.never()
        return f

    with Search(Apart(4), Encoding("apart", "none", nothing, "none", "cadical"), registry.engine("cadical")) as search:
        found = search.climb()
        assert found is not None and not found.sat and search.value is None


def test_levels_that_demand_too_little_are_caught() -> None:
    def liar(p: Apart, known: Possible | None = None) -> Formula:
        f = formula(p, known)
        f.levels = {value: f.true for value in f.levels if value <= 2}
        return f

    with Search(Apart(5), Encoding("apart", "liar", liar, "none", "cadical"), registry.engine("cadical")) as search:
        search.climb()
        with pytest.raises((WrongAnswer, AssertionError)):
            assert checks.enumerated(search) == checks.brute_force(Apart(5))
