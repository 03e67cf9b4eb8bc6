"""Shorter clauses: a literal can go if the others already imply it (recursive minimisation).

A third of the literals goes this way, and every clause that is shorter is watched, visited and printed for less.
"""

from __future__ import annotations

from .clauses import HEADER, SIZE, reason
from .kernel import part
from .state import CLOCK, NONE, State


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
