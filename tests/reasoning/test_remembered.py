"""What is remembered from one step to the next makes steps quick and changes none of them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest

import knobel
import knobel.reasoning.group_index as group_index
from knobel.kinds.nonogram.rules import Nonogram
from knobel.puzzle import Puzzle
from knobel.reasoning.all_groups import Marks
from knobel.reasoning.rings import Ring, Rings


def pixels() -> Iterator[Puzzle]:
    """Random nonograms that cannot be solved line by line."""
    random = np.random.default_rng(3)
    for _ in range(4):
        yield Nonogram.of((random.random((10, 10)) < 0.4).astype(np.int64))


def test_rings_are_those_found_from_scratch(monkeypatch: pytest.MonkeyPatch) -> None:
    find, found = Rings.find, list[Ring | None]()

    def twice(rings: Rings, possible: Marks, shared: npt.NDArray[np.int16]) -> Ring | None:
        found.append(find(rings, possible, shared))
        assert find(Rings(rings._index), possible, shared) == found[-1]
        return found[-1]

    monkeypatch.setattr(Rings, "find", twice)
    for puzzle in pixels():
        knobel.explain(puzzle)
    assert None in found and sum(ring is not None for ring in found) > 10


def test_few_solvers_at_a_time_do(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = list(pixels())
    told = [knobel.explain(puzzle).steps for puzzle in puzzles]
    assert sum(len(step.groups) > 1 for steps in told for step in steps) > 10
    monkeypatch.setattr(group_index, "MOST_SOLVERS", 1)
    assert [knobel.explain(puzzle).steps for puzzle in puzzles] == told
