"""Drafts of new levels: they have been played, and the options hold."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import knobel
from knobel.errors import KnobelError
from knobel.kinds.satromino.drafts import fitting, random_game, random_start, ways
from knobel.kinds.satromino.generate import PlayedLevels
from knobel.kinds.satromino.rules import Satromino
from knobel.recipes import Draft
from satromino.levels import levels, plays

Cell = tuple[int, int]
seeds = st.integers(0, 10**6)


@st.composite
def recipes(draw: st.DrawFn, unsolvable: bool = False) -> PlayedLevels:
    """Small levels with some room to spare, so that most plays come to an end."""
    width, height = draw(st.integers(3, 9)), draw(st.integers(4, 9))
    return PlayedLevels(
        (width, height),
        pieces=draw(st.integers(1, width * height // 10)),
        start=draw(st.sampled_from([0, 0.1, 0.25])),
        strict=draw(st.booleans()),
        plans=1 if unsolvable else draw(st.sampled_from([1, 1, 2])),
        unsolvable=unsolvable,
    )


def some(recipe: PlayedLevels, seed: int, count: int = 2) -> list[Draft]:
    return list(islice(recipe.drafts(np.random.default_rng(seed)), count))


def levels_of(drafts: list[Draft]) -> list[Satromino]:
    assert all(isinstance(draft.puzzle, Satromino) for draft in drafts)
    return [draft.puzzle for draft in drafts if isinstance(draft.puzzle, Satromino)]


def filled(rows: tuple[str, ...]) -> int:
    return "".join(rows).count("+")


@given(recipe=recipes(), seed=seeds)
def test_drafts_have_been_played(recipe: PlayedLevels, seed: int) -> None:
    drafts = some(recipe, seed)
    for draft, level in zip(drafts, levels_of(drafts), strict=True):
        assert draft.solution is not None
        assert level.check(draft.solution) == []
        assert plays(level, level.write(draft.solution))
        assert level == level.full(draft.solution)


@given(recipe=recipes(), seed=seeds)
def test_options_hold(recipe: PlayedLevels, seed: int) -> None:
    drafts = some(recipe, seed)
    for draft, level in zip(drafts, levels_of(drafts), strict=True):
        assert ((level.width, level.height), level.strict) == (recipe.size, recipe.strict)
        assert filled(level.start) == round(recipe.start * level.width * level.height)
        assert (len(level.sequence), draft.solutions) == (recipe.pieces, recipe.plans)
        letters = fitting(*recipe.size)
        assert set(level.sequence) <= set(letters)
        if recipe.plans == 1:  # out of a bag that is filled anew when it is empty
            for first in range(0, len(level.sequence), len(letters)):
                bag = level.sequence[first : first + len(letters)]
                assert len(set(bag)) == len(bag)


@given(recipe=recipes(), seed=seeds)
def test_every_cell_of_the_goal_may_be_spared_and_empty_ones_go_first(recipe: PlayedLevels, seed: int) -> None:
    drafts = some(recipe, seed)
    for draft, level in zip(drafts, levels_of(drafts), strict=True):
        (places,) = draft.spare
        assert sorted(places) == level.places()
        assert "+." not in "".join(level.goal[place.i][place.j] for place in places)


@given(recipe=recipes(), seed=seeds)
def test_a_seed_gives_the_same_drafts(recipe: PlayedLevels, seed: int) -> None:
    one, other = some(recipe, seed), some(recipe, seed)
    assert [(draft.puzzle, draft.spare) for draft in one] == [(draft.puzzle, draft.spare) for draft in other]


def test_seeds_give_different_drafts() -> None:
    assert len({level for seed in range(20) for level in levels_of(some(PlayedLevels(), seed))}) == 40


@given(recipe=recipes(), seed=seeds, data=st.data())
def test_a_mended_draft_is_the_old_one_up_to_a_piece_that_could_fall_otherwise(
    recipe: PlayedLevels, seed: int, data: st.DataObject
) -> None:
    for draft in some(recipe, seed, 1):
        assert draft.solution is not None
        number = len(draft.solution)
        changed = data.draw(st.sets(st.integers(0, number - 1), min_size=1))
        other = np.array([v + (k in changed) for k, v in enumerate(draft.solution)])
        mended = recipe.mend(draft, other, np.random.default_rng(seed))
        if mended is None:
            continue  # a piece found no room
        (before, after), first = levels_of([draft, mended]), min(changed)
        assert mended.solution is not None
        assert after.check(mended.solution) == []
        assert np.array_equal(mended.solution[:first], draft.solution[:first])
        assert {k for k in range(number) if before.sequence[k] != after.sequence[k]} in [{k} for k in changed]
        assert replace(after, sequence=before.sequence, goal=before.goal) == before


@given(recipe=recipes(unsolvable=True), seed=seeds)
def test_unsolvable_drafts_are_not_wrong_at_a_glance(recipe: PlayedLevels, seed: int) -> None:
    drafts = some(recipe, seed)
    for draft, level in zip(drafts, levels_of(drafts), strict=True):
        assert (draft.solution, draft.solutions, draft.spare) == (None, 0, ())
        assert filled(level.goal) == filled(level.start) + 4 * len(level.sequence)
        assert set(level.sequence) <= set(fitting(*recipe.size))
        reason = level.refutation()
        assert reason is None or "chessboard" in str(reason)
        below = {(level.height, c) for c in range(level.width)} | level.started()
        for mine in heaps({(r, c) for _, r, c in level.places() if level.goal[r][c] == "+"} - level.started()):
            assert len(mine) % 4 == 0
            assert {(r + 1, c) for r, c in mine} & below


def heaps(cells: set[Cell]) -> list[set[Cell]]:
    """The cells, one after the other put to those that they touch."""
    found: list[set[Cell]] = []
    for r, c in cells:
        touched = [heap for heap in found if heap & {(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)}]
        found = [heap for heap in found if heap not in touched] + [set.union({(r, c)}, *touched)]
    return found


def test_unsolvable_drafts_cannot_be_solved_for_different_reasons() -> None:
    boards = levels_of(some(PlayedLevels((6, 6), 4, unsolvable=True), 1, 40))
    unsolvable = [level for level in boards if knobel.solve(level).status == "unsolvable"]
    by_colours = [level for level in unsolvable if level.refutation()]
    assert len(unsolvable) > len(boards) / 2
    assert 0 < len(by_colours) < len(unsolvable)


@given(width=st.integers(1, 8), height=st.integers(1, 8), data=st.data(), seed=seeds)
def test_heaps_have_no_gaps(width: int, height: int, data: st.DataObject, seed: int) -> None:
    count = data.draw(st.integers(0, width * height))
    rows = random_start(width, height, count, np.random.default_rng(seed))
    assert [len(row) for row in rows] == [width] * height
    assert filled(rows) == count
    assert not any("+." in "".join(column) for column in zip(*rows, strict=True))


def test_ways_are_what_the_rules_allow() -> None:
    for level in levels(60, seed=3):
        alone = replace(level, sequence=level.sequence[0], goal=("?" * level.width,) * level.height)
        domain = np.flatnonzero(alone.domain()[0]).tolist()
        allowed = {divmod(v, level.width) for v in domain if not alone.check(np.array([v]))}
        assert set(ways(level, level.sequence[0], level.started())) == allowed


@given(width=st.integers(1, 12), height=st.integers(4, 12))
def test_without_a_number_a_fair_part_of_the_board_is_filled(width: int, height: int) -> None:
    for level in levels_of(some(PlayedLevels((width, height)), seed=1, count=1)):
        assert abs(4 * len(level.sequence) - 3 / 8 * width * height) <= 4


def test_without_a_number_later_levels_have_fewer_and_more_pieces() -> None:
    first, *others = (len(level.sequence) for level in levels_of(some(PlayedLevels((8, 8)), seed=1, count=5)))
    assert min(others) < first < max(others)
    assert {len(level.sequence) for level in levels_of(some(PlayedLevels((8, 8), 6), seed=1, count=5))} == {6}


def test_a_play_without_room_ends() -> None:
    full = Satromino.parse("4x4:IO:..../++++/++++/++++:")
    assert random_game(full, np.random.default_rng(0)) is None
    assert some(PlayedLevels((2, 4), 2), seed=0) == []  # only two equal pieces fill it


@pytest.mark.parametrize(
    "options",
    [
        {"size": (0, 5)},
        {"size": (3, 1), "pieces": 1},
        {"pieces": 0},
        {"pieces": 17},
        {"start": 0.7, "pieces": 6},
        {"start": 1},
        {"start": -0.1},
        {"plans": 0},
        {"plans": 2, "unsolvable": True},
    ],
    ids=str,
)
def test_options_that_cannot_be_met_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(KnobelError):
        PlayedLevels(**options)
