"""The search itself: decide, propagate, learn from the conflict, go back; again and again (CDCL).

It runs in slices. Whatever ends one, the next call goes on as if nothing had happened, so that limits hold and a search
does not depend on how it was cut up.
"""

from __future__ import annotations

from .analyze import analyze, find_core
from .assign import assign, backtrack, decide, new_level
from .clauses import roomy, store
from .decide import DECAY, insert_new, pick
from .kernel import part
from .proof import log_empty, log_learnt
from .propagate import propagate
from .restart import note_glue, plan_restart, restart_due
from .state import (
    ASSUMED,
    BROKEN,
    BUMP,
    CLAUSE_BUMP,
    CONFLICTS,
    DECISIONS,
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
    TICKS,
    TRAIL,
    YES,
    State,
)
from .trace import ASSUME, CONFLICT, DECIDE, LEARN, RESTART, note, note_decision, note_implied

CLAUSE_DECAY = 1 / 0.999  # how much more each conflict counts for clauses than the one before


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
