"""Which assumption fails first, and by which groups: what a chain of consequences is about, before anyone tells it.

The choice depends on nothing but the board and what is known of it, never on what a solver happened to learn before:
the same board has the same steps, whether they are told or only counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .all_groups import Fact
from .chains import first_failures, most_constrained

if TYPE_CHECKING:
    from .steps import Reasoner

MOST_TARGETS = 40  # assumptions followed
TRIED, SHRUNK = 12, 2  # where nothing else does: values asked about, and sets of groups made smaller


class Refuted(NamedTuple):
    """A value that some entry cannot have, and groups that say so, of which none can be spared."""

    target: Fact
    groups: tuple[int, ...]


def by_chain(reasoner: Reasoner, targets: Sequence[Fact]) -> Refuted | None:
    """The first assumption to fail when single groups speak one after the other, all assumptions side by side."""
    first = most_constrained(reasoner, reasoner.possible, targets)[:MOST_TARGETS]
    failed = first_failures(reasoner, reasoner.possible, first)
    if not failed:
        return None
    groups, target = min(((trail.involved(n), target) for trail, target, n in failed), key=lambda one: len(one[0]))
    return Refuted(target, reasoner.all_groups.least(reasoner.possible, groups, [target]))


def by_core(reasoner: Reasoner, targets: Sequence[Fact]) -> Refuted:
    """A set of groups of which none can be spared, as near to the value that they exclude as can be."""
    near: list[tuple[list[int], Fact]] = []
    for target in targets[:: max(1, len(targets) // TRIED)]:
        rings = _around(reasoner, target[0])
        groups = list[int]()
        for ring in rings:
            groups += ring
            if reasoner.all_groups.solve(reasoner.possible, groups, [target]) is None:
                near.append((groups, target))
                break
    near.sort(key=lambda one: len(one[0]))
    found = [Refuted(t, reasoner.all_groups.least(reasoner.possible, groups, [t])) for groups, t in near[:SHRUNK]]
    return min(found, key=lambda one: len(one.groups))


def _around(reasoner: Reasoner, entry: int) -> list[list[int]]:
    """All groups by their distance from an entry: those that reach it, those that share an open entry with them..."""
    open_ = reasoner.possible.sum(axis=1) > 1
    rings, heard, seen = list[list[int]](), set[int](), np.zeros(len(open_), dtype=np.bool_)
    entries = np.array([entry])
    while len(entries):
        seen[entries] = True
        ring = [number for number in reasoner.index.touching(entries).tolist() if number not in heard]
        heard.update(ring)
        rings.append(ring)
        reached = reasoner.index.reached(ring)
        entries = reached[open_[reached] & ~seen[reached]]
    rest = [number for number in range(len(reasoner.groups)) if number not in heard]
    return [*rings, rest]
