"""The steps of a proof, made and undone: clauses are entered and removed, and a lemma is checked when it is undone."""

from __future__ import annotations

from .propagate import assign, attach, blame, detach, explain, explain_violation, propagate, tidy, undo
from .state import CHECKED, CLAUSES, IGNORED, MASK, RATS, TRAIL, WORK, State, part

# forward


@part
def hash_of(s: State, item: int) -> int:
    """The same for the same literals in any order."""
    total = mixed = product = 0
    for i in range(s.start[item], s.start[item] + s.size[item]):
        lit = s.lits[i]
        total += lit
        mixed ^= lit
        product += lit * lit
    return int((total * 1023 + mixed * 7919 + product * 31) & s.counts[MASK])


@part
def same(s: State, item: int, stamped: int) -> bool:
    """Whether a clause has the literals of another one, which has just been tidied."""
    if s.size[item] != s.size[stamped]:
        return False
    i = s.start[item]
    end = i + s.size[item]
    while i < end and s.stamp[s.lits[i]] == stamped:
        i += 1
    return bool(i == end)


@part
def file(s: State, item: int) -> None:
    """Make a clause one of the clauses, and find it again by its literals."""
    s.live[item] = 1
    key = hash_of(s, item)
    s.chain[item] = s.bucket[key]
    s.bucket[key] = item


@part
def enter(s: State, item: int) -> bool:
    """Add a lemma under the trail as it is; False if all its literals are false."""
    file(s, item)
    begin = s.start[item]
    free = begin  # the literals that are not false come first: they are to be watched
    for i in range(begin, begin + s.size[item]):
        if free < begin + 2 and s.value[s.lits[i]] >= 0:
            s.lits[i], s.lits[free] = s.lits[free], s.lits[i]
            free += 1
    attach(s, item)
    if free == begin + 1 and s.value[s.lits[begin]] == 0:
        assign(s, s.lits[begin], item)
    return bool(free > begin)


@part
def remove(s: State, item: int) -> int:
    """Delete the clause that a step names; which one it was, or -1 if there is none that can be deleted.

    A clause that is the reason of something on the trail stays, as in other checkers: solvers delete such clauses and
    go on using what they gave. It does no harm: every later step is checked with the clause there.
    """
    key = hash_of(s, item)
    last = -1
    found = s.bucket[key]
    while found >= 0 and not same(s, found, item):
        last = found
        found = s.chain[found]
    if found < 0:
        return -1
    first = s.lits[s.start[found]]
    if s.value[first] > 0 and s.reason[first >> 1] == found:
        return -1
    if last < 0:
        s.bucket[key] = s.chain[found]
    else:
        s.chain[last] = s.chain[found]
    detach(s, found)
    s.live[found] = 0
    return int(found)


@part
def load(s: State) -> int:
    """Enter the formula; a clause that propagation alone violates, or -1."""
    clauses = s.counts[CLAUSES]
    for item in range(clauses):
        if s.size[item] == 0:
            return item
        if tidy(s, item):
            file(s, item)
            attach(s, item)
    for item in range(clauses):  # units wait until all clauses are watched
        if s.live[item] and s.size[item] == 1:
            lit = s.lits[s.start[item]]
            if s.value[lit] < 0:
                return item
            if s.value[lit] == 0:
                assign(s, lit, item)
    return propagate(s)


@part
def make(s: State, item: int) -> int:
    """Make a step; a clause that is violated then, or -1."""
    s.before[item] = s.counts[TRAIL]
    sound = tidy(s, item)
    if s.deletes[item]:
        if sound:
            s.target[item] = remove(s, item)
        s.counts[IGNORED] += s.target[item] < 0
    elif sound:
        return propagate(s) if enter(s, item) else item
    return -1


# backward


@part
def deny(s: State, item: int, but: int) -> int:
    """Assume that all literals of a clause but one are false; one that is true already, or -1."""
    for i in range(s.start[item], s.start[item] + s.size[item]):
        lit = s.lits[i]
        if lit != but:
            if s.value[lit] > 0:
                return int(lit)
            if s.value[lit] == 0:
                assign(s, lit ^ 1, -1)
    return -1


@part
def refuted(s: State, item: int, but: int) -> bool:
    """Whether denying the clause leads to a violated clause by propagation; if so, what it took is marked."""
    true = deny(s, item, but)
    if true >= 0:
        explain(s, blame(s, true >> 1, 0))
        return True
    violated = propagate(s)
    if violated >= 0:
        explain_violation(s, violated)
    return bool(violated >= 0)


@part
def follows(s: State, item: int) -> bool:
    """Whether a lemma follows by propagation (RUP), or else all its resolvents on its first literal do (RAT)."""
    s.counts[CHECKED] += 1
    base = s.counts[TRAIL]
    fine = refuted(s, item, -1)
    if not fine:
        s.counts[RATS] += 1
        negated = s.pivot[item] ^ 1
        many = 0
        for other in range(item):
            if s.live[other]:
                s.counts[WORK] += s.size[other]
                for i in range(s.start[other], s.start[other] + s.size[other]):
                    if s.lits[i] == negated:
                        s.candidates[many] = other
                        many += 1
        denied = s.counts[TRAIL]
        fine = True
        k = 0
        while fine and k < many:
            fine = refuted(s, s.candidates[k], negated)
            undo(s, denied)
            k += 1
    undo(s, base)
    return fine


@part
def unmake(s: State, item: int) -> bool:
    """Undo a step; False if it is a lemma that is needed, but does not follow."""
    if s.deletes[item]:
        back = s.target[item]
        if back >= 0:
            s.live[back] = 1
            attach(s, back)
    elif s.live[item]:
        undo(s, s.before[item])
        detach(s, item)
        s.live[item] = 0
        return not s.core[item] or follows(s, item)
    return True
