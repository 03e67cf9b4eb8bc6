"""The solver as a session: it opens and closes files, and answers with verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

import numpy as np

from ...clauses import pairs_of
from ...formula import Lits
from ...limits import NO_LIMIT, Limit
from .. import Artifacts, Verdict
from .solver import Solver


class YasatSession:
    """One formula in a solver and, once propagation is asked for, in a second one that never learns."""

    def __init__(self, variables: int, artifacts: Artifacts, pure: bool, adaptive: bool, seed: int) -> None:
        self._variables, self._pure = variables, pure
        self._files = ExitStack()
        proof = self._files.enter_context(artifacts.proof.open("wb")) if artifacts.proof else None
        trace = self._files.enter_context(artifacts.trace.open("w", encoding="utf-8")) if artifacts.trace else None
        self._solver: Solver | None = Solver(variables, pure, adaptive, seed, proof, trace, artifacts.name)
        self._propagator: Solver | None = None
        self._pairs = bool(artifacts.proof or artifacts.trace)  # these speak of clauses
        self._unheard: list[tuple[Lits, bool]] = []  # clauses that the propagator has not got; few sessions ever ask it

    def _open(self) -> Solver:
        if self._solver is None:
            raise ValueError("the session is closed")
        return self._solver

    def add(self, flat: Lits) -> None:
        self._open().add(flat)
        self._unheard.append((flat, False))

    def exclude(self, flat: Lits, spare: bool = False) -> None:
        if self._pairs:
            if not spare:
                self.add(pairs_of(flat)[0])
            return
        self._open().add(flat, sets=True)
        if not spare:
            self._unheard.append((flat, True))

    def solve(self, assume: Sequence[int] = (), limit: Limit = NO_LIMIT) -> Verdict:
        solver = self._open()
        sat = solver.solve(assume, limit)
        if sat is None:
            return Verdict(None, stats=solver.statistics())
        if sat:
            return Verdict(True, solver.model(), (), solver.statistics())
        return Verdict(False, None, tuple(solver.core()), solver.statistics())

    def propagate(self, assume: Sequence[int] = ()) -> Lits | None:
        self._open()
        if self._propagator is None:
            self._propagator = Solver(self._variables, self._pure)
        unheard, self._unheard = self._unheard, []
        for flat, sets in unheard:
            self._propagator.add(flat, sets)
        found = self._propagator.propagate(assume)
        return None if found is None else np.array(found, dtype=np.int32)

    def prefer(self, lits: Lits) -> None:
        self._open().prefer(lits)

    def close(self) -> None:
        self._files.close()
        self._solver = self._propagator = None
        self._unheard = []

    def __del__(self) -> None:
        if hasattr(self, "_files"):
            self._files.close()
