"""What encodings share means what it says: every emitter against brute force over its literals."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from knobel import emit, registry
from knobel.engines import Engine, Session
from knobel.errors import Misuse
from knobel.formula import Formula, Lits


def opened(formula: Formula) -> Session:
    engine = registry.engine("cadical")
    assert isinstance(engine, Engine)
    session = engine.open(formula.variables)
    session.add(formula.flat())
    return session


def accepted(write: Callable[[Formula, Lits], object], n: int) -> set[tuple[bool, ...]]:
    """The assignments of n literals that what is written allows."""
    f = Formula()
    x = f.new("x", n)
    write(f, x)
    session = opened(f)
    found = set()
    for row in itertools.product((False, True), repeat=n):
        if session.solve([int(lit) if holds else -int(lit) for lit, holds in zip(x, row, strict=True)]).sat:
            found.add(row)
    session.close()
    return found


def counted(n: int, low: int, high: int) -> set[tuple[bool, ...]]:
    return {row for row in itertools.product((False, True), repeat=n) if low <= sum(row) <= high}


@pytest.mark.parametrize("method", ["pairs", "ladder", "product"])
@pytest.mark.parametrize("n", [0, 1, 2, 5, 7])
def test_at_most_and_exactly_one(method: str, n: int) -> None:
    assert accepted(lambda f, x: emit.at_most_one(f, x, method), n) == counted(n, 0, 1)
    if n:
        assert accepted(lambda f, x: emit.exactly_one(f, x, method), n) == counted(n, 1, 1)


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(Misuse, match="ladder"):
        emit.at_most_one(Formula(), [1, 2], "nonsense")


@pytest.mark.parametrize("n", range(6))
def test_counting(n: int) -> None:
    for low, high in itertools.product(range(-1, n + 2), range(-1, n + 2)):
        expected = counted(n, low, high) if high >= 0 else set()
        assert accepted(lambda f, x, a=low, b=high: emit.count_by_totalizer(f, x, max(a, 0), b, "t"), n) == expected  # type: ignore[misc]


@pytest.mark.parametrize(("n", "most"), [(0, None), (1, 1), (4, None), (5, 2), (6, 3)])
def test_a_totalizer_counts_in_both_directions(n: int, most: int | None) -> None:
    f = Formula()
    x = f.new("x", n)
    total = emit.totalizer(f, x, "t", most)
    session = opened(f)
    for row in itertools.product((False, True), repeat=n):
        implied = session.propagate([int(lit) if holds else -int(lit) for lit, holds in zip(x, row, strict=True)])
        assert implied is not None
        for k, lit in enumerate(total.tolist()):
            assert (lit if sum(row) > k else -lit) in implied.tolist()
    session.close()
