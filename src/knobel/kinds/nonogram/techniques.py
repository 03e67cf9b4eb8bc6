"""How a line leads to its next cells, in the words of solvers: overlap, reach, full and finished lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knobel.puzzle import Possible
from knobel.say import Say

from .runs import Line, Run, room


def argument(line: Line, possible: Possible, new: Mapping[int, int]) -> Say | None:
    """Why cells of a line (by their place in it) get new values, where one technique tells all of them.

    >>> import numpy as np
    >>> argument((Run(8),), np.ones((10, 2), dtype=bool), {i: 1 for i in range(2, 8)})
    8 of 10 cells overlap
    """
    length, count = len(possible), sum(run.length for run in line)
    painted, open_ = int((~possible[:, 0]).sum()), int(possible[:, 1:].any(axis=1).sum())
    paints = [cell for cell, value in new.items() if value]
    if not line:
        return None
    if room(line) == length:
        return Say("filling all {length}", length=length) if length > 1 else Say("filling the only cell")
    if not paints and painted == count:
        return Say("finished")
    if len(paints) == len(new) and open_ == count:
        return Say("no others are left")
    starts = all_starts(line, possible)
    return _by_reach(line, starts, length, new) if all(starts) else None


def _by_reach(line: Line, starts: Sequence[Sequence[int]], length: int, new: Mapping[int, int]) -> Say | None:
    """How far each run can be to the left and to the right."""
    overlap, reach = set[int](), set[int]()
    for run, places in zip(line, starts, strict=True):
        overlap |= set(range(places[-1], places[0] + run.length))
        reach |= set(range(places[0], places[-1] + run.length))
    paints = {cell for cell, value in new.items() if value}
    empties = set(new) - paints
    if not (paints <= overlap and empties.isdisjoint(reach)):
        return None
    if not empties and len(line) == 1 and starts[0][-1] + line[0].length - starts[0][0] == length:
        return Say("{count} of {length} cells overlap", count=line[0].length, length=length)
    if not empties:
        return Say("overlap")
    return Say("overlap and reach") if paints else Say("out of reach")


def all_starts(line: Line, possible: Possible) -> list[list[int]]:
    """Where each run can begin, given what is possible in the cells."""
    length = len(possible)
    ahead = _firsts(line, possible, length)
    back = _firsts(line[::-1], possible[::-1], length)[::-1]
    found = []
    for j, run in enumerate(line):
        mirrored = {length - end - run.length for end in back[j]}
        found.append(sorted(ahead[j] & mirrored))
    return found


def _firsts(line: Line, possible: Possible, length: int) -> list[set[int]]:
    """Where each run can begin so that all before it have their places and all else before it is empty."""
    found: list[set[int]] = []
    ends = {0}  # the cells before these are done
    before: Run | None = None
    for run in line:
        gap = int(before is not None and before.v == run.v)
        starts = set[int]()
        for end in ends:
            for start in range(end + gap, length - run.length + 1):
                if not possible[end:start, 0].all():
                    break
                if possible[start : start + run.length, run.v].all():
                    starts.add(start)
        found.append(starts)
        ends, before = {start + run.length for start in starts}, run
    return found
