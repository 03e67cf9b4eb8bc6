"""The rules of slitherlink. r row, c column, v value: 1 for a cell inside the loop."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import ClassVar

from knobel.errors import BadInput
from knobel.grid import Connected, Forbidden, Form, Grid, Rule, Symbol, Table, at_least
from knobel.grid.links import link
from knobel.picture import INK, Cell, Mark, Picture
from knobel.puzzle import At, Format, Place, Values
from knobel.readers import short
from knobel.say import Say

SIDES = "the cell at row {row} column {column} has {count} sides of the loop"
SIDE = "the cell at row {row} column {column} has one side of the loop"
LOOP = "there is a loop"
INSIDE = "the inside of the loop is one piece"
OUTSIDE = "no part of the outside is enclosed by the loop"
CROSS = "the loop does not touch itself"
TINT = "#cfe0f5"


@cache
def sided(count: int, beside: int, rim: int) -> Table:
    """Of a cell and those beside it: that so many of its sides belong to the loop; some are sides of the board."""
    rows = product((0, 1), repeat=beside + 1)
    return Table(frozenset(row for row in rows if sum(v != row[0] for v in row[1:]) + rim * row[0] == count))


@dataclass(frozen=True)
class Slitherlink(Grid):
    """A board of numbers; the answer is which cells are inside the loop.

    >>> p = Slitherlink.parse("3x2:33./...")
    >>> p.check(p.read("#../##."))
    [the cell at row 1 column 2 has 3 sides of the loop]
    """

    kind: ClassVar[str] = "slitherlink"
    form: ClassVar[Form] = Form(most=60)
    brief: ClassVar = {
        **dict.fromkeys((SIDES, SIDE), "the number in r{row}c{column}"),
        LOOP: "a loop",
        INSIDE: "one inside",
        OUTSIDE: "one outside",
        CROSS: "no touching",
    }
    techniques: ClassVar = {
        **dict.fromkeys((SIDES, SIDE), "sides of a cell"),
        **dict.fromkeys(("the only way between them", "it is cut off", "they are cut off"), "one loop"),
        **dict.fromkeys((INSIDE, OUTSIDE, LOOP, "one cell is left"), "one loop"),
        CROSS: "no touching",
    }

    def symbols(self) -> tuple[Symbol, ...]:
        return Symbol(".", Say("outside")), Symbol("#", Say("inside"), fill=TINT)

    def rules(self) -> Iterator[Rule]:
        for place, code in self.clue_cells():
            r, c = place.i, place.j
            where = {"row": r + 1, "column": c + 1}
            say = Say(SIDE, **where) if code == "1" else Say(SIDES, count=int(code), **where)
            near = self.around(r, c)
            yield Rule(say, ((r, c), *near), sided(int(code), len(near), 4 - len(near)), place)
        width, cells, pairs = self.width, tuple(self.board), self.neighbours()
        corners = [r * width + c for r in range(self.height - 1) for c in range(width - 1)]
        squares = tuple((i, i + 1, i + width, i + width + 1) for i in corners)
        rim = tuple(r * width + c for r, c in self.board if r in (0, self.height - 1) or c in (0, width - 1))
        yield Rule(Say(CROSS), cells, Forbidden(((1, 0, 0, 1), (0, 1, 1, 0)), squares))
        yield Rule(Say(INSIDE), cells, Connected(pairs))
        yield Rule(Say(OUTSIDE), cells, Connected(pairs, (0,), rim))
        yield Rule(Say(LOOP), cells, at_least(1))

    def cell_codes(self) -> str:
        return "01234"

    def clue(self, place: Place, values: Values) -> str:
        r, c = place.i, place.j
        near = self.around(r, c)
        other = sum(int(values[at]) != int(values[r, c]) for at in near)
        return str(other + (4 - len(near)) * int(values[r, c]))

    def look(self, r: int, c: int, v: int) -> Cell:
        code = self.cells[r][c]
        plain = (code or ("#" if v == 1 else "." if v == 0 else "·")).rjust(2)
        return Cell(plain, code, TINT if v == 1 else None, INK)

    def draw(self, values: Values | None = None, marks: Collection[Mark] = ()) -> Picture:
        """With the loop as walls: between cells inside and others, or the rim."""
        picture = super().draw(values, marks)
        if values is None:
            return picture
        padded = {(r, c): 0 for r in range(-1, self.height + 1) for c in range(-1, self.width + 1)}
        padded |= {at: int(values[at]) for at in self.board}
        pairs = [(at, (at[0] + d, at[1] + 1 - d)) for at in padded for d in (0, 1)]
        walls: frozenset[tuple[At, At]] = frozenset(
            (a, b) for a, b in pairs if b in padded and {padded[a], padded[b]} == {0, 1}
        )
        return replace(picture, boards=(replace(picture.boards[0], walls=walls),))


def _of_address(width: int, height: int, body: str) -> Slitherlink:
    """Digits 0-4 are numbers; 5-9 and a-e the same with one or two empty cells behind; g-z skip 1 to 20 cells."""
    codes: list[str] = []
    for char in body:
        number = int(char, 36) if char.isascii() and char.isalnum() else 15
        if number == 15 or len(codes) > width * height or char.isupper():
            raise BadInput(f"the body has {short(char)} after {len(codes)} cells; expected 0-9, a-e or g-z")
        codes += [""] * (number - 15) if number > 15 else [str(number % 5), *[""] * (number // 5)]
    over = len(codes) - width * height
    if over < 0 or over > 2 or any(codes[width * height :]) or (over and body[-1] > "e"):
        raise BadInput(f"the body fills {len(codes)} cells; expected {width * height}")
    return Slitherlink(width, height, tuple(tuple(codes[r * width : (r + 1) * width]) for r in range(height)))


def _body(p: Slitherlink) -> str:
    codes = [code for row in p.cells for code in row]
    parts, at = list[str](), 0
    while at < len(codes):
        code = codes[at]
        if code:
            empty = next((i for i in (0, 1) if at + i + 1 < len(codes) and codes[at + i + 1]), 2)
            parts.append("0123456789abcde"[int(code) + 5 * empty])
            at += 1 + empty
        else:
            empty = next((i for i, one in enumerate(codes[at : at + 20]) if one), len(codes[at : at + 20]))
            parts.append(chr(ord("f") + empty))
            at += empty
    return "".join(parts)


FORMATS: tuple[Format, ...] = (link("slither", Slitherlink, "slither/3/2/3dh", _of_address, _body),)
