"""The assignment: literals become true in order, level by level, and levels are taken back from the end of the trail.

The variable to decide next is the one that took part in the most conflicts lately (VSIDS), kept on top of a binary
heap. What is hard now is decided first, so that conflicts come early and are about few variables. Each conflict makes
all older ones count a little less: instead of shrinking every activity, the step grows.
"""

from __future__ import annotations

from .state import BUMP, HEAD, HEAP, HEAPED, LEVEL, NONE, TRACED, TRAIL, VARIABLES, State, part

DECAY = 1 / 0.95  # how much more each conflict counts than the one before
TOO_LARGE = 1e100


@part
def assign(s: State, p: int, reason: int) -> None:
    """Make an open literal true at the present level."""
    s.value[p] = 1
    s.value[p ^ 1] = -1
    s.level[p >> 1] = s.at[LEVEL]
    s.reason[p >> 1] = reason
    s.trail[s.at[TRAIL]] = p
    s.at[TRAIL] += 1


@part
def decide(s: State, p: int) -> None:
    """Make an open literal true at a level of its own."""
    new_level(s)
    assign(s, p, NONE)


@part
def new_level(s: State) -> None:
    s.starts[s.at[LEVEL]] = s.at[TRAIL]
    s.at[LEVEL] += 1


@part
def backtrack(s: State, level: int) -> None:
    """Take back all levels above this one, and remember the values: half-solved parts stay solved (phase saving)."""
    if s.at[LEVEL] > level:
        bottom = s.starts[level]
        for i in range(s.at[TRAIL] - 1, bottom - 1, -1):
            p = s.trail[i]
            s.value[p] = 0
            s.value[p ^ 1] = 0
            s.phase[p >> 1] = p & 1
            if s.place[p >> 1] < 0:
                insert(s, p >> 1)
        s.at[TRAIL] = bottom
        s.at[HEAD] = bottom
        s.at[TRACED] = min(s.at[TRACED], bottom)
        s.at[LEVEL] = level


# the heap of variables


@part
def insert(s: State, v: int) -> None:
    """Put a variable into the heap."""
    s.place[v] = s.at[HEAP]
    s.heap[s.at[HEAP]] = v
    s.at[HEAP] += 1
    rise(s, v)


@part
def insert_new(s: State) -> None:
    """Put those variables into the heap that were never there."""
    for v in range(s.at[HEAPED] + 1, s.at[VARIABLES] + 1):
        insert(s, v)
    s.at[HEAPED] = s.at[VARIABLES]


@part
def rise(s: State, v: int) -> None:
    """Move a variable up until the one above it is at least as active."""
    i = s.place[v]
    activity = s.activity[v]
    while i > 0:
        above = s.heap[(i - 1) >> 1]
        if s.activity[above] >= activity:
            break
        s.heap[i] = above
        s.place[above] = i
        i = (i - 1) >> 1
    s.heap[i] = v
    s.place[v] = i


@part
def pop(s: State) -> int:
    """Take the most active variable out of the heap."""
    top = s.heap[0]
    s.at[HEAP] -= 1
    size = s.at[HEAP]
    s.place[top] = -1
    if size > 0:
        v = s.heap[size]  # the last one goes to the top and sinks
        activity = s.activity[v]
        i = 0
        while 2 * i + 1 < size:
            child = 2 * i + 1
            if child + 1 < size and s.activity[s.heap[child + 1]] > s.activity[s.heap[child]]:
                child += 1
            below = s.heap[child]
            if s.activity[below] <= activity:
                break
            s.heap[i] = below
            s.place[below] = i
            i = child
        s.heap[i] = v
        s.place[v] = i
    return top


@part
def bump(s: State, v: int) -> None:
    """A variable took part in a conflict."""
    s.activity[v] += s.rate[BUMP]
    if s.activity[v] > TOO_LARGE:
        for u in range(1, s.at[VARIABLES] + 1):
            s.activity[u] /= TOO_LARGE
        s.rate[BUMP] /= TOO_LARGE
    if s.place[v] >= 0:
        rise(s, v)


@part
def pick(s: State) -> int:
    """The literal to decide: the most active open variable, as preferred or as it last was; 0 if all are assigned."""
    while s.at[HEAP] > 0:
        v = pop(s)
        if s.value[2 * v] == 0:
            return 2 * v + (s.prefer[v] - 1 if s.prefer[v] > 0 else s.phase[v])
    return 0
