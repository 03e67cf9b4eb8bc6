"""Clauses under watch, and unit propagation: what must be true if all clauses hold.

Of each clause two literals are watched that are not false; only when one of them becomes false, the clause is looked
at. Clauses that are needed (*core*) are propagated before the others, so that few others become needed.
"""

from __future__ import annotations

from .state import CORE_HEAD, REST_HEAD, TRAIL, WORK, State, part

# clauses and their watches


@part
def tidy(s: State, item: int) -> bool:
    """Remove double literals; whether the clause can be violated at all."""
    begin = s.start[item]
    end = begin
    for i in range(begin, begin + s.size[item]):
        lit = s.lits[i]
        if s.stamp[lit ^ 1] == item:
            return False
        if s.stamp[lit] != item:
            s.stamp[lit] = item
            s.lits[end] = lit
            end += 1
    s.size[item] = end - begin
    return True


@part
def watch(s: State, item: int, lit: int, blocker: int) -> None:
    if s.core[item]:
        place = s.region[lit] + s.left[lit]
        s.left[lit] += 1
    else:
        s.right[lit] += 1
        place = s.region[lit + 1] - s.right[lit]
    s.watcher[place] = item
    s.blocker[place] = blocker


@part
def attach(s: State, item: int) -> None:
    if s.size[item] > 1:
        a, b = s.lits[s.start[item]], s.lits[s.start[item] + 1]
        watch(s, item, a, b)
        watch(s, item, b, a)


@part
def unwatch(s: State, item: int, lit: int) -> None:
    if s.core[item]:
        place = s.region[lit]
        s.left[lit] -= 1
        last = place + s.left[lit]
        step = 1
    else:
        place = s.region[lit + 1] - 1
        s.right[lit] -= 1
        last = place - s.right[lit]
        step = -1
    while s.watcher[place] != item:
        place += step
    s.watcher[place] = s.watcher[last]
    s.blocker[place] = s.blocker[last]


@part
def detach(s: State, item: int) -> None:
    if s.size[item] > 1:
        unwatch(s, item, s.lits[s.start[item]])
        unwatch(s, item, s.lits[s.start[item] + 1])


@part
def need(s: State, item: int) -> None:
    """Mark a clause as needed."""
    if not s.core[item]:
        detach(s, item)
        s.core[item] = 1
        attach(s, item)


# the trail


@part
def assign(s: State, lit: int, why: int) -> None:
    s.value[lit] = 1
    s.value[lit ^ 1] = -1
    s.reason[lit >> 1] = why
    s.trail[s.counts[TRAIL]] = lit
    s.counts[TRAIL] += 1


@part
def undo(s: State, length: int) -> None:
    for i in range(length, s.counts[TRAIL]):
        lit = s.trail[i]
        s.value[lit] = 0
        s.value[lit ^ 1] = 0
        s.seen[lit >> 1] = 0
    s.counts[TRAIL] = length
    s.counts[CORE_HEAD] = length
    s.counts[REST_HEAD] = length


@part
def visit(s: State, false: int, begin: int, step: int, count: int) -> tuple[int, int]:
    """Look at some watches of a literal that became false: how many remain, and a violated clause or -1."""
    end = begin + step * count
    i = j = begin
    violated = -1
    while i != end:
        item = s.watcher[i]
        blocker = s.blocker[i]
        i += step
        if s.value[blocker] <= 0:
            begin_lits = s.start[item]
            other = s.lits[begin_lits]
            if other == false:
                other = s.lits[begin_lits + 1]
                s.lits[begin_lits] = other
                s.lits[begin_lits + 1] = false
            blocker = other
            if s.value[other] <= 0:
                k = begin_lits + 2
                stop = begin_lits + s.size[item]
                while k < stop and s.value[s.lits[k]] < 0:
                    k += 1
                if k < stop:
                    s.lits[begin_lits + 1] = s.lits[k]
                    s.lits[k] = false
                    watch(s, item, s.lits[begin_lits + 1], other)
                    continue
                if s.value[other] == 0:
                    assign(s, other, item)
                else:
                    violated = item
        s.watcher[j] = item
        s.blocker[j] = blocker
        j += step
        if violated >= 0:
            while i != end:
                s.watcher[j] = s.watcher[i]
                s.blocker[j] = s.blocker[i]
                i += step
                j += step
    s.counts[WORK] += count
    return (j - begin) * step, violated


@part
def propagate(s: State) -> int:
    """Draw all conclusions from the trail; a violated clause, or -1."""
    counts = s.counts
    violated = -1
    while violated < 0:
        if counts[CORE_HEAD] < counts[TRAIL]:
            false = s.trail[counts[CORE_HEAD]] ^ 1
            counts[CORE_HEAD] += 1
            s.left[false], violated = visit(s, false, s.region[false], 1, s.left[false])
        elif counts[REST_HEAD] < counts[TRAIL]:
            false = s.trail[counts[REST_HEAD]] ^ 1
            counts[REST_HEAD] += 1
            s.right[false], violated = visit(s, false, s.region[false + 1] - 1, -1, s.right[false])
        else:
            break
    return violated


@part
def blame(s: State, variable: int, top: int) -> int:
    """Note a variable whose reason is to be marked; the new height of the stack."""
    if s.seen[variable]:
        return top
    s.seen[variable] = 1
    s.stack[top] = variable
    return top + 1


@part
def explain(s: State, top: int) -> None:
    """Mark all that made the variables on the stack true or false."""
    while top:
        top -= 1
        item = s.reason[s.stack[top]]
        if item >= 0:
            need(s, item)
            for i in range(s.start[item], s.start[item] + s.size[item]):
                top = blame(s, s.lits[i] >> 1, top)


@part
def explain_violation(s: State, item: int) -> None:
    need(s, item)
    top = 0
    for i in range(s.start[item], s.start[item] + s.size[item]):
        top = blame(s, s.lits[i] >> 1, top)
    explain(s, top)
