"""Solutions that differ from a given one in four cells: the corners of a rectangle, painted and empty in turn.

Most boards with more than one solution have such a pair, and it is seen without any search: one run of each of the four
lines moves by one cell (or, if it is a single cell, anywhere in its gap).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from knobel.puzzle import Values


class Move(NamedTuple):
    """A change of one line that keeps its runs: a cell of this value becomes empty, and another gets the value."""

    value: int
    leaves: int
    enters: int


def moves(cells: list[int]) -> Iterator[Move]:
    """What can change in a line if one of its runs moves.

    >>> [*moves([1, 1, 0, 0, 1])]
    [Move(value=1, leaves=0, enters=2), Move(value=1, leaves=4, enters=3)]
    """
    runs, start = [], 0
    for value, same in groupby(cells):
        length = len(list(same))
        if value:
            runs.append((value, start, start + length))
        start += length
    for j, (value, first, past) in enumerate(runs):
        before = runs[j - 1][2] + (runs[j - 1][0] == value) if j else 0
        after = runs[j + 1][1] - (runs[j + 1][0] == value) if j + 1 < len(runs) else len(cells)
        if past - first == 1:
            yield from (Move(value, first, to) for to in range(before, after) if to != first)
        else:
            if first > before:
                yield Move(value, past - 1, first - 1)
            if past < after:
                yield Move(value, first, past)


def swapped(values: Values) -> Values | None:
    """Another solution of the board whose solution this is, if a swap gives one.

    >>> import numpy as np
    >>> swapped(np.array([[1, 0], [0, 1]])).tolist()
    [[0, 1], [1, 0]]
    """
    rows: dict[Move, list[int]] = {}
    for r, row in enumerate(values.tolist()):
        for move in moves(row):
            rows.setdefault(move, []).append(r)
    columns = [set(moves(column)) for column in values.T.tolist()]
    for (value, c, d), upper in rows.items():
        for q in rows.get(Move(value, d, c), ()) if c < d else ():
            for r in upper:
                if Move(value, r, q) in columns[c] and Move(value, q, r) in columns[d]:
                    other = values.copy()
                    other[[r, q], [c, d]] = 0
                    other[[r, q], [d, c]] = value
                    return other
    return None
