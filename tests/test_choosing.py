"""How many clues go: the fewest at which a puzzle is not too hard, found with few questions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import knobel
from knobel.puzzle import Puzzle
from knobel.tasks.drafts import SHARE, Clues, choose
from knobel.tasks.grade import NAMES, Grade, Name

BOARD = knobel.parse("dominosweeper:4x4:0000/0000/0000/0000")
ORDER = BOARD.places()


@given(
    steps=st.lists(st.integers(-1, len(ORDER)), min_size=len(NAMES) - 1, max_size=len(NAMES) - 1).map(sorted),
    asked=st.sampled_from(NAMES),
    clues=st.sampled_from(list(SHARE)),
)
def test_the_hardest_that_is_not_too_hard(steps: list[int], asked: Name, clues: Clues) -> None:
    """With a made-up grade that goes up as clues go: ``steps`` says after how many each one ends."""
    questions = list[int]()

    def name(gone: int) -> Name:
        return NAMES[sum(gone > step for step in steps)]

    def graded(puzzle: Puzzle, at_most: Name) -> Grade:
        assert at_most == asked
        questions.append(len(ORDER) - len(puzzle.places()))
        return Grade(name(questions[-1]), {}, 1)

    chosen = choose(BOARD, ORDER, clues, asked, graded)
    most = round(len(ORDER) * SHARE[clues])
    good = [gone for gone in range(most + 1) if NAMES.index(name(gone)) <= NAMES.index(asked)]
    assert chosen.gone == max(good, default=0)
    assert chosen.grade is not None and chosen.grade.name == name(chosen.gone)
    assert chosen.puzzle == BOARD.keep(ORDER[chosen.gone :])
    assert len(questions) <= (2 + most.bit_length() if good else 2), "too hard with all its clues is too hard"


def test_without_a_grade_nothing_is_asked() -> None:
    def never(puzzle: Puzzle, at_most: Name) -> Grade:
        raise AssertionError

    assert choose(BOARD, ORDER, "few", None, never).gone == len(ORDER)
