"""What all propagators share: a constraint is a function from domains to smaller domains.

Such a function depends on nothing else, so it can be tested by itself, and the dear ones remember what they found: a
search comes to the same lines again and again, and lines of the same shape share what they know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from .domains import is_open
from .store import ENTAILED, FAILED, KEPT, Store

MEMORY = 1 << 13  # outcomes that a relation remembers

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
        domains = [now[x] for x in self.variables]
        said, left = self.filter(domains)
        if said and left is not domains:
            for x, old, new in zip(self.variables, domains, left, strict=True):
                if new != old and not store.narrow(x, new):
                    return FAILED
        return said


class Relation:
    """A constraint without its variables, dear to filter: it keeps what it found, for all propagators that share it."""

    def __init__(self) -> None:
        self._memory: dict[tuple[int, ...], Outcome] = {}

    def filter(self, domains: Sequence[int]) -> Outcome:
        """Take out values that no solution of the constraint has."""
        raise NotImplementedError

    def recall(self, domains: tuple[int, ...]) -> Outcome:
        """As ``filter``, from memory if these domains have been seen."""
        found = self._memory.get(domains)
        if found is None:
            if len(self._memory) >= MEMORY:
                self._memory.clear()
            found = self._memory[domains] = self.filter(domains)
        return found


class Related(Propagator):
    """These variables stand in the relation."""

    cheap = False

    def __init__(self, variables: Sequence[int], relation: Relation) -> None:
        super().__init__(variables)
        self._relation = relation

    def run(self, store: Store) -> int:
        now = store.domains
        domains = tuple([now[x] for x in self.variables])
        said, left = self._relation.recall(domains)
        if said and left != domains:
            for x, new in zip(self.variables, left, strict=True):
                if new != now[x] and not store.narrow(x, new):
                    return FAILED
        return said


def consistent(left: Sequence[int]) -> Outcome:
    """The outcome where every value that is left has a support: with at most one open variable, it holds."""
    return (ENTAILED if sum(map(is_open, left)) <= 1 else KEPT), tuple(left)
