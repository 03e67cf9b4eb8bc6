"""What is called from outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from . import clauses, reduce
from . import search as searching
from .kernel import LIBRARY, bare
from .state import Ints, State


class Entries(NamedTuple):
    """Four functions, in Python or as machine code."""

    load: Callable[[State, Any, int, int, int], int]
    search: Callable[[State, int, int], int]
    collect: Callable[[State, State], int]
    imply: Callable[[State], int]


def load(s: State, flat: Ints, start: int, end: int, sets: int) -> int:
    """Clauses, or sets."""
    if sets:
        return clauses.load_sets(bare(s), flat, start, end)
    return clauses.load(bare(s), flat, start, end)


def search(s: State, conflicts: int, ticks: int) -> int:
    return searching.search(bare(s), conflicts, ticks)


def collect(s: State, to: State) -> int:
    reduce.collect(bare(s), bare(to))
    return 0


def imply(s: State) -> int:
    return searching.imply(bare(s))


PLAIN = Entries(load, search, collect, imply)


def compiled() -> Entries:
    """The same as machine code."""
    return Entries(**LIBRARY.calls())
