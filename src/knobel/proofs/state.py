"""All that a check works on, in flat arrays.

Literals are coded as ``2 * variable``, plus one if negated, so that ``lit ^ 1`` is the negation. Clauses and steps
stand in one row of *items*: first the clauses of the formula, then one item for each step of the proof.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..formula import Lits
from ..native import Library
from .drat import Proof

Array: TypeAlias = Any
"""A NumPy array for compiled code, a list for plain Python, which is faster on those item by item."""

CLAUSES = 0  # how many items are the formula's
ITEM = 1  # where the check stands
PHASE = 2  # loading, forward or backward
TRAIL = 3  # length of the trail
CORE_HEAD = 4  # how much of the trail the needed clauses have seen
REST_HEAD = 5  # how much of the trail the other clauses have seen
WORK = 6  # watches visited and steps made since the last pause
IGNORED = 7  # deletions that were not made
CHECKED = 8  # lemmas checked
RATS = 9  # those of them that follow by RAT only
MASK = 10  # of a hash: the buckets are a power of two
COUNTS = 11


class State(NamedTuple):
    """The arrays, by what they have an entry for."""

    lits: Array  # the buffer of all literals; the first two of a clause are watched
    # each item
    start: Array  # its first literal in the buffer
    size: Array  # how many literals it has
    pivot: Array  # its first literal as it stood in the file
    deletes: Array  # whether it is a deletion
    target: Array  # of a deletion: the item that it deletes, or -1
    live: Array  # whether it is among the clauses now
    core: Array  # whether it is needed
    before: Array  # length of the trail before it was added
    chain: Array  # the next clause with the same hash
    candidates: Array  # the clauses that a RAT check has to look at
    # each literal
    region: Array  # where its watches begin; those of needed clauses stand at the left end, the others at the right
    left: Array  # how many stand at the left
    right: Array  # how many stand at the right
    value: Array  # 1 true, -1 false, 0 open
    stamp: Array  # the last item it was met in
    # each variable
    reason: Array  # the clause that made it true or false, or -1
    seen: Array  # whether its reason has been marked as needed
    trail: Array  # the literals that are true, in the order in which they became so
    stack: Array  # variables to be looked at
    # each watch; a literal has room for as many as there are clauses with it
    watcher: Array  # the clause
    blocker: Array  # another literal of it; where that is true, the clause need not be looked at
    # others
    bucket: Array  # for each hash, a clause that has it
    counts: Array  # numbers, named above


NARROW = {
    **dict.fromkeys(("lits", "pivot", "trail", "stack", "blocker"), "int32"),
    **dict.fromkeys(("deletes", "live", "core", "value", "seen"), "int8"),
}
TYPES = {field: NARROW.get(field, "int64") for field in State._fields}

LIBRARY = Library("checker", Path(__file__).parent, State, TYPES)
part, bare = LIBRARY.part, LIBRARY.bare


def state_of(formula: Lits, proof: Proof) -> State:
    """The state before anything is checked."""
    flat = _dense(np.concatenate([formula, proof.flat]))
    ends = np.flatnonzero(flat == 0)
    start = np.append(0, ends[:-1] + 1)[: len(ends)]
    items, clauses = len(ends), len(ends) - proof.steps
    lits = (2 * np.abs(flat) + (flat < 0)).astype(np.int32)
    variables = int(lits.max(initial=0)) // 2 + 1  # with one of number 0
    literals = 2 * variables

    def row(length: int, kind: type, value: int = 0) -> npt.NDArray[Any]:
        return np.full(length, value, dtype=kind)

    counts = row(COUNTS, np.int64)
    counts[CLAUSES], counts[MASK] = clauses, (1 << items.bit_length()) - 1
    return State(
        lits=lits,
        start=start,
        size=ends - start,
        pivot=lits[start],
        deletes=np.append(row(clauses, np.int8), proof.deletes.astype(np.int8)),
        target=row(items, np.int64, -1),
        live=row(items, np.int8),
        core=row(items, np.int8),
        before=row(items, np.int64),
        chain=row(items, np.int64, -1),
        candidates=row(items, np.int64),
        region=np.append(0, np.cumsum(np.bincount(lits, minlength=literals))),
        left=row(literals, np.int64),
        right=row(literals, np.int64),
        value=row(literals, np.int8),
        stamp=row(literals, np.int64, -1),
        reason=row(variables, np.int64, -1),
        seen=row(variables, np.int8),
        trail=row(variables, np.int32),
        stack=row(variables, np.int32),
        watcher=row(len(lits), np.int64),
        blocker=row(len(lits), np.int32),
        bucket=row(counts[MASK] + 1, np.int64, -1),
        counts=counts,
    )


def _dense(flat: Lits) -> Lits:
    """The same clauses; if they have variables with large numbers, numbered anew: there is a row for each."""
    if int(np.abs(flat).max(initial=0)) <= 2 * len(flat):
        return flat
    _, numbers = np.unique(np.abs(flat), return_inverse=True)  # 0 is among them and stays 0
    dense: Lits = (numbers * np.sign(flat)).astype(np.int32)
    return dense
