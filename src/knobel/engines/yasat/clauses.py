"""The arena: all clauses one after another in one array, each with two numbers in front, named by where it starts.

Neighbours in memory are often used together, and a place in an array needs half the space of a pointer.
"""

from __future__ import annotations

from typing import Any

from .assign import assign, backtrack
from .kernel import part
from .proof import log_empty, room_to_log
from .state import (
    ARENA,
    ARENA_ROOM,
    BROKEN,
    LEARNTS,
    LEARNTS_ROOM,
    NONE,
    ORIGINALS,
    VARIABLES,
    State,
)
from .watch import room_to_watch, watch

SIZE, ID, HEADER = range(3)  # what stands in front of the literals, and how much


@part
def store(s: State, size: int, identity: int) -> int:
    """Put the clause in ``learnt`` into the arena and watch its first two literals; room has been made."""
    c = s.at[ARENA]
    s.arena[c + SIZE] = size
    s.arena[c + ID] = identity
    for k in range(size):
        s.arena[c + HEADER + k] = s.learnt[k]
    s.at[ARENA] = c + HEADER + size
    entry = ~c if size == 2 else c
    watch(s, s.learnt[0], entry, s.learnt[1])
    watch(s, s.learnt[1], entry, s.learnt[0])
    return c


@part
def roomy(s: State) -> bool:
    """Whether a clause of any size can be stored, as a learnt one too, and logged."""
    return (
        s.at[ARENA] + s.at[VARIABLES] + HEADER <= s.at[ARENA_ROOM]
        and s.at[LEARNTS] < s.at[LEARNTS_ROOM]
        and room_to_watch(s)
        and room_to_log(s)
    )


@part
def load(s: State, flat: Any, start: int) -> int:
    """Add the zero-terminated clauses of ``flat`` from ``start`` on; returns where it stopped for lack of room.

    What is known for certain is used at once: true clauses are left out, and so are false literals.
    """
    backtrack(s, 0)
    end = len(flat)
    while start < end and roomy(s):
        size = 0
        true = False
        while flat[start] != 0:
            number = flat[start]
            start += 1
            p = 2 * number if number > 0 else 1 - 2 * number
            side = 1 + (p & 1)
            true = true or s.value[p] > 0 or s.seen[p >> 1] == 3 - side
            if s.seen[p >> 1] == 0 and s.value[p] == 0:
                s.seen[p >> 1] = side
                s.learnt[size] = p
                size += 1
        start += 1
        for k in range(size):
            s.seen[s.learnt[k] >> 1] = 0
        if true:
            continue
        if size == 0:
            s.at[BROKEN] = 1
            log_empty(s)
        elif size == 1:
            assign(s, s.learnt[0], NONE)
        else:
            s.at[ORIGINALS] += 1
            store(s, size, NONE)
    return start
