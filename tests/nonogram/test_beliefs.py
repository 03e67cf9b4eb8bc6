"""Guesses are sums over colourings, by two programs alike; whatever they say, no verdict depends on them."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

import knobel
from knobel import backends, checks, registry
from knobel.formula import Formula, Lits
from knobel.kinds.nonogram import beliefs
from knobel.kinds.nonogram.beliefs import Side, by_loops, by_tables
from knobel.kinds.nonogram.encodings.starts import StartTable
from knobel.kinds.nonogram.loops import LIBRARY, sum_lines
from knobel.kinds.nonogram.presolve import presolve
from knobel.kinds.nonogram.rules import Nonogram, runs_of
from knobel.search import Search
from nonogram.boards import boards

KIND = registry.kind("nonogram")


@cache
def solvable() -> list[Nonogram]:
    return [board for board in boards(150, seed=12) if checks.brute_force(board)]


def sides_of(board: Nonogram, presolved: bool) -> tuple[Side, Side]:
    """Its columns and its rows, as the encoding `compact` sees them."""
    known = presolve(board) if presolved else None
    formula = KIND.encodings["compact"](board, known)
    assert isinstance(formula, Formula)
    runs: StartTable = formula.guess.__self__  # type: ignore[union-attr]
    possible = board.domain() if known is None else known
    return runs.side("column", possible.swapaxes(0, 1)), runs.side("row", possible)


def some_odds(side: Side, random: np.random.Generator) -> Any:
    lines, cells, values = side.possible.shape
    odds = random.normal(size=(lines, values, cells))
    odds[:, 0] = 0
    return np.where(side.sure != 0, side.sure, odds)


def test_shares_are_sums_over_all_colourings() -> None:
    random = np.random.default_rng(1)
    compared = 0
    for board in solvable():
        for side, lines in zip(sides_of(board, False), (board.columns, board.rows), strict=True):
            odds = some_odds(side, random)
            shares = by_tables(side, odds)
            _, values, cells = odds.shape
            for i, line in enumerate(lines):
                if line is None:
                    continue
                fitting = np.array([c for c in product(range(values), repeat=cells) if runs_of(c) == line])
                weights = np.exp(odds[i, fitting, np.arange(cells)].sum(axis=1))
                for v in range(values):
                    expected = (weights[:, None] * (fitting == v)).sum(axis=0) / weights.sum()
                    assert np.allclose(shares[i, v], expected), (board.id(), i)
                compared += 1
    assert compared > 300


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("presolved", [False, True])
def test_loops_and_tables_say_the_same(presolved: bool, compiled: bool, need_module: Any) -> None:
    if compiled:
        need_module("llvmlite")
    loops = by_loops(lambda: LIBRARY.calls()["sum_lines"] if compiled else sum_lines)
    random = np.random.default_rng(2)
    for board in solvable():
        if presolved and not presolve(board).any(axis=-1).all():
            continue
        one, other = sides_of(board, presolved), sides_of(board, presolved)
        for mine, theirs in zip(one, other, strict=True):
            odds = some_odds(mine, random)
            assert np.allclose(by_tables(mine, odds), loops(theirs, odds)), board.id()
            assert np.allclose(mine.starts, theirs.starts), board.id()
        assert np.allclose(beliefs.rounds(*one, by_tables), beliefs.rounds(*other, loops)), board.id()


def test_where_there_is_machine_code_all_boards_use_it(monkeypatch: pytest.MonkeyPatch, need_module: Any) -> None:
    """The two ways differ in the last digits, so a guess must not depend on how many were made before."""
    need_module("llvmlite")
    used = []
    monkeypatch.setattr(beliefs, "rounds", lambda columns, rows, sums: used.append(sums is by_tables))
    for usable in (True, True, False):
        monkeypatch.setitem(vars(LIBRARY), "usable", usable)
        beliefs.believe(*sides_of(solvable()[0], False))
    assert used == [False, False, True]


@pytest.mark.parametrize("engine", ["cadical", "glucose", "minisat", "yasat:pure=1"])
def test_no_verdict_depends_on_a_guess(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guess itself, its opposite, and nonsense: told to the engine at once."""
    monkeypatch.setattr(backends, "GUESS_AFTER", 0)
    random = np.random.default_rng(3)
    compact = KIND.encodings["compact"]
    for board in solvable()[:60]:
        formula = compact(board)
        assert isinstance(formula, Formula) and formula.guess is not None
        good = formula.guess()
        nonsense = np.where(random.random(len(good)) < 0.5, good, -good).astype(np.int32)
        for told in (good, -good, nonsense):
            with Search(board, compact, registry.engine(engine)) as search:
                monkeypatch.setattr(search._backend, "_guess", lambda told=told: told)
                assert checks.enumerated(search) == checks.brute_force(board), board.id()


def test_a_guess_names_every_variable_once_or_the_same() -> None:
    for board in solvable():
        formula = KIND.encodings["compact"](board)
        assert isinstance(formula, Formula) and formula.guess is not None
        guess: Lits = formula.guess()
        said = {int(lit) for lit in guess} - {formula.true, -formula.true}
        assert not said & {-lit for lit in said}
        blocks = [block for block in formula.blocks if block.name != "true"]
        assert {abs(lit) for lit in said} == {v for b in blocks for v in range(b.first, b.first + b.size)}


def test_a_hard_board_with_one_solution_is_guessed_right() -> None:
    """On a board that lines do not settle the guess is, by itself, already the solution."""
    board = knobel.parse("nonogram:4x4:2/1/2/1/1.1/2/1/1")
    assert isinstance(board, Nonogram)
    odds = beliefs.believe(*sides_of(board, False))
    assert not board.check(odds.argmax(axis=-1))
