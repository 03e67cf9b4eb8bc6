"""Tables: the variables form one of the listed rows.

A set of rows is an integer, too: for each column and value it is known which rows have it there, so the rows that are
still possible are an intersection of unions, and a value without any such row goes.
"""

from __future__ import annotations

from collections.abc import Sequence

from .domains import members
from .propagator import FAILURE, MEMORY, Outcome, Relation, consistent


class Rows(Relation):
    """The variables form one of the rows. Domain consistent."""

    def __init__(self, columns: int, rows: Sequence[Sequence[int]]) -> None:
        super().__init__()
        self._all = (1 << len(rows)) - 1
        self._having: list[dict[int, int]] = [{} for _ in range(columns)]  # value -> rows
        for number, row in enumerate(rows):
            for having, value in zip(self._having, row, strict=True):
                having[value] = having.get(value, 0) | 1 << number
        self._unions: list[dict[int, int]] = [{} for _ in range(columns)]

    def filter(self, domains: Sequence[int]) -> Outcome:
        rows = self._all
        for column, domain in enumerate(domains):
            rows &= self._union(column, domain)
        if not rows:
            return FAILURE
        return consistent([self._occurring(column, domain, rows) for column, domain in enumerate(domains)])

    def _union(self, column: int, domain: int) -> int:
        """The rows that have one of these values in a column."""
        found = self._unions[column].get(domain)
        if found is None:
            having, found = self._having[column], 0
            for value in members(domain):
                found |= having.get(value, 0)
            if len(self._unions[column]) >= MEMORY:
                self._unions[column].clear()
            self._unions[column][domain] = found
        return found

    def _occurring(self, column: int, domain: int, rows: int) -> int:
        """Those of the values that some of the rows have in a column."""
        if domain & (domain - 1):
            having = self._having[column]
            for value in members(domain):
                if not having.get(value, 0) & rows:
                    domain ^= 1 << value
        return domain
