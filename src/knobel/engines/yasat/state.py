"""Everything the solver knows, in flat arrays: compiled code reads them fast, and a debugger shows them as they are.

A variable is its number in the formula; the literals of variable v are 2v and 2v + 1 (negated), so that ``p ^ 1`` is
the opposite of p and ``p >> 1`` its variable. Compiled code never makes an array longer: it stops and asks for room.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, TypeAlias

from ...native import Library

Ints: TypeAlias = list[int]
"""A NumPy array where the solver is compiled; a list where it is not, because Python is faster with lists."""

Floats: TypeAlias = list[float]


class State(NamedTuple):
    """The arrays of one solver; their types and sizes stand in ``TYPES`` and ``PER_VARIABLE``."""

    at: Ints  # single numbers, by the names below
    rate: Floats  # single numbers with fractions, by the names below
    # clauses
    arena: Ints  # for each clause: its size, its place in the tables of learnt clauses or NONE, its literals; sets, too
    pool: Ints  # all watch lists
    lists: Ints  # for each literal: where its watch list starts, how long it is, how long it may become
    glue: Ints  # of a learnt clause: how many levels its literals had when it was learnt; -1: to be dropped
    used: Floats  # of a learnt clause: how often, and how lately, it took part in a conflict
    # the assignment
    value: Ints  # of a literal: 1 true, -1 false, 0 open
    level: Ints  # of a variable: how many decisions came before it
    reason: Ints  # of a variable: the clause that implied it, NONE, or PAIRED minus the literal of a set that did
    trail: Ints  # the true literals in the order in which they became true
    starts: Ints  # of a level: where it starts on the trail; level k + 1 is at k
    # deciding
    activity: Floats  # of a variable: how often, and how lately, it took part in a conflict
    heap: Ints  # the open variables (and others), most active first
    place: Ints  # of a variable: where it is in the heap, or -1
    phase: Ints  # of a variable: 0 if it was true when last assigned, else 1
    prefer: Ints  # of a variable: 0 no preference, 1 true, 2 false
    assumed: Ints  # the assumptions
    # working space
    seen: Ints  # of a variable: met in the analysis at hand
    stamp: Ints  # of a level: when it was last met
    learnt: Ints  # the clause being learnt; after "no", the core
    stack: Ints  # literals that minimisation still has to explain
    marked: Ints  # literals to clear from ``seen``
    # what goes out
    proof: Ints  # text of the proof that is not yet in the file
    events: Ints  # of the trace, four numbers each


TYPES = dict.fromkeys(State._fields, "int32") | {
    **dict.fromkeys(("at", "stamp"), "int64"),
    **dict.fromkeys(("rate", "used", "activity"), "float64"),
    **dict.fromkeys(("value", "phase", "prefer", "seen"), "int8"),
    "proof": "uint8",
}
# How many entries a variable has in the arrays about variables and literals; a level or an assumption needs one, too.
PER_VARIABLE = dict.fromkeys(
    ("level", "reason", "trail", "starts", "activity", "heap", "place", "phase", "prefer"), 1
) | {**dict.fromkeys(("seen", "stamp", "learnt", "stack", "marked"), 1), "lists": 6, "value": 2, "assumed": 2}

LIBRARY = Library("yasat", Path(__file__).parent, State, TYPES)
part, bare = LIBRARY.part, LIBRARY.bare

# Numbers in ``at``: how much of the arrays is in use, and how much there is
VARIABLES, LEVEL, TRAIL, HEAD, HEAP, HEAPED = range(6)  # HEAD: what comes before it on the trail was propagated
ARENA, ARENA_ROOM, POOL, POOL_ROOM, LONGEST, LEARNTS, LEARNTS_ROOM = range(6, 13)  # LONGEST: room of the longest list
PROOF, PROOF_ROOM, EVENTS, TRACED, ASSUMED, CORE = range(13, 19)  # TRACED: what is before it on the trail is told
# ... settings
PROVING, TRACING, ADAPTIVE = range(19, 22)
# ... the course of the search
BROKEN, CLOCK, RESTART_AT, LEARNTS_MOST, FIXED = range(22, 27)  # FIXED: facts that the clauses were last cleaned of
# ... statistics; a tick is one watch looked at
ORIGINALS, CONFLICTS, DECISIONS, PROPAGATIONS, RESTARTS, REDUCTIONS, TICKS = range(27, 34)
NUMBERS = 34

# Numbers in ``rate``: what one use adds to an activity; averages of glue over the last conflicts, and over many
BUMP, CLAUSE_BUMP, FAST, SLOW = range(4)
RATES = 4

NONE = -1
"""No clause."""

FULL = -2
"""No clause, but the pool of watch lists has no room."""

PAIRED = -3
"""Minus a literal: no clause, but that literal, and the other one is in a set of which at most one holds."""

LATER, YES, NO, ROOM, REDUCE = range(5)
"""What a call of the search ends with: a limit, an answer, or a wish of the solver for more room or fewer clauses."""
