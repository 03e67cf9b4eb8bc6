"""Best placements found without a search: they are best, and they are taken only where nobody asks for more."""

from __future__ import annotations

import numpy as np
import pytest

import knobel
from bishops.boards import boards, obeys
from knobel import checks, registry
from knobel.errors import WrongAnswer
from knobel.kinds.bishops import optimum as found
from knobel.kinds.bishops.rules import Bishops
from knobel.puzzle import Values


def test_what_is_found_is_a_best_placement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found, "SMALL", 0)
    monkeypatch.setattr(found, "SMALL_FOR_QUEENS", 0)
    pieces = set()
    for p in boards(400, 7):
        values = found.optimum(p)
        if values is not None:
            assert p.goal == "most" and obeys(p, values)
            assert p.write(values) in checks.brute_force(p), p.id()
            pieces.add(p.piece)
    assert {"bishop", "rook", "king", "queen"} <= pieces


@pytest.mark.parametrize("piece", ["bishop", "rook", "king"])
def test_large_boards_need_no_formula(piece: str) -> None:
    p = knobel.parse(f"bishops:60:piece={piece}")
    result = knobel.solve(p)
    assert (result.status, result.clauses, len(result.because)) == ("solved", 0, 2)
    searched = knobel.solve(p, encoding="diagonals")
    assert searched.clauses > 0 and searched.value == result.value
    assert knobel.solve(p, engine="cadical").clauses > 0


@pytest.mark.parametrize("density", [0, 0.05, 0.2])
def test_queens_move_until_none_is_attacked(density: float) -> None:
    """With holes and given queens, of which every placement found has as many as rows, columns or both allow."""
    random = np.random.default_rng(int(100 * density))
    for n in (13, 20, 50, 120):
        board = np.where(random.random((n, n)) < density, "#", ".")
        board[n // 2, n // 3] = board[n // 3, n - 2] = "B"
        p = Bishops(tuple(map("".join, board.tolist())), "queen")
        result = knobel.solve(p)
        assert result.status == "solved" and result.clauses == 0 and result.solution is not None
        assert obeys(p, result.solution) and p.bound() is not None and result.value == p.bound()[0]  # type: ignore[index]


def test_queens_that_attack_each_other_are_not_placed() -> None:
    rows = ["." * 14] * 14
    rows[3], rows[5] = "B" + "." * 13, "..B" + "." * 11
    assert found.optimum(Bishops(tuple(rows), "queen")) is None


def test_where_more_is_asked_there_is_a_search() -> None:
    p = knobel.parse("bishops:51:piece=rook")
    verdict = knobel.unique(p, nearest=False)
    assert verdict.status == "multiple" and len({p.write(values) for values in verdict.solutions}) == 2


def test_a_placement_that_is_none_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_cells(p: Bishops) -> Values:
        return np.ones((p.n, p.n), dtype=np.int64)

    monkeypatch.setitem(vars(registry.kind("bishops")), "optimum", all_cells)
    with pytest.raises(WrongAnswer, match="for a best solution"):
        knobel.solve(knobel.parse("bishops:3"))
