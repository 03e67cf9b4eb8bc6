"""Sums and counts by their bounds: what is certain, and what is possible at most."""

from __future__ import annotations

from collections.abc import Sequence

from .domains import highest, lowest
from .propagator import FAILURE, Outcome, Propagator
from .store import ENTAILED, KEPT


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
