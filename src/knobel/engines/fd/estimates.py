"""Bounds on counts over many variables, added up from what smaller counts say about groups of them.

A large count alone sees little: where every line holds one piece at most, it still hopes for every free cell of the
line. Once the lines' own counts are added up, it knows how many pieces there can be at best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .propagator import Propagator
from .store import FAILED, KEPT, Store
from .sums import Counting

WIDE = 16  # variables; counts over fewer are good enough by themselves


class Group(NamedTuple):
    """At most so many of these variables count; or at least."""

    variables: Sequence[int]
    bound: int


class Estimate(Propagator):
    """A count can be reached (``most``), or need not be exceeded, as far as its groups can tell."""

    cheap = False

    def __init__(self, counting: Counting, groups: Sequence[Group], most: bool) -> None:
        super().__init__(counting.variables)
        self.idempotent = False
        self._counting, self._groups, self._most = counting, groups, most

    def run(self, store: Store) -> int:
        domains, most, bit = store.domains, self._most, self._counting.bit
        total, tight = 0, []
        for group in self._groups:
            variables, bound = group
            if most:
                counting = sum([domains[x] & bit != 0 for x in variables])
                best = min(bound, counting)
            else:
                counting = sum([domains[x] == bit for x in variables])
                best = max(bound, counting)
            total += best
            if best == counting:
                tight.append(group)
        if total < self._counting.low if most else total > self._counting.high:
            return FAILED
        if total == (self._counting.low if most else self._counting.high):
            # Nothing to give away: what can count has to, or what need not count must not.
            for variables, _ in tight:
                for x in variables:
                    if domains[x] & bit and domains[x] != bit and not store.narrow(x, bit if most else ~bit):
                        return FAILED
        return KEPT


def estimates(wide: Counting, posted: Iterable[Propagator]) -> Iterator[Estimate]:
    """What is to be known about a count from the smaller ones among the propagators; nothing, if it is small too."""
    if len(wide.variables) <= WIDE or not wide.idempotent:  # one that has a variable twice counts it twice
        return
    inside = set(wide.variables)
    like = [
        one
        for one in posted
        if isinstance(one, Counting)
        and one.bit == wide.bit
        and len(one.variables) < len(inside)
        and one.idempotent  # no variable twice
        and inside.issuperset(one.variables)
    ]
    for most, groups in ((True, cover(wide.variables, like)), (False, packing(wide.variables, like))):
        if len(groups) > 1:
            yield Estimate(wide, groups, most)


def cover(variables: Sequence[int], constraints: Sequence[Counting]) -> list[Group]:
    """All variables in groups, few at a time that count: the constraints that take in most new ones come first.

    Of two that take in as many, the one that wastes less of itself is taken.

    >>> rows = [Counting((0, 1), 2, 0, 1), Counting((1, 2), 2, 0, 1), Counting((2, 3), 2, 0, 1)]
    >>> [group.variables for group in cover(range(5), rows)]
    [(0, 1), (2, 3), (4,)]
    """
    left = dict.fromkeys(variables)
    found: list[Group] = []
    while True:
        gains = [(sum(x in left for x in one.variables) - one.high, -len(one.variables)) for one in constraints]
        gain = max(gains, default=(0, 0))
        if gain[0] <= 0:
            return [*found, Group(tuple(left), len(left))]
        best = constraints[gains.index(gain)]
        found.append(Group(tuple(x for x in best.variables if x in left), best.high))
        for x in best.variables:
            left.pop(x, None)


def packing(variables: Sequence[int], constraints: Sequence[Counting]) -> list[Group]:
    """All variables in groups, some of which must count: constraints that do not overlap, the smallest first."""
    left = dict.fromkeys(variables)
    found = []
    for one in sorted(constraints, key=lambda one: len(one.variables)):
        if one.low > 0 and all(x in left for x in one.variables):
            found.append(Group(one.variables, one.low))
            for x in one.variables:
                left.pop(x, None)
    return [*found, Group(tuple(left), 0)]
