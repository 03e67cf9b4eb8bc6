"""Every engine for constraint models against brute force, one class of constraints after the other."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest

from knobel import registry
from knobel.engines import Fact, ModelEngine
from knobel.limits import NO_LIMIT, Limit
from knobel.model import Automaton, Clause, Constraint, Count, CountingAutomaton, Linear, Model, Table, accepts
from knobel.puzzle import Best

PACKAGES = {"cpsat": "ortools"}
DOMAINS = [(0, 1), (0, 1, 2), (1, 2), (-1, 3), (2,)]


@pytest.fixture(params=[name for name, engine in registry.engines().items() if "model" in engine.can])
def engine(request: pytest.FixtureRequest, need_module: Callable[[str], None]) -> ModelEngine:
    if request.param in PACKAGES:
        need_module(PACKAGES[request.param])
    found = registry.engine(request.param)
    assert isinstance(found, ModelEngine)
    return found


def some_variables(rng: random.Random, count: int) -> tuple[int, ...]:
    return tuple(rng.choice(range(count)) for _ in range(rng.randint(0, 3)))


def linear(rng: random.Random, domains: list[tuple[int, ...]]) -> Constraint:
    variables = some_variables(rng, len(domains))
    low, high = sorted((rng.randint(-3, 4), rng.randint(-3, 4)))
    weights = tuple(rng.randint(-2, 2) for _ in variables)
    return Linear(weights, variables, rng.choice((low, None)), rng.choice((high, None)))


def count(rng: random.Random, domains: list[tuple[int, ...]]) -> Constraint:
    low, high = sorted((rng.randint(-1, 3), rng.randint(0, 4)))
    return Count(some_variables(rng, len(domains)), rng.randint(-1, 3), low, high)


def table(rng: random.Random, domains: list[tuple[int, ...]]) -> Constraint:
    variables = some_variables(rng, len(domains))
    rows = [tuple(rng.randint(-1, 3) for _ in variables) for _ in range(rng.choice((0, 1, 8)))]
    return Table(variables, (*rows, *(tuple(rng.choice(domains[x]) for x in variables) for _ in rows)))


def automaton(rng: random.Random, domains: list[tuple[int, ...]]) -> Constraint:
    states = rng.randint(1, 3)
    steps = tuple({v: rng.randrange(states) for v in range(-1, 4) if rng.random() < 0.6} for _ in range(states))
    finals = frozenset(state for state in range(states) if rng.random() < 0.6)
    return Automaton(some_variables(rng, len(domains)), steps, rng.randrange(states), finals)


def counting(rng: random.Random, domains: list[tuple[int, ...]]) -> Constraint:
    plain = automaton(rng, domains)
    assert isinstance(plain, Automaton)
    adds = tuple({value: rng.randint(0, 2) for value in leave if rng.random() < 0.7} for leave in plain.steps)
    low, high = sorted((rng.randint(-1, 3), rng.randint(-1, 4)))
    return CountingAutomaton(plain.variables, plain.steps, adds, plain.start, plain.finals, low, high)


def clause(rng: random.Random, domains: list[tuple[int, ...]]) -> Constraint:
    return Clause(tuple((x, rng.randint(-1, 3), rng.random() < 0.5) for x in some_variables(rng, len(domains))))


Make = Callable[[random.Random, list[tuple[int, ...]]], Constraint]
MAKERS: list[Make] = [linear, count, table, automaton, counting, clause]


def solutions(model: Model, assume: list[Fact]) -> set[tuple[int, ...]]:
    return {
        values
        for values in product(*model.domains)
        if all((values[x] == value) == holds for x, value, holds in assume)
        and all(accepts(constraint, values) for constraint in model.constraints)
    }


def agree(engine: ModelEngine, model: Model, assume: list[Fact]) -> None:
    """Finding and forbidding one solution after the other brings all of them."""
    expected, found = solutions(model, assume), set()
    constraints = list(model.constraints)
    while True:
        copy = Model(model.domains, model.names, constraints, model.answer)
        verdict = engine.solve_model(copy, assume, NO_LIMIT)
        values = verdict.values
        if not verdict.sat:
            assert verdict.sat is False, f"undecided without a limit: {constraints}"
            break
        assert tuple(values) not in found
        found.add(tuple(values))
        constraints.append(Clause(tuple((x, value, False) for x, value in enumerate(values))))
    assert found == expected, model.constraints


@pytest.mark.parametrize("make", MAKERS)
def test_each_class_of_constraints(engine: ModelEngine, make: Make) -> None:
    rng = random.Random(1)
    for _ in range(30):
        model = Model()
        for _ in range(rng.randint(1, 3)):
            model.new("x", values=rng.choice(DOMAINS))
        model.add(*(make(rng, model.domains) for _ in range(rng.randint(1, 2))))
        agree(engine, model, [])


def test_mixed_models_with_facts(engine: ModelEngine) -> None:
    rng = random.Random(2)
    for _ in range(40):
        model = Model()
        for _ in range(3):
            model.new("x", values=rng.choice(DOMAINS))
        model.add(*(rng.choice(MAKERS)(rng, model.domains) for _ in range(2)))
        agree(engine, model, [(rng.randrange(3), rng.randint(-1, 3), rng.random() < 0.5) for _ in range(2)])


def test_a_variable_without_any_value(engine: ModelEngine) -> None:
    model = Model()
    model.new("x", values=())
    agree(engine, model, [])


def test_best_values(engine: ModelEngine) -> None:
    rng = random.Random(4)
    for _ in range(20):
        model = Model()
        for _ in range(3):
            model.new("x", values=rng.choice(DOMAINS))
        model.add(*(rng.choice(MAKERS)(rng, model.domains) for _ in range(2)))
        weights = (rng.randint(-2, 2), rng.randint(-2, 2), 1)
        model.objective = Linear(weights, (0, 1, 2), None, None)
        totals = [sum(w * x for w, x in zip(weights, values, strict=True)) for values in solutions(model, [])]
        goals: dict[Best, int | None] = {"most": max(totals, default=None), "fewest": min(totals, default=None)}
        for best, expected in goals.items():
            verdict = engine.solve_model(model, [], NO_LIMIT, best)
            assert verdict.sat is bool(totals)
            worth = sum(w * x for w, x in zip(weights, verdict.values or (0, 0, 0), strict=True))
            assert not verdict.sat or worth == expected


def test_time_limit(engine: ModelEngine) -> None:
    """Numbers that are hard to balance: many weights, one sum that none of the halves reaches."""
    rng = random.Random(3)
    model = Model()
    model.new("x", 60, values=(0, 1))
    weights = tuple(2 * rng.randint(10**8, 10**9) for _ in range(60))
    target = sum(weights) // 4 * 2
    for shift in range(3):
        model.add(Linear(weights[shift:] + weights[:shift], tuple(range(60)), target, target))
    assert engine.solve_model(model, [], Limit(seconds=0.5)).sat is None
