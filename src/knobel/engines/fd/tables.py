"""Clauses and tables.

A clause says that at least one variable has a value of its set; reified relations are written with it. It looks at two
of its facts only. As long as both can still hold there is nothing to do; when one is lost, the clause looks for another
to watch, and if there is none, the last fact must hold. Watches need no undoing.

A table lists the rows that its variables can form. A set of rows is an integer, too: for each column and value it is
known which rows have it there, so the rows that are still possible are an intersection of unions, and a value without
any such row goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from .domains import members
from .propagator import FAILURE, MEMORY, Outcome, Propagator, Relation, consistent
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


class Rows(Relation):
    """The variables form one of the rows. Domain consistent."""

    def __init__(self, columns: int, rows: Sequence[Sequence[int]]) -> None:
        super().__init__()
        self._all = (1 << len(rows)) - 1
        self._having: list[dict[int, int]] = [{} for _ in range(columns)]  # value -> rows
        for number, row in enumerate(rows):
            for having, value in zip(self._having, row, strict=True):
                having[value] = having.get(value, 0) | 1 << number
        self._union: Callable[[int, int], int] = lru_cache(MEMORY)(self._rows_with)

    def filter(self, domains: Sequence[int]) -> Outcome:
        rows = self._all
        for column, domain in enumerate(domains):
            rows &= self._union(column, domain)
        if not rows:
            return FAILURE
        return consistent([self._occurring(column, domain, rows) for column, domain in enumerate(domains)])

    def _rows_with(self, column: int, domain: int) -> int:
        """The rows that have one of these values in a column."""
        having, found = self._having[column], 0
        for value in members(domain):
            found |= having.get(value, 0)
        return found

    def _occurring(self, column: int, domain: int, rows: int) -> int:
        """Those of the values that some of the rows have in a column."""
        if domain & (domain - 1):
            having = self._having[column]
            for value in members(domain):
                if not having.get(value, 0) & rows:
                    domain ^= 1 << value
        return domain
