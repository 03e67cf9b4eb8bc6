"""Is there exactly one solution? If there are more: two of them, as near as can be, and what would rule one out."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, Unpack

import numpy as np

from ..encodings import Encoding
from ..limits import Budget, Deadline, OutOfTime, anytime, left
from ..puzzle import At, Atom, Puzzle, Spaced, Values, possible_of
from ..racing import raceable
from ..search import Search, SearchOptions, chosen, engine_name, open_search
from .nearest_pair import PairSearch, SolutionFormula
from .suggest import Suggestions

Verdict: TypeAlias = Literal["unique", "multiple", "none", "undecided"]
STATUS: tuple[Verdict, ...] = ("none", "unique", "multiple")  # by the number of witnesses

NEAREST_WORK = 8_000_000
"""The work to look for a nearer pair of solutions, where no timeout says otherwise."""

SUGGEST_WORK = 12_000_000
"""The work to look for a smallest set of extra facts, where no timeout says otherwise."""

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
    encoding: str | None = None  # as in :class:`~knobel.tasks.solve.Result`
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
def unique(
    puzzle: Puzzle, *, nearest: bool = True, suggest: bool = False, **options: Unpack[SearchOptions]
) -> Uniqueness:
    """Whether the puzzle has exactly one solution.

    If it has more, a pair as near to each other as can be is looked for, with a fixed effort or for all of the timeout.
    ``nearest=False`` asks for the verdict alone. ``suggest`` looks for the fewest facts that would make the puzzle
    unique.

    >>> from knobel import parse
    >>> unique(parse("nonogram:4x4:2/1/2/1/1.1/2/1/1")).status
    'unique'
    >>> found = unique(parse("nonogram:2x2:1/1/1/1"), suggest=True)
    >>> found.differs, found.least
    ([(0, 0), (0, 1), (1, 0), (1, 1)], True)
    >>> len(found.suggest), found.smallest
    (1, True)
    """
    encoding, engine = choice = chosen(puzzle, options)
    answer = Uniqueness(puzzle, "undecided", (), encoding.full_name, engine_name(engine))
    return anytime(answer, _answers(answer, nearest, suggest, options, choice), options.get("timeout"))


def _answers(
    answer: Uniqueness, nearest: bool, suggest: bool, options: SearchOptions, choice: tuple[Encoding, str]
) -> Generator[Uniqueness, None, None]:
    """Answers that say ever more: the verdict first, and then what else was asked for."""
    with open_search(answer.puzzle, options, choice=choice) as search:
        answer = replace(answer, encoding=search.encoding_name, engine=search.engine_name)
        for values in two_solutions(search):
            answer = replace(answer, solutions=(*answer.solutions, values))
            yield answer
        answer = replace(answer, status=STATUS[len(answer.solutions)])
        yield answer
        if answer.status == "unique" and suggest:
            yield replace(answer, suggest=(), smallest=True)
        elif answer.status == "multiple" and answer.solutions[0].size <= LARGE:
            yield from _more(answer, search, nearest, suggest)


def two_solutions(search: Search) -> Iterator[Values]:
    """At most two solutions, the second as near to the first as comes cheaply. The first one is forbidden then."""
    first = search.solve().values
    if first is None:
        return
    yield first
    search.forbid(first)
    second = search.another(first)
    if second is None:
        search.prefer(first)
        second = search.solve().values
    if second is not None:
        yield second


def _more(answer: Uniqueness, search: Search, nearest: bool, suggest: bool) -> Iterator[Uniqueness]:
    """The two solutions nearer to each other, then facts that would make one of them the only one.

    A timeout is used up, half of it for each where both are asked for; without one, the effort is fixed.
    """
    seconds = left()
    if nearest:
        limit = Budget(NEAREST_WORK) if seconds is None else Deadline(seconds / 2 if suggest else seconds)
        with suppress(OutOfTime), limit:
            for better in _nearer(answer, search):
                answer = better
                yield answer
    if suggest:
        with suppress(OutOfTime), Budget(SUGGEST_WORK if seconds is None else None):
            yield from _suggested(answer, search)


def _nearer(answer: Uniqueness, search: Search) -> Iterator[Uniqueness]:
    """First near the first solution, where little is left to search, then among all pairs."""
    least = answer.puzzle.apart() if isinstance(answer.puzzle, Spaced) else 1
    first, second = answer.solutions
    for closer in nearer(search, first, second, least):
        answer = replace(answer, solutions=(first, closer))
        yield answer
    if len(answer.differs) > least:
        with closing(PairSearch(SolutionFormula(search))) as pairs:
            pair = pairs.nearest(len(answer.differs), least)
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
    formula = SolutionFormula(search)
    with closing(PairSearch(formula)) as pairs:
        for facts in Suggestions(formula, pairs).run(answer.solutions):
            answer = replace(answer, suggest=facts)
            yield answer
    yield replace(answer, smallest=True)
