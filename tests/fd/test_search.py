"""The engine as a whole: verdicts, limits, partial boards, statistics, and the reports' boards."""

from __future__ import annotations

import numpy as np
import pytest

import knobel
from fd.test_labeling import model_of, verdict
from knobel import registry
from knobel.engines.fd.engine import Fd
from knobel.engines.fd.posting import Posting
from knobel.engines.fd.search import Problem, Stopped
from knobel.engines.fd.store import Store
from knobel.errors import Unable
from knobel.limits import NO_LIMIT, Deadline, Limit
from knobel.model import Count, Linear, Model, Table

COUNTERS = ["resumptions", "entailments", "prunings", "backtracks", "constraints"]
MANY = 30  # solutions
SLOW = {"doppelblock/S7", "doppelblock/eight", "doppelblock/ten"}


def small_examples() -> list[str]:
    """Where something has to be one piece, only tiny boards: no propagator sees that early."""
    return [
        f"{kind.name}/{name}"
        for kind in registry.kinds().values()
        for name, example in kind.examples.items()
        if example.solutions <= MANY and len(example.id) < 90 and f"{kind.name}/{name}" not in SLOW
        if not registry.encoding(kind).lazy or registry.parse(example.id).domain().sum() <= 28
    ]


def pigeons(holes: int) -> Model:
    """One pigeon more than holes, said hole by hole, so that no propagator sees it."""
    model = Model()
    model.answer = model.new("sits", holes + 1, holes, values=(0, 1))
    for pigeon in model.answer.tolist():
        model.add(Count(tuple(pigeon), 1, 1, 1))
    for hole in model.answer.T.tolist():
        model.add(Count(tuple(hole), 1, 0, 1))
    return model


@pytest.mark.parametrize("name", small_examples())
def test_examples_have_as_many_solutions_as_known(name: str) -> None:
    kind, _, example = name.partition("/")
    expected = registry.kind(kind).examples[example].solutions
    assert int(knobel.count(knobel.load(f"@{name}"), encoding="cp", engine="fd")) == expected


@pytest.mark.parametrize("name", ["S5", "S6", pytest.param("S7", marks=pytest.mark.slow), "S7b"])
def test_the_boards_of_the_report(name: str) -> None:
    """Solved with the report's labeling; a line is one global cardinality and one automaton."""
    puzzle = knobel.load(f"@doppelblock/{name}")
    found = verdict(f"@doppelblock/{name}", "labeling=bisect,down")
    assert found.sat and puzzle.check(np.array(found.values).reshape(puzzle.domain().shape[:2])) == []
    assert list(found.stats) == COUNTERS
    assert found.stats["constraints"] == 4 * puzzle.domain().shape[0]


def test_counters_of_a_search_that_can_be_followed_by_hand() -> None:
    """x + y = 3 with x in {0, 3} and y in {0, 1, 3}: one run takes 1 from y. Then x is 0, which makes y 3."""
    model = Model()
    model.answer = model.new("x", values=(0, 3))
    model.new("y", values=(0, 1, 3))
    model.add(Linear((1, 1), (0, 1), 3, 3))
    found = Fd().solve_model(model, (), NO_LIMIT)
    assert found.values == [0, 3]
    assert found.stats == dict(zip(COUNTERS, (2, 1, 3, 0, 1), strict=True))


def test_a_limit_on_backtracks_holds_and_leaves_a_board() -> None:
    for backtracks in (0, 1, 7, 40):
        for labeling in ("leftmost", "auto"):
            found = Fd().configured(f"labeling={labeling}").solve_model(pigeons(7), (), Limit(conflicts=backtracks))
            assert found.sat is None
            assert found.stats["backtracks"] <= max(1, backtracks)
            assert len(found.partial) == 56


def test_what_is_refuted_without_a_choice_is_refuted_within_any_limit() -> None:
    model = Model()
    model.answer = model.new("x", values=(1,))
    model.add(Linear((1,), (0,), 2, None))
    for labeling in ("leftmost", "auto"):
        assert Fd().configured(f"labeling={labeling}").solve_model(model, (), Limit(conflicts=0)).sat is False


def test_partial_boards_contradict_nothing_that_propagation_sees() -> None:
    model = model_of("@doppelblock/S7")
    for backtracks in (1, 5, 25, 125):
        found = Fd().configured("labeling=bisect,down").solve_model(model, (), Limit(conflicts=backtracks))
        assert found.sat is None
        known = [(x, value, True) for x, value in enumerate(found.partial) if value is not None]
        assert known
        assert all(value in model.domains[x] for x, value, _ in known)
        posting = Posting(model)
        store = Store(posting.domains)
        posting.post(store, model.constraints, known)
        assert store.propagate()


def test_with_more_backtracks_the_board_is_as_full_or_fuller() -> None:
    model, missing = model_of("@doppelblock/S7"), []
    for backtracks in (1, 5, 25, 125):
        found = Fd().configured("labeling=bisect,down").solve_model(model, (), Limit(conflicts=backtracks))
        missing.append(found.partial.count(None))
    assert missing == sorted(missing, reverse=True)


@pytest.mark.parametrize("labeling", ["ff", "auto"])
def test_time_limits_and_deadlines_hold(labeling: str) -> None:
    engine = Fd().configured(f"labeling={labeling}")
    assert engine.solve_model(pigeons(12), (), Limit(seconds=0.1)).sat is None
    with Deadline(0.1):
        assert engine.solve_model(pigeons(12), (), NO_LIMIT).sat is None


def test_a_stopped_search_has_its_store_back() -> None:
    def stop() -> None:
        if store.statistics.resumptions > 200:
            raise Stopped

    model = pigeons(6)
    posting = Posting(model)
    store = Store(posting.domains, stop)
    posting.post(store, model.constraints, ())
    before = list(store.domains)
    with pytest.raises(Stopped):
        Problem(store, list(range(42)), []).search(Fd().labeling or pytest.fail("no labeling"), 0, None)
    assert store.domains == before


def test_the_answer_is_labelled_before_the_rest() -> None:
    """The rest would take long: it has no solution only because of the answer."""
    model = pigeons(9)
    rest = model.answer.ravel().tolist()
    model.answer = model.new("last", 2, values=(0, 1))
    a, b = model.answer.tolist()
    model.add(Table((a, b, rest[0]), ((0, 0, 2), (1, 1, 2), (0, 1, 2), (1, 0, 2))))
    found = Fd().solve_model(model, (), NO_LIMIT)
    assert found.sat is False and found.stats["backtracks"] == 1


def test_values_that_are_too_far_apart_are_refused() -> None:
    model = Model()
    model.new("x", values=(0, 10**9))
    with pytest.raises(Unable, match="too many"):
        Fd().solve_model(model, (), NO_LIMIT)


def test_values_far_from_zero() -> None:
    model = Model()
    model.answer = model.new("x", 2, values=(10**9, 10**9 + 1))
    model.add(Linear((1, 1), (0, 1), 2 * 10**9 + 2, None))
    assert Fd().solve_model(model, (), NO_LIMIT).values == [10**9 + 1] * 2
