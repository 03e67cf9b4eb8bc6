"""Grades that are only counted agree with those of explanations that are told and verified."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import chain, islice

import numpy as np
import pytest

import knobel
from doppelblock.boards import boards as doppelblock
from knobel.kinds.nonogram.rules import Nonogram
from knobel.puzzle import Atom, Puzzle
from knobel.reasoning import CHAIN
from knobel.tasks.explain import opened
from knobel.tasks.grade import NAMES, OTHER, Grade
from reasoning.worlds import BOARDS

EACH = 200


def given(puzzle: Puzzle) -> set[Atom]:
    """What stands on the board."""
    reasoner, verifier = opened(puzzle)
    with closing(reasoner), closing(verifier):
        return set(reasoner.givens)


def agrees(puzzle: Puzzle) -> Grade | None:
    """The grade of a puzzle, counted in every way there is."""
    explained = knobel.explain(puzzle)
    told = explained.grade
    assert knobel.grade(puzzle) == told, puzzle.id()
    if told is None:
        assert not knobel.unique(puzzle)
        return None
    assert sum(told.techniques.values()) == told.levels.get(1, 0) and OTHER.template not in told.techniques
    assert (told.longest > 0) == (CHAIN in told.levels)
    assert all(step.cells and not set(step.cells) <= given(puzzle) for step in explained.found), "givens are no steps"
    for most in NAMES[: NAMES.index(told.name) + 2]:  # above that, nothing comes that could be left out
        found = knobel.grade(puzzle, at_most=most, solution=explained.values)
        assert found is not None
        if NAMES.index(told.name) <= NAMES.index(most):
            assert found == told, puzzle.id()
        else:
            assert found.least and NAMES.index(most) < NAMES.index(found.name) <= NAMES.index(told.name), puzzle.id()
    return told


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOARDS)
def test_counting_gives_the_grade_of_the_explanation(kind: str) -> None:
    grades = [agrees(puzzle) for puzzle in BOARDS[kind](EACH)]
    assert None in grades and any(grades)


def pixels(random: np.random.Generator) -> Iterator[Puzzle]:
    while True:
        yield Nonogram.of((random.random((7, 7)) < 0.45).astype(np.int64))


def test_counting_gives_the_grade_of_the_explanation_of_harder_puzzles() -> None:
    puzzles = chain(doppelblock(12, 5, 3), islice(pixels(np.random.default_rng(3)), 30))
    names = {found.name for puzzle in puzzles if (found := agrees(puzzle)) is not None}
    assert {"easy", "medium"} < names


def test_no_time_is_no_grade() -> None:
    assert knobel.grade(knobel.parse("nonogram:4x4:2/1/2/1/1.1/2/1/1"), timeout=0) is None
