"""Labelings: what each word means, and that none of them changes what the solutions are."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import knobel
from knobel import registry
from knobel.engines import ModelVerdict
from knobel.engines.fd.domains import bits, members
from knobel.engines.fd.engine import Fd
from knobel.engines.fd.labeling import CHOICES, DIRECTIONS, ORDERS, Labeling
from knobel.engines.fd.posting import Posting
from knobel.engines.fd.store import Store
from knobel.errors import Misuse
from knobel.limits import NO_LIMIT
from knobel.model import Clause, Linear, Model

EVERY = [Labeling(*words) for words in product(ORDERS, CHOICES, DIRECTIONS)]
DOMAIN = bits([1, 2, 6, 7, 9])


def model_of(name: str) -> Model:
    puzzle = knobel.load(name)
    found = registry.encoding(registry.kind(puzzle.kind), "cp")(puzzle)
    assert isinstance(found, Model)
    return found


def verdict(name: str, options: str) -> ModelVerdict:
    return Fd().configured(options).solve_model(model_of(name), (), NO_LIMIT)


def solutions(model: Model, engine: Fd) -> list[tuple[int, ...]]:
    """All solutions, in the order in which they are found."""
    found, model = [], replace(model, constraints=list(model.constraints))
    while (verdict := engine.solve_model(model, (), NO_LIMIT)).sat:
        found.append(tuple(verdict.values))
        model.add(Clause(tuple((x, value, False) for x, value in enumerate(verdict.values))))
    return found


@pytest.mark.parametrize("name", ["@doppelblock/twins", "@dominosweeper/ring", "@nonogram/twins", "@bishops/some"])
def test_all_labelings_find_the_same_solutions(name: str) -> None:
    model = model_of(name)
    first, *others = ({*solutions(model, Fd(labeling=labeling))} for labeling in EVERY)
    assert len(first) == registry.kind(knobel.load(name).kind).examples[name.partition("/")[2]].solutions
    assert all(other == first for other in others)


@given(st.sets(st.integers(0, 40), min_size=2), st.sampled_from(EVERY), st.integers(0, 9))
def test_branches_share_out_the_domain(values: set[int], labeling: Labeling, seed: int) -> None:
    parts = labeling.branches(bits(values), Random(seed))
    assert len(parts) == len(values) if labeling.choice == "enum" else 2
    assert all(parts)
    assert sorted(value for part in parts for value in members(part)) == sorted(values)


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("step,up", [[1], [2, 6, 7, 9]]),
        ("step,down", [[9], [1, 2, 6, 7]]),
        ("enum,up", [[1], [2], [6], [7], [9]]),
        ("enum,down", [[9], [7], [6], [2], [1]]),
        ("bisect,up", [[1, 2], [6, 7, 9]]),
        ("bisect,down", [[6, 7, 9], [1, 2]]),
        ("median", [[6], [1, 2, 7, 9]]),
        ("middle", [[6], [1, 2, 7, 9]]),
    ],
)
def test_which_values_come_first(words: str, parts: list[list[int]]) -> None:
    found = Labeling.parse(words).branches(DOMAIN, Random(0))
    assert [list(members(part)) for part in found] == parts


@pytest.mark.parametrize(
    ("words", "first"), [("median,up", 2), ("median,down", 6), ("middle,up", 2), ("middle,down", 6)]
)
def test_of_two_middle_values_the_direction_decides(words: str, first: int) -> None:
    """The middle values of 1, 2, 6, 7 are 2 and 6, by place and by distance."""
    assert Labeling.parse(words).branches(bits([1, 2, 6, 7]), Random(0))[0] == 1 << first


def test_which_variable_comes_first() -> None:
    """Fewest values, then most constraints; least value; greatest value; always the first of equals."""
    model = Model()
    for values in ((3, 4, 5), (2, 3, 9), (4, 5), (4, 6), (1, 2, 9)):
        model.new("x", values=values)
    model.add(Linear((1, -1), (3, 0), 0, None))
    posting = Posting(model)
    store = Store(posting.domains)
    posting.post(store, model.constraints, ())
    store.clear_queue()
    chosen = {order: Labeling(order).variable(range(5), store) for order in ORDERS}
    assert chosen == {"leftmost": 0, "ff": 2, "ffc": 3, "min": 4, "max": 1}


@pytest.mark.parametrize("words", ["", "fast", "ff,ffc", "up,down", "step,bisect", "ff,,up", "FF"])
def test_unknown_and_doubled_words_are_refused(words: str) -> None:
    with pytest.raises(Misuse, match=r"leftmost, ff|one of"):
        Fd().configured(f"labeling={words}")


@pytest.mark.parametrize("options", ["", "seed", "seed=-1", "seed=x", "depth=3", "labeling"])
def test_unknown_options_are_refused(options: str) -> None:
    with pytest.raises(Misuse):
        Fd().configured(options)


def test_words_stand_in_any_order() -> None:
    assert Labeling.parse("down,ff") == Labeling.parse("ff,down") == Labeling("ff", "step", "down")
    assert all(Labeling.parse(str(labeling)) == labeling for labeling in EVERY)


def test_seeds_repeat() -> None:
    runs = [verdict("@doppelblock/S6", f"labeling=random:seed={seed}") for seed in (1, 1, 2, 3, 4)]
    assert runs[0] == runs[1]
    assert any(run.stats != runs[0].stats for run in runs)
    assert all(run.values == runs[0].values for run in runs)


@pytest.mark.parametrize("labeling", ["auto", "bisect,down", "ffc,median"])
def test_statistics_repeat(labeling: str) -> None:
    assert verdict("@doppelblock/S6", f"labeling={labeling}") == verdict("@doppelblock/S6", f"labeling={labeling}")


@pytest.mark.parametrize(
    "name", ["@doppelblock/corner", "@dominosweeper/four", "@nonogram/twins", "@dominosweeper/odd"]
)
def test_races_of_many_rounds_find_the_same_solutions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = model_of(name)
    expected = {*solutions(model, Fd())}
    monkeypatch.setattr("knobel.engines.fd.search.FIRST", 1)
    assert {*solutions(model, Fd(labeling=None))} == expected


def test_a_race_names_its_winner() -> None:
    stats = verdict("@doppelblock/S7b", "labeling=auto").stats
    [winner] = [name.removeprefix("labeling ") for name in stats if name.startswith("labeling ")]
    assert str(Labeling.parse(winner)) == winner
