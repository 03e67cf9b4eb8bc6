"""Which entries are the same in every solution, and which values occur at the others."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias, Unpack

import numpy as np

from ..errors import Interrupted
from ..limits import Deadline, OutOfTime, tick
from ..puzzle import Atom, Possible, Puzzle, Values, possible_of, values_of
from ..racing import raceable
from ..search import Ask, Search, open_search

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
def forced(puzzle: Puzzle, **ask: Unpack[Ask]) -> Forced:
    """What all solutions have in common.

    >>> from knobel import parse
    >>> forced(parse("nonogram:3x3:1/1/1/1/1/1")).board
    '???/???/???'
    >>> forced(parse("nonogram:3x3:1/1/1/1/1/1")).cells
    []
    >>> forced(parse("nonogram:3x2:1/1/1/1/2")).board
    '?.?/?#?'
    """
    possible = puzzle.domain()
    count = possible.shape[-1]
    seen = np.zeros_like(possible)
    status: Status = "undecided"
    search: Search | None = None
    try:
        with Deadline(ask.get("timeout")):
            search = open_search(puzzle, ask)
            if search.known is not None:
                possible = search.known
            patience = PATIENCE if "propagate" in search.engine.can else math.inf
            alone = brought = 0  # questions for one new fact, and the facts that they brought
            values = search.solve().values
            while values is not None:
                seen |= possible_of(values, count)
                unseen = possible & ~seen
                if not unseen.any():
                    break
                values = None
                if alone >= patience:
                    together = _together(search, unseen)
                    values = search.solve(together).values if together else None
                    gained = 0 if values is None else int((unseen & possible_of(values, count)).sum())
                    if gained * alone <= brought:  # no better than a question for one
                        patience = 2 * alone
                if values is None:
                    # One question for everything that is open, and the wish for as many at once as come cheaply.
                    search.prefer(np.where(unseen.any(axis=-1), unseen.argmax(axis=-1), -1))
                    values = search.solve(one_of=unseen).values
                    if values is not None:
                        alone, brought = alone + 1, brought + int((unseen & possible_of(values, count)).sum())
            possible = seen
            status = "solved" if seen.any() else "unsolvable"
    except OutOfTime:
        pass
    except KeyboardInterrupt:
        raise Interrupted(Forced(puzzle, status, possible)) from None
    finally:
        if search:
            search.close()
    return Forced(puzzle, status, possible)


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
