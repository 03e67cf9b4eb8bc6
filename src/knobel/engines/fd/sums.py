"""Sums and counts by their bounds: what is certain, and what is possible at most; and the search for the best of them.

A large count alone sees little: where every line holds one piece at most, it still hopes for every free cell of the
line. Estimates add up what the smaller counts say about groups of its variables, and so know how many pieces there can
be at best. A goal is branch and bound: every solution raises the demand on the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .domains import highest, lowest
from .propagator import FAILURE, Outcome, Propagator
from .store import ENTAILED, FAILED, KEPT, Store

WIDE = 16  # variables; counts over fewer are good enough by themselves


class Counting(Propagator):
    """Between ``low`` and ``high`` of the variables have the value of this bit. Domain consistent.

    A sum of variables that are 0 or 1 is the count of the ones, so this serves them too.
    """

    def __init__(self, variables: Sequence[int], bit: int, low: int, high: int) -> None:
        super().__init__(variables)
        self.bit, self.low, self.high = bit, low, high

    def filter(self, domains: Sequence[int]) -> Outcome:
        bit = self.bit
        possible = certain = 0
        for domain in domains:
            if domain & bit:
                possible += 1
                if domain == bit:
                    certain += 1
        if certain > self.high or possible < self.low:
            return FAILURE
        if certain >= self.low and possible <= self.high:
            return ENTAILED, domains
        if certain == self.high:
            return ENTAILED, [domain if domain == bit else domain & ~bit for domain in domains]
        if possible == self.low:
            return ENTAILED, [domain & bit or domain for domain in domains]
        return KEPT, domains

    def worth(self, domains: Sequence[int]) -> int:
        """The count, when nothing is open."""
        return domains.count(self.bit)


class Sum(Propagator):
    """``low`` <= sum of weight times value <= ``high``, on the least and greatest values. Bounds consistent.

    ``offset`` is what the shift of all values adds to the sum.
    """

    def __init__(
        self, weights: Sequence[int], variables: Sequence[int], low: int | None, high: int | None, offset: int
    ) -> None:
        super().__init__(variables)
        self.weights, self.low, self.high, self.offset = tuple(weights), low, high, offset
        self.idempotent = False  # holes can make another round worth while

    def filter(self, domains: Sequence[int]) -> Outcome:
        least = [w * (lowest(d) if w > 0 else highest(d)) for w, d in zip(self.weights, domains, strict=True)]
        most = [w * (highest(d) if w > 0 else lowest(d)) for w, d in zip(self.weights, domains, strict=True)]
        bottom, top = sum(least) + self.offset, sum(most) + self.offset
        low = bottom if self.low is None else self.low
        high = top if self.high is None else self.high
        if bottom > high or top < low:
            return FAILURE
        if low <= bottom and top <= high:
            return ENTAILED, domains
        left = []
        for w, domain, a, b in zip(self.weights, domains, least, most, strict=True):
            # The other terms leave this one between low - (top - b) and high - (bottom - a).
            if w and (b > high - bottom + a or a < low - top + b):
                first, last = low - top + b, high - bottom + a
                if w < 0:
                    first, last = last, first
                floor, ceiling = -(-first // w), last // w
                domain &= (2 << ceiling) - 1 if ceiling >= 0 else 0
                if floor > 0:
                    domain = domain >> floor << floor
                if not domain:
                    return FAILURE
            left.append(domain)
        return KEPT, left

    def worth(self, domains: Sequence[int]) -> int:
        """The sum, when nothing is open."""
        return sum(w * highest(d) for w, d in zip(self.weights, domains, strict=True)) + self.offset


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
