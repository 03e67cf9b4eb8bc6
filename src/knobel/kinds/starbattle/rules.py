"""The rules of star battle. k stars in a line or region, r row, c column, v value: 1 for a star."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from knobel.errors import BadInput
from knobel.grid import REGIONS, Apart, Form, Grid, Rule, Symbol, exactly
from knobel.grid.links import borders, link, regions_of
from knobel.picture import FAINT, INK, Cell
from knobel.puzzle import At, Format, Place, Values
from knobel.readers import short
from knobel.say import Say

TOUCH = "no two stars touch each other"
ROW = ("row {row} has {stars} stars", "row {row} has one star")
COLUMN = ("column {column} has {stars} stars", "column {column} has one star")
REGION = (
    "the region at row {row} column {column} has {stars} stars",
    "the region at row {row} column {column} has one star",
)


@dataclass(frozen=True)
class Starbattle(Grid):
    """A board of regions, which may be in several pieces; a cell without a letter is in none.

    >>> p = Starbattle.parse("4:aabb/aabb/ccdd/ccdd:stars=1")
    >>> p.check(p.read(".*../...*/*.../..*."))
    []
    """

    kind: ClassVar[str] = "starbattle"
    form: ClassVar[Form] = Form(square=True, most=52, settings={"stars": "1"}, always=("stars",))
    usual: ClassVar[tuple[int, int]] = (8, 8)
    brief: ClassVar = {
        TOUCH: "stars do not touch",
        **dict.fromkeys(ROW, "row {row}"),
        **dict.fromkeys(COLUMN, "column {column}"),
        **dict.fromkeys(REGION, "the region of r{row}c{column}"),
    }
    techniques: ClassVar = {
        **dict.fromkeys(("it is beside one", "they are beside one", TOUCH), "beside a star"),
        "all are found": "all stars found",
        **dict.fromkeys(("one cell is left", "only {count} cells are left"), "as many cells as stars"),
        **dict.fromkeys((*ROW, *COLUMN, *REGION), "count"),
    }

    def symbols(self) -> tuple[Symbol, ...]:
        return Symbol(".", Say("empty")), Symbol("*", Say("a star"), Say("stars"), "★")

    def rules(self) -> Iterator[Rule]:
        for i in range(self.width):
            yield self._stars(ROW, self.row(i), row=i + 1)
        for i in range(self.width):
            yield self._stars(COLUMN, self.column(i), column=i + 1)
        members: dict[str, list[tuple[int, int]]] = {}
        for r, c in self.board:
            members.setdefault(self.cells[r][c], []).append((r, c))
        members.pop("", None)
        for cells in members.values():
            r, c = cells[0]
            yield self._stars(REGION, tuple(cells), row=r + 1, column=c + 1)
        yield Rule(Say(TOUCH), tuple(self.board), Apart(self.neighbours(corners=True)))

    def _stars(self, templates: tuple[str, str], cells: tuple[At, ...], **where: int) -> Rule:
        k = int(self.setting("stars"))
        say = Say(templates[1], **where) if k == 1 else Say(templates[0], stars=k, **where)
        return Rule(say, cells, exactly(k))

    def cell_codes(self) -> str:
        return REGIONS

    def bare(self, code: str) -> str:
        return code  # regions are no clues: they stay

    def clue(self, place: Place, values: Values) -> str:
        return self.cells[place.i][place.j]

    def validate(self) -> None:
        stars = self.setting("stars")
        if stars not in map(str, range(1, 14)):
            raise BadInput(f"the number of stars is {short(stars)}; expected 1 to 13")

    def regions(self) -> tuple[tuple[str, ...], ...]:
        return self.cells

    def look(self, r: int, c: int, v: int) -> Cell:
        if v < 0:
            return Cell(" ·")
        return Cell(" ★", "★", ink=INK) if v else Cell(" .", ink=FAINT)

    @classmethod
    def of_regions(cls, regions: list[str], stars: int) -> Self:
        """A board from rows of letters."""
        n = len(regions)
        return cls(n, n, tuple(map(tuple, regions)), settings=(("stars", str(stars)),))


def _of_address(width: int, height: int, body: str) -> Starbattle:
    stars, _, text = body.partition("/")
    if not stars.isascii() or not stars.isdecimal():
        raise BadInput(f"the number of stars is {short(stars)}; expected 1 to 13")
    return Starbattle.of_regions(regions_of(width, height, text), int(stars[:3]))


def _body(p: Starbattle) -> str:
    return f"{p.setting('stars')}/{borders(p.cells)}"


FORMATS: tuple[Format, ...] = (link("starbattle", Starbattle, "starbattle/4/4/1/92i9f0", _of_address, _body, parts=2),)
