"""Drafts of new boards: as many pieces as there can be, and the options hold."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import knobel
from knobel.errors import KnobelError
from knobel.kinds.bishops.covers import matching
from knobel.kinds.bishops.generate import Boards, queens
from knobel.kinds.bishops.rules import Bishops
from knobel.recipes import Draft

seeds = st.integers(0, 10**6)
pieces = st.sampled_from(["bishop", "rook", "knight", "queen"])


@st.composite
def recipes(draw: st.DrawFn, most: int = 9) -> Boards:
    piece: Any = draw(pieces)
    n = draw(st.sampled_from([n for n in range(1, most + 1) if piece != "queen" or n not in (2, 3)]))
    return Boards((n, n), draw(st.sampled_from([0, 0.1, 0.25, 0.5, 0.9])), piece)


def some(recipe: Boards, seed: int, count: int = 2) -> list[tuple[Draft, Bishops]]:
    drafts = islice(recipe.drafts(np.random.default_rng(seed)), count)
    return [(draft, draft.puzzle) for draft in drafts if isinstance(draft.puzzle, Bishops)]


@given(recipe=recipes(), seed=seeds)
def test_all_cells_are_given_and_the_options_hold(recipe: Boards, seed: int) -> None:
    n = recipe.size[0]
    for draft, board in some(recipe, seed):
        assert draft.solution is not None
        assert board == board.full(draft.solution)
        assert board.check(draft.solution) == []
        assert (board.n, board.piece, board.goal) == (n, recipe.piece, "most")
        assert board.holes.sum() == min(round(recipe.holes * n * n), n * n - draft.solution.sum())


@given(recipe=recipes(most=6), seed=seeds)
def test_no_more_pieces_have_room(recipe: Boards, seed: int) -> None:
    for draft, board in some(recipe, seed, 1):
        assert draft.solution is not None
        assert knobel.solve(board.keep(())).value == draft.solution.sum()


@given(recipe=recipes(), seed=seeds)
def test_empty_cells_are_spared_first(recipe: Boards, seed: int) -> None:
    for draft, board in some(recipe, seed):
        assert sorted(place for places in draft.spare for place in places) == board.places()
        empty, taken = draft.spare
        assert all(board.board[place[1:]] == "x" for place in empty)
        assert all(board.board[place[1:]] == "B" for place in taken)


@given(recipe=recipes(most=6), seed=seeds)
def test_the_pieces_alone_leave_no_other_placement(recipe: Boards, seed: int) -> None:
    for draft, board in some(recipe, seed, 1):
        assert knobel.unique(board.keep(draft.spare[1]))


def test_holes_are_dug_where_few_givens_are_then_needed() -> None:
    drafts = [draft for draft, _ in some(Boards((8, 8), 0.25), seed=1, count=20)]
    assert sum(bool(knobel.unique(draft.puzzle.keep(()), nearest=False)) for draft in drafts) > 5


@given(recipe=recipes(), seed=seeds)
def test_a_seed_gives_the_same_drafts(recipe: Boards, seed: int) -> None:
    one, other = some(recipe, seed), some(recipe, seed)
    assert [(board, draft.spare) for draft, board in one] == [(board, draft.spare) for draft, board in other]


def test_seeds_give_different_drafts() -> None:
    assert len({board for seed in range(20) for _, board in some(Boards(), seed)}) == 40


@given(
    graph=st.dictionaries(st.integers(0, 5), st.lists(st.integers(6, 11), unique=True), max_size=5),
    seed=seeds,
)
def test_no_matching_is_larger(graph: dict[int, list[int]], seed: int) -> None:
    random = np.random.default_rng(seed)
    found = matching(list(graph), graph, lambda nodes: random.permutation(nodes).tolist())
    pairs = {key: found[key] for key in graph if key in found}
    assert all(partner in graph[key] and found[partner] == key for key, partner in pairs.items())
    assert 2 * len(pairs) == len(found) and len(pairs) == _most(graph, frozenset())


def _most(graph: dict[int, list[int]], taken: frozenset[int]) -> int:
    """The largest number of pairs, by trying everything."""
    if not graph:
        return 0
    (_, partners), *rest = graph.items()
    without = _most(dict(rest), taken)
    return max([without, *(1 + _most(dict(rest), taken | {one}) for one in partners if one not in taken)])


@given(n=st.sampled_from([1, 4, 5, 6, 7, 8, 12]), seed=seeds)
def test_queens_stand_in_every_row(n: int, seed: int) -> None:
    values = queens(n, np.random.default_rng(seed))
    assert values.sum() == n
    assert Bishops(("." * n,) * n, "queen").check(values) == []


@pytest.mark.parametrize(
    "options",
    [{"size": (0, 0)}, {"size": (8, 7)}, {"holes": 1.0}, {"holes": -0.1}, {"size": (3, 3), "piece": "queen"}],
    ids=str,
)
def test_options_that_cannot_be_met_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(KnobelError):
        Boards(**options)
