"""Learning from a conflict: which part of the decisions made so far cannot be made together again?

Starting with the false clause, each literal of the present level is replaced by what implied it, latest first, until
one of that level is left (the first unique implication point). The clause that remains follows from the formula and
turns that last literal around as soon as the other levels are reached again. It is then made shorter: a literal can go
if the others already imply it (recursive minimisation). That takes away a third of the literals, and a shorter clause
is watched, visited and printed for less.
"""

from __future__ import annotations

from .assign import bump
from .clauses import HEADER, ID, SIZE, reason
from .state import CLAUSE_BUMP, CLOCK, CORE, LEARNTS, LEVEL, NONE, TRAIL, State, part

TOO_LARGE = 1e100


@part
def analyze(s: State, conflict: int) -> tuple[int, int, int]:
    """Leaves a clause in ``learnt``: its size, the level to go back to, and its glue.

    The first literal is the one to turn around; the second is of the level to go back to.
    """
    size, unsolved, c, i, p = 1, 0, conflict, s.at[TRAIL], NONE
    while True:
        if s.arena[c + ID] >= 0:
            use(s, s.arena[c + ID])
        for k in range(c + HEADER, c + HEADER + s.arena[c + SIZE]):
            q = s.arena[k]
            v = q >> 1
            if q != p and s.seen[v] == 0 and s.level[v] > 0:
                s.seen[v] = 1
                bump(s, v)
                if s.level[v] == s.at[LEVEL]:
                    unsolved += 1
                else:
                    s.learnt[size] = q
                    size += 1
        i -= 1
        while s.seen[s.trail[i] >> 1] == 0:
            i -= 1
        p = s.trail[i]
        s.seen[p >> 1] = 0
        unsolved -= 1
        if unsolved == 0:
            break
        c = reason(s, p)
    s.learnt[0] = p ^ 1

    s.at[CLOCK] += 1
    glue = 1
    for k in range(1, size):
        level = s.level[s.learnt[k] >> 1]
        if s.stamp[level] != s.at[CLOCK]:
            s.stamp[level] = s.at[CLOCK]
            glue += 1
    size = minimize(s, size)  # every level keeps a literal, so the glue stays what it is
    back = 0
    for k in range(1, size):
        level = s.level[s.learnt[k] >> 1]
        if level > back:
            back = level
            q = s.learnt[k]
            s.learnt[k] = s.learnt[1]
            s.learnt[1] = q
    return size, back, glue


@part
def use(s: State, identity: int) -> None:
    """A learnt clause took part in a conflict."""
    s.used[identity] += s.rate[CLAUSE_BUMP]
    if s.used[identity] > TOO_LARGE:
        for k in range(s.at[LEARNTS]):
            s.used[k] /= TOO_LARGE
        s.rate[CLAUSE_BUMP] /= TOO_LARGE


@part
def find_core(s: State, p: int) -> None:
    """Leaves in ``learnt`` the assumptions that cannot hold together, of which p is the one found to be false."""
    s.learnt[0] = p
    size = 1
    if s.level[p >> 1] > 0:
        s.seen[p >> 1] = 1
        for i in range(s.at[TRAIL] - 1, s.starts[0] - 1, -1):
            q = s.trail[i]
            if s.seen[q >> 1] != 0:
                s.seen[q >> 1] = 0
                c = reason(s, q)
                if c == NONE:
                    s.learnt[size] = q
                    size += 1
                    continue
                for k in range(c + HEADER, c + HEADER + s.arena[c + SIZE]):
                    v = s.arena[k] >> 1
                    if s.level[v] > 0 and v != q >> 1:
                        s.seen[v] = 1
    s.at[CORE] = size


@part
def minimize(s: State, size: int) -> int:
    """Drop such literals of the clause in ``learnt``, all seen, whose levels are stamped; clears ``seen``."""
    marked = 0
    for k in range(1, size):
        s.marked[marked] = s.learnt[k]
        marked += 1
    kept = 1
    for k in range(1, size):
        p = s.learnt[k]
        if s.reason[p >> 1] != NONE:
            before = marked
            marked = explain(s, p, marked)
            if marked >= 0:
                continue
            marked = before
        s.learnt[kept] = p
        kept += 1
    for k in range(marked):
        s.seen[s.marked[k] >> 1] = 0
    return kept


@part
def explain(s: State, p: int, marked: int) -> int:
    """Follow the reasons of p back to literals that are seen; they stay seen, for others lead there too.

    Returns how many are marked then, or -1 if a decision was met, or a level that the clause has nothing of: such a
    literal cannot be explained by the clause, and nothing more is marked.
    """
    before = marked
    s.stack[0] = p
    height = 1
    while height > 0:
        height -= 1
        p = s.stack[height]
        c = reason(s, p)
        for k in range(c + HEADER, c + HEADER + s.arena[c + SIZE]):
            q = s.arena[k]
            v = q >> 1
            if s.seen[v] != 0 or s.level[v] == 0 or v == p >> 1:
                continue
            if s.reason[v] == NONE or s.stamp[s.level[v]] != s.at[CLOCK]:
                for i in range(before, marked):
                    s.seen[s.marked[i] >> 1] = 0
                return -1
            s.seen[v] = 1
            s.marked[marked] = q
            marked += 1
            s.stack[height] = q
            height += 1
    return marked
