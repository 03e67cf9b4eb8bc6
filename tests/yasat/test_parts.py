"""The parts of yasat, run as plain Python: heap, restarts, watch lists, reduction."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses_by_hand import closure, flat, formulas, literals, pigeons, random_formula
from knobel.engines.yasat import solver as around
from knobel.engines.yasat import state as names
from knobel.engines.yasat.assign import bump, insert, insert_new, pop
from knobel.engines.yasat.clauses import BEGIN, EXCLUSIVE, HEADER, ID, LENGTH, LIST, MOST, NOBODY, SIZE, START
from knobel.engines.yasat.reduce import choose
from knobel.engines.yasat.search import luby
from knobel.engines.yasat.solver import Solver
from knobel.engines.yasat.state import NONE, PAIRED, PER_VARIABLE, TYPES, State
from knobel.limits import NO_LIMIT, Limit


def test_every_array_has_a_type() -> None:
    assert list(TYPES) == list(State._fields)
    assert set(PER_VARIABLE) < set(TYPES)


def test_luby_is_what_its_definition_says() -> None:
    """A block, the same block, and twice its last term make the next block."""
    block = [1]
    while len(block) < 2000:
        block = [*block, *block, 2 * block[-1]]
    assert [luby(i) for i in range(1, len(block) + 1)] == block


@given(st.integers(1, 12), st.lists(st.tuples(st.booleans(), st.integers(1, 12)), max_size=60))
def test_the_heap_gives_the_most_active(n: int, steps: list[tuple[bool, int]]) -> None:
    s = Solver(n, pure=True).state
    s.rate[names.BUMP] = 1e99  # so that all activities are made smaller now and then
    insert_new(s)
    inside = set(range(1, n + 1))
    for take, v in steps:
        if take and inside:
            top = pop(s)
            assert s.activity[top] == max(s.activity[u] for u in inside)
            inside.remove(top)
        elif v <= n:
            bump(s, v)
            if v not in inside:
                insert(s, v)
                inside.add(v)
        size = s.at[names.HEAP]
        assert sorted(s.heap[:size]) == sorted(inside)
        assert all(s.activity[s.heap[(i - 1) // 2]] >= s.activity[s.heap[i]] for i in range(1, size))
        assert all((s.heap[s.place[u]] == u) if u in inside else s.place[u] == -1 for u in range(1, n + 1))


def check_state(s: State) -> None:
    """Clauses, sets, watch lists, tables of learnt clauses and reasons fit together."""
    clauses, c = {}, BEGIN
    while c < s.at[names.ARENA]:
        clauses[c] = s.arena[c + HEADER : c + HEADER + s.arena[c + SIZE]]
        assert len(set(clauses[c])) == len(clauses[c]) >= 2
        c += HEADER + len(clauses[c])
    assert c == s.at[names.ARENA]
    sets = {c: clauses.pop(c) for c in list(clauses) if s.arena[c + ID] == EXCLUSIVE}
    learnt = [c for c in clauses if s.arena[c + ID] != NONE]
    assert [s.arena[c + ID] for c in learnt] == list(range(s.at[names.LEARNTS]))
    assert len(clauses) - len(learnt) == s.at[names.ORIGINALS]

    watched = []
    ranges = []
    for p in range(2, 2 * s.at[names.VARIABLES] + 2):
        start, length, most = (s.lists[LIST * p + k] for k in (START, LENGTH, MOST))
        assert length <= most
        ranges.append((start, start + most))
        for k in range(start, start + length, 2):
            entry, blocker = s.pool[k], s.pool[k + 1]
            c = entry if entry >= 0 else ~entry
            watched.append((c, p))
            if blocker == NOBODY:
                assert c in sets and entry < 0
                continue
            assert (len(clauses[c]) == 2) == (entry < 0)
            assert blocker in clauses[c] and blocker != p
    expected = [(c, p) for c, lits in clauses.items() for p in lits[:2]]
    assert sorted(watched) == sorted(expected + [(c, p ^ 1) for c, lits in sets.items() for p in lits])
    ordered = sorted(used for used in ranges if used[0] < used[1])
    assert all(one[1] <= other[0] for one, other in pairwise(ordered))
    assert all(end <= s.at[names.POOL] <= s.at[names.POOL_ROOM] for _, end in ordered)

    for i in range(s.at[names.TRAIL]):
        p = s.trail[i]
        assert s.value[p] == 1 and s.value[p ^ 1] == -1
        reason, before = s.reason[p >> 1], s.trail[:i]
        if reason < NONE:
            other = PAIRED - reason
            assert other in before and any({other, p ^ 1} <= set(lits) for lits in sets.values())
        elif reason != NONE:
            assert p in clauses[reason] and all(q == p or q ^ 1 in before for q in clauses[reason])
    assert sum(1 for v in s.value if v) == 2 * s.at[names.TRAIL]
    assert not any(s.seen)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "sets", [[], [[-5, 9, 14, 20], [14, -1, 30], [7, 8], *([-v, v + 1, -v - 2] for v in (33, 44))]]
)
def test_all_fits_together_while_clauses_come_and_go(
    seed: int, sets: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    clauses = random_formula(60, 4.4 if not sets else 4.0, seed)
    solver = Solver(60, pure=True)
    solver.state.at[names.LEARNTS_MOST] = 1  # beyond what is on the trail
    solver.add(flat(clauses[:200]))
    solver.add(flat(sets[:2]), sets=True)
    monkeypatch.setattr(around, "PURE_SLICE", 1000)  # a slice is short, and the state is checked after each
    slices = []

    def checked(self: Solver, most: int, real=Solver._slice) -> int:  # type: ignore[no-untyped-def]
        outcome: int = real(self, most)
        check_state(self.state)
        slices.append(outcome)
        return outcome

    monkeypatch.setattr(Solver, "_slice", checked)
    solver.solve((), Limit(conflicts=100))
    solver.add(flat(sets[2:]), sets=True)
    solver.add(flat(clauses[200:]))
    assert solver.solve((), NO_LIMIT) is not None
    check_state(solver.state)
    assert solver.statistics()["reductions"] > 2
    assert slices.count(names.REDUCE) == solver.statistics()["reductions"]


@settings(max_examples=60, deadline=None)
@given(
    formulas(8, 30),
    st.lists(st.lists(literals(8), max_size=5, unique_by=abs), max_size=3),
    st.lists(literals(8), max_size=3),
)
def test_collecting_changes_nothing_that_follows(
    clauses: list[list[int]], sets: list[list[int]], assume: list[int]
) -> None:
    solver = Solver(8, pure=True)
    solver.add(flat(clauses))
    solver.add(flat(sets), sets=True)
    before = solver.propagate(assume)
    solver._make_room()
    if before is not None:
        check_state(solver.state)
    again = solver.propagate(assume)
    follows = closure([*clauses, *([-a, -b] for one in sets for a, b in combinations(one, 2))], assume)
    for found in (before, again):
        assert (None if found is None else set(found)) == follows


def test_glue_and_the_most_used_half_survive() -> None:
    solver = Solver(0, pure=True)
    solver.add(flat(pigeons(5)))
    assert solver.solve((), Limit(conflicts=60)) is None
    count = solver.state.at[names.LEARNTS]
    glue, used = np.array(solver.state.glue[:count]), np.array(solver.state.used[:count])
    choose(solver.state)
    dropped = np.array(solver.state.glue[:count]) == NONE
    assert 0 < dropped.sum() <= count // 2
    assert (glue[dropped] > 2).all()
    assert used[dropped].max() <= used[~dropped & (glue > 2)].min()
