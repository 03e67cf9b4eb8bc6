"""Whole boards turned, mirrored, shifted, with lines more or fewer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import registry
from knobel.errors import BadInput, Misuse
from knobel.transforms import AXES, Axis, Transform, mirrors, transformed, transformed_values
from test_editor import KINDS, SEEDS, boards, editor_of, texts
from witness import every

MIRRORED = [name for name in KINDS if mirrors(registry.kind(name).editor, registry.kind(name).puzzle)]


def test_most_kinds_can_be_mirrored() -> None:
    assert len(MIRRORED) >= 4


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("name", MIRRORED)
@settings(deadline=None, max_examples=15)
@given(SEEDS)
def test_the_solutions_of_a_mirrored_board_are_mirrored(name: str, axis: Axis, seed: int) -> None:
    editor, change = editor_of(name), Transform("mirror", axis)
    for puzzle in boards(name, 2, seed):
        mirrored = transformed(editor, puzzle, change)
        shape = mirrored.domain().shape
        swapped = [transformed_values(puzzle.read(puzzle.write(values)), change, shape) for values in every(puzzle)]
        assert sorted(map(mirrored.write, swapped)) == sorted(map(mirrored.write, every(mirrored)))
        assert transformed(editor, mirrored, change) == puzzle


@pytest.mark.parametrize("name", KINDS)
@settings(deadline=None, max_examples=15)
@given(SEEDS, st.sampled_from(AXES), st.integers(-3, 3), st.integers(0, 9))
def test_what_is_shifted_or_inserted_can_be_taken_back(name: str, seed: int, axis: Axis, by: int, at: int) -> None:
    editor = editor_of(name)
    for puzzle in boards(name, 2, seed):
        shifted = transformed(editor, puzzle, Transform("shift", axis, by=by))
        assert transformed(editor, shifted, Transform("shift", axis, by=-by)) == puzzle
        assert sorted(texts(editor, shifted).values()) == sorted(texts(editor, puzzle).values())
        line = at % (max(editor.size(puzzle)[AXES[::-1].index(axis)], 1) + 1)
        longer = transformed(editor, puzzle, Transform("insert", axis, line))
        assert editor.size(longer)[AXES[::-1].index(axis)] == editor.size(puzzle)[AXES[::-1].index(axis)] + 1
        assert transformed(editor, longer, Transform("delete", axis, line)) == puzzle


def test_what_is_drawn_moves_with_the_board() -> None:
    values = np.array([[0, 1, 2], [3, 4, 5]])

    def moved(shape: tuple[int, int], *change: object) -> list[list[int]]:
        found: list[list[int]] = transformed_values(values, Transform(*change), shape).tolist()  # type: ignore[arg-type]
        return found

    assert moved((3, 2), "turn") == [[3, 0], [4, 1], [5, 2]]
    assert moved((2, 3), "mirror", "column") == [[2, 1, 0], [5, 4, 3]]
    assert moved((2, 3), "mirror", "row") == [[3, 4, 5], [0, 1, 2]]
    assert moved((2, 3), "shift", "column", 0, 1) == [[2, 0, 1], [5, 3, 4]]
    assert moved((2, 3), "shift", "row", 0, -1) == [[3, 4, 5], [0, 1, 2]]
    assert moved((3, 3), "insert", "row", 1) == [[0, 1, 2], [-1, -1, -1], [3, 4, 5]]
    assert moved((2, 2), "delete", "column", 0) == [[1, 2], [4, 5]]


def test_lines_of_a_square_come_and_go_in_pairs() -> None:
    puzzle = registry.parse("doppelblock:4:1,2,,2/,,,3")
    editor = editor_of("doppelblock")
    longer = transformed(editor, puzzle, Transform("insert", "row", 1))
    assert longer.id() == "doppelblock:5:1,,2,,2/,,,,3"
    assert transformed(editor, longer, Transform("delete", "column", 1)) == puzzle


def test_what_cannot_be_done_is_refused_in_words() -> None:
    level, lines = (
        registry.parse("satromino:4x4:IOO:..../..../..../....:????/++++/++++/++++"),
        registry.parse("nonogram:1x1:1/1"),
    )
    with pytest.raises(Misuse, match="cannot be turned"):
        transformed(editor_of("satromino"), level, Transform("mirror"))
    with pytest.raises(BadInput, match="there is no row 9"):
        transformed(editor_of("satromino"), level, Transform("delete", "row", 8))
    with pytest.raises(BadInput):
        transformed(editor_of("nonogram"), lines, Transform("delete", "row", 0))
