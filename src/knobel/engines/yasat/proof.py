"""Proofs: every clause learnt, and every one dropped, as a line of a DRAT file, so that anyone can check a "no".

The lines are written as text by the compiled code, into a buffer that goes to the file when it is full, and before
each answer.
"""

from __future__ import annotations

from .state import PROOF, PROOF_ROOM, PROVING, VARIABLES, State, part

WIDTH = 12  # bytes that a literal needs at most
SPACE, ZERO, MINUS, D, LINE = b" 0-d\n"


@part
def put(s: State, byte: int) -> None:
    s.proof[s.at[PROOF]] = byte
    s.at[PROOF] += 1


@part
def put_literal(s: State, p: int) -> None:
    """A literal and a space; the digits are written from the last to the first."""
    if p & 1:
        put(s, MINUS)
    rest, end = p >> 1, s.at[PROOF] + 1
    limit = 10
    while rest >= limit:
        limit *= 10
        end += 1
    s.proof[end] = SPACE
    s.at[PROOF] = end + 1
    while rest > 0:
        end -= 1
        s.proof[end] = ZERO + rest % 10
        rest //= 10


@part
def log_empty(s: State) -> None:
    """The formula is refuted."""
    if s.at[PROVING] != 0:
        put(s, ZERO)
        put(s, LINE)


@part
def log_learnt(s: State, size: int) -> None:
    """The clause in ``learnt`` follows."""
    if s.at[PROVING] != 0:
        for k in range(size):
            put_literal(s, s.learnt[k])
        log_empty(s)


@part
def log_dropped(s: State, first: int, size: int) -> None:
    """The clause whose literals start at ``first`` in the arena is no longer used."""
    if s.at[PROVING] != 0:
        put(s, D)
        put(s, SPACE)
        for k in range(first, first + size):
            put_literal(s, s.arena[k])
        log_empty(s)


@part
def room_to_log(s: State) -> bool:
    """Whether a clause of any size can be logged."""
    return s.at[PROVING] == 0 or s.at[PROOF] + WIDTH * (s.at[VARIABLES] + 2) <= s.at[PROOF_ROOM]
