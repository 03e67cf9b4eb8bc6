"""The rules of sudoku. n size, r row, c column, v value: the number in a cell less one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from knobel.errors import BadInput, Misuse
from knobel.grid import LATIN_BRIEF, LATIN_TECHNIQUES, REGIONS, AllDifferent, Form, Grid, Rule, Symbol, latin, numbered
from knobel.grid.links import numbers_link
from knobel.puzzle import Format
from knobel.readers import short
from knobel.say import Say

BOXES = {4: (2, 2), 6: (3, 2), 8: (4, 2), 9: (3, 3), 10: (5, 2), 12: (4, 3), 16: (4, 4), 25: (5, 5)}
"""The usual boxes, width and height."""
REGION = "the region at row {row} column {column} has each number from 1 to {last} once"


def usual_box(n: int) -> tuple[int, int]:
    """The box of a size that has no usual one: as square as it can be, and not higher than wide."""
    return BOXES.get(n) or next((n // h, h) for h in range(int(n**0.5), 0, -1) if n % h == 0)


@dataclass(frozen=True)
class Sudoku(Grid):
    """A sudoku with boxes, or with regions of any form.

    >>> p = Sudoku.parse("4:1.../..2./.4../...4")
    >>> p.check(p.read("1243/3421/4312/2134"))
    [row 3 column 2 is given as 4]
    """

    kind: ClassVar[str] = "sudoku"
    form: ClassVar[Form] = Form(square=True, most=35, settings={"box": "", "regions": ""})
    usual: ClassVar[tuple[int, int]] = (9, 9)
    brief: ClassVar = LATIN_BRIEF | {REGION: "the region of r{row}c{column}"}
    techniques: ClassVar = LATIN_TECHNIQUES | {REGION: "each number once"}

    def symbols(self) -> tuple[Symbol, ...]:
        return numbered(1, self.width)

    def rules(self) -> Iterator[Rule]:
        yield from latin(self)
        members: dict[str, list[tuple[int, int]]] = {}
        for r, c in self.board:
            members.setdefault(self.regions()[r][c], []).append((r, c))
        for cells in members.values():
            r, c = cells[0]
            yield Rule(Say(REGION, row=r + 1, column=c + 1, last=self.width), tuple(cells), AllDifferent())
        yield from self.givens()

    def regions(self) -> Sequence[str]:
        n = self.width
        if self.setting("regions"):
            return self.setting("regions").split("/")
        width, height = self.box
        return ["".join(REGIONS[r // height * (n // width) + c // width] for c in range(n)) for r in range(n)]

    @property
    def box(self) -> tuple[int, int]:
        """The width and height of a box."""
        width, _, height = self.setting("box").partition("x")
        return (int(width), int(height)) if height else usual_box(self.width)

    def validate(self) -> None:
        n, box, regions = self.width, self.setting("box"), self.setting("regions")
        if box and regions:
            raise BadInput("found a box and regions; expected one of the two")
        if box and (not re.fullmatch("[0-9]{1,2}x[0-9]{1,2}", box) or self.box[0] * self.box[1] != n):
            raise BadInput(f"the box is {short(box)}; expected WIDTHxHEIGHT with {n} cells")
        rows = regions.split("/")
        if regions and (len(rows) != n or {*map(len, rows)} != {n}):
            raise BadInput(f"the regions are {short(regions)}; expected {n} rows of {n} letters")
        for letter, size in Counter(regions.replace("/", "")).items():
            if letter not in REGIONS or size != n:
                raise BadInput(f"the region {letter!r} has {size} cells; expected letters, each for {n} cells")

    def __post_init__(self) -> None:
        """The usual box has one form only, so that equal boards are equal: nothing, if there is one for the size."""
        usual = "x".join(map(str, usual_box(self.width)))
        values = dict(self.settings)
        if "regions" not in values and self.width not in BOXES:
            values = {"box": usual} | values
        elif values.get("box") == usual:
            del values["box"]
        object.__setattr__(self, "settings", tuple(values.items()))

    def setting_text(self, name: str) -> str:
        usual = name == "box" and self.box == usual_box(self.width)
        return "" if usual else self.setting(name)

    def resettled(self, turn: bool) -> Self:
        values = dict(self.settings)
        if "regions" not in values:
            values["box"] = f"{self.box[1]}x{self.box[0]}"
        if "regions" in values:
            rows = values["regions"].split("/")
            values["regions"] = "/".join("".join(c[::-1] if turn else c) for c in zip(*rows, strict=True))
        return replace(self, settings=tuple(values.items()))


def _body(p: Sudoku) -> None:
    if p.settings or p.width not in (4, 6, 9, 16, 25):
        raise Misuse("the format puzzlink holds sudokus with square boxes, or with 3x2 boxes, only")


FORMATS: tuple[Format, ...] = (numbers_link("sudoku", Sudoku, "sudoku/4/4/1j2i3j4", check=_body),)
