"""Branch and bound: the best solution is the best, whatever the bound makes of the constraints."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import knobel
from fd.test_labeling import model_of
from knobel.engines.fd.engine import Fd
from knobel.engines.fd.labeling import Labeling
from knobel.engines.fd.posting import Posting
from knobel.engines.fd.search import Problem
from knobel.engines.fd.store import Store
from knobel.engines.fd.sums import Counting, Goal, cover, packing
from knobel.limits import NO_LIMIT, Limit
from knobel.model import Count, Linear, Model, accepts
from knobel.puzzle import Best

SIZE = 6


@st.composite
def counts(draw: st.DrawFn) -> Count:
    """At most, or at least, so many ones among some variables, perhaps one of them twice."""
    variables = tuple(draw(st.lists(st.integers(0, SIZE - 1), min_size=1, max_size=4)))
    low = draw(st.integers(0, 2))
    return Count(variables, 1, low, draw(st.integers(low, 4)))


@example([Count((0,), 1, 0, 0), Count((0, 1, 1), 1, 2, 2)], [1] * SIZE, "most", "ff,up")
@example([Count((0,), 1, 0, 0), Count((1, 2), 1, 0, 1), Count((1, 1, 2, 3), 1, 2, 2)], [1] * SIZE, "fewest", "ff,up")
@settings(max_examples=300, deadline=None)
@given(
    st.lists(counts(), max_size=5),
    st.lists(st.sampled_from((1, 1, 1, 2, -1)), min_size=SIZE, max_size=SIZE) | st.just([1] * SIZE),
    st.sampled_from(("most", "fewest")),
    st.sampled_from(("ff,up", "leftmost,down", "auto")),
)
def test_the_best_is_the_best(constraints: list[Count], weights: list[int], best: Best, labeling: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("knobel.engines.fd.sums.WIDE", 2)  # all counts are estimated, too
        check_best(constraints, weights, best, labeling)


def check_best(constraints: list[Count], weights: list[int], best: Best, labeling: str) -> None:
    model = Model()
    model.answer = model.new("x", SIZE, values=(0, 1))
    model.add(*constraints)
    model.objective = Linear(tuple(weights), tuple(range(SIZE)), None, None)

    def worth(row: tuple[int, ...]) -> int:
        return sum(w * x for w, x in zip(weights, row, strict=True))

    rows = [row for row in product((0, 1), repeat=SIZE) if all(accepts(one, row) for one in constraints)]
    found = Fd().configured(f"labeling={labeling}").solve_model(model, (), NO_LIMIT, best)
    assert found.sat is bool(rows)
    if rows:
        assert tuple(found.values) in rows
        assert worth(tuple(found.values)) == (max if best == "most" else min)(map(worth, rows))


@given(st.lists(st.lists(st.integers(0, 8), min_size=1, unique=True), max_size=6), st.data())
def test_groups_share_out_the_variables(lists: list[list[int]], data: st.DataObject) -> None:
    constraints = [
        Counting(variables, 2, data.draw(st.integers(0, 2)), data.draw(st.integers(2, 4))) for variables in lists
    ]
    for groups in (cover(range(9), constraints), packing(range(9), constraints)):
        assert sorted(x for group in groups for x in group.variables) == list(range(9))


@pytest.mark.parametrize("labeling", ["ff", "leftmost,down"])
def test_bishops_are_few_steps(labeling: str) -> None:
    """The diagonals of one direction, for each colour the better one, prove that 14 are the most on 8x8."""
    found = (
        Fd()
        .configured(f"labeling={labeling}")
        .solve_model(model_of("@bishops/chessboard"), (), Limit(conflicts=200), "most")
    )
    assert found.sat and sum(found.values) == 14


def test_on_a_limit_the_best_solution_so_far_is_kept() -> None:
    puzzle = knobel.load("@bishops/chessboard")
    found = Fd().solve_model(model_of("@bishops/chessboard"), (), Limit(conflicts=20), "most")
    assert found.sat is None
    assert None not in found.partial and 0 < sum(value or 0 for value in found.partial) < 14
    board = [value or 0 for value in found.partial]
    assert not [say for say in puzzle.check(puzzle.read("/".join(_rows(board)))) if "attack" in str(say)]


def _rows(board: list[int]) -> list[str]:
    return ["".join(".B"[value] for value in board[r : r + 8]) for r in range(0, 64, 8)]


def test_a_goal_is_never_entailed() -> None:
    """The sum is at least 0 whatever comes, but the next solution has to be better."""
    posting = Posting(Model([(0, 1), (0, 1)], ["a", "b"]))
    store = Store(posting.domains)
    goal = Goal(posting.sum(Linear((1, 1), (0, 1), None, None)), most=True)
    store.post(goal)
    problem = Problem(store, [0, 1], [], goal)
    assert problem.search(Labeling(), 0, None)
    assert problem.found.solution == [1, 1]
    assert store.statistics.entailments == 0
