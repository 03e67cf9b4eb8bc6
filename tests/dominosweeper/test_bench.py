"""The boards that are measured are what they are called."""

from __future__ import annotations

import numpy as np

import knobel
from benches import load


def test_minimal_clues_are_minimal() -> None:
    bench = load("dominosweeper")
    values = bench.square(8, seed=3)
    board = bench.fewest(bench.full(values), values, seed=3)
    [solution] = knobel.solutions(board)
    assert np.array_equal(solution, values)
    for place in board.places():
        assert knobel.unique(board.keep(set(board.places()) - {place})).status == "multiple"
