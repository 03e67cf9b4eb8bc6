"""Which entries are the same in every solution, and which values occur at the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, Unpack

import numpy as np

from ..errors import Interrupted
from ..limits import Deadline, OutOfTime
from ..puzzle import Atom, Possible, Puzzle, Values, values_of
from ..racing import raceable
from ..search import Ask, Search, open_search

Status: TypeAlias = Literal["solved", "unsolvable", "undecided"]


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
    seen = np.zeros_like(possible)
    status: Status = "undecided"
    search: Search | None = None
    try:
        with Deadline(ask.get("timeout")):
            search = open_search(puzzle, ask)
            if search.known is not None:
                possible = search.known
            while True:
                # One question for everything that is open: a solution that has something not seen before.
                found = search.solve(one_of=possible & ~seen if seen.any() else None)
                if found.values is None:
                    break
                seen |= found.values[..., None] == np.arange(possible.shape[-1])
                unseen = possible & ~seen
                if not unseen.any():
                    break
                # And as many of them at once as come cheaply.
                search.prefer(np.where(unseen.any(axis=-1), unseen.argmax(axis=-1), -1))
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
