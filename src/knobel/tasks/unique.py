"""Is there exactly one solution? If there are more: two of them, as near as can be, and what would rule one out."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, Unpack

import numpy as np

from ..limits import Deadline, OutOfTime, left
from ..puzzle import At, Atom, Puzzle, Spaced, Values, possible_of
from ..racing import raceable
from ..search import Ask, Search, chosen, open_search
from .bettering import last
from .suggest import Suggestions
from .twins import Clauses, Twins

Verdict: TypeAlias = Literal["unique", "multiple", "none", "undecided"]
STATUS: tuple[Verdict, ...] = ("none", "unique", "multiple")  # by the number of witnesses

NEAREST_SECONDS = 3.0
"""How long a nearer pair of solutions is looked for where no timeout says otherwise."""

SUGGEST_SECONDS = 5.0
"""How long a smallest set of extra facts is looked for where no timeout says otherwise."""

LARGE = 50_000
"""Boards with more entries than this get their verdict and two solutions as they are found."""


@dataclass(frozen=True)
class Uniqueness:
    """The verdict, and the solutions that witness it (at most two).

    ``least`` says that no two solutions differ in fewer entries. ``suggest``, where asked for, are facts that make the
    puzzle unique; ``smallest`` says that fewer never do.
    """

    puzzle: Puzzle
    status: Verdict
    solutions: tuple[Values, ...] = ()
    encoding: str = ""
    engine: str = ""
    least: bool = False
    suggest: tuple[Atom, ...] | None = None
    smallest: bool = False

    @property
    def differs(self) -> list[At]:
        """The entries in which two solutions differ."""
        if len(self.solutions) < 2:
            return []
        return [tuple(at) for at in np.argwhere(self.solutions[0] != self.solutions[1]).tolist()]

    def __str__(self) -> str:
        return self.status

    def __bool__(self) -> bool:
        return self.status == "unique"


@raceable(lambda found: found.status != "undecided")
def unique(puzzle: Puzzle, *, nearest: bool = True, suggest: bool = False, **ask: Unpack[Ask]) -> Uniqueness:
    """Whether the puzzle has exactly one solution.

    If it has more, two of them are brought together as near as three seconds allow, or all of the timeout.
    ``nearest=False`` is for those who want the verdict alone. ``suggest`` looks for the fewest facts that would make
    the puzzle unique.

    >>> from knobel import parse
    >>> unique(parse("nonogram:4x4:2/1/2/1/1.1/2/1/1")).status
    'unique'
    >>> found = unique(parse("nonogram:2x2:1/1/1/1"), suggest=True)
    >>> found.differs, found.least
    ([(0, 0), (0, 1), (1, 0), (1, 1)], True)
    >>> len(found.suggest), found.smallest
    (1, True)
    """
    encoding, engine = chosen(puzzle, ask)
    answer = Uniqueness(puzzle, "undecided", (), encoding.full_name, engine.name)
    return last(answer, _answers(answer, nearest, suggest, ask), ask.get("timeout"))


def _answers(answer: Uniqueness, nearest: bool, suggest: bool, ask: Ask) -> Generator[Uniqueness, None, None]:
    """Answers that say ever more: the verdict first, and then what else was asked for."""
    with open_search(answer.puzzle, ask) as search:
        while True:
            values = search.solve().values
            if values is None:
                break
            answer = replace(answer, solutions=(*answer.solutions, values))
            if len(answer.solutions) == 2:
                break
            yield answer
            search.forbid(values)
            other = search.another(values)
            if other is not None:
                answer = replace(answer, solutions=(values, other))
                break
            search.prefer(values)  # the second one as near to the first as comes cheaply
        answer = replace(answer, status=STATUS[len(answer.solutions)])
        yield answer
        if answer.status == "unique" and suggest:
            yield replace(answer, suggest=(), smallest=True)
        elif answer.status == "multiple" and answer.solutions[0].size <= LARGE:
            yield from _more(answer, search, nearest, suggest)


def _more(answer: Uniqueness, search: Search, nearest: bool, suggest: bool) -> Iterator[Uniqueness]:
    """The two solutions nearer to each other, then facts that would make one of them the only one."""
    remaining = left()
    if nearest:
        patience = NEAREST_SECONDS if remaining is None else remaining / 2 if suggest else remaining
        with suppress(OutOfTime), Deadline(patience):
            for better in _nearer(answer, search):
                answer = better
                yield answer
    if suggest:
        with suppress(OutOfTime), Deadline(SUGGEST_SECONDS if remaining is None else None):
            yield from _suggested(answer, search)


def _nearer(answer: Uniqueness, search: Search) -> Iterator[Uniqueness]:
    """First near the first solution, where little is left to search, then among all pairs."""
    least = answer.puzzle.apart() if isinstance(answer.puzzle, Spaced) and not search.encoding.weaker else 1
    first, second = answer.solutions
    for closer in nearer(search, first, second, least):
        answer = replace(answer, solutions=(first, closer))
        yield answer
    if len(answer.differs) > least:
        with closing(Twins(Clauses(search))) as twins:
            pair = twins.nearer(len(answer.differs), least)
        if pair is not None:
            answer = replace(answer, solutions=pair)
    yield replace(answer, least=True)


def nearer(search: Search, first: Values, second: Values, least: int = 1) -> Iterator[Values]:
    """Solutions ever nearer to the first: each agrees with it where the one before does, and somewhere else too.

    Ends where there is none, or where the two differ in no more than the ``least`` number of entries.
    """
    while (differ := first != second).sum() > least:
        same = [Atom(tuple(at), int(first[tuple(at)])) for at in np.argwhere(~differ).tolist()]
        agrees = differ[..., None] & possible_of(first, search.puzzle.domain().shape[-1])
        found = search.solve(same, one_of=agrees).values
        if found is None:
            return
        second = found
        yield second


def _suggested(answer: Uniqueness, search: Search) -> Iterator[Uniqueness]:
    """Ever fewer facts that would make the puzzle unique."""
    clauses = Clauses(search)
    with closing(Twins(clauses)) as twins:
        for facts in Suggestions(clauses, twins).run(answer.solutions):
            answer = replace(answer, suggest=facts)
            yield answer
    yield replace(answer, smallest=True)
