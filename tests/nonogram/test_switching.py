"""Solutions seen in others: every switching component gives one, in four cells, and lines move as the rules allow."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from knobel import count
from knobel.kinds.nonogram.rules import BLACK, Colour, Nonogram, runs_of
from knobel.kinds.nonogram.runs import moves, switched
from knobel.puzzle import Values

PALETTES = {2: BLACK, 3: (Colour("a", "ff0000"), Colour("b", "00ff00"))}


@st.composite
def pictures(draw: st.DrawFn) -> tuple[Values, int]:
    values = draw(st.sampled_from(sorted(PALETTES)))
    shape = draw(array_shapes(min_dims=2, max_dims=2, max_side=6))
    return draw(arrays(np.int64, shape, elements=st.integers(0, values - 1))), values


@given(pictures())
@settings(max_examples=300)
def test_every_switched_picture_is_another_solution(picture: tuple[Values, int]) -> None:
    values, count = picture
    board = Nonogram.of(values, PALETTES[count])
    other = switched(values)
    if other is not None:
        assert not board.check(other)
        assert (other != values).sum() == 4 == board.apart()


def test_most_boards_with_several_solutions_have_a_switching_component() -> None:
    random = np.random.default_rng(4)
    pictures = [random.integers(0, 2, (8, 8)) for _ in range(100)]
    several = [values for values in pictures if not count(Nonogram.of(values), limit=1).exact]
    assert len(several) > 20
    assert sum(switched(values) is not None for values in several) > 0.8 * len(several)


@given(st.lists(st.integers(0, 2), max_size=8))
def test_moves_are_the_changes_of_two_cells_by_one_run(cells: list[int]) -> None:
    found = set(moves(cells))
    for value, leaves, enters in found:
        changed = list(cells)
        assert (changed[leaves], changed[enters]) == (value, 0)
        changed[leaves], changed[enters] = 0, value
        assert runs_of(changed) == runs_of(cells)
