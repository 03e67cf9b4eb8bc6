"""yasat as an engine: answers, cores, propagation, limits and options, compiled and as plain Python."""

from __future__ import annotations

import json
import subprocess
import sys
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses_by_hand import Clause, closure, flat, formulas, literals, pigeons, random_formula, satisfiable
from knobel import checks, registry
from knobel.engines import Artifacts, Engine, Excluding, Session
from knobel.engines import yasat as package
from knobel.engines.yasat import solver as around
from knobel.engines.yasat.solver import Solver
from knobel.errors import Misuse
from knobel.limits import Deadline, Limit, OutOfTime

PURE = "yasat:pure=1"
N = 6


def engine(spec: str) -> Engine:
    found = registry.engine(spec)
    assert isinstance(found, Engine)
    return found


def opened(spec: str, clauses: Sequence[Clause], variables: int = 0) -> Session:
    session = engine(spec).open(variables)
    session.add(flat(clauses))
    return session


@pytest.fixture(params=["yasat", PURE])
def spec(request: pytest.FixtureRequest, need_module: Callable[[str], None]) -> str:
    chosen = str(request.param)
    if chosen == "yasat":
        need_module("llvmlite")
    return chosen


@pytest.mark.parametrize("options", ["", ":seed=3", ":restarts=adaptive", ":restarts=luby:seed=7"])
def test_contract(spec: str, options: str) -> None:
    joint = ":".join(part for part in (spec, options.lstrip(":")) if part)
    checks.check_engine(engine(joint), rounds=30)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(formulas(N, 8), st.lists(literals(N), max_size=4)), min_size=1, max_size=4))
def test_clauses_between_questions(rounds: list[tuple[list[Clause], list[int]]]) -> None:
    session = engine(PURE).open(0)  # so that all variables are above what was promised
    told: list[Clause] = []
    for clauses, assume in rounds:
        session.add(flat(clauses))
        told += clauses
        verdict = session.solve(assume)
        assert verdict.sat is satisfiable([*told, *([lit] for lit in assume)], N)
        if verdict.sat:
            assert verdict.model is not None
            model = {int(v) if verdict.model[v] else -int(v) for v in range(1, len(verdict.model))}
            assert all(model & set(clause) for clause in told)
        else:
            assert set(verdict.core) <= set(assume)
            assert not satisfiable([*told, *([lit] for lit in verdict.core)], N)
        follows = closure(told, assume)
        found = session.propagate(assume)
        assert (None if found is None else sorted(found.tolist())) == (None if follows is None else sorted(follows))


@pytest.mark.parametrize("seed", range(4))
def test_the_same_search_compiled_or_not(seed: int, need_module: Callable[[str], None]) -> None:
    need_module("llvmlite")
    clauses, sets = random_formula(70, 4.0, seed), [[v, -v - 1, v + 2, v + 3] for v in (1, 20, 40, 60)]
    verdicts = []
    for spec in ("yasat", PURE):
        session = opened(spec, clauses)
        assert isinstance(session, Excluding)
        session.exclude(flat(sets))
        verdicts.append(session.solve())
    assert verdicts[0].stats == verdicts[1].stats
    assert verdicts[0].stats["conflicts"] > 0
    assert verdicts[0].sat is verdicts[1].sat
    assert np.array_equal(verdicts[0].model, verdicts[1].model)  # type: ignore[arg-type]


def test_a_search_does_not_depend_on_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    clauses = pigeons(5)
    whole = opened(PURE, clauses).solve().stats
    monkeypatch.setattr(around, "PURE_SLICE", 1)
    slices: list[None] = []
    monkeypatch.setattr(around, "tick", lambda: slices.append(None))
    assert opened(PURE, clauses).solve().stats == whole
    assert len(slices) > 10


@pytest.mark.parametrize("conflicts", [0, 1, 20, 33])
def test_a_limit_of_conflicts_is_met_exactly(spec: str, conflicts: int) -> None:
    solver = Solver(0, pure=spec == PURE)
    solver.add(flat(pigeons(6)))
    assert solver.solve((), Limit(conflicts=conflicts)) is None
    assert solver.statistics()["conflicts"] == conflicts
    assert solver.solve((), Limit(conflicts=conflicts)) is None
    assert solver.statistics()["conflicts"] == 2 * conflicts


def test_the_last_conflict_allowed_may_be_the_answer(spec: str) -> None:
    needed = opened(spec, pigeons(4)).solve().stats["conflicts"]
    assert opened(spec, pigeons(4)).solve((), Limit(conflicts=needed)).sat is False
    assert opened(spec, pigeons(4)).solve((), Limit(conflicts=needed - 1)).sat is None


def test_after_a_deadline_the_session_goes_on(spec: str) -> None:
    session = opened(spec, pigeons(4))
    with Deadline(0), pytest.raises(OutOfTime):
        session.solve()
    assert session.solve((), Limit(seconds=0)).sat is None
    assert session.solve().sat is False


def test_preferred_values_are_tried_first(spec: str) -> None:
    session = opened(spec, [[1, 2, 3, 4]])
    for wanted in ([1, -2, 3, -4], [-1, -2, 3, 4]):
        session.prefer(np.array(wanted, dtype=np.int32))
        model = session.solve().model
        assert model is not None
        assert [v if model[v] else -v for v in range(1, 5)] == wanted


def test_a_seed_changes_the_search_and_repeats_it() -> None:
    clauses = random_formula(40, 4.3, 1)
    runs = [opened(f"{PURE}:seed={seed}", clauses).solve() for seed in (0, 1, 1, 2)]
    assert len({run.sat for run in runs}) == 1
    assert runs[1].stats == runs[2].stats
    assert len({tuple(run.stats.values()) for run in runs}) > 1


def test_closing_gives_the_memory_back(need_module: Callable[[str], None]) -> None:
    need_module("llvmlite")
    session = package.Yasat().open(3)
    session.add(flat([[1, 2], [-1, 3]]))
    assert session.solve().sat
    assert session.propagate([1]) is not None
    arenas = [weakref.ref(solver.state.arena) for solver in (session._solver, session._propagator)]  # type: ignore[attr-defined]
    session.close()
    session.close()
    assert [arena() for arena in arenas] == [None, None]


@pytest.mark.parametrize("options", ["", "seed", "seed=x", "pure=2", "restarts=never", "walk=1", "seed=1:walk=1"])
def test_unknown_options(options: str) -> None:
    with pytest.raises(Misuse, match="it takes: seed=NUMBER"):
        package.Yasat().configured(options)


def test_without_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "available", lambda: False)
    with pytest.raises(Misuse, match=r"pip install 'knobel\[yasat\]'"):
        package.Yasat().open(1)
    assert opened(PURE, [[1], [-1, 2]]).solve().sat is True


def test_plain_python_needs_no_compiler() -> None:
    code = (
        "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None\n"
        "import numpy; from knobel import registry\n"
        "assert 'yasat' in registry.engines()\n"
        "session = registry.engine('yasat:pure=1').open(1)\n"
        "session.add(numpy.array([1, 0, -1, 0], dtype=numpy.int32))\n"
        "assert session.solve().sat is False and session.propagate() is None"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_proofs_and_traces_speak_of_pairs(spec: str, tmp_path: Path) -> None:
    """And of nothing that the formula does not say: spare sets are no part of it."""
    for artifacts in (Artifacts(proof=tmp_path / "proof"), Artifacts(trace=tmp_path / "trace")):
        session = engine(spec).open(3, artifacts)
        assert isinstance(session, Excluding)
        session.add(flat([[1, 2], [2, 3], [1, 3]]))
        session.exclude(flat([[1, 2, 3]]), spare=True)
        assert session.solve([1, 2]).sat is True
        session.exclude(flat([[1, 2, 3]]))
        assert session.solve().sat is False
        session.close()
    conflicts = [one for one in map(json.loads, artifacts.trace.read_text().splitlines()) if one["event"] == "conflict"]  # type: ignore[union-attr]
    assert conflicts and all(len(one["clause"]) == 2 for one in conflicts)


def test_sets_need_no_more_room_than_their_lists(spec: str) -> None:
    """One literal in many clauses, and many sets: what they need together is not what they would need at most."""
    session = engine(spec).open(300)
    assert isinstance(session, Excluding)
    session.add(flat([[-1, v] for v in range(2, 250)]))
    assert session.solve().sat
    sets = [list(range(first, 300, 7)) for first in range(1, 8)] * 40
    session.exclude(flat(sets))
    assert session.solve([8]).sat is True
    assert session.solve([1]).sat is False
    assert len(session._solver.state.pool) < 3_000_000  # type: ignore[attr-defined]
