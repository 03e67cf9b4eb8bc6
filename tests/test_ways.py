"""The ways to ask that no single engine owns: transposed boards, labelings, statistics, traces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import knobel
from knobel import registry
from knobel.errors import Misuse
from knobel.puzzle import Transposable

EXAMPLES = [
    (kind.name, example)
    for kind in registry.kinds().values()
    for example in kind.examples.values()
    if example.solutions <= 30 and isinstance(knobel.parse(example.id), Transposable)
]


@pytest.mark.parametrize(("kind", "example"), EXAMPLES, ids=lambda part: getattr(part, "name", part))
def test_transposing_changes_no_solution(kind: str, example: registry.Example) -> None:
    puzzle = knobel.parse(example.id)
    found = {puzzle.write(values) for values in knobel.solutions(puzzle, transpose=True)}
    assert len(found) == example.solutions
    assert found == {puzzle.write(values) for values in knobel.solutions(puzzle)}


def test_a_board_that_cannot_be_transposed() -> None:
    with pytest.raises(Misuse, match="cannot be transposed"):
        knobel.solve(knobel.parse("satromino:3x3:O::?++"), transpose=True)


def test_a_labeling_needs_an_engine_that_takes_one() -> None:
    with pytest.raises(Misuse, match="takes no labeling; take fd"):
        knobel.solve(knobel.parse("nonogram:2x1:1//1"), labeling="ff")


def test_an_engine_for_models_gets_the_model(need_module: Callable[[str], None]) -> None:
    need_module("ortools")
    assert knobel.solve(knobel.parse("nonogram:2x1:1//1"), engine="cpsat").encoding == "cp"


def test_files_are_kept_by_engines_that_have_some(tmp_path: Path) -> None:
    for engine in (None, "minisat", "cpsat", "race"):
        with pytest.raises(Misuse, match="keeps no files; take external"):
            knobel.solve(knobel.parse("nonogram:2x1:1//1"), engine=engine, keep=tmp_path / "kept")


def test_a_trace_needs_an_engine_that_writes_one(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="minisat writes no trace; take yasat"):
        knobel.solve(knobel.parse("nonogram:2x1:1//1"), engine="minisat", encoding="order", trace=tmp_path / "trace")
