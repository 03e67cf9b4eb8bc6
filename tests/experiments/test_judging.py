"""A wrong verdict never counts as a time, and what a report says of growth is what the points say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.bench.goals import met
from knobel.bench.judging import judged
from knobel.bench.report_data import fitted, median_of, middle
from knobel.bench.suites import Ladders
from knobel.bench.trial import Run, Trial
from knobel.experiments import Goal, Way

PUZZLE = "nonogram:2x2:1/1/1/1"


def run(verdict: str, checked: bool | None = None, *, puzzle: str = PUZZLE, **rest: object) -> Run:
    question = str(rest.pop("question", "solve"))
    encoding = str(rest.pop("encoding", "compact"))
    trial = Trial(
        "s", "p", question, puzzle.partition(":")[0], "b", puzzle, encoding, seed=int(str(rest.pop("seed", 0)))
    )
    return Run(trial, verdict, checked, **rest)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (run("solved", True), run("unsolvable")),
        (run("multiple", True), run("unique")),
        (run("solved", True), run("none")),
        (run("unsolvable"), run("solved")),  # it showed none
        (run("none"), run("multiple")),
        (run("multiple", True), run("none")),
        (run("unique", True), run("none")),
        (run("solved", value=5, question="count"), run("unique", True)),
        (run("solved", value=5, question="count"), run("unsolvable")),
        (run("multiple", True), run("solved", value=1, question="count")),
        (run("solved", True, value=4, puzzle="bishops:3"), run("solved", True, value=3, puzzle="bishops:3")),
        (
            run("solved", True, value=2, puzzle="bishops:3:goal=dominate"),
            run("solved", True, value=3, puzzle="bishops:3:goal=dominate"),
        ),
    ],
)
def test_a_witness_beats_a_claim(right: Run, wrong: Run) -> None:
    for order in ([right, wrong], [wrong, right]):
        found = judged(order)
        assert found[order.index(right)] == right
        sentenced = found[order.index(wrong)]
        assert (sentenced.verdict, sentenced.decided) == ("wrong", False) and sentenced.note


@pytest.mark.parametrize(
    "runs",
    [
        [run("solved", True), run("undecided")],
        [run("unique"), run("solved", True)],
        [run("multiple", True), run("solved", True)],
        [run("unsolvable"), run("none")],
        [run("solved", True), run("solved")],
        [run("unique"), run("solved")],
        [run("solved", True), run("unsolvable", puzzle="nonogram:1x1:1/")],
        # An encoding that asks for less than the puzzle never claimed to find the most.
        [
            run("solved", True, value=4, puzzle="bishops:3"),
            run("solved", True, value=1, puzzle="bishops:3", encoding="pairs"),
        ],
        [run("solved", value=5, question="count"), run("solved", True)],
    ],
)
def test_what_does_not_contradict_stands(runs: list[Run]) -> None:
    assert judged(runs) == runs


def test_counts_that_differ_are_all_left_out() -> None:
    found = judged([run("solved", value=5, question="count"), run("solved", value=4, question="count", seed=1)])
    assert [one.verdict for one in found] == ["wrong", "wrong"]


@given(
    factor=st.floats(1e-3, 1e3),
    rate=st.floats(0.5, 6),
    sizes=st.lists(st.integers(2, 60), min_size=3, max_size=8, unique=True),
)
def test_a_power_is_found(factor: float, rate: float, sizes: list[int]) -> None:
    found = fitted((size, factor * size**rate) for size in sizes)
    assert found is not None and found.fit > 0.99
    assert found.at(sizes[0]) == pytest.approx(factor * sizes[0] ** rate, rel=0.2)


@given(rate=st.floats(1.2, 3), sizes=st.lists(st.integers(1, 30), min_size=5, max_size=8, unique=True))
def test_an_exponential_is_found(rate: float, sizes: list[int]) -> None:
    found = fitted((size, rate**size) for size in sizes)
    assert found is not None and found.fit > 0.999


def test_too_few_points_say_nothing() -> None:
    assert fitted([(1, 1), (2, 2)]) is None
    assert fitted([(1, 1), (1, 2), (1, 3)]) is None
    assert fitted([]) is None


def test_noise_is_no_growth() -> None:
    assert fitted(enumerate([5, 1, 4, 1, 5, 2], 1)) is None


def test_a_median_that_was_stopped_is_no_point_of_a_curve() -> None:
    slow, quick = run("undecided", cpu=20.0), run("solved", True, cpu=1.0)
    assert median_of([slow, slow, quick]) is None and middle([slow, slow, quick]) == "> 20"
    assert median_of([slow, quick, quick]) == 1.0 and middle([slow, quick, quick]) == "1.0"
    assert median_of([]) is None and middle([]) == ""


GOAL = Goal("g", "", lambda corpus: [], rival=Way("clingo", "", "peer:clingo"), times=10)


def promise(theirs: str, cpu: float = 50.0) -> list[str]:
    ours = Trial("goals", "g", "solve", "nonogram", "b", PUZZLE)
    rival = Run(replace(ours, encoding="", engine="peer:clingo"), theirs, cpu=cpu)
    return met(GOAL, [Run(ours, "solved", True, cpu=1.0), rival])


def test_a_promise_is_kept_only_against_a_rival_that_ran() -> None:
    assert promise("solved")[1:] == ["50 times less", "1 of 1", "yes"]
    assert promise("undecided")[1:] == ["at least 50 times less", "1 of 1", "yes"]
    assert promise("solved", 5.0)[3] == "no"
    for verdict in ("unable", "error", "wrong"):
        assert promise(verdict)[1:] == ["clingo could not be measured", "1 of 1", "no"]
    assert met(GOAL, [Run(Trial("goals", "g", "solve", "nonogram", "b", PUZZLE), "solved", True, cpu=1.0)])[3] == "no"


def climbing(size: int, verdict: str) -> Run:
    return Run(Trial("s", "p", "solve", "bishops", "b", "bishops:3", "cells", size=size), verdict)


def test_who_decides_no_board_of_a_size_gets_no_larger_one() -> None:
    ladders = Ladders()
    for size, verdict in ((5, "solved"), (10, "undecided"), (10, "solved")):
        ladders.climbed(climbing(size, verdict))
    assert not ladders.hopeless(climbing(20, "").trial)
    ladders.climbed(climbing(20, "undecided"))
    assert ladders.hopeless(climbing(30, "").trial)
    assert not ladders.hopeless(climbing(20, "").trial)  # the other seeds of this size are still due
    assert not ladders.hopeless(Trial("s", "p", "solve", "bishops", "b", "bishops:3", "diagonals", size=30))
