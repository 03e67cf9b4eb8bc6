"""Every engine against brute force: verdicts, models, cores, propagation, limits, and any order of calls."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations, count, product
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from clauses_by_hand import random_formula
from knobel import registry
from knobel.engines import Engine, Excluding, Session, Verdict, pysat
from knobel.engines.guarded import Guarded
from knobel.engines.pysat import FIRST_SLICE, LEAST_SLICE, Pysat, PysatSession
from knobel.errors import Unable
from knobel.formula import Lits
from knobel.limits import Deadline, Limit, OutOfTime, cpu

Clauses: TypeAlias = list[list[int]]
Open: TypeAlias = Callable[[int], Session]

SAT_ENGINES = [name for name, engine in registry.engines().items() if isinstance(engine, Engine)]
SLOW = {"kissat", "external"}  # a process for every question
IN_A_PROCESS = "cadical in a process"


@pytest.fixture(params=[*SAT_ENGINES, IN_A_PROCESS])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def engine(name: str, need_tool: Callable[[str], str]) -> Engine:
    if name == "external":
        need_tool("minisat")
        name = "external:minisat {formula} {result}"
    found = registry.engine(name.split()[0] if name == IN_A_PROCESS else name)
    assert isinstance(found, Engine)
    return found


@pytest.fixture
def open_session(name: str, engine: Engine) -> Iterator[Open]:
    """Opens sessions; in the end, closes them twice and makes sure that no process is left."""
    opened: list[Session] = []

    def start(variables: int) -> Session:
        if name == IN_A_PROCESS:
            opened.append(Guarded(lambda: PysatSession(Pysat("cadical", "", "cadical195"), variables), large=0))
        else:
            opened.append(engine.open(variables))
        return opened[-1]

    yield start
    for session in opened:
        session.close()
        session.close()
    assert not multiprocessing.active_children()


def flat(clauses: Iterable[Sequence[int]]) -> Lits:
    return np.array([lit for clause in clauses for lit in (*clause, 0)], dtype=np.int32)


def models(clauses: Iterable[Sequence[int]], variables: int) -> list[tuple[bool, ...]]:
    """All models, as engines give them: entry 0 is unused."""
    clauses = list(clauses)
    return [
        (False, *values)
        for values in product((False, True), repeat=variables)
        if all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses)
    ]


def unit_propagation(clauses: Clauses, assume: Iterable[int]) -> set[int] | None:
    """What follows, by the definition."""
    true = set(assume)
    while not any(-lit in true for lit in true):
        left = [{lit for lit in c if -lit not in true} for c in clauses if not true.intersection(c)]
        if set() in left:
            return None
        more = {lit for c in left if len(c) == 1 for lit in c}
        if not more:
            return true
        true |= more
    return None


def random_clauses(rng: random.Random, variables: int, count: int) -> Clauses:
    literals = [sign * v for v in range(1, variables + 1) for sign in (1, -1)]
    return [rng.choices(literals, k=rng.choice((1, 2, 2, 3, 3, 3))) for _ in range(count)]


def random_assumptions(rng: random.Random, variables: int) -> list[int]:
    return [rng.choice((1, -1)) * rng.randint(1, variables) for _ in range(rng.choice((0, 1, 2, 3)))]


def pigeons(count: int) -> Lits:
    """More pigeons than holes, which takes resolution exponentially long."""
    holes = count - 1
    at = np.arange(1, count * holes + 1).reshape(count, holes)
    pairs = [[-at[p, h], -at[q, h]] for h in range(holes) for p in range(count) for q in range(p)]
    return flat([*at.tolist(), *pairs])


def agree(verdict: Verdict, clauses: Clauses, assume: Sequence[int], variables: int) -> None:
    """The law of every call: a model that satisfies, or a core among the assumptions that is impossible by itself."""
    expected = models([*clauses, *([lit] for lit in assume)], variables)
    assert verdict.sat is bool(expected)
    if verdict.model is not None:
        values = np.zeros(variables + 1, dtype=np.bool_)  # what a model does not mention is false
        values[: len(verdict.model)] = verdict.model[: variables + 1]
        assert tuple(values.tolist()) in expected
        assert not verdict.core
    else:
        assert set(verdict.core) <= set(assume)
        assert not models([*clauses, *([lit] for lit in verdict.core)], variables)


def propagation_agrees(found: Lits | None, clauses: Clauses, assume: Sequence[int], variables: int) -> None:
    true, all_models = unit_propagation(clauses, assume), models([*clauses, *([lit] for lit in assume)], variables)
    if found is None:
        assert not all_models
        return
    assert true is not None and true <= set(found.tolist())
    assert set(assume) <= set(found.tolist())
    assert all(model[abs(lit)] == (lit > 0) for model in all_models for lit in found.tolist())


def test_random_formulas(name: str, open_session: Open) -> None:
    rng = random.Random(1)
    for _ in range(15 if name in SLOW else 80):
        variables = rng.randint(1, 5)
        clauses = random_clauses(rng, variables, rng.randint(0, 4 * variables))
        session = open_session(variables)
        session.add(flat(clauses))
        for _ in range(3):
            assume = random_assumptions(rng, variables + 2)  # two that occur in no clause
            agree(session.solve(assume), clauses, assume, variables + 2)
        session.close()


def test_cores_leave_out_what_is_not_needed(engine: Engine, open_session: Open) -> None:
    session = open_session(20)
    session.add(flat([[-1, 2], [-2, 3]]))
    assume = [*range(4, 20), 1, -3]
    assert set(session.solve(assume).core) == ({1, -3} if "core" in engine.can else set(assume))


def test_propagation(name: str, engine: Engine, open_session: Open) -> None:
    if "propagate" not in engine.can:
        with pytest.raises(Unable, match="cannot propagate"):
            open_session(1).propagate([1])
        return
    rng = random.Random(2)
    for _ in range(80):
        variables = rng.randint(1, 5)
        clauses = random_clauses(rng, variables, rng.randint(0, 3 * variables))
        session = open_session(variables)
        session.add(flat(clauses))
        for _ in range(3):
            assume = random_assumptions(rng, variables + 1)
            propagation_agrees(session.propagate(assume), clauses, assume, variables + 1)
            session.solve(assume)  # what is learnt here may take nothing away
        session.close()
    session = open_session(1000)
    session.add(flat([[-v, v + 1] for v in range(1, 1000)]))
    chain = session.propagate([500])
    assert chain is not None and sorted(chain.tolist()) == list(range(500, 1001))
    session.add(flat([[1]]))
    chain = session.propagate()
    assert chain is not None and sorted(chain.tolist()) == list(range(1, 1001))
    assert session.propagate([-1000]) is None


def test_conflict_limit(engine: Engine, open_session: Open) -> None:
    session = open_session(90)
    if "limit" in engine.can:
        session.add(pigeons(10))
        assert session.solve(limit=Limit(conflicts=20)).sat is None
        assert session.solve([1, 2], Limit(conflicts=20)).sat is None
    session.add(flat([[1], [-1]]))
    assert session.solve(limit=Limit(conflicts=20)).sat is False


def test_time_limit(open_session: Open) -> None:
    session = open_session(132)
    session.add(pigeons(12))
    started, used = time.monotonic(), cpu()
    assert session.solve(limit=Limit(seconds=0.5)).sat is None
    assert time.monotonic() - started > 0.4
    assert cpu() - used < 1.5  # CPU seconds: a busy machine takes longer by the clock


def test_deadline_in_force(open_session: Open) -> None:
    session = open_session(132)
    session.add(pigeons(12))
    used = cpu()
    with Deadline(0.3), suppress(OutOfTime):
        assert session.solve().sat is None
    assert cpu() - used < 1.3


def test_preferences(engine: Engine, open_session: Open) -> None:
    rng = random.Random(3)
    session = open_session(30)
    session.add(flat([[29, 30]]))
    for _ in range(3):
        wish = [rng.choice((v, -v)) for v in range(1, 29)]
        session.prefer(np.array(wish, dtype=np.int32))
        model = session.solve().model
        assert model is not None
        if "prefer" in engine.can:
            assert [v if model[v] else -v for v in range(1, 29)] == wish


def test_forbidding_each_model_counts_them(name: str, open_session: Open) -> None:
    rng = random.Random(4)
    for _ in range(2 if name in SLOW else 15):
        clauses = random_clauses(rng, 4, 4)
        session = open_session(4)
        session.add(flat(clauses))
        found = set()
        while (model := session.solve().model) is not None:
            assert tuple(model[:5].tolist()) not in found
            found.add(tuple(model[:5].tolist()))
            session.add(flat([[-v if model[v] else v for v in range(1, 5)]]))
        assert found == set(models(clauses, 4))
        session.add(flat([[1, 2]]))  # clauses are welcome after the last answer, too
        assert session.solve([3]).sat is False
        session.close()


def test_closing_before_anything_was_asked(open_session: Open) -> None:
    open_session(3).add(flat([[1]]))


class Calls(RuleBasedStateMachine):
    """Calls in any order; ``close`` is the last."""

    def __init__(self, session: Session, can: frozenset[str]) -> None:
        super().__init__()
        self.session, self.can = session, can
        self.clauses: Clauses = []

    lits = st.integers(-5, 5).filter(bool)

    @rule(clauses=st.lists(st.lists(lits, min_size=1, max_size=3), max_size=6))
    def add(self, clauses: Clauses) -> None:
        self.session.add(flat(clauses))
        self.clauses += clauses

    @precondition(lambda self: "exclusive" in self.can)
    @rule(sets=st.lists(st.lists(lits, max_size=5, unique_by=abs) | st.lists(lits, max_size=5), max_size=3))
    def exclude(self, sets: Clauses) -> None:
        assert isinstance(self.session, Excluding)
        self.session.exclude(flat(sets))
        self.clauses += [[-a, -b] for one in sets for a, b in combinations(one, 2)]

    @rule(assume=st.lists(lits, max_size=4))
    def solve(self, assume: list[int]) -> None:
        agree(self.session.solve(assume), self.clauses, assume, 5)

    @rule(assume=st.lists(lits, max_size=4))
    def stop_early(self, assume: list[int]) -> None:
        verdict = self.session.solve(assume, Limit(conflicts=1))
        if verdict.sat is not None:
            agree(verdict, self.clauses, assume, 5)

    @precondition(lambda self: "propagate" in self.can)
    @rule(assume=st.lists(lits, max_size=4))
    def propagate(self, assume: list[int]) -> None:
        propagation_agrees(self.session.propagate(assume), self.clauses, assume, 5)

    @rule(lits=st.lists(lits, max_size=5, unique_by=abs))
    def prefer(self, lits: list[int]) -> None:
        self.session.prefer(np.array(lits, dtype=np.int32))

    def teardown(self) -> None:
        self.session.close()


def test_any_order_of_calls(name: str, engine: Engine, open_session: Open) -> None:
    few = name in SLOW or name == IN_A_PROCESS
    chosen = settings(
        max_examples=5 if few else 60, stateful_step_count=10 if few else 20, deadline=None, derandomize=True,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip

    class Machine(Calls):
        def __init__(self) -> None:
            super().__init__(open_session(5), engine.can)

    run_state_machine_as_test(Machine, settings=chosen)


@pytest.mark.parametrize("name", ["cadical", "glucose", "minisat", "minicard", "kissat"])
def test_a_clause_without_literals_is_not_lost(name: str) -> None:
    engine = registry.engine(name)
    assert isinstance(engine, Engine)
    for flat in ([0], [1, 2, 0, 0], [0, 1, 0, -2, 1, 0]):
        session = engine.open(2)
        session.add(np.array(flat, dtype=np.int32))
        assert session.solve().sat is False
        session.close()


@pytest.mark.parametrize("name", ["cadical", "glucose", "minisat", "minicard"])
def test_a_search_does_not_depend_on_the_clock(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that stands still, and one that jumps ten seconds at each look: the same search to the last decision."""
    monkeypatch.setattr(pysat, "SLICE_WORK", 20_000)  # several slices, of different lengths
    engine = registry.engine(name)
    assert isinstance(engine, Pysat)
    verdicts = []
    for jump in (0.0, 10.0):
        session = PysatSession(engine, 200)
        session.add(flat(random_formula(200, 4.6, 5)))
        clock = count(0.0, jump)
        with monkeypatch.context() as patched:
            patched.setattr(time, "monotonic", lambda clock=clock: next(clock))
            verdicts.append(session.solve())
        session.close()
    assert verdicts[0].stats == verdicts[1].stats and verdicts[0].stats["conflicts"] > FIRST_SLICE
    assert verdicts[0].sat is verdicts[1].sat and np.array_equal(verdicts[0].model, verdicts[1].model)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["cadical", "glucose", "minisat", "minicard"])
def test_what_a_unit_clause_makes_certain_may_go_and_nothing_else(name: str) -> None:
    """In a long buffer: facts, what they satisfy, and clauses that are about the rest, the highest variables too."""
    engine = registry.engine(name)
    assert isinstance(engine, Engine)
    rng = random.Random(5)
    for seed in range(6):
        facts = [rng.choice([v, -v]) for v in rng.sample(range(1, 900), 60)]
        rest = [
            [v if rng.random() < 0.5 else -v for v in rng.sample(range(1, 1001), rng.randint(2, 4))]
            for _ in range(5000)
        ]
        chain = [[-v, v + 1] for v in range(990, 1000)]
        clauses = [
            *rest[: 2500 - 400 * seed],
            *([fact] for fact in facts),
            *chain,
            [990],
            *rest[2600 : 4200 - 200 * seed],
        ]
        filler = [[fact, 1000 - i % 900] for i, fact in enumerate(facts * 80)]
        whole, parts = engine.open(1000), engine.open(1000)
        whole.add(flat([*clauses, *filler]))
        for clause in clauses:
            parts.add(flat([clause]))
        verdicts = [session.solve() for session in (whole, parts)]
        assert verdicts[0].sat is not None and verdicts[0].sat == verdicts[1].sat
        model = verdicts[0].model
        if model is not None:
            assert all(any(bool(model[abs(lit)]) == (lit > 0) for lit in clause) for clause in [*clauses, *filler])
        whole.close()
        parts.close()


def test_large_formulas_begin_with_small_slices() -> None:
    """Among many variables a conflict can take milliseconds, and nobody looks at the clock within a slice."""

    def first_slice(variables: int) -> int:
        session = PysatSession(Pysat("cadical", "", "cadical195"), variables)
        call, budgets = session._call, list[int]()

        def recorded(verb: str) -> Callable[..., object]:
            return (lambda _, conflicts: budgets.append(conflicts)) if verb == "cbudget" else call(verb)

        session._call = recorded
        session.solve()
        session.close()
        return budgets[0]

    assert first_slice(10) == FIRST_SLICE
    assert LEAST_SLICE <= first_slice(1_000_000) < first_slice(50_000) < FIRST_SLICE
