"""The law of engines: what they say about formulas is what brute force says."""

from __future__ import annotations

import time
from itertools import product

import numpy as np

from ..engines import ABILITIES, Engine, Session, Verdict
from ..formula import Lits
from ..limits import Limit

SHORT = 0.2
"""Seconds in which most engines cannot decide what is asked of them."""

LATE = 3.0
"""Seconds that an engine may take to hear that the time is over: less than it would need for the answer."""


def check_engine(engine: Engine, rounds: int = 60) -> None:
    """On random formulas: verdicts are those of brute force, models satisfy, cores are unsatisfiable, limits hold.

    Every ability that the engine claims is used, and clauses are added between the questions.
    """
    unknown = sorted(engine.can - (ABILITIES.keys() - {"model"}))
    assert not unknown, f"{engine.name}: no engine for clauses has the ability {unknown[0]}"
    random = np.random.default_rng(0)
    for _ in range(rounds):
        n = int(random.integers(1, 7))
        clauses = [_clause(random, n) for _ in range(int(random.integers(0, 4 * n)))]
        session = engine.open(n)
        try:
            half, told = len(clauses) // 2, list[list[int]]()
            for part in (clauses[:half], clauses[half:]):
                session.add(np.array([lit for clause in part for lit in (*clause, 0)], dtype=np.int32))
                if "prefer" in engine.can:
                    session.prefer(np.array(_clause(random, n), dtype=np.int32))
                told += part
                _check_answers(engine, session, told, n, _clause(random, n))
        finally:
            session.close()
            session.close()
    if "limit" in engine.can:
        verdict = _of_pigeons(engine, 6, Limit(conflicts=20))
        assert verdict.sat is None, f"{engine.name}: 20 conflicts were enough for seven pigeons"
    started = time.monotonic()
    verdict = _of_pigeons(engine, 9, Limit(seconds=SHORT))
    assert not verdict.sat, f"{engine.name}: ten pigeons fit into nine holes"
    assert time.monotonic() - started < SHORT + LATE, f"{engine.name}: a limit of {SHORT} seconds did not end it"


def _of_pigeons(engine: Engine, holes: int, limit: Limit) -> Verdict:
    session = engine.open(0)
    try:
        session.add(_pigeons(holes))
        return session.solve((), limit)
    finally:
        session.close()


def _check_answers(engine: Engine, session: Session, clauses: list[list[int]], n: int, assume: list[int]) -> None:
    rows = [row for row in product((False, True), repeat=n) if all(_holds(clause, row) for clause in clauses)]
    fitting = [row for row in rows if all(_holds([lit], row) for lit in assume)]
    verdict = session.solve(assume)
    name = f"{engine.name} on {clauses} under {assume}"
    assert verdict.sat is bool(fitting), f"{name}: {verdict.sat}, brute force finds {len(fitting)} models"
    if verdict.sat:
        assert verdict.model is not None and tuple(verdict.model[1 : n + 1].tolist()) in fitting, (
            f"{name}: a wrong model"
        )
    else:
        assert set(verdict.core) <= set(assume), f"{name}: the core {verdict.core} is not part of the assumptions"
        assert not any(all(_holds([lit], row) for lit in verdict.core) for row in rows), f"{name}: a satisfiable core"
    if "propagate" in engine.can:
        found = session.propagate(assume)
        assert found is not None or not fitting, f"{name}: a conflict that is none"
        for lit in [] if found is None else found.tolist():
            assert abs(lit) > n or all(_holds([lit], row) for row in fitting), f"{name}: {lit} does not follow"
        assert found is None or set(assume) <= set(found.tolist()), f"{name}: propagation forgets its assumptions"


def _clause(random: np.random.Generator, n: int) -> list[int]:
    variables = random.permutation(n)[: int(random.integers(1, 4))] + 1
    return [int(v) if random.random() < 0.5 else -int(v) for v in variables]


def _holds(clause: list[int], row: tuple[bool, ...]) -> bool:
    return any(row[abs(lit) - 1] == (lit > 0) for lit in clause)


def _pigeons(holes: int) -> Lits:
    """One pigeon more than holes: unsatisfiable, and hard to refute by resolution."""
    inside = np.arange(1, holes * (holes + 1) + 1).reshape(holes + 1, holes)
    everyone = np.column_stack([inside, np.zeros(holes + 1, dtype=np.int64)]).ravel()
    apart = [(-inside[a, h], -inside[b, h], 0) for h in range(holes) for a in range(holes + 1) for b in range(a)]
    return np.concatenate([everyone, np.array(apart).ravel()]).astype(np.int32)
