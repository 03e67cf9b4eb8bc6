"""Is a board right so far? Any solution counts, not only the one that its setter had in mind."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..limits import Deadline, OutOfTime, tick
from ..minimal import minimal
from ..puzzle import Atom, Optimising, Puzzle, Values
from ..say import Say
from ..search import Search, open_search
from .check import better
from .forced import forced
from .hint import Hint


@dataclass(frozen=True)
class Progress:
    """``right``: the filled entries belong to a solution. ``done``: all entries are filled, and right.

    If not, ``wrong`` are entries that cannot all be right, and ``told`` says so. ``complete`` is False where the time
    was over before that was known.
    """

    right: bool
    done: bool = False
    wrong: tuple[Atom, ...] = ()
    told: tuple[Say, ...] = ()
    complete: bool = True


def progress(puzzle: Puzzle, values: Values, timeout: float | None = None) -> Progress:
    """Whether the filled entries (-1 elsewhere) belong to a solution; if not, which of them are wrong.

    >>> from knobel import parse
    >>> p = parse("nonogram:3x1:1//1/1.1")
    >>> progress(p, p.read("#??")).right
    True
    >>> print(*progress(p, p.read("##?")).told)
    This cannot be right: row 1 column 2 is painted.
    """
    full = bool((values >= 0).all())
    broken = tuple(puzzle.check(values)) if full else ()
    if full and not broken and not (isinstance(puzzle, Optimising) and puzzle.best):
        return Progress(True, True)
    filled = [Atom(tuple(at), int(values[tuple(at)])) for at in np.argwhere(values >= 0).tolist()]
    try:
        with Deadline(timeout), open_search(puzzle, {}) as search:
            if broken:
                return Progress(False, wrong=_conflict(puzzle, search, filled), told=broken)
            if full and isinstance(puzzle, Optimising) and search.value is not None:
                right = puzzle.value(values) == search.value
                return Progress(
                    right, right, told=() if right else (better(puzzle, search.value, puzzle.value(values)),)
                )
            if search.solve(filled).values is not None:
                return Progress(True, full)
            wrong = _conflict(puzzle, search, filled)
    except OutOfTime:
        return Progress(not broken, told=broken, complete=False)
    return Progress(False, wrong=wrong, told=tuple(Hint(puzzle, "wrong", wrong=wrong).told()) if wrong else ())


def _conflict(puzzle: Puzzle, search: Search, filled: list[Atom]) -> tuple[Atom, ...]:
    """All entries that no solution has; where each occurs in some, a set of them of which none can be spared."""
    possible = forced(puzzle).possible
    tick()  # what is found in too little time is not all
    alone = [atom for atom in filled if not possible[(*atom.at, atom.value)]]
    if alone:
        return tuple(alone)
    core = [atom for atom in search.solve(filled).core if isinstance(atom, Atom)]
    return tuple(minimal(core or filled, lambda part: search.solve(part).values is None))
