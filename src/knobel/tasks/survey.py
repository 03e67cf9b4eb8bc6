"""What a setter asks after every change: how many solutions there are, none, one or many, and what they agree on."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from ..limits import Deadline, OutOfTime
from ..puzzle import Possible, Puzzle, Values, possible_of, values_of
from ..search import open_search
from .forced import witnesses
from .unique import nearer, two_solutions


@dataclass(frozen=True)
class Survey:
    """Some solutions; once ``complete``, every value that occurs in any solution occurs in one of these.

    The first two are near each other. ``possible`` are the values that are not yet excluded.
    """

    puzzle: Puzzle
    status: Literal["none", "one", "many", "undecided"]
    solutions: tuple[Values, ...]
    possible: Possible
    complete: bool = False

    @property
    def forced(self) -> Values:
        """The entries that are certain, as far as is known; -1 elsewhere."""
        return self.solutions[0] if self.status == "one" else values_of(self.possible)


def survey(puzzle: Puzzle, near_seconds: float) -> Generator[Survey, None, None]:
    """Surveys that say ever more, the first as soon as the number of solutions is known; raises :class:`OutOfTime`.

    ``near_seconds`` are spent on bringing the first two solutions nearer to each other: this is for a page.
    """
    found = Survey(puzzle, "undecided", (), puzzle.domain())
    with open_search(puzzle, {}) as search:
        if search.known is not None:
            found = replace(found, possible=search.known)
        for values in two_solutions(search):
            found = replace(found, solutions=(*found.solutions, values))
            yield found
        if len(found.solutions) < 2:
            yield replace(found, status="one" if found.solutions else "none", complete=True)
            return
        found = replace(found, status="many")
        yield found
        first, second = found.solutions
        with suppress(OutOfTime), Deadline(near_seconds):
            for closer in nearer(search, first, second):
                second = closer
        count = found.possible.shape[-1]
        seen = possible_of(first, count) | possible_of(second, count)
        found = replace(found, solutions=(first, second))
        for values in witnesses(search, found.possible, seen):
            found = replace(found, solutions=(*found.solutions, values))
            yield found
        yield replace(found, possible=seen, complete=True)
