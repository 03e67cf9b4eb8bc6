"""Which engine is taken where nobody names one."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

import knobel
from knobel import registry
from knobel.engines.yasat.kernel import LIBRARY
from knobel.errors import Unable
from knobel.puzzle import Puzzle
from knobel.search import Search


def doppelblock(n: int) -> Puzzle:
    return knobel.parse(f"doppelblock:{n}:{','.join('?' * n)}/{','.join('?' * n)}")


def level(pieces: int) -> Puzzle:
    """With nothing to do but to drop squares side by side."""
    board = "/".join(["." * 2 * pieces] * 6)
    return knobel.parse(f"satromino:{2 * pieces}x6:{'O' * pieces}:{board}:{board}")


CHOICES = [
    (doppelblock(12), "minicard", "minicard"),
    (doppelblock(13), "yasat", "minicard"),
    (level(12), "glucose", "glucose"),
    (level(13), "yasat", "glucose"),
    (level(22), "yasat", "glucose"),
    (level(23), "glucose", "glucose"),
]


@pytest.mark.parametrize(("puzzle", "there", "absent"), CHOICES, ids=[f"{p.kind}-{e}" for p, e, _ in CHOICES])
def test_it_depends_on_the_puzzle_and_on_what_is_installed(
    puzzle: Puzzle, there: str, absent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = registry.encoding(registry.kind(puzzle.kind))
    for installed, engine in ((True, there), (False, absent)):
        monkeypatch.setitem(vars(LIBRARY), "usable", installed)
        assert registry.preferred(chosen, puzzle) == engine


@pytest.mark.parametrize("installed", [True, False])
def test_an_answer_says_which_it_was(
    installed: bool, monkeypatch: pytest.MonkeyPatch, need_module: Callable[[str], None]
) -> None:
    need_module("llvmlite")
    if not installed:
        monkeypatch.setitem(vars(LIBRARY), "usable", False)
    assert knobel.solve(doppelblock(13)).engine == ("yasat" if installed else "minicard")
    assert knobel.solve(doppelblock(13), engine="minisat").engine == "minisat"


def test_encodings_can_be_sent_to_other_processes() -> None:
    for kind in registry.kinds().values():
        for one in registry.encodings(kind).values():
            assert pickle.loads(pickle.dumps(one)) == one


def test_preferred_engines_are_known() -> None:
    preferred = [
        one.preferred.engine
        for kind in registry.kinds().values()
        for one in registry.encodings(kind).values()
        if one.preferred is not None
    ]
    assert preferred and set(preferred) <= set(registry.engines())


def test_the_choice_is_made_once_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Puzzle] = []

    def counted(*args: Any, real: Callable[..., str] = registry.preferred) -> str:
        asked.append(args[1])
        return real(*args)

    monkeypatch.setattr(registry, "preferred", counted)
    puzzle = knobel.parse("nonogram:4x4:2/1/2/1/1.1/2/1/1")
    for task in (knobel.solve, knobel.unique, knobel.count, knobel.forced):
        task(puzzle)
        assert asked == [puzzle]
        asked.clear()


def test_engines_that_cannot_propagate_name_those_that_can() -> None:
    puzzle = knobel.parse("nonogram:2x2:1/1/1/1")
    encoding = registry.encoding(registry.kind("nonogram"))
    with Search(puzzle, encoding, "kissat") as search, pytest.raises(Unable, match=r"take one of: .*minisat"):
        search.propagate()
