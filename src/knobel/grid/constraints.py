"""What the cells of a rule have to satisfy: the constraints of grid puzzles, as data.

Each says in plain Python what it means (``holds``), for the values of a rule's cells in their order; -1 is unknown and
satisfies nothing. Its clauses are in ``encode.py``, its line of a model in ``models.py``, its script in ``judge.js``:
four texts that share no code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class OneOf:
    """Each cell has one of these values: a given is ``OneOf((v,))``."""

    values: tuple[int, ...]

    def holds(self, cells: Sequence[int]) -> bool:
        return all(v in self.values for v in cells)


@dataclass(frozen=True)
class AllDifferent:
    """No value occurs twice. With as many cells as there are values, each occurs once."""

    def holds(self, cells: Sequence[int]) -> bool:
        return -1 not in cells and len(set(cells)) == len(cells)


@dataclass(frozen=True)
class Count:
    """At least ``low`` and at most ``high`` cells have one of the values; None leaves a side open."""

    low: int | None
    high: int | None
    values: tuple[int, ...] = (1,)

    def holds(self, cells: Sequence[int]) -> bool:
        count = sum(v in self.values for v in cells)
        return -1 not in cells and (self.low or 0) <= count and (self.high is None or count <= self.high)


def exactly(k: int, *values: int) -> Count:
    """So many cells have one of the values (1, where none is named), no more and no fewer."""
    return Count(k, k, values or (1,))


def at_least(k: int, *values: int) -> Count:
    return Count(k, None, values or (1,))


def at_most(k: int, *values: int) -> Count:
    return Count(None, k, values or (1,))


@dataclass(frozen=True)
class Sum:
    """The numbers in the cells add up to the total; a value v is the number ``v + first``.

    ``different``: and none of them occurs twice, as in the runs of a crossword of sums.
    """

    total: int
    first: int = 0
    different: bool = False

    def holds(self, cells: Sequence[int]) -> bool:
        if -1 in cells or (self.different and len(set(cells)) < len(cells)):
            return False
        return sum(v + self.first for v in cells) == self.total


@dataclass(frozen=True)
class Table:
    """The cells, in order, are one of the rows."""

    rows: frozenset[tuple[int, ...]]

    def holds(self, cells: Sequence[int]) -> bool:
        return tuple(cells) in self.rows


@dataclass(frozen=True)
class Automaton:
    """The cells, in order, are a word of the automaton: ``steps[state][value]`` is the next state, -1 none.

    It begins in state 0.
    """

    steps: tuple[tuple[int, ...], ...]
    finals: tuple[int, ...]

    def holds(self, cells: Sequence[int]) -> bool:
        state = 0
        for v in cells:
            state = self.steps[state][v] if v >= 0 and state >= 0 else -1
        return state in self.finals


@dataclass(frozen=True)
class Visible:
    """So many cells are seen from in front of the first: a cell hides all behind it that are not higher."""

    count: int

    def holds(self, cells: Sequence[int]) -> bool:
        return -1 not in cells and self.count == sum(all(v < w for v in cells[:i]) for i, w in enumerate(cells))


@dataclass(frozen=True)
class Unequal:
    """The first half of the cells is not the same, cell by cell, as the second half: two lines differ."""

    def holds(self, cells: Sequence[int]) -> bool:
        half = len(cells) // 2
        return -1 not in cells and list(cells[:half]) != list(cells[half:])


@dataclass(frozen=True)
class Apart:
    """Of no pair (of positions among the rule's cells) do both cells have one of the values: no two together."""

    pairs: tuple[tuple[int, int], ...]
    values: tuple[int, ...] = (1,)

    def holds(self, cells: Sequence[int]) -> bool:
        return -1 not in cells and not any(cells[i] in self.values and cells[j] in self.values for i, j in self.pairs)


@dataclass(frozen=True)
class Forbidden:
    """No pattern occurs, wherever it is laid: ``places`` are positions among the cells, as many as a pattern has."""

    patterns: tuple[tuple[int, ...], ...]
    places: tuple[tuple[int, ...], ...]

    def holds(self, cells: Sequence[int]) -> bool:
        found = {tuple(cells[i] for i in place) for place in self.places}
        return -1 not in cells and not found & set(self.patterns)


@dataclass(frozen=True)
class Connected:
    """The cells that have one of the values form one piece, or there are none; ``pairs`` says which are neighbours.

    ``ground`` are positions that hang together in any case, with something beyond the board: then all cells of the
    piece must be connected with it.
    """

    pairs: tuple[tuple[int, int], ...]
    values: tuple[int, ...] = (1,)
    ground: tuple[int, ...] = ()

    def holds(self, cells: Sequence[int]) -> bool:
        members = {i for i, v in enumerate(cells) if v in self.values}
        beside: dict[int, list[int]] = {i: [] for i in members}
        for i, j in self.pairs:
            if i in members and j in members:
                beside[i].append(j)
                beside[j].append(i)
        reached = members & set(self.ground) if self.ground else set(sorted(members)[:1])
        waiting = list(reached)
        while waiting:
            new = set(beside[waiting.pop()]) - reached
            reached |= new
            waiting += new
        return -1 not in cells and reached == members


@dataclass(frozen=True)
class Matching:
    """The cells that have one of the values can be paired one to one with ``partners``, so that nobody is left over.

    ``edges`` are pairs of a position among the cells and a partner, numbered from 0: who can be paired with whom.
    """

    partners: int
    edges: tuple[tuple[int, int], ...]
    values: tuple[int, ...] = (1,)

    def holds(self, cells: Sequence[int]) -> bool:
        members = [i for i, v in enumerate(cells) if v in self.values]
        if -1 in cells or len(members) != self.partners:
            return False
        can = {i: [partner for at, partner in self.edges if at == i] for i in members}
        taken: dict[int, int] = {}

        def finds(i: int, tried: set[int]) -> bool:
            for partner in can[i]:
                if partner not in tried:
                    tried.add(partner)
                    if partner not in taken or finds(taken[partner], tried):
                        taken[partner] = i
                        return True
            return False

        return all(finds(i, set()) for i in members)


Constraint: TypeAlias = (
    OneOf
    | AllDifferent
    | Count
    | Sum
    | Table
    | Automaton
    | Visible
    | Unequal
    | Apart
    | Forbidden
    | Connected
    | Matching
)
