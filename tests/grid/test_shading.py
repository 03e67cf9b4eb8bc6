"""Kinds whose cells are shaded or not: every solution, and no other, by a witness that knows the words of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

import knobel
from grid import shading
from knobel import registry
from knobel.engines import Engine
from knobel.errors import Misuse
from knobel.formula import Formula
from knobel.grid import Grid
from knobel.grid.connectivity import Pieces
from knobel.tasks.encode import formula_of

BOARDS: dict[str, Callable[[int, int], Iterator[Grid]]] = {
    "hitori": lambda count, seed: shading.hitori(count, seed, large=0.6),
    "slitherlink": lambda count, seed: shading.slitherlink(count, seed, large=0.6),
}


@pytest.mark.parametrize("name", BOARDS)
def test_solutions_are_those_of_a_witness_that_knows_only_the_rules(name: str) -> None:
    counts = []
    for puzzle in BOARDS[name](24, 5):
        expected = shading.witnessed(puzzle.id())
        for encoding in ("auto", "rules", "cp"):
            found = [puzzle.write(values) for values in knobel.solutions(puzzle, encoding=encoding)]
            assert sorted(found) == sorted(expected), (encoding, puzzle.id())
        counts.append(min(2, len(expected)))
    assert set(counts) >= {0, 1, 2}, counts


@pytest.mark.parametrize("name", BOARDS)
def test_what_adds_clauses_while_it_searches_is_never_written_down(name: str) -> None:
    puzzle = next(BOARDS[name](1, 5))
    written = formula_of(puzzle)
    assert written.cuts is None
    with pytest.raises(Misuse, match="take one of: rules"):
        formula_of(puzzle, "cuts")


@pytest.mark.parametrize("ground", [(), (0, 3)])
def test_cuts_leave_exactly_what_is_connected(ground: tuple[int, ...]) -> None:
    pairs = ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))
    formula = Formula()
    has = formula.new("has", 6)
    pieces = Pieces(has, pairs, ground)
    engine = registry.engine("minisat")
    assert isinstance(engine, Engine)
    session = engine.open(formula.variables)
    found = set()
    while (model := session.solve().model) is not None:
        cuts = list(pieces.cuts(model))
        if not cuts:
            found.add("".join("01"[bit] for bit in model[1:7].tolist()))
            cuts = [(has * np.where(model[1:7], -1, 1)).tolist()]
        for cut in cuts:
            session.add(np.array([*cut, 0], dtype=np.int32))
    session.close()
    places = {i: (i // 3, i % 3) for i in range(6)}
    fitting = set()
    for number in range(64):
        inside = {i for i in range(6) if number >> i & 1}
        parts = shading.painted({places[i] for i in inside})
        grounded = all(part & {places[i] for i in ground} for part in parts)
        if grounded if ground else len(parts) < 2:
            fitting.add("".join("01"[i in inside] for i in range(6)))
    assert found == fitting
