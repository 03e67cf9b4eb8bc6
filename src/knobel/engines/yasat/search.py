"""The search itself: decide, propagate, learn from the conflict, go back; again and again (CDCL).

It runs in slices. Whatever ends one, the next call goes on as if nothing had happened, so that limits hold and a search
does not depend on how it was cut up.

Decisions made early, when little was known, would bind the search for long; so it restarts at times. Clauses,
activities and phases stay, so not much is lost. *When* is a matter of taste: after 100 conflicts times the terms of
Luby's sequence (1 1 2 1 1 2 4 ...), or as soon as the clauses learnt lately are worse than on average.
"""

from __future__ import annotations

from .analyze import analyze, find_core
from .assign import DECAY, assign, backtrack, decide, insert_new, new_level, pick
from .clauses import roomy, store
from .proof import log_empty, log_learnt
from .propagate import propagate
from .state import (
    ADAPTIVE,
    ASSUMED,
    BROKEN,
    BUMP,
    CLAUSE_BUMP,
    CONFLICTS,
    DECISIONS,
    FAST,
    FULL,
    LATER,
    LEARNTS,
    LEARNTS_MOST,
    LEVEL,
    NO,
    NONE,
    REDUCE,
    RESTART_AT,
    RESTARTS,
    ROOM,
    SLOW,
    TICKS,
    TRAIL,
    YES,
    State,
    part,
)
from .trace import ASSUME, CONFLICT, DECIDE, LEARN, RESTART, note, note_decision, note_implied

CLAUSE_DECAY = 1 / 0.999  # how much more each conflict counts for clauses than the one before
LUBY_UNIT = 100  # conflicts
ADAPTIVE_PAUSE = 50  # conflicts between two adaptive restarts
MARGIN = 1.2  # how much worse lately is too bad
FAST_SHARE, SLOW_SHARE = 1 / 32, 1 / 4096  # of a new value in the averages


@part
def search(s: State, conflicts: int, ticks: int) -> int:
    """Search until there is an answer, a wish, or so many conflicts or ticks have been counted."""
    insert_new(s)
    if s.at[RESTART_AT] == 0:
        plan_restart(s)
    while True:
        if s.at[BROKEN] != 0:
            return NO
        if s.at[CONFLICTS] >= conflicts or s.at[TICKS] >= ticks:
            return LATER
        conflict = propagate(s)
        if conflict == FULL or not roomy(s):
            return ROOM
        note_implied(s)
        if conflict != NONE:
            learn(s, conflict)
            continue
        if s.at[LEARNTS] - s.at[TRAIL] >= s.at[LEARNTS_MOST]:
            return REDUCE
        if restart_due(s):
            s.at[RESTARTS] += 1
            plan_restart(s)
            backtrack(s, min(s.at[LEVEL], s.at[ASSUMED]))
            note(s, RESTART, 0, NONE, s.at[LEVEL])
        if s.at[LEVEL] < s.at[ASSUMED]:
            p = s.assumed[s.at[LEVEL]]
            if s.value[p] < 0:
                find_core(s, p)
                return NO
            if s.value[p] > 0:
                new_level(s)  # every assumption has a level, also one that holds already
            else:
                decide(s, p)
                note_decision(s, ASSUME)
            continue
        p = pick(s)
        if p == 0:
            return YES
        s.at[DECISIONS] += 1
        decide(s, p)
        note_decision(s, DECIDE)


@part
def learn(s: State, conflict: int) -> None:
    """Store the clause that a conflict teaches, go back as far as it says, and turn its first literal around."""
    s.at[CONFLICTS] += 1
    note(s, CONFLICT, 0, conflict, s.at[LEVEL])
    if s.at[LEVEL] == 0:
        s.at[BROKEN] = 1
        log_empty(s)
        return
    size, back, glue = analyze(s, conflict)
    log_learnt(s, size)
    note_glue(s, glue)
    backtrack(s, back)
    c = NONE
    if size > 1:
        identity = s.at[LEARNTS]
        s.at[LEARNTS] += 1
        s.glue[identity] = glue
        s.used[identity] = s.rate[CLAUSE_BUMP]
        c = store(s, size, identity)
    assign(s, s.learnt[0], c)
    note(s, LEARN, s.learnt[0], c, back)
    s.rate[BUMP] *= DECAY
    s.rate[CLAUSE_BUMP] *= CLAUSE_DECAY


@part
def imply(s: State) -> int:
    """Unit propagation alone, under the assumptions: YES leaves what follows on the trail, NO means a conflict."""
    backtrack(s, 0)
    conflict = propagate(s)
    if conflict == NONE and s.at[BROKEN] == 0:
        new_level(s)
        for k in range(s.at[ASSUMED]):
            p = s.assumed[k]
            if s.value[p] < 0:
                return NO
            if s.value[p] == 0:
                assign(s, p, NONE)
        conflict = propagate(s)
    if conflict == FULL:
        return ROOM
    return NO if conflict != NONE or s.at[BROKEN] != 0 else YES


# restarts


@part
def luby(i: int) -> int:
    """The i-th term of Luby's sequence, counted from 1.

    >>> [luby(i) for i in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    while True:
        power = 1
        while 2 * power <= i:
            power *= 2
        if i == 2 * power - 1:
            return power
        i -= power - 1


@part
def note_glue(s: State, glue: int) -> None:
    """Update the averages; at first they are true means, or the early values would weigh too much."""
    n = s.at[CONFLICTS]
    s.rate[FAST] += max(FAST_SHARE, 1 / n) * (glue - s.rate[FAST])
    s.rate[SLOW] += max(SLOW_SHARE, 1 / n) * (glue - s.rate[SLOW])


@part
def restart_due(s: State) -> bool:
    if s.at[CONFLICTS] < s.at[RESTART_AT]:
        return False
    return s.at[ADAPTIVE] == 0 or s.rate[FAST] > MARGIN * s.rate[SLOW]


@part
def plan_restart(s: State) -> None:
    """Say when the next restart may come."""
    pause = ADAPTIVE_PAUSE if s.at[ADAPTIVE] != 0 else LUBY_UNIT * luby(s.at[RESTARTS] + 1)
    s.at[RESTART_AT] = s.at[CONFLICTS] + pause
