"""Which engine is taken where nobody names one."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

import knobel
from knobel import registry
from knobel.engines.yasat.kernel import LIBRARY
from knobel.puzzle import Puzzle


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


def test_engines_that_are_better_are_known() -> None:
    better = [
        one.better.engine
        for kind in registry.kinds().values()
        for one in registry.encodings(kind).values()
        if one.better is not None
    ]
    assert better and set(better) <= set(registry.engines())
