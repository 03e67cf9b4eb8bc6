"""What all propagators share: a constraint is a function from domains to smaller domains.

Such a function depends on nothing else, so it can be tested by itself, and the costly ones are cached: a search comes
to the same lines again and again, and lines of the same shape share a cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from .domains import is_open
from .store import ENTAILED, FAILED, KEPT, Store

MEMORY = 1 << 13  # entries of a cache

Outcome: TypeAlias = tuple[int, Sequence[int]]
"""What was said (FAILED, KEPT or ENTAILED), and the domains that are left."""

FAILURE: Outcome = (FAILED, ())


class Propagator:
    """A constraint over some variables. Those families that are functions of the domains supply ``filter``."""

    cheap = True
    resting = False  # in the queue, or entailed: not to be woken

    def __init__(self, variables: Sequence[int]) -> None:
        self.variables = tuple(variables)
        # Where a variable occurs twice, one run may leave something to do.
        self.idempotent = len(set(self.variables)) == len(self.variables)

    def watched(self) -> Iterable[int]:
        """The variables whose changes wake it at first."""
        return dict.fromkeys(self.variables)

    def filter(self, domains: Sequence[int]) -> Outcome:
        """Take out values that no solution of the constraint has."""
        raise NotImplementedError

    def run(self, store: Store) -> int:
        """Filter the domains in the store."""
        now = store.domains
        domains = tuple([now[x] for x in self.variables])
        said, left = self.filter(domains)
        if said and left != domains:
            for x, old, new in zip(self.variables, domains, left, strict=True):
                if new != old and not store.narrow(x, new):
                    return FAILED
        return said


class Relation:
    """A constraint without its variables, costly to filter: all propagators that share it share its cache."""

    def __init__(self) -> None:
        self.cached: Callable[[Sequence[int]], Outcome] = lru_cache(MEMORY)(self.filter)

    def filter(self, domains: Sequence[int]) -> Outcome:
        """Take out values that no solution of the constraint has."""
        raise NotImplementedError


class Related(Propagator):
    """These variables stand in the relation."""

    cheap = False

    def __init__(self, variables: Sequence[int], relation: Relation) -> None:
        super().__init__(variables)
        self._relation = relation

    def filter(self, domains: Sequence[int]) -> Outcome:
        return self._relation.cached(domains)


def consistent(left: Sequence[int]) -> Outcome:
    """The outcome where every value that is left has a support: with at most one open variable, it holds."""
    return (ENTAILED if sum(map(is_open, left)) <= 1 else KEPT), tuple(left)
