"""Learning from a conflict: which part of the decisions made so far cannot be made together again?

Starting with the false clause, each literal of the present level is replaced by what implied it, latest first, until
one of that level is left (the first unique implication point). The clause that remains follows from the formula and
turns that last literal around as soon as the other levels are reached again.
"""

from __future__ import annotations

from .clauses import HEADER, ID, SIZE, reason
from .decide import bump
from .kernel import part
from .minimize import minimize
from .state import (
    CLAUSE_BUMP,
    CLOCK,
    CORE,
    LEARNTS,
    LEVEL,
    NONE,
    TRAIL,
    State,
)

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
