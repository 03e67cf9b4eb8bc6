"""The trail: literals become true in order, level by level, and levels are taken back from the end."""

from __future__ import annotations

from .decide import insert
from .kernel import part
from .state import HEAD, LEVEL, NONE, TRACED, TRAIL, State


@part
def assign(s: State, p: int, reason: int) -> None:
    """Make an open literal true at the present level."""
    s.value[p] = 1
    s.value[p ^ 1] = -1
    s.level[p >> 1] = s.at[LEVEL]
    s.reason[p >> 1] = reason
    s.trail[s.at[TRAIL]] = p
    s.at[TRAIL] += 1


@part
def decide(s: State, p: int) -> None:
    """Make an open literal true at a level of its own."""
    new_level(s)
    assign(s, p, NONE)


@part
def new_level(s: State) -> None:
    s.starts[s.at[LEVEL]] = s.at[TRAIL]
    s.at[LEVEL] += 1


@part
def backtrack(s: State, level: int) -> None:
    """Take back all levels above this one, and remember the values: half-solved parts stay solved (phase saving)."""
    if s.at[LEVEL] > level:
        bottom = s.starts[level]
        for i in range(s.at[TRAIL] - 1, bottom - 1, -1):
            p = s.trail[i]
            s.value[p] = 0
            s.value[p ^ 1] = 0
            s.phase[p >> 1] = p & 1
            if s.place[p >> 1] < 0:
                insert(s, p >> 1)
        s.at[TRAIL] = bottom
        s.at[HEAD] = bottom
        s.at[TRACED] = min(s.at[TRACED], bottom)
        s.at[LEVEL] = level
