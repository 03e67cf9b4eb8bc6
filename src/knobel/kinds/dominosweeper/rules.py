"""The rules of dominosweeper, and of plain minesweeper as its variant.

r row, c column, v value: 1 a mine, 0 free; g what is given of a cell: ``.`` nothing, ``0`` to ``8`` free with so many
mines around it, ``-`` free, ``*`` a mine.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import ClassVar, Self

import numpy as np
import numpy.typing as npt

from knobel.editor import replace_cell
from knobel.errors import BadInput, unexpected
from knobel.picture import Mark, Picture
from knobel.puzzle import At, Atom, Left, Place, Possible, Values, nearest
from knobel.readers import check_count, check_row, check_sides, read_sides, short
from knobel.say import Say

from .briefs import BRIEF, TECHNIQUES
from .drawing import draw
from .names import cell_name, cell_of, column_name, row_name
from .techniques import around_number, beside_mine

MAX_SIDE = 1000
MAX_CELLS = 100_000
MAX_MINES = 999_999_999  # what cannot be met is a puzzle all the same, but numbers have an end
check_size = partial(check_sides, MAX_SIDE, cells=MAX_CELLS)
TOTAL = Place("mines", 0)
EVEN = Say("mines come in pairs, so their number is even")


@dataclass(frozen=True)
class Dominosweeper:
    """A board with some cells given, and maybe the number of all mines.

    >>> p = Dominosweeper.parse("3x2:2../...")
    >>> p.check(p.read("2*./.*."))
    []
    >>> p.check(p.read("2*./*.."))
    [if row a column B is a mine, exactly one cell beside it is a mine, \
if row b column A is a mine, exactly one cell beside it is a mine]
    """

    kind: ClassVar[str] = "dominosweeper"
    brief = BRIEF
    techniques = TECHNIQUES
    options: ClassVar[dict[str, tuple[str, ...]]] = {"mines": (), "plain": ("yes", "no")}
    rows: tuple[str, ...]
    mines: int | None = None
    plain: bool = False
    title: str = field(default="", compare=False)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    # text forms

    @classmethod
    def parse(cls, description: str) -> Self:
        size, _, rest = description.partition(":")
        width, height = read_sides(size, "6x6")
        check_size(width, height)
        body, *options = rest.split(":", 3)
        check_count(body.count("/") + 1, height)
        rows = tuple(body.split("/"))
        expected = Say(". (unknown), 0 to 8, - (free) or * (a mine)")
        for r, row in enumerate(rows, 1):
            check_row(row, width, Say("row {row}", row=r), ".012345678-*", expected)
        return cls(rows, *_options(options))

    def id(self) -> str:
        total = "" if self.mines is None else f":mines={self.mines}"
        variant = ":plain=yes" if self.plain else ""
        return f"{self.kind}:{self.width}x{self.height}:{'/'.join(self.rows)}{total}{variant}"

    def read(self, line: str) -> Values:
        """The inverse of :meth:`write`; ``.`` is free everywhere, a number only where it is given."""
        rows = line.strip().split("/", self.height)
        check_count(len(rows), self.height)
        for r, row in enumerate(rows):
            name = Say("row {row}", row=r + 1)
            check_row(row, self.width, name, row)
            for char, g in zip(row, self.rows[r], strict=True):
                if char not in "*.-?" and char != g:
                    expected = Say("*, ., ? or a number as given")
                    raise unexpected(Say("{name} has {char}", name=name, char=repr(char)), expected)
        codes = {"*": 1, "?": -1}
        return np.array([[codes.get(char, 0) for char in row] for row in rows], dtype=np.int64)

    def write(self, values: Values) -> str:
        """``*`` a mine, ``?`` unknown; a free cell is ``.``, or what is given there: its number, or ``-``."""
        return "/".join(
            "".join(
                "*" if v == 1 else "?" if v < 0 else "." if g == "*" else g for v, g in zip(row, given, strict=True)
            )
            for row, given in zip(values.tolist(), self.rows, strict=True)
        )

    # rules

    def domain(self) -> Possible:
        return np.ones((self.height, self.width, 2), dtype=np.bool_)

    @cached_property
    def given(self) -> npt.NDArray[np.str_]:
        """What is given of each cell, as an array of characters."""
        return np.array([list(row) for row in self.rows])

    @cached_property
    def numbers(self) -> npt.NDArray[np.int64]:
        """The number in each cell, -1 where there is none."""
        return np.where(np.isin(self.given, list("012345678")), self.given, "-1").astype(np.int64)

    def check(self, values: Values) -> list[Say]:
        mine = values == 1
        given, numbers = self.given, self.numbers
        wrong = np.where(given == "*", ~mine, (given != ".") & mine)
        wrong |= (numbers >= 0) & (numbers != _around(mine))
        alone = mine & (_beside(mine) != 1) & (not self.plain)
        broken = [self.rule(r, c) for r, c in np.argwhere(alone).tolist()]
        broken += [self.sentence(Place("cell", r, c)) for r, c in np.argwhere(wrong).tolist()]
        return broken + ([] if self.mines in (None, mine.sum()) else [self.sentence(TOTAL)])

    def rule(self, r: int, c: int) -> Say:
        """What the pairs ask of one cell."""
        template = "if row {row} column {column} is a mine, exactly one cell beside it is a mine"
        return Say(template, **cell_name(r, c))

    def sentence(self, place: Place) -> Say:
        """What the clue at a place says."""
        if place.name == "mines":
            return Say("the number of mines is {number}", number=self.mines)
        at = cell_name(place.i, place.j)
        match self.rows[place.i][place.j]:
            case "-":
                return Say("row {row} column {column} is given as free", **at)
            case "*":
                return Say("row {row} column {column} is given as a mine", **at)
            case "0":
                return Say("row {row} column {column} is free and has no mine around it", **at)
            case "1":
                return Say("row {row} column {column} is free and has 1 mine around it", **at)
            case number:
                template = "row {row} column {column} is free and has {count} mines around it"
                return Say(template, count=int(number), **at)

    def say(self, atom: Atom) -> Say:
        (r, c), v, holds = atom
        free = (v == 0) == holds
        template = "row {row} column {column} is free" if free else "row {row} column {column} is a mine"
        return Say(template, **cell_name(r, c))

    def argument(self, clue: Say, cells: Sequence[At], before: Possible, left: Left) -> Say | None:
        if "row" not in clue.args:
            return None
        own = cell_of(str(clue.args["row"]), str(clue.args["column"]))
        others = [at for at in cells if at != own]
        if not others:
            return None
        possible = np.stack([before[at] for at in others])
        number = int(self.numbers[own])
        return around_number(number, possible) if number >= 0 else beside_mine(before[own], possible)

    def letter(self, axis: int, index: int) -> str:
        return column_name(index) if axis else row_name(index)

    def name_value(self, value: int, many: bool) -> Say:
        return Say("free") if not value else Say("mines") if many else Say("a mine")

    def refutation(self) -> Say | None:
        """Why there is no solution, where one number or the total says it alone."""
        cells = _around(np.ones((self.height, self.width), dtype=np.bool_))
        most = cells
        if not self.plain:
            # Of three mines that follow each other around a number, the middle one would have two beside it.
            for count, pairs in ((8, 5), (5, 4), (3, 2)):
                most = np.where(cells == count, pairs, most)
        for r, c in np.argwhere(self.numbers > most)[:1].tolist():
            template = "row {row} column {column} cannot have {count} mines around it: there is room for {most} at most"
            return Say(template, count=int(self.numbers[r, c]), most=int(most[r, c]), **cell_name(r, c))
        return EVEN if self.mines is not None and self.mines % 2 and not self.plain else None

    # clues

    def places(self) -> list[Place]:
        cells = [Place("cell", r, c) for r, row in enumerate(self.rows) for c, g in enumerate(row) if g != "."]
        return cells + ([] if self.mines is None else [TOTAL])

    def keep(self, places: Collection[Place]) -> Self:
        kept = frozenset(places)
        rows = [
            "".join(g if ("cell", r, c) in kept else "." for c, g in enumerate(row)) for r, row in enumerate(self.rows)
        ]
        return type(self)(tuple(rows), self.mines if TOTAL in kept else None, self.plain, self.title)

    def full(self, values: Values) -> Self:
        """The number of every free cell, and those mines that no free cell sees; the total if there was one."""
        mine = values == 1
        lost = mine & (_around(~mine) == 0)
        given = np.where(lost, "*", np.where(mine, ".", _around(mine).astype(np.str_)))
        mines = None if self.mines is None else int(mine.sum())
        return type(self)(tuple(map("".join, given.tolist())), mines, self.plain, self.title)

    def changed(self, place: Place) -> Iterator[Self]:
        """Another number in a cell, or of all mines."""
        name, r, c = place
        if name == "mines":
            yield from (replace(self, mines=m) for m in nearest(range(self.height * self.width + 1), self.mines))
        elif self.numbers[r, c] >= 0:
            for number in nearest(range(9), int(self.numbers[r, c])):
                yield replace(self, rows=replace_cell(self.rows, place, str(number)))

    # picture

    def draw(self, values: Values | None = None, marks: Collection[Mark] = ()) -> Picture:
        return draw(self.rows, values, self.mines, pairs=not self.plain, title=self.title, marks=marks)

    def transposed(self) -> Self:
        return replace(self, rows=tuple(map("".join, zip(*self.rows, strict=True))))

    def _repr_svg_(self) -> str:
        return self.draw().svg()


def _framed(marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """1 for each marked cell, with a frame of zeros."""
    height, width = marked.shape
    frame = np.zeros((height + 2, width + 2), dtype=np.int64)
    frame[1:-1, 1:-1] = marked
    return frame


def _beside(marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """For each cell, how many of the four cells that share a side with it are marked."""
    frame = _framed(marked)
    return frame[:-2, 1:-1] + frame[2:, 1:-1] + frame[1:-1, :-2] + frame[1:-1, 2:]


def _around(marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """For each cell, how many of the eight cells around it are marked."""
    frame = _framed(marked)
    threes = frame[:-2] + frame[1:-1] + frame[2:]
    nines: npt.NDArray[np.int64] = threes[:, :-2] + threes[:, 1:-1] + threes[:, 2:]
    return nines - marked


def _options(options: Sequence[str]) -> tuple[int | None, bool]:
    """The total and the variant, from ``mines=10`` and ``plain=yes`` in any order."""
    found: dict[str, str] = {}
    for option in options:
        match = re.fullmatch(r"(mines)=([0-9]{1,9})|(plain)=(yes|no)", option)
        if not match:
            expected = Say("mines=0 to {most}, or plain=yes", most=MAX_MINES)
            raise unexpected(Say("the option is {option}", option=short(option)), expected)
        name, value = filter(None, match.groups())
        if name in found:
            raise BadInput(Say("the option {name} is given twice", name=name))
        found[name] = value
    mines = found.get("mines")
    return None if mines is None else int(mines), found.get("plain") == "yes"
