"""Branch and bound: every solution raises the demand on the next one."""

from __future__ import annotations

from collections.abc import Iterable

from .estimates import estimates
from .propagator import Propagator
from .store import FAILED, KEPT, Store
from .sums import Counting, Sum


class Goal(Propagator):
    """What solutions are worth, and how much the next one has to be worth at least (or at most)."""

    def __init__(self, worth: Counting | Sum, most: bool, posted: Iterable[Propagator] = ()) -> None:
        super().__init__(worth.variables)
        self.idempotent = False
        self._worth, self._most = worth, most
        self._estimates = list(estimates(worth, posted)) if isinstance(worth, Counting) else []

    def run(self, store: Store) -> int:
        """Never entailed, since the demand will rise."""
        if self._worth.run(store) == FAILED or any(one.run(store) == FAILED for one in self._estimates):
            return FAILED
        return KEPT

    def demand_more(self, store: Store) -> None:
        """From now on, only solutions that are better than the one in the store will do."""
        worth = self._worth.worth([store.domains[x] for x in self.variables])
        if self._most:
            self._worth.low = worth + 1
        else:
            self._worth.high = worth - 1
