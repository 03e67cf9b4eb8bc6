"""Restarts: decisions made early, when little was known, would bind the search for long; so it begins again at times.

Clauses, activities and phases stay, so not much is lost. *When* is a matter of taste: after 100 conflicts times
the terms of Luby's sequence (1 1 2 1 1 2 4 ...), or as soon as the clauses learnt lately are worse than on average.
"""

from __future__ import annotations

from .kernel import part
from .state import ADAPTIVE, CONFLICTS, FAST, RESTART_AT, RESTARTS, SLOW, State

LUBY_UNIT = 100  # conflicts
ADAPTIVE_PAUSE = 50  # conflicts between two adaptive restarts
MARGIN = 1.2  # how much worse lately is too bad
FAST_SHARE, SLOW_SHARE = 1 / 32, 1 / 4096  # of a new value in the averages


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
