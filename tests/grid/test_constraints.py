"""Every constraint by brute force: what it means in Python, in clauses and in a model, each by itself."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from grid.toys import constraints, means, toy
from knobel import registry
from knobel.engines import Engine, ModelEngine
from knobel.formula import Formula
from knobel.grid import AllDifferent, Connected, Forbidden, Matching
from knobel.grid.connectivity import connected
from knobel.grid.constraints import Constraint
from knobel.grid.encode import rules
from knobel.grid.models import cp
from knobel.grid.presolve import presolve
from knobel.limits import NO_LIMIT
from knobel.puzzle import Possible

SEEDS = range(25)
WEAK = (
    AllDifferent,
    Connected,
    Forbidden,
    Matching,
)  # whose clauses say themselves that unit propagation misses something
MODELLED = 40  # fillings of a model


def everything(cells: int, values: int) -> list[tuple[int, ...]]:
    return list(product(range(values), repeat=cells))


def engine() -> Engine:
    found = registry.engine("minisat")
    assert isinstance(found, Engine)
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_what_holds_is_what_it_means(seed: int) -> None:
    for constraint, cells, values in constraints(seed):
        for filling in everything(cells, values):
            assert constraint.holds(filling) == means(constraint, filling), (constraint, filling)
            assert not constraint.holds((*filling[:-1], -1))


@pytest.mark.parametrize("seed", SEEDS)
def test_clauses_hold_where_the_constraint_does(seed: int) -> None:
    for constraint, cells, values in constraints(seed):
        formula = rules(toy(constraint, cells, values))
        session = engine().open(formula.variables)
        session.add(formula.flat())
        for filling in everything(cells, values):
            literals = formula.literals(np.array([filling])).tolist()
            assert session.solve(literals).sat == means(constraint, filling), (constraint, filling)
        session.close()


@pytest.mark.parametrize("seed", SEEDS)
def test_unit_propagation_finds_all_that_one_constraint_implies(seed: int) -> None:
    random = np.random.default_rng(seed)
    for constraint, cells, values in constraints(seed):
        if isinstance(constraint, WEAK):
            continue
        formula = rules(toy(constraint, cells, values))
        session = engine().open(formula.variables)
        session.add(formula.flat())
        fits = np.array([filling for filling in everything(cells, values) if means(constraint, filling)])
        for _ in range(6):
            gone = random.random((cells, values)) < 0.3
            left = [filling for filling in fits.reshape(-1, cells) if not gone[np.arange(cells), filling].any()]
            found = session.propagate((-formula.answer[0][gone]).tolist())
            if not left:
                assert found is None, (constraint, gone)
                continue
            assert found is not None
            occurs = np.stack([(np.array(left) == v).any(axis=0) for v in range(values)], axis=-1)
            assert (~np.isin(-formula.answer[0], found) == occurs).all(), (constraint, gone)
        session.close()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_line_of_a_model_holds_where_the_constraint_does(seed: int) -> None:
    found = registry.engine("fd")
    assert isinstance(found, ModelEngine)
    random = np.random.default_rng(seed)
    for constraint, cells, values in constraints(seed):
        model = cp(toy(constraint, cells, values))
        every = everything(cells, values)
        for i in random.permutation(len(every))[:MODELLED].tolist():
            facts = [(int(x), v, True) for x, v in zip(model.answer[0], every[i], strict=True)]
            assert found.solve_model(model, facts, NO_LIMIT).sat == means(constraint, every[i]), (constraint, every[i])


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_known_beforehand_follows(seed: int) -> None:
    for constraint, cells, values in constraints(seed):
        fits = np.array([filling for filling in everything(cells, values) if means(constraint, filling)])
        left: Possible = presolve(toy(constraint, cells, values))[0]
        for filling in fits.reshape(-1, cells):
            assert left[np.arange(cells), filling].all(), constraint


@pytest.mark.parametrize("ground", [(), (0, 5)])
@pytest.mark.parametrize("steps", [0, 10**6])
def test_both_ways_to_say_connected_say_the_same(ground: tuple[int, ...], steps: int) -> None:
    constraint: Constraint = Connected(((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)), (1,), ground)
    assert isinstance(constraint, Connected)
    formula = Formula()
    has = formula.new("has", 6)
    connected(formula, has, constraint.pairs, ground, steps=steps)
    session = engine().open(formula.variables)
    session.add(formula.flat())
    for filling in everything(6, 2):
        literals = (has * np.where(filling, 1, -1)).tolist()
        assert session.solve(literals).sat == means(constraint, filling), filling
    session.close()
