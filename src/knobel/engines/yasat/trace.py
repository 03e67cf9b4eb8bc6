"""What happened, for those who want to watch: one JSON object a line, with names instead of numbers.

Compiled code notes events as four numbers each; they are put into words between two slices, while the clauses that
they speak of are still where they were.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, TextIO

import numpy as np

from ...formula import Lits
from .clauses import HEADER, ID, SIZE
from .state import EVENTS, LEVEL, NONE, TRACED, TRACING, TRAIL, State, part

DECIDE, ASSUME, IMPLY, CONFLICT, LEARN, RESTART = range(6)
NAMES = ("decide", "assume", "imply", "conflict", "learn", "restart")
EVENT = 4  # numbers for each event: what, which literal, which clause, at which level


@part
def note(s: State, what: int, p: int, c: int, level: int) -> None:
    """Note an event, if anyone wants to know."""
    if s.at[TRACING] != 0:
        end = s.at[EVENTS]
        s.events[end] = what
        s.events[end + 1] = p
        s.events[end + 2] = c
        s.events[end + 3] = level
        s.at[EVENTS] = end + EVENT


@part
def note_decision(s: State, what: int) -> None:
    """Note that the last literal of the trail was decided or assumed."""
    note(s, what, s.trail[s.at[TRAIL] - 1], NONE, s.at[LEVEL])
    s.at[TRACED] = s.at[TRAIL]


@part
def note_implied(s: State) -> None:
    """Note what came onto the trail since the last time."""
    if s.at[TRACING] != 0:
        for i in range(s.at[TRACED], s.at[TRAIL]):
            v = s.trail[i] >> 1
            note(s, IMPLY, s.trail[i], s.reason[v], s.level[v])
        s.at[TRACED] = s.at[TRAIL]


def units_last(flat: Lits) -> Lits:
    """The same clauses in an order in which loading shortens none of them by a unit: so reasons are told whole.

    >>> units_last(np.array([1, 0, -1, 2, 0])).tolist()
    [-1, 2, 0, 1, 0]
    """
    clauses = np.split(flat, np.flatnonzero(flat == 0)[:-1] + 1)
    return np.concatenate(sorted(clauses, key=lambda clause: len(clause) == 2))


def told(s: State, name: Callable[[int], str]) -> Iterator[dict[str, Any]]:
    """The events noted, in words."""

    def say(p: int) -> str:
        return name(-(int(p) >> 1) if p & 1 else int(p) >> 1)

    def clause(c: int, p: int) -> list[str]:
        """A clause with p in front; where there is no clause, p is one of its own."""
        found = [p] if c == NONE else s.arena[c + HEADER : c + HEADER + s.arena[c + SIZE]]
        return [say(q) for q in sorted(found, key=lambda q: q != p)]

    for i in range(0, s.at[EVENTS], EVENT):
        what, p, c, level = (int(number) for number in s.events[i : i + EVENT])
        event: dict[str, Any] = {"event": NAMES[what], "level": level}
        if what in (DECIDE, ASSUME, IMPLY):
            event["literal"] = say(p)
        if what == IMPLY:
            event["reason"] = clause(c, p)
        elif what == CONFLICT:
            event["clause"] = clause(c, p)
        elif what == LEARN:
            event |= {"clause": clause(c, p), "lbd": 1 if c == NONE else int(s.glue[s.arena[c + ID]])}
        yield event


def write(s: State, name: Callable[[int], str], file: TextIO) -> None:
    """Write the events noted, and forget them."""
    for event in told(s, name):
        file.write(json.dumps(event, ensure_ascii=False) + "\n")
    s.at[EVENTS] = 0
