"""Paths at the top of the board, for strict levels: which poses can be reached through poses that touch nothing."""

from __future__ import annotations

import numpy as np

from knobel import emit
from knobel.emit import Ints
from knobel.formula import Formula, Lits, Words

from .geometry import Poses


def _conjunctions(f: Formula, count: int, owner: Ints, lits: Lits, name: str) -> Lits:
    """For each of ``count`` owners a literal that says: all of its literals hold. Constants are folded."""
    hold = np.full(count, f.true, dtype=np.int32)
    owner, lits = owner[lits != f.true], lits[lits != f.true]
    hold[owner[lits == -f.true]] = -f.true
    open_ = hold[owner] == f.true
    owner, lits = owner[open_], lits[open_]
    several = np.unique(owner)
    if len(several):
        hold[several] = f.new(name, len(several), axes=[Words(several)], helper=True)
        f.add(np.stack([-hold[owner], lits], axis=1))
        emit.implies_any(f, -hold[several], np.searchsorted(several, owner), -lits)
    return hold


def reachable(f: Formula, found: Poses, owner: Ints, lits: Lits, step: int) -> Lits:
    """For each pose of a step a literal: it can be reached from the first one, and every pose on the way is free.

    A pose is free if all its literals hold; ``owner`` says whose each literal is.

    Layer i knows what can be reached by i moves through poses whose freedom is in question. There are no more layers
    than such poses, for a shortest path visits none twice.
    """
    free = _conjunctions(f, len(found.v), owner, lits, f"open{step}")
    reach = np.full(len(free), -f.true, dtype=np.int32)
    reach[found.first] = free[found.first]
    while True:  # what is certain needs no layers
        certain = (free == f.true) & (reach[found.before] == f.true).any(axis=1) & (reach != f.true)
        if not certain.any():
            break
        reach[certain] = f.true
    doubtful = np.flatnonzero((reach != f.true) & (free != -f.true))
    for layer in range(len(doubtful)):
        after = reach.copy()
        after[doubtful] = f.new(f"reach{step}.{layer + 1}", len(doubtful), axes=[Words(doubtful)], helper=True)
        new, old, gate = after[doubtful], reach[doubtful], free[doubtful]
        ways = reach[found.before[doubtful]]
        f.add(np.stack([-new, gate], axis=1), np.column_stack([-new, old, ways]))
        f.add(np.stack([new, -gate, -old], axis=1))
        for way in ways.T:
            f.add(np.stack([new, -gate, -way], axis=1))
        reach = after
    return reach
