"""The laws of new boards: complete grids as asked for, and changes that keep them so."""

from __future__ import annotations

from itertools import islice
from typing import Literal

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import knobel
from doppelblock.boards import bare, grids
from knobel import registry
from knobel.errors import BadInput, Misuse
from knobel.kinds.doppelblock.generate import MAX_BARE, Blocks, blackened, random_grid, random_latin
from knobel.kinds.doppelblock.rules import Doppelblock, between
from knobel.puzzle import Place, Values
from knobel.recipes import Draft, prepared
from recipe_laws import check_draft, check_seeds, drafts

law = settings(deadline=None, max_examples=50)
seeds = st.integers(0, 10**6)


@st.composite
def recipes(draw: st.DrawFn, most: int = 14) -> Blocks:
    n = draw(st.integers(3, most))
    choices: list[Literal["auto", "no", "yes"]] = ["auto", "no", "yes"]
    givens = draw(st.sampled_from(choices))
    return Blocks((n, n), givens, adjacent=n == 3 or draw(st.booleans()))


def check_promises(recipe: Blocks, draft: Draft) -> None:
    check_draft(draft)
    puzzle, n = draft.puzzle, recipe.size[0]
    assert isinstance(puzzle, Doppelblock) and puzzle.n == n
    sums = [puzzle.sum_at(place) for place in puzzle.lines()]
    assert None not in sums
    assert recipe.adjacent or 0 not in sums
    with_cells = recipe.givens == "yes" or (recipe.givens == "auto" and n > MAX_BARE)
    assert draft.several == (recipe.givens == "no" and n > MAX_BARE)
    assert with_cells or not puzzle.has_givens
    if draft.several:
        assert draft.spare == ()
        return
    cells = [{Place("cell", r, c) for r in range(n) for c in range(n)}] if with_cells else []
    # Cells go before sums.
    assert [set(places) for places in draft.spare] == [*cells, set(puzzle.lines())]


@law
@given(recipes(), seeds)
def test_a_draft_keeps_its_promises(recipe: Blocks, seed: int) -> None:
    for draft in drafts(recipe, seed, 2):
        check_promises(recipe, draft)


@law
@given(recipes(), seeds)
def test_a_seed_says_all(recipe: Blocks, seed: int) -> None:
    check_seeds(recipe, seed, 2)


@settings(deadline=None, max_examples=20)
@given(st.sampled_from([Blocks((n, n), adjacent=may) for n in (7, 8) for may in (True, False)]), seeds)
def test_a_mended_draft_keeps_its_promises_and_is_another_one(recipe: Blocks, seed: int) -> None:
    [draft] = drafts(recipe, seed)
    verdict = knobel.unique(draft.puzzle, nearest=False)
    assume(verdict.status == "multiple")
    assert draft.solution is not None
    [other] = [values for values in verdict.solutions if not np.array_equal(values, draft.solution)][:1]
    mended = recipe.mend(draft, other, np.random.default_rng(seed))
    if mended is not None:
        check_promises(recipe, mended)
        assert mended.solution is not None
        changed = mended.solution != draft.solution
        assert (changed & (draft.solution != other)).any()


def test_mending_leads_to_one_solution() -> None:
    """Drafts with sums only, each mended until it has one solution or is given up: some come through."""
    recipe, random = Blocks((8, 8)), np.random.default_rng(1)
    mended = 0
    for first in islice(recipe.drafts(random), 40):
        draft: Draft | None = first
        while draft is not None:
            verdict = knobel.unique(draft.puzzle, nearest=False)
            if verdict:
                mended += draft is not first
                break
            assert draft.solution is not None
            [other] = [values for values in verdict.solutions if not np.array_equal(values, draft.solution)][:1]
            draft = recipe.mend(draft, other, random)
        if mended:
            return
    pytest.fail("no draft could be mended")


def test_with_all_cells_given_there_is_nothing_to_mend() -> None:
    recipe = Blocks((5, 5), "yes")
    one, two = drafts(recipe, 1, 2)
    assert two.solution is not None
    assert all(recipe.mend(one, two.solution, np.random.default_rng(seed)) is None for seed in range(50))


@pytest.mark.parametrize("size", [10, 12])
def test_large_boards_of_sums_alone_are_made_on_request_and_said_not_to_be_unique(size: int) -> None:
    for made in knobel.generating("doppelblock", size=size, givens="no", count=3, seed=1):
        assert isinstance(made.puzzle, Doppelblock) and not made.puzzle.has_givens and made.clues == 2 * size
        assert str(made.note) == "it is not unique: it has other solutions, too"
        assert (made.solutions, made.verifier, made.grade) == (None, "", None)
        assert made.solution is not None and not made.puzzle.check(made.solution)
        assert knobel.unique(made.puzzle, nearest=False).status == "multiple"
    with pytest.warns(UserWarning, match="not unique"):
        knobel.generate("doppelblock", size=size, givens="no", seed=1)
    with pytest.raises(Misuse, match="no grade"):
        knobel.generate("doppelblock", size=size, givens="no", seed=1, grade="easy")
    assert knobel.unique(knobel.generate("doppelblock", size=10, seed=1))


def test_a_board_that_may_have_other_solutions_is_unique_by_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    board = knobel.load("@doppelblock/S5")
    [solution] = knobel.solutions(board)
    monkeypatch.setattr(Blocks, "drafts", lambda self, random: iter([Draft(board, solution, several=True)]))
    [made] = knobel.generating("doppelblock", count=1, seed=1)
    assert (made.puzzle, made.solutions, made.note) == (board, 1, None) and made.verifier


def adjacent(grid: Values) -> bool:
    return any(between(line) == 0 for lines in (grid.tolist(), grid.T.tolist()) for line in lines)


@pytest.mark.parametrize(("n", "may_touch"), [(3, True), (4, True), (4, False)])
def test_every_small_grid_comes_out(n: int, may_touch: bool) -> None:
    every = {grid.tobytes() for grid in grids(n) if may_touch or not adjacent(grid)}
    random = np.random.default_rng(1)
    found = set()
    for _ in range(100_000):
        grid = blackened(random_latin(n, random), random, may_touch)
        if grid is not None:
            found.add(grid.tobytes())
        if found == every:
            return
    pytest.fail(f"{len(found)} of {len(every)} grids came out")


@pytest.mark.parametrize(("n", "may_touch"), [(3, True), (4, True), (4, False)])
def test_every_small_board_with_one_solution_comes_out(n: int, may_touch: bool) -> None:
    """What is tried first to have one solution leaves out no grid that has."""
    fitting = [grid for grid in grids(n) if may_touch or not adjacent(grid)]
    sums = [bare(n).full(grid).id() for grid in grids(n)]
    every = {grid.tobytes() for grid in fitting if sums.count(bare(n).full(grid).id()) == 1}
    assert every
    for draft in islice(Blocks((n, n), adjacent=may_touch).drafts(np.random.default_rng(1)), 20_000):
        assert draft.solution is not None
        every.discard(draft.solution.tobytes())
        if not every:
            return
    pytest.fail(f"{len(every)} grids did not come out")


@law
@given(st.integers(3, 30), seeds)
def test_a_random_grid_obeys_the_rules(n: int, seed: int) -> None:
    assert bare(n).check(random_grid(n, np.random.default_rng(seed))) == []


def test_options_are_read() -> None:
    recipe = registry.kind("doppelblock").recipe
    assert recipe is not None
    assert prepared(recipe, {"size": "7", "givens": "yes", "adjacent": "no"}) == Blocks((7, 7), "yes", adjacent=False)


@pytest.mark.parametrize(
    ("recipe", "why"),
    [
        (lambda: Blocks((6, 5)), "expected a square"),
        (lambda: Blocks((3, 3), adjacent=False), "take 4 or more"),
        (lambda: Blocks((2, 2)), "expected 3 to 30"),
        (lambda: Blocks((31, 31)), "expected 3 to 30"),
    ],
)
def test_what_cannot_be_is_refused(recipe: object, why: str) -> None:
    assert callable(recipe)
    with pytest.raises((Misuse, BadInput), match=why):
        recipe()
