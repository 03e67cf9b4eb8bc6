"""Clauses in memory: the arena that holds them, the lists that watch them, and how they are loaded.

In the arena all clauses stand one after another, each with two numbers in front, named by where it starts. Neighbours
in memory are often used together, and a place in an array needs half the space of a pointer.

Two literals of each clause are watched: a clause can only imply something when all its literals but one are false, so
it is enough to look at it when one of the two becomes false. The list of a literal names the clauses that watch it; an
entry is a pair: the clause, and a blocker, some other literal of it. If the blocker is true the clause itself is not
read. A clause of two literals is stored as ``~clause`` (negative), and its blocker is all the rest of it. So is a set
of which at most one literal holds, on the lists of the opposites of all its literals; nothing blocks it. All lists lie
in one pool; one that is full moves to the pool's end, with twice the room.
"""

from __future__ import annotations

from typing import Any

from .assign import assign, backtrack
from .proof import log_empty, room_to_log
from .state import (
    ARENA,
    ARENA_ROOM,
    BROKEN,
    LEARNTS,
    LEARNTS_ROOM,
    LONGEST,
    NONE,
    ORIGINALS,
    PAIRED,
    POOL,
    POOL_ROOM,
    VARIABLES,
    State,
    part,
)

SIZE, ID, HEADER = range(3)  # what stands in front of the literals, and how much
EXCLUSIVE = -2  # instead of a number in the tables: at most one of these literals holds
PAIR = 0  # the first clause, watched by nobody: two literals of a set, written out where a clause is asked for
BEGIN = HEADER + 2  # of all others
START, LENGTH, MOST = range(3)  # of a list, in ``lists``; lengths count numbers, two for each entry
LIST = 3  # numbers for each list
NOBODY = 0  # instead of a blocker; as a literal, it is always open


# watch lists


@part
def watch(s: State, p: int, entry: int, blocker: int) -> bool:
    """Append to a literal's list, or return False if the pool has no room for it."""
    row = LIST * p
    length = s.lists[row + LENGTH]
    if length == s.lists[row + MOST] and not move(s, row):
        return False
    end = s.lists[row + START] + length
    s.pool[end] = entry
    s.pool[end + 1] = blocker
    s.lists[row + LENGTH] = length + 2
    return True


@part
def move(s: State, row: int) -> bool:
    """Give a list twice its room, at the end of the pool."""
    old, length, new = s.lists[row + START], s.lists[row + LENGTH], s.at[POOL]
    most = 2 * length + 4
    if new + most > s.at[POOL_ROOM]:
        return False
    for i in range(length):
        s.pool[new + i] = s.pool[old + i]
    s.lists[row + START] = new
    s.lists[row + MOST] = most
    s.at[POOL] = new + most
    s.at[LONGEST] = max(s.at[LONGEST], most)
    return True


@part
def room_to_watch(s: State) -> bool:
    """Whether any two entries can be appended."""
    return s.at[POOL] + 2 * (2 * s.at[LONGEST] + 4) <= s.at[POOL_ROOM]


# the arena


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
