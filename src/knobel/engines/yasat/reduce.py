"""Forgetting: most learnt clauses are never used again, and each one slows propagation down.

From time to time the half that took part in the fewest conflicts lately is dropped. The arena and the watch
lists are then copied without them: a collection of garbage that also makes room, and leaves the assignment alone.
"""

from __future__ import annotations

import numpy as np

from .clauses import BEGIN, EXCLUSIVE, HEADER, ID, LENGTH, LIST, MOST, PAIR, SIZE, START
from .proof import log_dropped
from .state import (
    ARENA,
    FIXED,
    LEARNTS,
    LEARNTS_MOST,
    LEVEL,
    LONGEST,
    NONE,
    ORIGINALS,
    POOL,
    REDUCTIONS,
    TRAIL,
    VARIABLES,
    State,
    part,
)

FIRST_MOST = 2000  # learnt clauses before the first reduction, or ...
SHARE = 3  # ... a third of the formula's clauses, if that is more
GROWTH = 1.05  # of this number at each reduction
GLUED = 2  # clauses with so little glue are kept for ever


def choose(s: State) -> None:
    """Mark the less used half of the learnt clauses, and let there be more of them next time."""
    count = s.at[LEARNTS]
    glue, used = np.array(s.glue[:count]), np.array(s.used[:count])
    order = np.argsort(used, kind="stable")
    order = order[glue[order] > GLUED][: count // 2]
    for identity in order.tolist():
        s.glue[identity] = NONE
    s.at[LEARNTS_MOST] = int(GROWTH * s.at[LEARNTS_MOST]) + 1
    s.at[REDUCTIONS] += 1


@part
def collect(s: State, to: State) -> None:
    """Copy arena and pool to those of ``to``, which shares all other arrays, without clauses that are not needed.

    Those are the marked ones, unless they are a reason at present, and those that hold for certain.
    """
    copy_clauses(s, to)
    copy_lists(s, to)
    facts = s.starts[0] if s.at[LEVEL] > 0 else s.at[TRAIL]
    for i in range(s.at[TRAIL]):
        v = s.trail[i] >> 1
        if i < facts:
            s.reason[v] = NONE
        elif s.reason[v] >= 0:
            s.reason[v] = s.arena[s.reason[v] + ID]
    s.at[FIXED] = facts


@part
def copy_clauses(s: State, to: State) -> None:
    """Copy the clauses, and leave in the old place of each where it is now, or NONE."""
    facts = s.starts[0] if s.at[LEVEL] > 0 else s.at[TRAIL]
    news = facts > s.at[FIXED]
    c, end, new, learnts = BEGIN, s.at[ARENA], BEGIN, 0
    to.arena[PAIR + SIZE] = 2
    to.arena[PAIR + ID] = NONE
    while c < end:
        size, identity, first = s.arena[c + SIZE], s.arena[c + ID], c + HEADER
        front = s.arena[first]
        drop = identity >= 0 and s.glue[identity] == NONE and not (s.value[front] > 0 and s.reason[front >> 1] == c)
        if news and identity != EXCLUSIVE:  # a set does not end when one of its literals holds
            for k in range(first, first + size):
                drop = drop or (s.value[s.arena[k]] > 0 and s.level[s.arena[k] >> 1] == 0)
        if drop:
            if identity >= 0:
                log_dropped(s, first, size)
            else:
                s.at[ORIGINALS] -= 1
            s.arena[c + ID] = NONE
        else:
            if identity >= 0:
                s.glue[learnts] = s.glue[identity]
                s.used[learnts] = s.used[identity]
                identity = learnts
                learnts += 1
            to.arena[new + SIZE] = size
            to.arena[new + ID] = identity
            for k in range(size):
                to.arena[new + HEADER + k] = s.arena[first + k]
            s.arena[c + ID] = new
            new += HEADER + size
        c = first + size
    s.at[ARENA] = new
    s.at[LEARNTS] = learnts


@part
def copy_lists(s: State, to: State) -> None:
    """Copy the watch lists, each with half as much room again as it needs."""
    new, longest = 0, 0
    for p in range(2, 2 * s.at[VARIABLES] + 2):
        row = LIST * p
        start, i = new, s.lists[row + START]
        for k in range(i, i + s.lists[row + LENGTH], 2):
            entry = s.pool[k]
            moved = s.arena[(entry if entry >= 0 else ~entry) + ID]
            if moved != NONE:
                to.pool[new] = moved if entry >= 0 else ~moved
                to.pool[new + 1] = s.pool[k + 1]
                new += 2
        length = new - start
        most = length + 2 * (length >> 2)
        new = start + most
        longest = max(longest, most)
        s.lists[row + START] = start
        s.lists[row + LENGTH] = length
        s.lists[row + MOST] = most
    s.at[POOL] = new
    s.at[LONGEST] = longest
