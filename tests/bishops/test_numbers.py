"""Numbers that are known from elsewhere: how many pieces fit, in how many ways, and how many dominate a board."""

from __future__ import annotations

from math import factorial

import pytest

import knobel


def best(n: int, piece: str = "bishop", goal: str = "most") -> int | None:
    return knobel.solve(knobel.parse(f"bishops:{n}:piece={piece}:goal={goal}")).value


def ways(n: int, piece: str = "bishop", count: int | None = None) -> int:
    exactly = "" if count is None else f":count={count}"
    return int(knobel.count(knobel.parse(f"bishops:{n}:piece={piece}{exactly}")))


@pytest.mark.parametrize("n", range(2, 9))
def test_most_bishops(n: int) -> None:
    assert best(n) == 2 * n - 2
    assert ways(n) == 2**n


def test_one_bishop_on_one_cell() -> None:
    assert (best(1), ways(1)) == (1, 1)


@pytest.mark.parametrize(("n", "expected"), list(enumerate([1, 4, 26, 260, 3368], 1)))
def test_exactly_n_bishops(n: int, expected: int) -> None:
    assert ways(n, count=n) == expected


@pytest.mark.slow
def test_exactly_six_bishops() -> None:
    assert ways(6, count=6) == 53744


@pytest.mark.parametrize(("n", "expected"), list(enumerate([1, 0, 0, 2, 10, 4, 40, 92], 1)))
def test_n_queens(n: int, expected: int) -> None:
    assert ways(n, "queen", count=n) == expected
    assert best(n, "queen") == (n if expected else n - 1)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "expected"), [(9, 352), (10, 724)])
def test_more_queens(n: int, expected: int) -> None:
    assert ways(n, "queen", count=n) == ways(n, "queen") == expected


@pytest.mark.parametrize("n", range(1, 7))
def test_rooks(n: int) -> None:
    assert (best(n, "rook"), ways(n, "rook")) == (n, factorial(n))


@pytest.mark.parametrize(("n", "expected"), list(enumerate([1, 4, 5, 8, 13, 18, 25, 32], 1)))
def test_most_knights(n: int, expected: int) -> None:
    assert best(n, "knight") == expected


@pytest.mark.parametrize("n", range(1, 12))
def test_most_kings(n: int) -> None:
    assert best(n, "king") == ((n + 1) // 2) ** 2


@pytest.mark.parametrize("n", range(1, 11))
def test_bishops_and_rooks_that_dominate(n: int) -> None:
    assert best(n, "bishop", "dominate") == best(n, "rook", "dominate") == n


@pytest.mark.parametrize(("n", "expected"), list(enumerate([1, 1, 1, 2, 3, 3, 4, 5, 5], 1)))
def test_queens_that_dominate(n: int, expected: int) -> None:
    assert best(n, "queen", "dominate") == expected


@pytest.mark.parametrize(("n", "expected"), list(enumerate([1, 4, 4, 4, 5, 8, 10, 12, 14], 1)))
def test_knights_that_dominate(n: int, expected: int) -> None:
    assert best(n, "knight", "dominate") == expected


@pytest.mark.slow
@pytest.mark.parametrize("n", [100, 200, 500])
def test_large_boards_reach_the_bound(n: int) -> None:
    result = knobel.solve(knobel.parse(f"bishops:{n}"))
    assert result.value == 2 * n - 2 and len(result.because) == 2
