"""Sessions for solvers that answer once and forget: every call starts anew, with the assumptions as unit clauses."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np

from ..errors import Unable
from ..formula import Lits
from ..limits import NO_LIMIT, Limit, spend
from . import Verdict


class Oneshot:
    """Remembers all clauses; :meth:`run` decides one buffer."""

    def __init__(self, name: str, variables: int) -> None:
        self.name, self.variables = name, variables
        self._clauses: list[Lits] = []

    @abstractmethod
    def run(self, flat: Lits, variables: int, limit: Limit) -> Verdict:
        """Decide these clauses."""

    def add(self, flat: Lits) -> None:
        self._clauses.append(np.asarray(flat, dtype=np.int32))

    def solve(self, assume: Sequence[int] = (), limit: Limit = NO_LIMIT) -> Verdict:
        units = np.array([x for lit in assume for x in (lit, 0)], dtype=np.int32)
        flat = np.concatenate([*self._clauses, units])
        self._clauses = [flat[: len(flat) - len(units)]]
        variables = max(self.variables, int(np.abs(flat).max(initial=0)))
        spend(len(flat))
        verdict = self.run(flat, variables, limit)
        # Without cores of its own, all that is known is that the assumptions together are too many.
        core = tuple(map(int, assume)) if verdict.sat is False else ()
        return Verdict(verdict.sat, verdict.model, core, verdict.stats)

    def propagate(self, assume: Sequence[int] = ()) -> Lits | None:
        raise Unable(f"the engine {self.name} cannot propagate")

    def prefer(self, lits: Lits) -> None:
        """Such solvers take no preferences; a preference is only ever a wish."""

    def close(self) -> None:
        self._clauses = []
