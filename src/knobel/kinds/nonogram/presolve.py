"""What single lines say, before anything is encoded: a line solver on bit sets, repeated until nothing changes.

A line is one integer a colour: bit i of ``can[v]`` is set while cell i can have the value v. A boundary is a place
between two cells: boundary i lies before cell i. Sets of boundaries are integers too, so that one shift moves them all.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import NamedTuple

import numpy as np

from knobel.limits import tick
from knobel.puzzle import Possible

from .rules import Line, Nonogram
from .runs import Run, room


class Impossible(Exception):
    """The line cannot be painted."""


def presolve(puzzle: Nonogram, known: Possible | None = None) -> Possible:
    """All that follows from one line at a time; all False for a board that some line refutes."""
    possible = puzzle.domain() if known is None else known
    lines = line_masks(possible)
    try:
        solve_lines(puzzle, lines)
    except Impossible:
        return np.zeros_like(possible)
    height, width, values = possible.shape
    size = -(-width // 8)
    packed = b"".join(mask.to_bytes(size, "little") for row in lines[width:] for mask in row)
    masks = np.frombuffer(packed, dtype=np.uint8).reshape(height, values, size)
    bits = np.unpackbits(masks, axis=-1, count=width, bitorder="little")
    return bits.transpose(0, 2, 1).astype(np.bool_)


def solve_lines(puzzle: Nonogram, lines: list[list[int]]) -> None:
    """Solve the lines, columns then rows, each as bit sets, until nothing changes; raises :class:`Impossible`."""
    width, height = puzzle.width, puzzle.height
    sizes = [height] * width + [width] * height
    clued = [(i, clue, sizes[i]) for i, clue in enumerate(puzzle.columns + puzzle.rows) if clue is not None]
    plans = {i: plan_of(clue, size) for i, clue, size in clued}
    waiting = deque(i for i, clue, size in clued if not _silent(clue, lines[i], size))
    queued = set(waiting)
    while waiting:
        tick()
        line = waiting.popleft()
        queued.discard(line)
        old = lines[line]
        lines[line] = new = place_runs(plans[line], old)[1]
        # what the line has lost is lost to the lines that cross it
        first, bit = (width, ~(1 << line)) if line < width else (0, ~(1 << line - width))
        for v, (before, now) in enumerate(zip(old, new, strict=True)):
            lost = before & ~now
            while lost:
                low = lost & -lost
                lost ^= low
                crossing = first + low.bit_length() - 1
                lines[crossing][v] &= bit
                if crossing not in queued and crossing in plans:
                    queued.add(crossing)
                    waiting.append(crossing)


def _silent(clue: Line, can: list[int], length: int) -> bool:
    """Whether a line without known cells says nothing: black and white, with more room than its longest run takes."""
    everything = (1 << length) - 1
    longest = max((n for n, _ in clue), default=0)
    return can == [everything, everything] and 0 < longest <= length - room(clue)


def line_masks(possible: Possible) -> list[list[int]]:
    """All lines as bit sets, one for each value: the columns, then the rows."""
    found = []
    for lines in (possible.transpose(1, 2, 0), possible.transpose(0, 2, 1)):
        packed = np.packbits(lines, axis=-1, bitorder="little")
        data, size = packed.tobytes(), packed.shape[-1]
        masks = [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]
        values = lines.shape[1]
        found += [masks[i : i + values] for i in range(0, len(masks), values)]
    return found


class Plan(NamedTuple):
    """What does not change about a line while it is solved again and again."""

    length: int
    sorts: list[tuple[int, list[int]]]
    """Runs of the same length and colour are of a sort: its colour, and steps that add up to its length less one."""
    runs: list[tuple[int, int, bool]]
    """Of each run its length, its sort, and whether it has the colour of the run before it."""


def plan_of(clue: Line, length: int) -> Plan:
    """A line's plan.

    >>> plan_of(((5, 1), (1, 1)), 9)
    Plan(length=9, sorts=[(1, [1, 2, 1]), (1, [])], runs=[(5, 0, False), (1, 1, True)])
    """
    sorts: dict[Run | tuple[int, int], int] = {}
    runs, last = [], 0
    for run in clue:
        n, v = run
        runs.append((n, sorts.setdefault(run, len(sorts)), v == last))
        last = v
    return Plan(length, [(v, _steps(n)) for n, v in sorts], runs)


@cache
def _steps(n: int) -> list[int]:
    """Steps from 1 to n that double, as far as it goes."""
    found, have = list[int](), 1
    while have < n:
        found.append(min(have, n - have))
        have += found[-1]
    return found


def place_runs(plan: Plan, can: list[int]) -> tuple[list[int], list[int]]:
    """Where each run can start, and the values that cells can still have; raises :class:`Impossible`.

    This is most of the time of a board that lines settle, so it is one function with loops written out.

    >>> starts, values = place_runs(plan_of(((3, 1),), 5), [0b11111, 0b11111])
    >>> [bin(m) for m in values]
    ['0b11011', '0b11111']
    """
    empty, (length, sorts, runs) = can[0], plan
    fits = []  # where so many cells of the value follow each other, by their first
    for v, steps in sorts:
        mask = can[v]
        for step in steps:
            mask &= mask >> step
        fits.append(mask)
    # From the left: the boundaries that are reached after each run over empty cells. Adding a bit to a block of ones
    # carries through to the block's end; what the addition changed is what was reached.
    reached = 1 | (empty ^ (empty + (empty & 1)))
    after, starts = [reached], []
    for n, sort, close in runs:
        if close:
            reached = (reached & empty) << 1  # at least one empty cell since the run before
        mask = fits[sort] & reached
        if not mask:
            raise Impossible
        starts.append(mask)
        ends = mask << n
        reached = ends | (empty ^ (empty + (ends & empty)))
        after.append(reached)
    if not (reached >> length) & 1:
        raise Impossible
    # From the right the same, in steps that double, over blocks of 1, 2, 4, .. empty cells.
    blocks, width, block = [], 1, empty
    while block:
        blocks.append((width, block))
        block &= block >> width
        width *= 2
    rest = 1 << length
    for width, block in blocks:
        rest |= (rest >> width) & block
    between, close_after = reached & (rest >> 1), False
    covering = [0] * len(sorts)  # where runs of each sort can start
    for j in range(len(runs) - 1, -1, -1):
        n, sort, close = runs[j]
        if close_after:
            rest = (rest >> 1) & empty  # at least one empty cell before the run after
        close_after = close
        rest >>= n
        mask = starts[j] & rest
        if not mask:
            raise Impossible
        starts[j] = mask
        covering[sort] |= mask
        rest &= fits[sort]
        for width, block in blocks:
            rest |= (rest >> width) & block
        between |= after[j] & (rest >> 1)
    new = [0] * len(can)
    new[0] = everywhere = between & empty
    for (v, steps), mask in zip(sorts, covering, strict=True):
        for step in steps:
            mask |= mask << step
        new[v] |= mask
        everywhere |= mask
    if everywhere != (1 << length) - 1:
        raise Impossible
    return starts, new
