"""The levels of steps: how many groups one takes, up to four, and above those two that are no number of groups."""

from __future__ import annotations

SEVERAL = 4  # the most groups that are seen together
CHAIN = 5  # a chain of consequences of an assumption
CORE = 6  # anything else that follows
