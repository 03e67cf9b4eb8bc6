"""Which entries are the same in every solution, and which values occur at the others."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, Unpack

import numpy as np

from ..limits import anytime, tick
from ..puzzle import Atom, Possible, Puzzle, Values, possible_of, values_of
from ..racing import raceable
from ..search import Search, SearchOptions, open_search

Status: TypeAlias = Literal["solved", "unsolvable", "undecided"]

PATIENCE = 24
"""Questions for one new fact after which several are demanded at once: that takes time first, mostly for nothing."""

MANY = 32
"""At most so many are demanded at once."""


@dataclass(frozen=True)
class Forced:
    """``possible`` marks the values that occur in some solution; when undecided, those that are not yet excluded."""

    puzzle: Puzzle
    status: Status
    possible: Possible

    @property
    def values(self) -> Values:
        """The forced entries, -1 elsewhere."""
        return values_of(self.possible)

    @property
    def cells(self) -> list[Atom]:
        """The forced entries as facts."""
        values = self.values
        return [Atom(tuple(at), int(values[tuple(at)])) for at in np.argwhere(values >= 0).tolist()]

    @property
    def board(self) -> str:
        """The one-line form with ``?`` for what is open."""
        return self.puzzle.write(self.values)

    def __str__(self) -> str:
        return str(self.puzzle.draw(self.values)) if self.status != "unsolvable" else self.status

    def _repr_svg_(self) -> str:
        return self.puzzle.draw(self.values).svg()


@raceable(lambda found: found.status != "undecided")
def forced(puzzle: Puzzle, **options: Unpack[SearchOptions]) -> Forced:
    """What all solutions have in common.

    >>> from knobel import parse
    >>> forced(parse("nonogram:3x3:1/1/1/1/1/1")).board
    '???/???/???'
    >>> forced(parse("nonogram:3x3:1/1/1/1/1/1")).cells
    []
    >>> forced(parse("nonogram:3x2:1/1/1/1/2")).board
    '?.?/?#?'
    """
    answer = Forced(puzzle, "undecided", puzzle.domain())
    return anytime(answer, _answers(answer, options), options.get("timeout"))


def _answers(answer: Forced, options: SearchOptions) -> Generator[Forced, None, None]:
    """What is known beforehand, then all of it."""
    with open_search(answer.puzzle, options) as search:
        if search.known is not None:
            answer = replace(answer, possible=search.known)
            yield answer
        seen = np.zeros_like(answer.possible)
        first = search.solve().values
        if first is not None:
            seen |= possible_of(first, seen.shape[-1])
            for _ in witnesses(search, answer.possible, seen):
                pass
        yield replace(answer, possible=seen, status="unsolvable" if first is None else "solved")


def witnesses(search: Search, possible: Possible, seen: Possible) -> Iterator[Values]:
    """Solutions with values that were not seen before, until every value that occurs in any solution has been seen.

    ``possible`` are the values that can occur. What the solutions show is marked in ``seen``, which has to hold what is
    known from one solution at least. Raises :class:`OutOfTime`.
    """

    def new_in(values: Values) -> int:
        return int((unseen & possible_of(values, count)).sum())

    count = possible.shape[-1]
    patience = PATIENCE if "propagate" in search.engine.can else math.inf
    alone = brought = 0  # questions for one new fact, and the facts that they brought
    while (unseen := possible & ~seen).any():
        values = None
        if alone >= patience:
            together = _together(search, unseen)
            values = search.solve(together).values if together else None
            if values is None or new_in(values) * alone <= brought:  # no better than a question for one
                patience = 2 * alone
        if values is None:
            # One question for everything that is open, and the wish for as many at once as come cheaply.
            search.prefer(np.where(unseen.any(axis=-1), unseen.argmax(axis=-1), -1))
            values = search.solve(one_of=unseen).values
            if values is None:
                return
            alone, brought = alone + 1, brought + new_in(values)
        seen |= possible_of(values, count)
        yield values


def _together(search: Search, unseen: Possible) -> list[Atom]:
    """Facts that were not seen before and go together, as far as unit propagation can tell.

    Asked for one new fact, an engine may change next to nothing of the solution before: what its formula has beside
    the entries it decides first, and as it did then, so that wishes for entries come too late. Demands do not.
    """
    atoms: list[Atom] = []
    while unseen.any() and len(atoms) < MANY:
        tick()
        *at, value = (int(i) for i in np.unravel_index(unseen.argmax(), unseen.shape))
        atoms.append(Atom(tuple(at), value))
        still = search.propagate(atoms)
        if still is None:
            return atoms[:-1]
        unseen = unseen & still
        unseen[tuple(at)] = False
    return atoms
