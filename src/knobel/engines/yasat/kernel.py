"""What is called from outside: the same four functions as plain Python or as machine code.

A function marked with ``@part`` stays what it is; whoever wants to step through the solver calls it in Python.
"""

from __future__ import annotations

from . import clauses, reduce
from . import search as searching
from .state import LIBRARY as LIBRARY
from .state import Ints, State, bare


@LIBRARY.entry
def load(s: State, flat: Ints, start: int, end: int, sets: int) -> int:
    """Clauses, or sets."""
    if sets:
        return clauses.load_sets(bare(s), flat, start, end)
    return clauses.load(bare(s), flat, start, end)


@LIBRARY.entry
def search(s: State, conflicts: int, ticks: int) -> int:
    return searching.search(bare(s), conflicts, ticks)


@LIBRARY.entry
def collect(s: State, to: State) -> int:
    reduce.collect(bare(s), bare(to))
    return 0


@LIBRARY.entry
def imply(s: State) -> int:
    return searching.imply(bare(s))
