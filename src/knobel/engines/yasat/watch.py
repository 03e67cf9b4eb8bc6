"""Two watched literals: a clause can only imply something when all its literals but one are false.

So it is enough to look at a clause when one of two chosen literals becomes false. The list of a literal names the
clauses that watch it; an entry is a pair: the clause, and a blocker, some other literal of it. If the blocker is true
the clause itself is not read. A clause of two literals is stored as ``~clause`` (negative), and its blocker is all the
rest of it. So is a set of which at most one literal holds, on the lists of the opposites of all its literals; nobody
blocks it. All lists lie in one pool; one that is full moves to the pool's end, with twice the room.
"""

from __future__ import annotations

from .kernel import part
from .state import LONGEST, POOL, POOL_ROOM, State

START, LENGTH, MOST = range(3)  # of a list, in ``lists``; lengths count numbers, two for each entry
LIST = 3  # numbers for each list
NOBODY = 0  # instead of a blocker; as a literal, it is always open


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
