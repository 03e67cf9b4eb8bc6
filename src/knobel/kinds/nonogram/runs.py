"""Runs, and the clues of a line that are made of them: read off cells, counted, and changed a little."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby, pairwise
from typing import NamedTuple, TypeAlias

from knobel.limits import tick


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


def near(line: Line, length: int, inks: int) -> Iterator[Line]:
    """All other lines that fit into so many cells, the nearest first.

    One cell further is: a run longer or shorter by one, a run of one cell that comes or goes.

    >>> [[run.length for run in line] for line in near((Run(1), Run(1)), 3, 1)]
    [[1], [], [2], [3]]
    """
    layer = [tuple(Run(min(n, length), v) for n, v in line)]  # no line that fits has more: nothing changes its place
    seen = set(layer)
    while layer:
        yield from (runs for runs in layer if runs != line and _room(runs) <= length)
        following = dict[Line, None]()
        for runs in layer:
            tick()
            following |= dict.fromkeys(_shorter(runs))
            if _room(runs) <= length:  # on the way from what does not fit to what does, nothing has to grow
                following |= dict.fromkeys(longer for longer in _longer(runs, inks) if _room(longer) <= length)
        layer = [runs for runs in following if runs not in seen]
        seen.update(layer)


def _room(line: Line) -> int:
    """How many cells a line needs."""
    return sum(n for n, _ in line) + sum(a.v == b.v for a, b in pairwise(line))


def _shorter(line: Line) -> Iterator[Line]:
    for i, (n, v) in enumerate(line):
        yield (*line[:i], *((Run(n - 1, v),) if n > 1 else ()), *line[i + 1 :])


def _longer(line: Line, inks: int) -> Iterator[Line]:
    for i, (n, v) in enumerate(line):
        yield (*line[:i], Run(n + 1, v), *line[i + 1 :])
    for i in range(len(line) + 1):
        for v in range(1, inks + 1):
            yield (*line[:i], Run(1, v), *line[i:])
