"""Runs, the clues of a line that are made of them, and small changes: of a clue, or of a picture that keeps its clues.

Another solution that differs in four cells, the corners of a rectangle, is seen without any search: one run of each of
the four lines moves by one cell (or, if it is a single cell, anywhere in its gap). Most boards with more than one
solution have such a pair. Discrete tomography calls it a switching component.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby, pairwise
from typing import NamedTuple, TypeAlias

from knobel.limits import tick
from knobel.puzzle import Values


class Run(NamedTuple):
    """So many cells of one colour, one after the other."""

    length: int
    v: int = 1


Line: TypeAlias = tuple[Run, ...]


def runs_of(cells: Collection[int]) -> Line:
    """The runs of one line of values.

    >>> runs_of([1, 1, 0, 2, 2, 1])
    (Run(length=2, v=1), Run(length=2, v=2), Run(length=1, v=1))
    """
    return tuple(Run(len(list(same)), int(v)) for v, same in groupby(cells) if v)


def cells_of(lines: Iterable[Line | None]) -> Counter[int]:
    """How many cells of each colour are painted."""
    found = Counter[int]()
    for line in lines:
        for n, v in line or ():
            found[v] += n
    return found


def room(line: Line) -> int:
    """How many cells a line needs: its runs, and an empty cell between two of the same colour.

    >>> room((Run(2), Run(1), Run(1, 2)))
    5
    """
    return sum(n for n, _ in line) + sum(a.v == b.v for a, b in pairwise(line))


def near(line: Line, length: int, inks: int) -> Iterator[Line]:
    """All other lines that fit into so many cells, the nearest first.

    One cell further is: a run longer or shorter by one, a run of one cell that comes or goes.

    >>> [[run.length for run in line] for line in near((Run(1), Run(1)), 3, 1)]
    [[1], [], [2], [3]]
    """
    layer = [tuple(Run(min(n, length), v) for n, v in line)]  # no line that fits has more: nothing changes its place
    seen = set(layer)
    while layer:
        yield from (runs for runs in layer if runs != line and room(runs) <= length)
        following = dict[Line, None]()
        for runs in layer:
            tick()
            following |= dict.fromkeys(_shorter(runs))
            if room(runs) <= length:  # on the way from what does not fit to what does, nothing has to grow
                following |= dict.fromkeys(longer for longer in _longer(runs, inks) if room(longer) <= length)
        layer = [runs for runs in following if runs not in seen]
        seen.update(layer)


def _shorter(line: Line) -> Iterator[Line]:
    for i, (n, v) in enumerate(line):
        yield (*line[:i], *((Run(n - 1, v),) if n > 1 else ()), *line[i + 1 :])


def _longer(line: Line, inks: int) -> Iterator[Line]:
    for i, (n, v) in enumerate(line):
        yield (*line[:i], Run(n + 1, v), *line[i + 1 :])
    for i in range(len(line) + 1):
        for v in range(1, inks + 1):
            yield (*line[:i], Run(1, v), *line[i:])


# switching components


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


def switched(values: Values) -> Values | None:
    """Another solution of the board whose solution this is, if switching four cells gives one.

    >>> import numpy as np
    >>> switched(np.array([[1, 0], [0, 1]])).tolist()
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
