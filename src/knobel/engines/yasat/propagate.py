"""Unit propagation: most of the time goes here, so this loop touches as little memory as it can."""

from __future__ import annotations

from .assign import assign
from .clauses import HEADER, LENGTH, LIST, NOBODY, SIZE, START, pair, watch
from .state import FULL, HEAD, NONE, PAIRED, PROPAGATIONS, TICKS, TRAIL, State, part


@part
def propagate(s: State) -> int:
    """Follow all clauses that have become unit. Returns a clause whose literals are all false, NONE, or FULL.

    After anything but NONE the literal at hand counts as not yet propagated: called again, the same is found again.
    """
    arena, pool, value, lists = s.arena, s.pool, s.value, s.lists
    conflict = NONE
    head = begun = s.at[HEAD]
    ticks = 0
    while head < s.at[TRAIL] and conflict == NONE:
        false = s.trail[head] ^ 1
        head += 1
        row = LIST * false
        start = lists[row + START]
        end = start + lists[row + LENGTH]
        ticks += end - start
        i = j = start  # entries from i on are to be looked at, those before j are kept
        while i < end:
            entry, blocker = pool[i], pool[i + 1]
            i += 2
            pool[j] = entry
            pool[j + 1] = blocker
            j += 2
            known = value[blocker]
            if known > 0:
                continue
            if entry < 0:  # two literals, or a set
                if blocker == NOBODY:
                    conflict = exclude(s, ~entry, false ^ 1)
                    ticks += 2 * arena[~entry]
                    if conflict == NONE:
                        continue
                    break
                if known == 0:
                    assign(s, blocker, ~entry)
                    continue
                conflict = ~entry
                break
            first = entry + 2
            other = arena[first] ^ arena[first + 1] ^ false  # the other watched literal
            if other != blocker and value[other] > 0:
                pool[j - 1] = other
                continue
            last = first + arena[entry]
            k = first + 2
            while k < last and value[arena[k]] < 0:
                k += 1
            if k < last:  # it is not false, so it can be watched instead
                new = arena[k]
                if not watch(s, new, entry, other):
                    conflict = FULL
                    break
                arena[first] = other
                arena[first + 1] = new
                arena[k] = false
                j -= 2
            elif value[other] == 0:
                arena[first] = other  # a reason has what it implied in front
                arena[first + 1] = false
                pool[j - 1] = other
                assign(s, other, entry)
            else:
                conflict = entry
                break
        if i != j:
            while i < end:
                pool[j] = pool[i]
                pool[j + 1] = pool[i + 1]
                i += 2
                j += 2
            lists[row + LENGTH] = j - start
    if conflict != NONE:
        head -= 1
    s.at[HEAD] = head
    s.at[PROPAGATIONS] += head - begun
    s.at[TICKS] += ticks >> 1
    return conflict


@part
def exclude(s: State, c: int, p: int) -> int:
    """A literal of a set holds, so no other does. Returns a clause if one does, or NONE."""
    for k in range(c + HEADER, c + HEADER + s.arena[c + SIZE]):
        q = s.arena[k]
        if s.value[q] == 0:
            assign(s, q ^ 1, PAIRED - p)
        elif s.value[q] > 0 and q != p:
            return pair(s, p, q)
    return NONE
