"""The rules of skyscrapers. n size, r row, c column, v value: the height of the building in a cell less one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from knobel.grid import LATIN_BRIEF, LATIN_TECHNIQUES, Form, Grid, Rule, Symbol, Visible, latin, numbered
from knobel.grid.links import numbers_link
from knobel.puzzle import Format, Place, Values
from knobel.say import Say

SIDES = ("top", "bottom", "left", "right")
SEEN = {
    "top": (
        "from above, {count} buildings of column {line} are seen",
        "from above, one building of column {line} is seen",
    ),
    "bottom": (
        "from below, {count} buildings of column {line} are seen",
        "from below, one building of column {line} is seen",
    ),
    "left": (
        "from the left, {count} buildings of row {line} are seen",
        "from the left, one building of row {line} is seen",
    ),
    "right": (
        "from the right, {count} buildings of row {line} are seen",
        "from the right, one building of row {line} is seen",
    ),
}
"""How many buildings are seen from each side, and the same where it is one; a higher one hides those behind it."""
VIEWS = {
    "top": "column {line} from above",
    "bottom": "column {line} from below",
    "left": "row {line} from the left",
    "right": "row {line} from the right",
}


@dataclass(frozen=True)
class Skyscrapers(Grid):
    """A board of buildings with clues on four sides.

    >>> p = Skyscrapers.parse("3:3,,/,,/,,/,1,")
    >>> p.check(p.read("123/231/312"))
    [from the right, one building of row 2 is seen]
    """

    kind: ClassVar[str] = "skyscrapers"
    form: ClassVar[Form] = Form(square=True, most=16, sides=SIDES, commas=True, blank="", spare=True)
    usual: ClassVar[tuple[int, int]] = (5, 5)
    brief: ClassVar = LATIN_BRIEF | {template: VIEWS[side] for side, both in SEEN.items() for template in both}
    techniques: ClassVar = LATIN_TECHNIQUES | {
        "all are seen, so they rise": "all are seen",
        "the first hides all others": "only one is seen",
        **{template: "view" for both in SEEN.values() for template in both},
    }

    def symbols(self) -> tuple[Symbol, ...]:
        return numbered(1, self.width)

    def rules(self) -> Iterator[Rule]:
        yield from latin(self)
        for place, code in self.sides():
            if code:
                many, one = SEEN[place.name]
                line = place.i + 1
                say = Say(one, line=line) if code == "1" else Say(many, count=int(code), line=line)
                yield Rule(say, self.line(place.name, place.i), Visible(int(code)), place)
        yield from self.givens()

    def side_codes(self, side: str) -> list[str]:
        return [str(k) for k in range(1, 100)]  # what cannot be seen is a clue without a solution

    def clue(self, place: Place, values: Values) -> str:
        if place.name == "cell":
            return self.cells[place.i][place.j] and self.given_code(int(values[place.i, place.j]))
        line = [int(values[at]) for at in self.line(place.name, place.i)]
        return str(sum(v > max(line[:i], default=-1) for i, v in enumerate(line)))

    def drafted(self, values: Values) -> Self:
        """Beyond 6 rows, views alone hardly ever decide a board: cells are given too."""
        cells = {Place("cell", r, c): self.given_code(int(values[r, c])) for r, c in self.board}
        return self.full(values) if self.width <= 6 else self.full(values).with_codes(cells)


FORMATS: tuple[Format, ...] = (numbers_link("skyscrapers", Skyscrapers, "skyscrapers/4/4/1g23z", SIDES),)
