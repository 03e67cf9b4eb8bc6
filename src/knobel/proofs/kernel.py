"""The check of a proof: forward all are made, backward they are undone, and those that are needed are checked.

Forward, every lemma is added, every deletion made, and what follows by unit propagation alone stays on the trail, until
a clause is violated. Backward, the steps are undone one by one. A lemma that is needed for what came after it is
checked at the very place where it was added, and the clauses that this takes are marked as needed in turn.

A lemma that is never marked is used by nothing, and the proof stands without it. That the clauses are again what they
were at step t when t is checked rests on this: the trail only grows forward, since no clause is deleted that is the
reason of something on it, so undoing a step is cutting the trail; and a deleted clause comes back with the very
literals watched that were watched when it was deleted.
"""

from __future__ import annotations

from .propagate import explain_violation
from .state import CLAUSES, ITEM, PHASE, WORK, State, bare, part
from .state import LIBRARY as LIBRARY
from .steps import load, make, unmake

LOADING, FORWARD, BACKWARD = range(3)
"""Phases of a check."""

PAUSED, VERIFIED, REFUSED = range(3)
"""How a call of :func:`advance` ends."""


@part
def advance(s: State, work: int) -> int:
    """Go on with the check for about this many watches; whether it is paused or decided, and then how.

    Some step of the proof must add the empty clause: if no clause is violated by then, it does not follow.
    """
    counts = s.counts
    counts[WORK] = 0
    if counts[PHASE] == LOADING:
        violated = load(s)
        if violated >= 0:
            explain_violation(s, violated)
            return VERIFIED
        counts[PHASE] = FORWARD
        counts[ITEM] = counts[CLAUSES]
    while counts[WORK] <= work:
        item = counts[ITEM]
        counts[WORK] += 1
        if counts[PHASE] == FORWARD:
            if not s.deletes[item] and s.size[item] == 0:
                return REFUSED
            violated = make(s, item)
            if violated >= 0:
                explain_violation(s, violated)
                counts[PHASE] = BACKWARD
            else:
                counts[ITEM] += 1
        elif item < counts[CLAUSES]:
            return VERIFIED
        elif unmake(s, item):
            counts[ITEM] -= 1
        else:
            return REFUSED
    return PAUSED


@LIBRARY.entry
def run(s: State, work: int) -> int:
    """As :func:`advance`; this is what is called from outside."""
    return advance(bare(s), work)
