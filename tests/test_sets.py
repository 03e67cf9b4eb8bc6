"""Exclusive sets: engines that take them as they are say the same as their pairs would."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import combinations

import pytest

from clauses_by_hand import flat
from knobel import registry
from knobel.engines import Engine, Excluding
from knobel.engines.guarded import Guarded
from knobel.engines.pysat import Pysat, PysatSession
from knobel.limits import Deadline, OutOfTime


@pytest.fixture(params=["minicard", "yasat", "yasat:pure=1"])
def taking_sets(request: pytest.FixtureRequest, need_module: Callable[[str], None]) -> Callable[[int], Excluding]:
    if request.param == "yasat":
        need_module("llvmlite")
    return partial(open_for_sets, request.param)


def open_for_sets(name: str, variables: int) -> Excluding:
    engine = registry.engine(name)
    assert isinstance(engine, Engine)
    session = engine.open(variables)
    assert isinstance(session, Excluding)
    return session


def test_what_was_said_when_the_time_was_up_is_not_lost(taking_sets: Callable[[int], Excluding]) -> None:
    session = taking_sets(4)
    assert session.solve().sat
    with suppress(OutOfTime), Deadline(0.0):
        session.exclude(flat([[1, 2], [3, 4, 2]]))
    assert session.solve([1, 2]).sat is False
    with suppress(OutOfTime), Deadline(0.0):
        session.propagate([1])
    found = session.propagate([1])
    assert found is not None and sorted(found.tolist()) == [-2, 1]
    session.close()


def test_spare_sets_help_the_search_and_say_nothing_else(taking_sets: Callable[[int], Excluding]) -> None:
    session = taking_sets(2)
    session.exclude(flat([[1, 2]]), spare=True)
    assert session.solve([1, 2]).sat is False
    found = session.propagate([1])
    assert found is not None and found.tolist() == [1]
    session.close()


@pytest.mark.parametrize("place", ["here", "in a process", "yasat"])
def test_sets_and_their_pairs_have_the_same_answers(place: str, need_module: Callable[[str], None]) -> None:
    """Large enough for restarts and forgotten clauses: an exact cover problem, its sets as they are and as clauses."""
    engine = registry.engine("minicard")
    assert isinstance(engine, Pysat)
    variables, seen = 300, set[bool]()
    for seed in range(8):
        rng = random.Random(seed)
        sets = [rng.sample(range(1, variables + 1), rng.randint(5, 6)) for _ in range(157)]
        verdicts = []
        for whole in (True, False):
            session: Excluding
            if place == "yasat":
                need_module("llvmlite")
                session = open_for_sets(place, variables)
            else:
                session = Guarded(partial(PysatSession, engine, variables), large=0 if place != "here" else 10**9)
            session.add(flat(sets))
            if whole:
                session.exclude(flat(sets))
            else:
                session.add(flat([-a, -b] for one in sets for a, b in combinations(one, 2)))
            verdicts.append(session.solve())
            model = verdicts[-1].model
            assert model is None or all(sum(bool(model[lit]) for lit in one) == 1 for one in sets)
            session.close()
        assert verdicts[0].sat is not None and verdicts[0].sat == verdicts[1].sat
        seen.add(verdicts[0].sat)
    assert seen == {True, False}


def test_a_set_of_one_is_no_fact(taking_sets: Callable[[int], Excluding]) -> None:
    """Nor is one of no literal, among so many that they are fed in parts."""
    session = taking_sets(3)
    session.exclude(flat([[1], [], [1, 2], *[[2, 3]] * 5000]))
    assert session.solve([-1]).sat is True
    assert session.solve([1, 2]).sat is False
    assert session.solve([2, 3]).sat is False
    session.close()
