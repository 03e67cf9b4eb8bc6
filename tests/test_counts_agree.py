"""Engines of our own and of others, clauses and models: one number of solutions for every puzzle."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import knobel
from witness import PUZZLES

EACH = 60
SEED = 77
WITNESSES = {"cadical": "pysolvers", "yasat": "llvmlite", "fd": "knobel", "cpsat": "ortools"}
MOST = 25  # solutions: more would take long and say little


@pytest.mark.slow
@pytest.mark.parametrize("kind", PUZZLES)
def test_four_engines_count_the_same(
    kind: str, need_module: Callable[[str], None], cpsat_here: Callable[[], None]
) -> None:
    for module in WITNESSES.values():
        need_module(module)
    cpsat_here()
    compared = 0
    for puzzle in PUZZLES[kind](EACH, SEED):
        expected = knobel.count(puzzle, limit=MOST, engine="cadical")
        for engine in ("yasat", "fd", "cpsat"):
            found = knobel.count(puzzle, limit=MOST, engine=engine)
            assert (found.count, found.exact) == (expected.count, expected.exact), (
                f"{engine} counts {found} solutions of {puzzle.id()}, cadical {expected}"
            )
        compared += 1
    assert compared == EACH
