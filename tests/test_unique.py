"""What `unique` says of random puzzles, against all their solutions: the verdict, the nearest pair, the suggestion."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

import knobel
from knobel.cli import main
from knobel.errors import Interrupted
from knobel.puzzle import Atom, Spaced, Swappable, Values
from knobel.tasks import unique as task
from knobel.tasks.nearest_pair import PairSearch
from witness import PUZZLES, every

EACH = 200
SEED = 5
ENOUGH = 60.0  # seconds, with which everything about these small boards gets proven


def nearest(solutions: list[Values]) -> int:
    """In how few entries two of them differ."""
    stacked = np.stack([values.ravel() for values in solutions])
    return min(int((stacked[i + 1 :] != stacked[i]).sum(axis=1).min()) for i in range(len(stacked) - 1))


def agreeing(solutions: list[Values], facts: tuple[Atom, ...]) -> list[Values]:
    return [values for values in solutions if all(values[fact.at] == fact.value for fact in facts)]


def fewest(solutions: list[Values], most: int) -> int:
    """How many facts it takes to single out a solution, by trying all sets of at most so many."""
    stacked = np.stack([values.ravel() for values in solutions])
    for size in range(most + 1):
        for entries in combinations(range(stacked.shape[1]), size):
            _, numbers = np.unique(stacked[:, entries], axis=0, return_counts=True)
            if (numbers == 1).any():
                return size
    return most + 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", PUZZLES)
def test_the_pair_is_a_nearest_one(kind: str) -> None:
    several = 0
    for puzzle in PUZZLES[kind](EACH, SEED):
        solutions = every(puzzle)
        found = knobel.unique(puzzle, timeout=ENOUGH)
        assert found.status == ("none", "unique", "multiple")[min(2, len(solutions))], puzzle.id()
        for values in found.solutions:
            assert any((values == other).all() for other in solutions), puzzle.id()
        if found.status == "multiple":
            several += 1
            assert found.least and len(found.differs) == nearest(solutions), puzzle.id()
    assert several >= 20


@pytest.mark.parametrize("kind", PUZZLES)
def test_what_kinds_know_of_their_solutions_is_true(kind: str) -> None:
    """No two solutions are nearer than the kind says, and what it sees in one solution is another."""
    for puzzle in PUZZLES[kind](EACH, SEED + 2):
        solutions = every(puzzle) if isinstance(puzzle, Spaced | Swappable) else []
        if isinstance(puzzle, Spaced) and len(solutions) > 1:
            assert puzzle.apart() <= nearest(solutions), puzzle.id()
        for values in solutions:
            other = puzzle.another(values) if isinstance(puzzle, Swappable) else None
            assert other is None or (other != values).any(), puzzle.id()
            assert other is None or any((other == one).all() for one in solutions), puzzle.id()


@pytest.mark.slow
@pytest.mark.parametrize("kind", PUZZLES)
def test_the_suggestion_is_a_smallest_one(kind: str) -> None:
    several = 0
    for puzzle in PUZZLES[kind](EACH, SEED + 1):
        found = knobel.unique(puzzle, nearest=False, suggest=True, timeout=ENOUGH)
        if found.status != "multiple":
            assert found.suggest == (() if found.status == "unique" else None), puzzle.id()
            continue
        several += 1
        solutions = every(puzzle)
        assert found.suggest is not None and len(agreeing(solutions, found.suggest)) == 1, puzzle.id()
        assert found.smallest and fewest(solutions, len(found.suggest) - 1) == len(found.suggest), puzzle.id()
    assert several >= 20


def test_pairs_far_apart_are_brought_together() -> None:
    """Two blocks that can be swapped each by itself: both at once is never the nearest pair."""
    puzzle = knobel.parse("nonogram:5x5:1/1//1/1/1/1//1/1")
    found = knobel.unique(puzzle, timeout=ENOUGH)
    assert (len(found.differs), found.least) == (4, True)


@pytest.mark.parametrize("engine", ["minisat", "cadical", "kissat"])
def test_any_engine_brings_them_together(engine: str) -> None:
    found = knobel.unique(knobel.parse("nonogram:4x4:1/1/1/1/1/1/1/1"), engine=engine, suggest=True, timeout=ENOUGH)
    assert (len(found.differs), found.least, len(found.suggest or ()), found.smallest) == (4, True, 3, True)


def test_a_constraint_model_is_helped_by_clauses(need_module: Any) -> None:
    need_module("ortools")
    found = knobel.unique(knobel.parse("nonogram:3x3:1/1/1/1/1/1"), engine="cpsat", suggest=True, timeout=ENOUGH)
    assert (len(found.differs), found.least, len(found.suggest or ()), found.smallest) == (4, True, 2, True)


def test_what_was_found_before_ctrl_c_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(PairSearch, "nearest", interrupt)
    with pytest.raises(Interrupted) as stopped:
        knobel.unique(knobel.parse("bishops:3"))
    result = stopped.value.result
    assert isinstance(result, task.Uniqueness)
    assert result.status == "multiple" and not result.least and len(result.solutions) == 2


def test_the_verdict_does_not_wait_for_the_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task, "NEAREST_WORK", 0)
    monkeypatch.setattr(task, "SUGGEST_WORK", 0)
    found = knobel.unique(knobel.parse("bishops:3"), suggest=True)
    assert (found.status, found.least, found.suggest, found.smallest) == ("multiple", False, None, False)


def test_the_command_says_what_is_proven(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["unique", "bishops:2", "--suggest"]) == 1
    out = capsys.readouterr().out
    assert "They differ in 2 places; no two solutions differ in fewer." in out
    assert "With 2 more facts it is unique; fewer would not do: " in out
    monkeypatch.setattr(task, "NEAREST_WORK", 0)
    monkeypatch.setattr(task, "SUGGEST_WORK", 0)
    assert main(["unique", "bishops:3", "--suggest"]) == 1
    out = capsys.readouterr().out
    assert "; nearer ones may exist." in out and "No facts that would make it unique were found in time." in out
