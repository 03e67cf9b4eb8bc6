"""All solutions of a puzzle, one after the other, and how many there are."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from typing import Unpack

from ..errors import Interrupted, Misuse, WrongAnswer
from ..interrupts import held
from ..limits import Deadline, OutOfTime, left, tick
from ..puzzle import Puzzle, Values
from ..racing import raceable
from ..search import Ask, Search, open_search
from . import exactly
from .twins import Clauses

MANY = 1000
"""Solutions that are found one by one before a model counter, where there is one, is started as well."""

PATIENCE = 2.0
"""Seconds for the next solution, after which only the model counter goes on."""


@dataclass(frozen=True)
class Count:
    """How many solutions were found; ``exact`` if there are no more.

    ``by`` names who counted: ``solutions``, one after the other, or a model counter.

    >>> print(Count(2, False))
    at least 2
    """

    count: int
    exact: bool
    by: str = field(default="solutions", compare=False)

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


@raceable(lambda found: found.exact)
def count(puzzle: Puzzle, limit: int | None = None, **ask: Unpack[Ask]) -> Count:
    """The number of solutions; with a limit it stops after so many, and then looks for one more.

    Few solutions are found one after the other. Beyond ``MANY``, a model counter counts at the same time, if one is
    installed and no engine was asked for, and who is ready first has the answer.

    >>> from knobel import parse
    >>> print(count(parse("nonogram:3x3:1/1/1/1/1/1")))
    6
    >>> print(count(parse("nonogram:3x3:1/1/1/1/1/1"), limit=4))
    at least 4
    """
    if limit is not None and limit < 1:
        raise Misuse(f"the limit is {limit}; expected a whole number from 1")
    so_far = Count(0, False)
    try:
        with Deadline(ask.get("timeout")), closing(counts(puzzle, ask)) as numbers:
            for so_far in numbers:
                if limit is not None and so_far.count > limit:
                    return Count(limit, False, so_far.by)
    except OutOfTime:
        pass
    except KeyboardInterrupt:
        raise Interrupted(so_far) from None
    return so_far


def counts(puzzle: Puzzle, ask: Ask) -> Generator[Count, None, None]:
    """Numbers that grow; the last one is exact."""
    found = 0
    with open_search(puzzle, ask) as search:
        alone = ask.get("engine") not in (None, "auto") or not exactly.installed()
        while alone or found < MANY:
            values = search.solve().values
            if values is None:
                yield Count(found, True)
                return
            found += 1
            yield Count(found, False)
            search.forbid(values)
        formula = Clauses(search).formula
        with ExitStack() as opened:
            with held():
                counter = opened.enter_context(closing(exactly.Counter(formula)))
            yield from _race(search, counter, found)


def _race(search: Search, counter: exactly.Counter, found: int) -> Iterator[Count]:
    """Go on finding solutions while the counter counts, unless the next one takes too long."""
    number = counter.number()
    while number is None:
        try:
            with Deadline(PATIENCE):
                values = search.solve().values
        except OutOfTime:
            number = counter.number(left())
            tick()
            if number is None:  # it died, which is no reason to fail: what was found stays true
                raise
            break
        if values is None:
            yield Count(found, True)
            return
        found += 1
        yield Count(found, False)
        search.forbid(values)
        number = counter.number()
    if number < found:
        raise WrongAnswer(f"{exactly.NAME} counted {number} solutions of {search.puzzle.id()}, but there are {found}")
    yield Count(number, True, exactly.NAME)
