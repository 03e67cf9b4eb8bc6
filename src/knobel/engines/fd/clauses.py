"""Clauses over facts: at least one variable has a value of its set. This is what reified relations are written with.

A clause looks at two of its facts only. As long as both can still hold there is nothing to do; when one is lost, the
clause looks for another to watch, and if there is none, the last fact must hold. Watches need no undoing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .propagator import Propagator
from .store import ENTAILED, FAILED, KEPT, Store


class Watched(Propagator):
    """At least one variable has a value in its set; the two watched ones come first. Domain consistent."""

    def __init__(self, variables: Sequence[int], sets: Sequence[int]) -> None:
        super().__init__(variables)
        self._facts = list(zip(variables, sets, strict=True))  # a variable occurs once

    def watched(self) -> Iterable[int]:
        return [x for x, _ in self._facts[:2]]

    def run(self, store: Store) -> int:
        facts, domains = self._facts, store.domains
        if len(facts) < 2:
            return ENTAILED if facts and store.narrow(*facts[0]) else FAILED
        for place in (0, 1):
            x, values = facts[place]
            if not domains[x] & values:
                for i in range(2, len(facts)):
                    y, others = facts[i]
                    if domains[y] & others:
                        facts[place], facts[i] = facts[i], facts[place]
                        store.watching[x].remove(self)
                        store.watching[y].append(self)
                        x, values = y, others
                        break
                else:
                    return ENTAILED if store.narrow(*facts[1 - place]) else FAILED
            if not domains[x] & ~values:
                return ENTAILED
        return KEPT
