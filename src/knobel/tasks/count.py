"""All solutions of a puzzle, one after the other, and how many there are."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Unpack

from ..limits import Deadline, OutOfTime
from ..puzzle import Puzzle, Values
from ..search import Ask, open_search


@dataclass(frozen=True)
class Count:
    """How many solutions were found; ``exact`` if it is proven that there are no more.

    >>> print(Count(2, False))
    at least 2
    """

    count: int
    exact: bool

    def __int__(self) -> int:
        return self.count

    def __str__(self) -> str:
        return str(self.count) if self.exact else f"at least {self.count}"


def solutions(puzzle: Puzzle, **ask: Unpack[Ask]) -> Generator[Values, None, None]:
    """Each solution once; raises :class:`OutOfTime` when the time was too short to find or exclude the next one.

    >>> from knobel import parse
    >>> p = parse("nonogram:2x2:1/1/1/1")
    >>> sorted(p.write(values) for values in solutions(p))
    ['#./.#', '.#/#.']
    """
    # The deadline is left before each yield: what the caller does meanwhile does not fall under it.
    deadline = Deadline(ask.get("timeout"))
    with deadline:
        search = open_search(puzzle, ask)
    with search:
        while True:
            with deadline:
                values = search.solve().values
            if values is None:
                return
            yield values
            search.forbid(values)


def count(puzzle: Puzzle, limit: int | None = None, **ask: Unpack[Ask]) -> Count:
    """The number of solutions; with a limit it stops after so many, and then looks for one more.

    >>> from knobel import parse
    >>> print(count(parse("nonogram:3x3:1/1/1/1/1/1")))
    6
    >>> print(count(parse("nonogram:3x3:1/1/1/1/1/1"), limit=4))
    at least 4
    """
    found = 0
    try:
        for _ in solutions(puzzle, **ask):
            if limit is not None and found >= limit:
                return Count(found, False)
            found += 1
    except OutOfTime:
        return Count(found, False)
    return Count(found, True)
