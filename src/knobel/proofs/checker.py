"""Checks that a DRAT proof refutes a formula, with no trust in who wrote it. No code is shared with any solver."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np

from ..formula import Lits
from ..limits import tick
from .drat import Proof
from .kernel import LIBRARY, PAUSED, REFUSED, VERIFIED, run
from .state import CHECKED, CLAUSES, IGNORED, ITEM, RATS, State, state_of

SHOWN = 20  # literals of a clause
SLICE = 4_000_000  # watches visited between two looks at the clock
PURE_SLICE = 100_000
SMALL = 20_000  # literals; plain Python is done with fewer before compiled code would be loaded


@dataclass(frozen=True)
class Checked:
    """The outcome of a check, and what it took. True if the proof is one."""

    verified: bool
    reason: str  # why not
    steps: int = 0
    lemmas: int = 0  # that were needed, and so checked
    rats: int = 0  # how many of those follow by RAT only
    clauses: int = 0  # of the formula that were needed
    ignored: int = 0  # deletions of clauses that are not there, or whose consequences are in use

    def __bool__(self) -> bool:
        return self.verified

    def __str__(self) -> str:
        return "verified" if self.verified else f"not a proof: {self.reason}"


def check(formula: Lits, proof: Proof, pure: bool | None = None) -> Checked:
    """Check a proof against the formula's zero-terminated clauses.

    Raises :class:`OutOfTime` when the deadline in force passes. ``pure`` says whether to do without compiled code; by
    default, small proofs do unless it is loaded already.

    >>> from .drat import read_proof
    >>> formula = np.array([1, 2, 0, -1, 2, 0, 1, -2, 0, -1, -2, 0], dtype=np.int32)
    >>> print(check(formula, read_proof(b"2 0\\n0\\n")))
    verified
    >>> print(check(formula, read_proof(b"0\\n")))
    not a proof: step 1 adds the empty clause, which does not follow
    """
    if not (~proof.deletes & (np.diff(np.flatnonzero(proof.flat == 0), prepend=-1) == 1)).any():
        return Checked(False, "it never adds the empty clause", proof.steps)
    if pure is None:
        pure = len(formula) + 5 * len(proof.flat) < SMALL and not LIBRARY.loaded
        if not pure and not LIBRARY.usable:
            _tell("checking in plain Python; pip install 'knobel[yasat]' makes it faster")
    pure = pure or not LIBRARY.usable
    state = state_of(formula, proof)
    if pure:
        state = State(*(array.tolist() for array in state))
    advance, work = (run, PURE_SLICE) if pure else (LIBRARY.calls()["run"], SLICE)
    ended = PAUSED
    while ended == PAUSED:
        tick()
        ended = advance(state, work)
    tick()  # an answer that comes too late is none
    reason = ""
    if ended == REFUSED:
        step = int(state.counts[ITEM] - state.counts[CLAUSES])
        reason = f"step {step + 1} adds {_shown(proof.clause(step))}, which does not follow"
    return Checked(
        ended == VERIFIED,
        reason,
        proof.steps,
        int(state.counts[CHECKED]),
        int(state.counts[RATS]),
        int(np.count_nonzero(state.core[: state.counts[CLAUSES]])),
        int(state.counts[IGNORED]),
    )


def _tell(text: str) -> None:
    """Say why it takes long, where somebody is waiting."""
    if sys.stderr.isatty():
        print(f"knobel: {text}", file=sys.stderr, flush=True)


def _shown(clause: list[int]) -> str:
    if not clause:
        return "the empty clause"
    return f"the clause {' '.join(map(str, clause[:SHOWN]))}" + (" ..." if clause[SHOWN:] else "")
