"""What goes to other machines and back: calls and answers, the processes that do the work, and versions that differ."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cluster_work import double, fail, no_answer
from knobel import registry
from knobel.cluster import hand
from knobel.errors import BadInput, KnobelError, Misuse


@pytest.fixture
def hands() -> Iterator[Callable[[object], object]]:
    """Gives calls to a process of this machine, without any cluster."""
    yield lambda call: pickle.loads(hand.answered(pickle.dumps(call), lambda: False))
    hand.end_hands()


def test_what_cannot_travel_is_an_error_of_its_item(hands: Callable[[object], object]) -> None:
    for number in (0, 1):
        found = hands((no_answer, number))
        assert isinstance(found, KnobelError) and "cannot travel" in str(found)
    assert isinstance(hands("no call"), ValueError)


def test_errors_travel(hands: Callable[[object], object]) -> None:
    for error in (BadInput("bad", 3, "file"), Misuse("no"), KnobelError("what")):
        found = hands((fail, error))
        assert type(found) is type(error) and str(found) == str(error)


def test_a_hand_that_died_while_it_was_idle_is_replaced(hands: Callable[[object], object]) -> None:
    for number in range(3):
        assert hands((double, number)) == 2 * number
        [idle] = hand._idle
        os.killpg(idle._process.pid, signal.SIGKILL)


@pytest.mark.parametrize(
    ("who", "package", "version"),
    [
        ("the scheduler", "knobel", None),
        ("the worker tcp://far", "python", "3.99.1.final.0"),
        ("the worker tcp://far", "distributed", "1"),
    ],
)
def test_other_versions_are_named(
    who: str, package: str, version: str | None, need_module: Callable[[str], None]
) -> None:
    need_module("distributed")
    from knobel.cluster.connecting import difference

    def packages(of: str) -> dict[str, Any]:
        usual = {"knobel": "0.1", "python": f"3.12.{len(of)}.final.0", "distributed": "2"}
        return {"packages": usual | ({package: version} if of == who else {})}

    workers = {"tcp://near": packages("the worker tcp://near"), "tcp://far": packages("the worker tcp://far")}
    found = difference({"client": packages("us"), "scheduler": packages("the scheduler"), "workers": workers})
    assert found is not None and found.startswith(f"{who} has {package} ")
    assert difference({"client": packages("us"), "scheduler": packages("us"), "workers": {}}) is None


@pytest.mark.parametrize("kind", registry.kinds().values(), ids=lambda kind: kind.name)
def test_puzzles_and_results_can_travel(kind: registry.Kind) -> None:
    from knobel.cli.asking import solved
    from knobel.tasks.unique import unique

    example = min(kind.examples.values(), key=lambda one: len(one.id))
    puzzle = registry.parse(example.id)
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    result = solved({"encoding": None, "engine": None, "timeout": 20}, True, puzzle)
    again = pickle.loads(pickle.dumps(result))
    assert (again.line, again.status, again.atoms, again.because) == (
        result.line,
        result.status,
        result.atoms,
        result.because,
    )
    assert result.solution is None or any(result.atoms.values())
    assert pickle.loads(pickle.dumps(unique(puzzle, timeout=20))).status != "undecided"
