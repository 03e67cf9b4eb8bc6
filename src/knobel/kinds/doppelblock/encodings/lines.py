"""What all doppelblock encodings share: the rules of the lines, the given cells, and where a line has its black cells.

``cell(r,c,v)`` says that a cell has a value, ``one(line,i)`` that there is a black cell among the cells 0 to i of a
line, ``two(line,i)`` that there are two or more. The last two are defined by the cells, whatever these are, so that
they belong to no rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

import numpy as np
import numpy.typing as npt

from knobel import emit
from knobel.formula import Formula, Group, Lits, Words, answer_cells
from knobel.puzzle import Place, Possible

from ..rules import Doppelblock


class Lines:
    """All lines of a board side by side, the columns before the rows: ``lits[line, i, v]`` are the literals."""

    def __init__(self, p: Doppelblock, known: Possible | None, amo: str = "pairs") -> None:
        self.p, self.n, self.f = p, p.n, Formula()
        answer = answer_cells(self.f, p.domain(), known)
        self.places = p.lines()
        self.names = [f"{place.name}{place.i}" for place in self.places]
        self.lits: Lits = np.concatenate([answer.transpose(1, 0, 2), answer])
        self.black = self.lits[:, :, 0]
        self._count_blacks()
        self._rules(amo)
        for place in p.places():
            if place.name == "cell":
                with self.clue(place):
                    self.f.add([int(answer[place.i, place.j, p.givens[place.i][place.j]])])

    def _count_blacks(self) -> None:
        f, n = self.f, self.n
        inner = Words(range(1, n), from_zero=(0,))
        one, two = (f.new(name, len(self.names), n - 1, axes=[self.names, inner]) for name in ("one", "two"))
        self.one = np.concatenate([self.black[:, :1], one], axis=1)
        self.two = np.concatenate([np.full_like(self.black[:, :1], -f.true), two], axis=1)
        black, one_before, two_before = self.black[:, 1:], self.one[:, :-1], self.two[:, :-1]
        for clause in (
            (-one_before, one),
            (-black, one),
            (-one, one_before, black),
            (-two_before, two),
            (-one_before, -black, two),
            (-two, one_before),
            (-two, two_before, black),
        ):
            f.add(np.stack(clause, axis=-1).reshape(-1, len(clause)))

    def _rules(self, amo: str) -> None:
        f, n = self.f, self.n
        groups = [f.declare("rule", self.p.rule(place), self.p.cells(place)).id for place in self.places]
        ids = np.array(groups, dtype=np.int32)
        self.two_blacks(range(len(groups)), ids)
        numbers = self.lits[:, :, 1:].transpose(0, 2, 1).reshape(-1, n)  # the places of a number in a line, one a row
        owners, ids = np.repeat(np.arange(len(numbers)), n), np.repeat(ids, n - 2)
        f.add(numbers, group=ids)
        emit.at_most_one_each(f, numbers.ravel(), owners, ids, amo, "once")

    def two_blacks(self, lines: Sequence[int], groups: npt.NDArray[np.int32]) -> None:
        """These lines have exactly two black cells each; ``groups`` are the groups of these clauses, one a line."""
        two, black = self.two[lines], self.black[lines]
        third = np.stack([-two[:, 1:-1], -black[:, 2:]], axis=-1).reshape(-1, 2)
        self.f.add(third, group=np.repeat(groups, self.n - 2))
        self.f.add(two[:, -1:], group=groups)

    def clue(self, place: Place) -> AbstractContextManager[Group]:
        """The group of a clue."""
        return self.f.group("clue", self.p.clue(place), self.p.cells(place), place)

    def sums(self) -> list[tuple[int, int]]:
        """The lines that have a clue, each with its sum."""
        found = ((line, self.p.sum_at(place)) for line, place in enumerate(self.places))
        return [(line, s) for line, s in found if s is not None]
