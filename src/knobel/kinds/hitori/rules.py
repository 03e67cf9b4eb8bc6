"""The rules of hitori. r row, c column, v value: 1 for a shaded cell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from knobel.errors import BadInput
from knobel.grid import CODES, Apart, Connected, Form, Grid, Rule, Symbol, at_most
from knobel.grid.links import link
from knobel.picture import GRID, INK, Cell
from knobel.puzzle import Format, Place, Values
from knobel.readers import short
from knobel.say import Say

ROW = "row {row} has the number {number} unshaded at most once"
COLUMN = "column {column} has the number {number} unshaded at most once"
TOUCH = "no two shaded cells are side by side"
PIECE = "the unshaded cells are one piece"


@dataclass(frozen=True)
class Hitori(Grid):
    """A board of numbers; a cell may have none.

    >>> p = Hitori.parse("3x3:112/123/231")
    >>> p.check(p.read("#../..#/..."))
    []
    """

    kind: ClassVar[str] = "hitori"
    form: ClassVar[Form] = Form(most=60)
    usual: ClassVar[tuple[int, int]] = (8, 8)
    brief: ClassVar = {
        ROW: "the {number}s in row {row}",
        COLUMN: "the {number}s in column {column}",
        TOUCH: "shaded cells do not touch",
        PIECE: "one piece",
    }
    techniques: ClassVar = {
        **dict.fromkeys(("it is beside one", "they are beside one", TOUCH), "beside a shaded cell"),
        "one is there already": "the number is there",
        **dict.fromkeys((ROW, COLUMN), "each number once"),
        **dict.fromkeys(("the only way between them", PIECE), "one piece"),
    }

    def symbols(self) -> tuple[Symbol, ...]:
        return Symbol(".", Say("unshaded")), Symbol("#", Say("shaded"), fill=INK)

    def rules(self) -> Iterator[Rule]:
        for r in range(self.height):
            for number, cells in self._equal(self.row(r)).items():
                yield Rule(Say(ROW, row=r + 1, number=number), tuple(cells), at_most(1, 0))
        for c in range(self.width):
            for number, cells in self._equal(self.column(c)).items():
                yield Rule(Say(COLUMN, column=c + 1, number=number), tuple(cells), at_most(1, 0))
        yield Rule(Say(TOUCH), tuple(self.board), Apart(self.neighbours()))
        yield Rule(Say(PIECE), tuple(self.board), Connected(self.neighbours(), (0,)))

    def _equal(self, line: tuple[tuple[int, ...], ...]) -> dict[int, list[tuple[int, ...]]]:
        """The cells of each number that a line has more than once."""
        found: dict[int, list[tuple[int, ...]]] = {}
        for r, c in line:
            if self.cells[r][c]:
                found.setdefault(int(self.cells[r][c], 36), []).append((r, c))
        return {number: cells for number, cells in found.items() if len(cells) > 1}

    def cell_codes(self) -> str:
        return CODES

    def bare(self, code: str) -> str:
        return code  # numbers are no clues: they stay

    def clue(self, place: Place, values: Values) -> str:
        return self.cells[place.i][place.j]

    def look(self, r: int, c: int, v: int) -> Cell:
        number = str(int(self.cells[r][c], 36)) if self.cells[r][c] else ""
        wide = 1 + len(str(max(self.width, self.height)))
        return Cell("█" * wide, number, INK, GRID) if v == 1 else Cell((number or "·").rjust(wide), number)


def _of_address(width: int, height: int, body: str) -> Hitori:
    if len(body) != width * height:
        raise BadInput(f"the body has {len(body)} characters; expected {width * height}, one a cell")
    if bad := set(body) - set(CODES + "."):
        raise BadInput(f"the body has {short(min(bad))}; expected 0-9, a-z or . for nothing")
    rows = [body[r * width : (r + 1) * width] for r in range(height)]
    return Hitori(width, height, tuple(tuple(code.replace(".", "") for code in row) for row in rows))


def _body(p: Hitori) -> str:
    return "".join(code or "." for row in p.cells for code in row)


FORMATS: tuple[Format, ...] = (link("hitori", Hitori, "hitori/3/3/112123231", _of_address, _body),)
