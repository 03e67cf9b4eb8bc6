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
    PAIRED,
    POOL,
    POOL_ROOM,
    VARIABLES,
    State,
)
from .watch import LENGTH, LIST, NOBODY, room_to_watch, watch

SIZE, ID, HEADER = range(3)  # what stands in front of the literals, and how much
EXCLUSIVE = -2  # instead of a number in the tables: at most one of these literals holds
PAIR = 0  # the first clause, watched by nobody: two literals of a set, written out where a clause is asked for
BEGIN = HEADER + 2  # of all others


@part
def pair(s: State, p: int, q: int) -> int:
    """The clause that says: not both of these, which are in one set."""
    s.arena[PAIR + HEADER] = p ^ 1
    s.arena[PAIR + HEADER + 1] = q ^ 1
    return PAIR


@part
def reason(s: State, p: int) -> int:
    """The clause that implied a literal (or made it false), to be read before the next one is asked for."""
    c = s.reason[p >> 1]
    return c if c >= NONE else pair(s, PAIRED - c, p if s.value[p] < 0 else p ^ 1)


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
def load(s: State, flat: Any, start: int, end: int) -> int:
    """Add zero-terminated clauses, from ``start`` to ``end`` of ``flat``; returns where it stopped for lack of room.

    What is known for certain is used at once: true clauses are left out, and so are false literals.
    """
    backtrack(s, 0)
    while start < end and roomy(s):
        size = 0
        true = False
        while flat[start] != 0:
            p = literal(flat[start])
            start += 1
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


@part
def load_sets(s: State, flat: Any, start: int, end: int) -> int:
    """As :func:`load`, for sets of which at most one literal holds; ``~start`` of one with a variable twice."""
    backtrack(s, 0)
    while start < end and roomy(s):
        begin, size, holding, twice = start, 0, 0, False
        while flat[start] != 0:
            p = literal(flat[start])
            start += 1
            if s.value[p] > 0:
                holding += 1
            elif s.seen[p >> 1] != 0:
                twice = True
            elif s.value[p] == 0:
                s.seen[p >> 1] = 1
                s.learnt[size] = p
                size += 1
        start += 1
        for k in range(size):
            s.seen[s.learnt[k] >> 1] = 0
        if twice:
            return ~begin
        if holding > 1:
            s.at[BROKEN] = 1
            log_empty(s)
        elif holding == 1:
            for k in range(size):
                assign(s, s.learnt[k] ^ 1, NONE)
        elif size > 1:
            if not room_for_set(s, size):
                return begin
            store_set(s, size)
    return start


@part
def room_for_set(s: State, size: int) -> bool:
    """Whether the set in ``learnt`` can be watched, even if all lists of its literals have to move."""
    needed = 0
    for k in range(size):
        needed += 2 * s.lists[LIST * (s.learnt[k] ^ 1) + LENGTH] + 4
    return s.at[POOL] + needed <= s.at[POOL_ROOM]


@part
def store_set(s: State, size: int) -> None:
    """Put the set in ``learnt`` into the arena, to be looked at when one of its literals becomes true."""
    c = s.at[ARENA]
    s.arena[c + SIZE] = size
    s.arena[c + ID] = EXCLUSIVE
    s.at[ARENA] = c + HEADER + size
    for k in range(size):
        s.arena[c + HEADER + k] = s.learnt[k]
        watch(s, s.learnt[k] ^ 1, ~c, NOBODY)


@part
def literal(number: int) -> int:
    """A literal of the formula as the solver has it."""
    return 2 * number if number > 0 else 1 - 2 * number
