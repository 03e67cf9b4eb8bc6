"""The laws of new boards: mines as asked for, and clues that leave no second solution."""

from __future__ import annotations

from math import ceil

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import knobel
from knobel import checks, registry
from knobel.errors import BadInput, Misuse
from knobel.kinds.dominosweeper.generate import MOST_PAIRED, Mines, pairs, singles
from knobel.kinds.dominosweeper.rules import TOTAL, Dominosweeper
from knobel.puzzle import Place
from knobel.recipes import prepared
from recipe_laws import check_draft, check_seeds, drafts

law = settings(deadline=None, max_examples=60)
seeds = st.integers(0, 10**6)


@st.composite
def recipes(draw: st.DrawFn) -> Mines:
    plain = draw(st.booleans())
    density = draw(st.floats(0.01, 1 if plain else MOST_PAIRED))
    return Mines((draw(st.integers(1, 15)), draw(st.integers(1, 15))), density, draw(st.booleans()), plain)


@law
@given(recipes(), seeds)
def test_a_draft_keeps_its_promises(recipe: Mines, seed: int) -> None:
    [draft] = drafts(recipe, seed)
    check_draft(draft)
    puzzle = draft.puzzle
    assert isinstance(puzzle, Dominosweeper)
    assert (puzzle.width, puzzle.height, puzzle.plain) == (*recipe.size, recipe.plain)
    assert (puzzle.mines is not None) == recipe.total
    # Whoever asks for the total gets it; every other clue can go.
    assert {*draft.spare[0], *([TOTAL] if recipe.total else [])} == set(puzzle.places())


@law
@given(recipes(), seeds)
def test_all_clues_leave_no_second_solution(recipe: Mines, seed: int) -> None:
    [draft] = drafts(recipe, seed)
    assert draft.solution is not None
    assert [solution.tolist() for solution in knobel.solutions(draft.puzzle)] == [draft.solution.tolist()]


@law
@given(recipes(), seeds)
def test_a_seed_says_all(recipe: Mines, seed: int) -> None:
    check_seeds(recipe, seed)


def test_clues_are_tried_in_any_order() -> None:
    firsts = {draft.spare[0][0] for draft in drafts(Mines((2, 1), plain=True, density=0.1), 1, 40)}
    assert firsts == {Place("cell", 0, 0), Place("cell", 0, 1)}


@law
@given(st.integers(12, 40), st.integers(12, 40), st.floats(0.01, 0.25), seeds)
def test_there_are_as_many_mines_as_asked_for(height: int, width: int, density: float, seed: int) -> None:
    wanted = density * height * width
    assert 0 <= pairs(height, width, density, np.random.default_rng(seed)).sum() - wanted < 2
    assert singles(height, width, density, np.random.default_rng(seed)).sum() == ceil(wanted)


@pytest.mark.parametrize(("height", "width", "mines"), [(3, 3, 4), (2, 5, 4), (1, 6, 2)])
def test_every_board_of_so_many_pairs_comes_out(height: int, width: int, mines: int) -> None:
    empty = Dominosweeper(("." * width,) * height)
    every = checks.brute_force(Dominosweeper(empty.rows, mines=mines))
    random = np.random.default_rng(1)
    density = (mines - 1) / (height * width)
    found = {empty.write(pairs(height, width, density, random)) for _ in range(40 * len(every))}
    assert every <= found
    # Others have fewer mines only where there is no room for another pair.
    for line in found - every:
        values = empty.read(line)
        assert values.sum() < mines
        for r, c in np.argwhere(values == 0).tolist():
            for r2, c2 in ((r + 1, c), (r, c + 1)):
                if r2 < height and c2 < width and not values[r2, c2]:
                    more = values.copy()
                    more[r, c] = more[r2, c2] = 1
                    assert empty.check(more)


def test_there_is_room_for_the_largest_density() -> None:
    assert all(pairs(50, 50, MOST_PAIRED, np.random.default_rng(seed)).mean() >= MOST_PAIRED for seed in range(10))


def test_options_are_read() -> None:
    recipe = registry.kind("dominosweeper").recipe
    assert recipe is not None
    asked = {"size": "12x9", "density": "0.15", "total": "yes", "plain": "no"}
    assert prepared(recipe, asked) == Mines((12, 9), 0.15, total=True)


@pytest.mark.parametrize("density", [0, -0.1, 0.31, 2, float("nan")])
def test_a_density_that_cannot_be_is_refused(density: float) -> None:
    with pytest.raises(Misuse, match=r"expected more than 0, and 0\.3 at most"):
        Mines(density=density)
    assert Mines(density=0.9, plain=True).density == 0.9


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (1001, 2), (1000, 1000)])
def test_a_size_that_no_board_has_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(BadInput, match="out of range"):
        Mines(size)
