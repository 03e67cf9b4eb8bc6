"""The course of a search, in plain Python: phases, decisions, learnt clauses, restarts, forgetting."""

from __future__ import annotations

import json
from io import StringIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clauses_by_hand import flat, pigeons, random_formula
from knobel.engines.yasat import search as searching
from knobel.engines.yasat import state as names
from knobel.engines.yasat.analyze import analyze
from knobel.engines.yasat.assign import DECAY, assign, backtrack, decide, insert_new, pick
from knobel.engines.yasat.clauses import ID
from knobel.engines.yasat.reduce import choose
from knobel.engines.yasat.search import CLAUSE_DECAY, luby, note_glue, restart_due
from knobel.engines.yasat.solver import Solver
from knobel.engines.yasat.state import NONE, State
from knobel.limits import NO_LIMIT, Limit

N = 8


def fresh() -> State:
    s = Solver(N, pure=True).state
    insert_new(s)
    return s


def phases(s: State) -> list[int]:
    """For each variable, the literal that would be decided if no value were preferred."""
    return [v if s.phase[v] == 0 else -v for v in range(1, N + 1)]


def picked(s: State) -> list[int]:
    """The literals that are decided if nothing is implied, by variable."""
    found = []
    while p := pick(s):
        decide(s, p)
        found.append(p >> 1 if p % 2 == 0 else -(p >> 1))
    return sorted(found, key=abs)


# phases


def test_at_first_all_variables_are_tried_as_false() -> None:
    assert picked(fresh()) == [-v for v in range(1, N + 1)]


levels = st.lists(st.lists(st.tuples(st.integers(1, N), st.booleans()), min_size=1, max_size=3), max_size=5)


@given(levels, levels, st.integers(0, 5))
def test_the_phase_is_the_last_value_that_was_taken_back(
    first: list[list[tuple[int, bool]]], second: list[list[tuple[int, bool]]], level: int
) -> None:
    s = fresh()
    last = dict.fromkeys(range(1, N + 1), False)
    for course, down_to in ((first, 0), (second, level)):
        for one in course:
            opened = False
            for v, true in one:
                if s.value[2 * v] == 0:
                    p = 2 * v + (not true)
                    if opened:
                        assign(s, p, NONE)
                    else:
                        decide(s, p)
                    opened = True
        before = phases(s)
        on_trail = [(p >> 1, p % 2 == 0, s.level[p >> 1]) for p in s.trail[: s.at[names.TRAIL]]]
        assert before == [v if last[v] else -v for v in last]  # assigning alone changes no phase
        backtrack(s, down_to)
        last |= {v: true for v, true, at in on_trail if at > down_to}
        assert phases(s) == [v if last[v] else -v for v in last]
        kept = {v: true for v, true, at in on_trail if at <= down_to}
        assert s.at[names.LEVEL] == min(down_to, max((at for *_, at in on_trail), default=0))
        assert {v for v in last if s.value[2 * v] != 0} == set(kept)
        assert s.at[names.TRAIL] == len(kept)
        assert all(s.place[v] >= 0 for v in last if v not in kept)  # what is open can be decided again
    assert picked(s) == [v if last[v] else -v for v in last if v not in kept]


def test_preferred_values_come_before_phases_until_others_are_preferred() -> None:
    solver = Solver(N, pure=True)
    s = solver.state
    insert_new(s)
    for v in (1, 2):
        decide(s, 2 * v)
    backtrack(s, 0)
    solver.prefer(np.array([-1, 3], dtype=np.int32))
    assert phases(s) == [1, 2, *range(-3, -N - 1, -1)]  # to prefer is not to assign
    assert picked(s) == [-1, 2, 3, *range(-4, -N - 1, -1)]
    backtrack(s, 0)
    assert picked(s) == [-1, 2, 3, *range(-4, -N - 1, -1)]  # and so again
    backtrack(s, 0)
    for p in (2 * 1, 2 * 3 + 1):
        decide(s, p)
    backtrack(s, 0)
    solver.prefer(np.array([4], dtype=np.int32))
    assert picked(s) == [1, 2, -3, 4, *range(-5, -N - 1, -1)]  # what was preferred before is forgotten


# learning


def checked_analysis(seen: list[int]) -> object:
    def checked(s: State, conflict: int, real=analyze) -> tuple[int, int, int]:  # type: ignore[no-untyped-def]
        now, bumped, used, identity = s.at[names.LEVEL], list(s.activity), list(s.used), s.arena[conflict + ID]
        size, back, glue = real(s, conflict)
        learnt = s.learnt[:size]
        at = [s.level[p >> 1] for p in learnt]
        assert all(s.value[p] < 0 for p in learnt)
        assert at[0] == now and all(0 < level < now for level in at[1:])  # a unique implication point
        assert back == max(at[1:], default=0) and (size == 1 or at[1] == back)
        assert glue == len(set(at))
        if max(s.activity) >= max(bumped):  # not made smaller all together
            assert all(s.activity[p >> 1] > bumped[p >> 1] for p in learnt[1:])
        if identity >= 0:  # a learnt clause that is used is kept longer
            assert s.used[identity] > used[identity]
        seen.append(size)
        return size, back, glue

    return checked


@pytest.mark.parametrize("seed", range(3))
def test_a_learnt_clause_asserts_its_first_literal(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr(searching, "analyze", checked_analysis(seen))
    solver = Solver(50, pure=True)
    solver.add(flat(random_formula(50, 4.4, seed)))
    assert solver.solve((), NO_LIMIT) is not None
    assert len(seen) > 5


def test_each_conflict_counts_more_than_the_one_before() -> None:
    assert DECAY > 1 and CLAUSE_DECAY > 1
    solver = Solver(0, pure=True)
    solver.add(flat(pigeons(6)))
    assert solver.solve((), Limit(conflicts=40)) is None
    assert solver.state.rate[names.BUMP] == pytest.approx(DECAY**40)
    assert solver.state.rate[names.CLAUSE_BUMP] == pytest.approx(CLAUSE_DECAY**40)


# restarts


@pytest.mark.parametrize("assume", [(), (1,), (-1, 4)])
def test_restarts_come_when_they_are_due_and_keep_the_assumptions(
    assume: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "LUBY_UNIT", 5)
    trace = StringIO()
    solver = Solver(0, pure=True, trace=trace)
    solver.add(flat(pigeons(6)))
    assert solver.solve(assume, Limit(conflicts=150)) is None
    conflicts, restarts, due, back = 0, 0, 5 * luby(1), 0
    for event in map(json.loads, trace.getvalue().splitlines()):
        conflicts += event["event"] == "conflict"
        if event["event"] in ("decide", "assume"):
            assert conflicts < due  # no decision is made when a restart is due
            assert event["event"] == "assume" or event["level"] > len(assume)
        elif event["event"] == "learn":
            back = event["level"]
        elif event["event"] == "restart":
            assert conflicts >= due and event["level"] == min(back, len(assume))
            restarts += 1
            due = conflicts + 5 * luby(restarts + 1)
    assert restarts == solver.statistics()["restarts"] > 5


def test_after_a_restart_the_search_tries_the_values_it_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every decision is the phase of its variable: the value that was last taken back, or false."""
    monkeypatch.setattr(searching, "LUBY_UNIT", 5)
    last: dict[int, int] = {}
    decisions: list[int] = []

    def checked_backtrack(s: State, level: int, real=backtrack) -> None:  # type: ignore[no-untyped-def]
        before = s.trail[: s.at[names.TRAIL]]
        real(s, level)
        last.update({p >> 1: p for p in before[s.at[names.TRAIL] :]})

    def checked_pick(s: State, real=pick) -> int:  # type: ignore[no-untyped-def]
        p: int = real(s)
        assert p == 0 or p == last.get(p >> 1, p | 1)
        decisions.append(p)
        return p

    monkeypatch.setattr(searching, "backtrack", checked_backtrack)
    monkeypatch.setattr(searching, "pick", checked_pick)
    solver = Solver(0, pure=True)
    solver.add(flat(pigeons(6)))
    assert solver.solve((), Limit(conflicts=150)) is None
    assert solver.statistics()["restarts"] > 5
    assert {p % 2 for p in decisions} == {0, 1}


def test_adaptive_restarts_come_when_clauses_are_worse_than_on_average() -> None:
    s = Solver(1, pure=True, adaptive=True).state
    for glue in (4, 8, 6):
        s.at[names.CONFLICTS] += 1
        note_glue(s, glue)
    assert s.rate[names.FAST] == s.rate[names.SLOW] == pytest.approx(6)  # true means at first
    assert not restart_due(s)
    for _ in range(200):
        s.at[names.CONFLICTS] += 1
        note_glue(s, 20)
    assert 6 < s.rate[names.SLOW] < s.rate[names.FAST] <= 20
    s.rate[names.SLOW] = s.rate[names.FAST] / 1.1
    assert not restart_due(s)
    s.rate[names.SLOW] = s.rate[names.FAST] / 1.3
    assert restart_due(s)
    s.at[names.RESTART_AT] = s.at[names.CONFLICTS] + 1
    assert not restart_due(s)
    searching.plan_restart(s)
    assert s.at[names.RESTART_AT] == s.at[names.CONFLICTS] + 50


# forgetting


def test_more_clauses_may_be_learnt_after_each_reduction() -> None:
    solver = Solver(0, pure=True)
    solver.add(flat(pigeons(5)))
    assert solver.solve((), Limit(conflicts=5)) is None
    most = solver.state.at
    assert most[names.LEARNTS_MOST] == 2000
    choose(solver.state)
    assert most[names.LEARNTS_MOST] == 2101 and most[names.REDUCTIONS] == 1
    large = Solver(0, pure=True)
    large.add(flat([[v, v + 1] for v in range(1, 9001)]))
    large.solve((), Limit(conflicts=0))
    assert large.state.at[names.LEARNTS_MOST] == 3000  # a third of the clauses


def test_clauses_are_forgotten_as_soon_as_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those on the trail may be reasons, and do not count."""
    monkeypatch.setattr(searching, "LUBY_UNIT", 1 << 40)  # a restart would take back the trail in between
    learnts: list[int] = []

    def recorded(s: State) -> None:
        assert s.at[names.LEARNTS] - s.at[names.TRAIL] >= s.at[names.LEARNTS_MOST]
        learnts.append(s.at[names.LEARNTS])
        choose(s)

    def checked_pick(s: State, real=pick) -> int:  # type: ignore[no-untyped-def]
        assert s.at[names.LEARNTS] - s.at[names.TRAIL] < s.at[names.LEARNTS_MOST]
        return int(real(s))

    monkeypatch.setattr("knobel.engines.yasat.solver.choose", recorded)
    monkeypatch.setattr(searching, "pick", checked_pick)
    solver = Solver(0, pure=True)
    solver.state.at[names.LEARNTS_MOST] = 10
    solver.add(flat(pigeons(6)))
    assert solver.solve((), Limit(conflicts=300)) is None
    assert len(learnts) == solver.statistics()["reductions"] > 2
