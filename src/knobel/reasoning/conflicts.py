"""Smallest sets of groups that contradict each other.

Every set of groups that has a solution, made as large as possible, leaves out some groups of which each contradiction
must hold one. A set that holds one of each of these and has no solution is a smallest contradiction.
"""

from __future__ import annotations

from contextlib import suppress

from ..limits import Budget, OutOfTime, spend, tick
from .steps import Reasoner

MOST_ENTRIES = 150  # boards up to about 12x12
SMALLEST_WORK = 10_000_000  # work for the search of a smaller one
HITTING = 2  # work to look at one set


def smallest_conflict(reasoner: Reasoner, known: list[int]) -> tuple[list[int], bool]:
    """A smallest contradiction, if it can be found with little effort; else the known one. True: proven smallest."""
    if len(known) <= 1 or len(reasoner.possible) > MOST_ENTRIES:
        return known, len(known) <= 1
    left_out = list[frozenset[int]]()
    with suppress(OutOfTime), Budget(SMALLEST_WORK):
        while (tried := hitting(left_out, len(known) - 1)) is not None:
            if reasoner.all_groups.solve(reasoner.possible, tried) is None:
                return sorted(tried), True  # no smaller set holds one of each
            left_out.append(_left_out(reasoner, tried))
        return known, True
    return known, False


def _left_out(reasoner: Reasoner, tried: frozenset[int]) -> frozenset[int]:
    """What is left out of a largest set of groups around these that has a solution."""
    kept, rest = set(tried), [number for number in range(len(reasoner.groups)) if number not in tried]
    out = set[int]()
    for number in rest:
        if number in kept:
            continue
        found = reasoner.all_groups.solve(reasoner.possible, [*kept, number])
        if found is None:
            out.add(number)
        else:
            broken = reasoner.broken(found)
            kept |= {group for group in (*rest, number) if not broken[group] and group not in out}
    return frozenset(out)


def hitting(sets: list[frozenset[int]], most: int) -> frozenset[int] | None:
    """A smallest set with an element of each of the sets, if one with at most so many elements exists.

    >>> sorted(hitting([frozenset({1, 2}), frozenset({2, 3})], 2) or ())
    [2]
    """
    for size in range(most + 1):
        found = _hit(sets, size, frozenset())
        if found is not None:
            return found
    return None


def _hit(sets: list[frozenset[int]], size: int, chosen: frozenset[int]) -> frozenset[int] | None:
    spend(HITTING * len(sets))
    tick()
    missed = [one for one in sets if chosen.isdisjoint(one)]
    if not missed:
        return chosen
    if size == 0:
        return None
    shortest = min(missed, key=len)
    for element in sorted(shortest):
        found = _hit(missed, size - 1, chosen | {element})
        if found is not None:
            return found
    return None
