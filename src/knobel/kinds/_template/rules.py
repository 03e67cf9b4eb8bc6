"""The rules of Latin squares: the smallest complete kind, to be copied for a new one.

n size, r row, c column, v value: the number in a cell less one; a given is -1 where nothing is given.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import ClassVar, Self

import numpy as np

from knobel.errors import BadInput
from knobel.picture import Board, Cell, Mark, Picture
from knobel.puzzle import Atom, Place, Possible, Values
from knobel.say import Say

MAX_SIDE = 9


@dataclass(frozen=True)
class Latin:
    """A Latin square to complete.

    >>> p = Latin.parse("2:1./..")
    >>> p.check(p.read("12/12"))
    [column 1 has each number once, column 2 has each number once]
    """

    kind: ClassVar[str] = "_template"
    givens: tuple[tuple[int, ...], ...]
    title: str = field(default="", compare=False)

    @property
    def n(self) -> int:
        return len(self.givens)

    @classmethod
    def parse(cls, description: str) -> Self:
        size, _, body = description.partition(":")
        if not re.fullmatch("[1-9]", size):
            raise BadInput(f"the size is {size[:20]!r}; expected 1 to {MAX_SIDE}")
        return cls(_rows(body, int(size), "."))

    def id(self) -> str:
        return f"{self.kind}:{self.n}:" + "/".join(
            "".join(str(v + 1) if v >= 0 else "." for v in row) for row in self.givens
        )

    def domain(self) -> Possible:
        return np.ones((self.n, self.n, self.n), dtype=np.bool_)

    def check(self, values: Values) -> list[Say]:
        lines = [(self.rule("row", i), values[i]) for i in range(self.n)]
        lines += [(self.rule("column", i), values[:, i]) for i in range(self.n)]
        broken = [rule for rule, line in lines if len(set(line.tolist())) < self.n]
        return broken + [self.clue(r, c) for _, r, c in self.places() if values[r, c] != self.givens[r][c]]

    def rule(self, line: str, i: int) -> Say:
        template = "row {number} has each number once" if line == "row" else "column {number} has each number once"
        return Say(template, number=i + 1)

    def clue(self, r: int, c: int) -> Say:
        return Say(
            "row {row} column {column} is given as {value}", row=r + 1, column=c + 1, value=self.givens[r][c] + 1
        )

    def read(self, line: str) -> Values:
        return np.array(_rows(line.strip(), self.n, "?"), dtype=np.int64)

    def write(self, values: Values) -> str:
        return "/".join("".join(str(v + 1) if v >= 0 else "?" for v in row) for row in values.tolist())

    def draw(self, values: Values | None = None, marks: Collection[Mark] = ()) -> Picture:
        shown = np.array(self.givens) if values is None else values
        cells = [[Cell(f" {v + 1}", str(v + 1)) if v >= 0 else Cell(" .") for v in row] for row in shown.tolist()]
        return Picture((Board(tuple(map(tuple, cells))),), self.title, marks)

    def say(self, atom: Atom) -> Say:
        (r, c), v, holds = atom
        template = "row {row} column {column} is {value}" if holds else "row {row} column {column} is not {value}"
        return Say(template, row=r + 1, column=c + 1, value=v + 1)

    def places(self) -> list[Place]:
        return [Place("cell", r, c) for r, row in enumerate(self.givens) for c, v in enumerate(row) if v >= 0]

    def keep(self, places: Collection[Place]) -> Self:
        kept = [
            [v if Place("cell", r, c) in places else -1 for c, v in enumerate(row)] for r, row in enumerate(self.givens)
        ]
        return type(self)(tuple(map(tuple, kept)), self.title)

    def full(self, values: Values) -> Self:
        return type(self)(tuple(map(tuple, values.tolist())), self.title)


def _rows(text: str, n: int, unknown: str) -> tuple[tuple[int, ...], ...]:
    codes = {str(v + 1): v for v in range(n)} | {unknown: -1}
    rows = text.split("/")
    for row in rows:
        if len(rows) != n or len(row) != n or not set(row) <= set(codes):
            raise BadInput(f"{text[:40]!r}; expected {n} rows of {n} characters out of {''.join(codes)}")
    return tuple(tuple(codes[char] for char in row) for row in rows)
