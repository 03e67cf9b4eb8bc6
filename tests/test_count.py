"""How many solutions there are: by finding them, by a model counter, and by arguments of their own."""

from __future__ import annotations

import os
from collections import Counter as Tally
from collections.abc import Callable
from math import factorial

import pytest

import knobel
from knobel.cli import main
from knobel.errors import Misuse, WrongAnswer
from knobel.formula import Formula
from knobel.search import Search
from knobel.tasks import count as task
from knobel.tasks import model_counter
from knobel.tasks.count import Count
from witness import PUZZLES, every

SEED = 23


@pytest.mark.slow
@pytest.mark.parametrize("kind", PUZZLES)
def test_counts_are_those_of_brute_force(kind: str) -> None:
    for puzzle in PUZZLES[kind](200, SEED):
        assert knobel.count(puzzle) == Count(len(every(puzzle)), True), puzzle.id()


@pytest.mark.slow
@pytest.mark.parametrize("kind", PUZZLES)
def test_the_counter_counts_the_same(
    kind: str, monkeypatch: pytest.MonkeyPatch, need_module: Callable[[str], None]
) -> None:
    need_module("pyganak")
    monkeypatch.setattr(task, "MANY", 1)
    monkeypatch.setattr(task, "_race", lambda search, counter, found: iter([Count(counter.number(None), True, "it")]))
    counted = 0
    for puzzle in PUZZLES[kind](60, SEED + 1):
        found = knobel.count(puzzle)
        assert found == Count(len(every(puzzle)), True), puzzle.id()
        counted += found.by == "it"
    assert counted >= 20


def bishops_anywhere(n: int) -> int:
    """Ways to put any number of bishops, none too, that do not attack each other.

    Turned by 45 degrees, the cells of one colour are rows of a board, each within the longer ones: k rooks at most one
    a row leave a row of length m with m - k columns.
    """
    product = 1
    for colour in (0, 1):
        lengths = sorted(Tally(r + c for r in range(n) for c in range(n) if (r + c) % 2 == colour).values())
        ways = [1]
        for length in lengths:
            more = [count * (length - k) for k, count in enumerate(ways)]
            ways = [a + b for a, b in zip([*ways, 0], [0, *more], strict=True)]
        product *= sum(ways)
    return product


def pairs_anywhere(width: int, height: int) -> int:
    """Boards on which each mine has exactly one mine beside it, row by row."""
    rows = range(1 << width)

    def fits(above: int, row: int, below: int) -> bool:
        return all(
            (above >> c & 1) + (below >> c & 1) + (row >> (c + 1) & 1) + (row << 1 >> c & 1) == 1
            for c in range(width)
            if row >> c & 1
        )

    ways = {(0, row): 1 for row in rows}
    for _ in range(height - 1):
        after: Tally[tuple[int, int]] = Tally()
        for (above, row), number in ways.items():
            for below in rows:
                if fits(above, row, below):
                    after[row, below] += number
        ways = dict(after)
    return sum(number for (above, row), number in ways.items() if fits(above, row, 0))


@pytest.mark.parametrize(
    ("puzzle", "number"),
    [
        ("bishops:8:goal=some", bishops_anywhere(8) - 1),
        (f"dominosweeper:5x7:{'/'.join(['.....'] * 7)}", pairs_anywhere(5, 7)),
        (f"nonogram:7x7:{'/'.join('1' * 14)}", factorial(7)),
    ],
)
def test_large_numbers(puzzle: str, number: int, need_module: Callable[[str], None]) -> None:
    need_module("pyganak")
    assert number > 4 * task.MANY
    assert knobel.count(knobel.parse(puzzle)) == Count(number, True)
    assert knobel.count(knobel.parse(puzzle), limit=2 * task.MANY) == Count(2 * task.MANY, False)


def test_best_solutions_of_a_large_board(need_module: Callable[[str], None]) -> None:
    """The best ways to put bishops on an n x n board number 2**n."""
    need_module("pyganak")
    assert knobel.count(knobel.parse("bishops:12")) == Count(2**12, True)


PERMUTATIONS = "nonogram:5x5:1/1/1/1/1/1/1/1/1/1"


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_lets_something_be_counted(limit: int) -> None:
    with pytest.raises(Misuse, match="from 1"):
        knobel.count(knobel.parse(PERMUTATIONS), limit=limit)


def test_without_a_counter_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task, "MANY", 3)
    monkeypatch.setattr(model_counter, "find_spec", lambda name: None)
    assert str(knobel.count(knobel.parse(PERMUTATIONS))) == "120"


def test_a_counter_that_dies_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task, "MANY", 3)
    monkeypatch.setattr(model_counter, "find_spec", lambda name: True)
    monkeypatch.setattr(model_counter, "_count", lambda formula: os._exit(9))
    ended = []

    class Dead(model_counter.Counter):
        def __init__(self, formula: Formula) -> None:
            super().__init__(formula)
            done = os.waitid(os.P_PID, self._call.pid, os.WEXITED | os.WNOWAIT)
            ended.append(done and done.si_status)

    monkeypatch.setattr(model_counter, "Counter", Dead)
    found = knobel.count(knobel.parse(PERMUTATIONS))
    assert (found, found.by) == (Count(120, True), "solutions")
    assert ended == [9], "it died of something else"


def test_a_counter_that_is_wrong_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task, "MANY", 3)
    monkeypatch.setattr(model_counter, "find_spec", lambda name: True)
    monkeypatch.setattr(model_counter, "_count", lambda formula: 2)
    with pytest.raises(WrongAnswer, match="ganak counted 2 solutions"):
        knobel.count(knobel.parse(PERMUTATIONS))


def test_a_named_engine_counts_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task, "MANY", 3)
    monkeypatch.setattr(model_counter, "Counter", None)
    assert str(knobel.count(knobel.parse(PERMUTATIONS), engine="minisat")) == "120"


@pytest.mark.parametrize(("verb", "shown"), [("count", "at least 4\n"), ("all", None)])
def test_ctrl_c_keeps_what_was_found(
    verb: str, shown: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    solve, asked = Search.solve, 0

    def interrupted(self: Search) -> object:
        nonlocal asked
        asked += 1
        if asked > 4:
            raise KeyboardInterrupt
        return solve(self)

    monkeypatch.setattr(Search, "solve", interrupted)
    assert main([verb, PERMUTATIONS]) == 130
    out = capsys.readouterr().out
    assert out == shown if shown else len(set(out.splitlines())) == 4
