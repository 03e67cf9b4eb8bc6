"""All solutions of a puzzle, one after the other, and how many there are."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from typing import Unpack

from ..errors import Interrupted, Misuse, WrongAnswer
from ..interrupts import held
from ..limits import Budget, Deadline, OutOfTime, left, tick
from ..puzzle import Puzzle, Values
from ..racing import raceable
from ..search import Search, SearchOptions, open_search
from . import model_counter
from .nearest_pair import SolutionFormula

MANY = 1000
"""Solutions that are found one by one before a model counter, where there is one, is started as well."""

NEXT_WORK = 5_000_000
"""The work to find the next solution, after which only the model counter goes on."""


@dataclass(frozen=True)
class Count:
    """How many solutions were found; ``exact`` if there are no more.

    ``by`` is ``solutions`` where they were found one after the other, and the name of a model counter where that was
    asked as well. Which of the two was ready first is left open: it depends on the machine.

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


def solutions(puzzle: Puzzle, **options: Unpack[SearchOptions]) -> Generator[Values, None, None]:
    """Each solution once; raises :class:`OutOfTime` when the time was too short to find or exclude the next one.

    >>> from knobel import parse
    >>> p = parse("nonogram:2x2:1/1/1/1")
    >>> sorted(p.write(values) for values in solutions(p))
    ['#./.#', '.#/#.']
    """
    # The deadline is left before each yield: what the caller does meanwhile does not fall under it.
    deadline = Deadline(options.get("timeout"))
    with deadline:
        search = open_search(puzzle, options)
    with search:
        while True:
            with deadline:
                values = search.solve().values
            if values is None:
                return
            yield values
            search.forbid(values)


@raceable(lambda found: found.exact)
def count(puzzle: Puzzle, limit: int | None = None, **options: Unpack[SearchOptions]) -> Count:
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
        with Deadline(options.get("timeout")), closing(counts(puzzle, options)) as numbers:
            for so_far in numbers:
                if limit is not None and so_far.count > limit:
                    return Count(limit, False, so_far.by)
    except OutOfTime:
        pass
    except KeyboardInterrupt:
        raise Interrupted(so_far) from None
    return so_far


def counts(puzzle: Puzzle, options: SearchOptions) -> Generator[Count, None, None]:
    """Numbers that grow; the last one is exact."""
    found = 0
    with open_search(puzzle, options) as search:
        alone = options.get("engine") not in (None, "auto") or not model_counter.installed()
        while alone or found < MANY:
            values = search.solve().values
            if values is None:
                yield Count(found, True)
                return
            found += 1
            yield Count(found, False)
            search.forbid(values)
        formula = SolutionFormula(search).formula
        with ExitStack() as opened:
            with held():
                counter = opened.enter_context(closing(model_counter.Counter(formula)))
            yield from _race(search, counter, found)


def _race(search: Search, counter: model_counter.Counter, found: int) -> Iterator[Count]:
    """Go on finding solutions while the counter counts, unless the next one is too hard to find.

    A counter that dies is no reason to fail: then the solutions are found one after the other, however hard that is.
    """
    number = counter.number()
    while number is None:
        by = "solutions" if counter.died else model_counter.NAME
        try:
            with Budget(None if counter.died else NEXT_WORK):
                values = search.solve().values
        except OutOfTime:
            tick()  # if that was the timeout, there is no going on
            number = counter.number(left())
            continue
        if values is None:
            yield Count(found, True, by)
            return
        found += 1
        yield Count(found, False, by)
        search.forbid(values)
        number = counter.number()
    if number < found:
        raise WrongAnswer(
            f"{model_counter.NAME} counted {number} solutions of {search.puzzle.id()}, but there are {found}"
        )
    yield Count(number, True, model_counter.NAME)
