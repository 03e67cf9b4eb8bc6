"""A grid puzzle: all that a kind supplies, from the text of its boards, its values and its rules as data.

A kind is a subclass that declares its ``form``, its ``symbols`` and its ``rules``, and reads clues off a solution
(``clue``). It may say more about how a board looks; see docs/how-to/add-a-puzzle.md.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from ..errors import unexpected
from ..picture import FOUND, INK, Board, Cell, Label, Mark, Picture
from ..puzzle import At, Atom, Left, Place, Possible, Values
from ..readers import check_count, check_row, short
from ..say import Say
from .constraints import Constraint, OneOf
from .techniques import argument
from .text import CODES, Form, Parts, Rows

GIVEN = Say("row {row} column {column} is given as {value}").template
BRIEF = {GIVEN: "the given cell r{row}c{column}"}


@dataclass(frozen=True)
class Symbol:
    """A value of the answer: its character in a solution, and how it looks and is called.

    ``name`` follows "is", and ``names`` follows "are": ``Say("a star")`` and ``Say("stars")``, or a number.
    """

    code: str
    name: Say | int
    names: Say | int | None = None
    text: str = ""
    fill: str | None = None
    plain: str = ""


def numbered(first: int, last: int) -> tuple[Symbol, ...]:
    """The numbers from the first to the last, as values 0, 1, ..."""
    return tuple(Symbol(CODES[n], n, text=str(n)) for n in range(first, last + 1))


@dataclass(frozen=True)
class Rule:
    """A sentence that some cells have to satisfy; with a ``place`` it is a clue, which can be taken away."""

    say: Say
    cells: tuple[At, ...]
    constraint: Constraint
    place: Place | None = None


@dataclass(frozen=True)
class Grid:
    """A board: what stands in its cells and beside them, and its options, all as in the ID."""

    kind: ClassVar[str]
    form: ClassVar[Form]
    vocabulary: ClassVar[str] = "knobel.grid.kind"
    brief: ClassVar[Mapping[str, str]] = BRIEF
    techniques: ClassVar[Mapping[str, str]] = {}
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    usual: ClassVar[tuple[int, int]] = (6, 6)  # the size of new boards, where nobody names one

    width: int
    height: int
    cells: Rows
    outside: Rows = ()
    settings: tuple[tuple[str, str], ...] = ()
    title: str = field(default="", compare=False)

    def __init_subclass__(cls) -> None:
        cls.options = dict.fromkeys(cls.form.settings, ())

    # what a kind says

    def symbols(self) -> tuple[Symbol, ...]:
        """The values of a cell."""
        raise NotImplementedError

    def rules(self) -> Iterator[Rule]:
        """All rules and clues."""
        raise NotImplementedError

    def clue(self, place: Place, values: Values) -> str:
        """What stands at a place where all clues are read off a solution: a given cell, unless a kind says more."""
        return self.given_code(int(values[place.i, place.j]))

    def cell_codes(self) -> Collection[str]:
        """What can stand in a cell of the board: given values, unless a kind says more."""
        return [self.given_code(v) for v in range(len(self.values))]

    def side_codes(self, side: str) -> Collection[str]:
        """What can stand beside a line: a number up to its length, unless a kind says more."""
        return [str(n) for n in range(max(self.width, self.height) + 1)]

    def bare(self, code: str) -> str:
        """What is left in a cell when its clue is taken away; the same, where it is no clue."""
        return ""

    def validate(self) -> None:
        """Raise :class:`BadInput` for options and boards that are no puzzle."""

    def regions(self) -> Sequence[Sequence[object]] | None:
        """Which region each cell belongs to; thick lines are drawn between them."""
        return None

    def look(self, r: int, c: int, v: int) -> Cell:
        """How a cell looks that has the value v, or none yet (-1)."""
        wide = 1 + max(len(one.text or one.code) for one in self.values)
        if v < 0:
            return Cell("·".rjust(wide))
        one, given = self.values[v], self.cells[r][c] == self.given_code(v)
        ink = INK if given or one.fill else FOUND
        return Cell((one.plain or one.text or one.code).rjust(wide), one.text, one.fill, ink)

    # text

    @classmethod
    def parse(cls, description: str) -> Self:
        return cls(*cls.form.read(description)).validated()

    def id(self) -> str:
        parts = Parts(self.width, self.height, self.cells, self.outside, self.settings)
        return f"{self.kind}:{self.form.write(parts)}"

    @classmethod
    def blank(cls, width: int, height: int) -> Self:
        """A board with nothing on it."""
        cls.form.check_size(width, height)
        outside = tuple(("",) * cls.form.length(side, width, height) for side in cls.form.sides)
        return cls(width, height, (("",) * width,) * height, outside, cls.form.chosen({}))

    def validated(self) -> Self:
        """The same, if it is a puzzle."""
        codes = {"", *self.cell_codes()}
        for r, row in enumerate(self.cells):
            for code in row:
                if code not in codes:
                    row_name = Say("row {row}", row=r + 1)
                    raise unexpected(Say("{name} has {char}", name=row_name, char=short(code)), _listed(codes))
        for side, clues in zip(self.form.sides, self.outside, strict=True):
            known = {"", *self.side_codes(side)}
            for code in clues:
                if code not in known:
                    name = Say("the list {side}", side=side)
                    raise unexpected(Say("{name} has {char}", name=name, char=short(code)), _listed(known))
        self.validate()
        return self

    def read(self, line: str) -> Values:
        codes = {one.code: v for v, one in enumerate(self.values)} | {"?": -1}
        rows = line.strip().split("/")
        check_count(len(rows), self.height)
        for r, row in enumerate(rows, 1):
            check_row(row, self.width, Say("row {row}", row=r), "".join(codes))
        return np.array([[codes[code] for code in row] for row in rows], dtype=np.int64)

    def write(self, values: Values) -> str:
        codes = [*(one.code for one in self.values), "?"]
        return "/".join("".join(codes[v] for v in row) for row in values.tolist())

    # rules

    @cached_property
    def values(self) -> tuple[Symbol, ...]:
        """The symbols, made once."""
        return self.symbols()

    @cached_property
    def rulebook(self) -> tuple[Rule, ...]:
        """The rules, made once."""
        return tuple(self.rules())

    @property
    def board(self) -> list[tuple[int, int]]:
        """All cells, row by row."""
        return [(r, c) for r in range(self.height) for c in range(self.width)]

    def row(self, r: int) -> tuple[At, ...]:
        return tuple((r, c) for c in range(self.width))

    def column(self, c: int) -> tuple[At, ...]:
        return tuple((r, c) for r in range(self.height))

    def line(self, side: str, i: int) -> tuple[At, ...]:
        """The cells of a line as they are seen from a side."""
        cells = self.column(i) if side in ("top", "bottom") else self.row(i)
        return cells[::-1] if side in ("bottom", "right") else cells

    def neighbours(self, corners: bool = False) -> tuple[tuple[int, int], ...]:
        """Pairs of cells side by side, as positions on the board; with ``corners`` also those that touch at one."""
        steps = ((0, 1), (1, 0), *(((1, 1), (1, -1)) if corners else ()))
        return tuple(
            (r * self.width + c, (r + down) * self.width + c + across)
            for r, c in self.board
            for down, across in steps
            if r + down < self.height and 0 <= c + across < self.width
        )

    def around(self, r: int, c: int, corners: bool = False) -> tuple[At, ...]:
        """The cells beside a cell."""
        near = [(-1, 0), (0, -1), (0, 1), (1, 0), *([(-1, -1), (-1, 1), (1, -1), (1, 1)] if corners else [])]
        inside = ((r + down, c + across) for down, across in near)
        return tuple(sorted(at for at in inside if 0 <= at[0] < self.height and 0 <= at[1] < self.width))

    def setting(self, name: str) -> str:
        """The value of an option."""
        return dict(self.settings).get(name, self.form.settings[name])

    def setting_text(self, name: str) -> str:
        """The same as a setter writes it; nothing, where it is as usual."""
        return self.setting(name)

    def sides(self) -> Iterator[tuple[Place, str]]:
        """All places beside the board, and what stands there."""
        for side, clues in zip(self.form.sides, self.outside, strict=True):
            yield from ((Place(side, i), code) for i, code in enumerate(clues))

    def clue_cells(self) -> Iterator[tuple[Place, str]]:
        """All cells with a clue, and what stands there."""
        for r, c in self.board:
            code = self.cells[r][c]
            if self.bare(code) != code:
                yield Place("cell", r, c), code

    def given_code(self, v: int) -> str:
        """A given value as it stands in the ID."""
        return self.values[v].text if self.form.commas else self.values[v].code

    def givens(self) -> Iterator[Rule]:
        """The rules of given cells."""
        value = {self.given_code(v): v for v in range(len(self.values))}
        for place, code in self.clue_cells():
            if code in value:
                v = value[code]
                say = Say(GIVEN, row=place.i + 1, column=place.j + 1, value=self.values[v].name)
                yield Rule(say, ((place.i, place.j),), OneOf((v,)), place)

    def domain(self) -> Possible:
        return np.ones((self.height, self.width, len(self.values)), dtype=np.bool_)

    def check(self, values: Values) -> list[Say]:
        found = values.tolist()
        return [rule.say for rule in self.rulebook if not rule.constraint.holds([found[r][c] for r, c in rule.cells])]

    def say(self, atom: Atom) -> Say:
        (r, c), v, holds = atom
        about: dict[str, Any] = {"row": r + 1, "column": c + 1, "value": self.values[v].name}
        if holds:
            return Say("row {row} column {column} is {value}", **about)
        return Say("row {row} column {column} is not {value}", **about)

    def name_value(self, value: int, many: bool) -> Say | int:
        one = self.values[value]
        return one.names if many and one.names is not None else one.name

    @cached_property
    def _cited(self) -> dict[Say, Constraint]:
        return {rule.say: rule.constraint for rule in self.rulebook}

    def argument(self, clue: Say, cells: Sequence[At], before: Possible, left: Left) -> Say | None:
        """The technique that leads from a rule to the next cells, where one has a name."""
        constraint = self._cited.get(clue)
        if constraint is None:
            return None
        return argument(constraint, np.stack([before[at] for at in cells]), {cells.index(at): left[at] for at in left})

    # clues

    def places(self) -> list[Place]:
        return [*(place for place, code in self.sides() if code), *(place for place, _ in self.clue_cells())]

    def keep(self, places: Collection[Place]) -> Self:
        gone = set(self.places()) - set(places)
        return self.with_codes(dict.fromkeys(gone, ""))

    def full(self, values: Values) -> Self:
        slots = [*(place for place, _ in self.sides()), *(Place("cell", r, c) for r, c in self.board)]
        return self.with_codes({place: self.clue(place, values) for place in slots})

    def drafted(self, values: Values) -> Self:
        """The board with all clues that a new one may have, before some are taken away."""
        return self.full(values)

    def with_codes(self, codes: Mapping[Place, str]) -> Self:
        """The board with other texts at some places; an empty one takes a clue away."""
        cells, outside = [list(row) for row in self.cells], [list(side) for side in self.outside]
        for (name, i, j), code in codes.items():
            if name == "cell":
                cells[i][j] = code or self.bare(cells[i][j])
            else:
                outside[self.form.sides.index(name)][i] = code
        return replace(self, cells=tuple(map(tuple, cells)), outside=tuple(map(tuple, outside)))

    # picture

    def draw(self, values: Values | None = None, marks: Collection[Mark] = ()) -> Picture:
        shown = self.given_values() if values is None else values
        cells = [[self.look(r, c, v) for c, v in enumerate(row)] for r, row in enumerate(shown.tolist())]
        labels = {side: tuple((Label(code),) if code else () for code in clues) for side, clues in self._sided()}
        places = {f"{side}_places": tuple(Place(side, i) for i in range(len(clues))) for side, clues in self._sided()}
        regions = self.regions()
        walls = frozenset() if regions is None else walls_of(regions)
        board = Board(tuple(map(tuple, cells)), **labels, **places, walls=walls)  # type: ignore[arg-type]
        return Picture((board,), self.title or self.kind, marks)

    def _sided(self) -> Iterable[tuple[str, tuple[str, ...]]]:
        return zip(self.form.sides, self.outside, strict=True)

    def given_values(self) -> Values:
        """The values that clues give away, -1 elsewhere."""
        values = np.full((self.height, self.width), -1, dtype=np.int64)
        for rule in self.rulebook:
            if isinstance(rule.constraint, OneOf) and len(rule.constraint.values) == 1:
                for at in rule.cells:
                    values[at] = rule.constraint.values[0]
        domain = self.domain()
        only = domain.sum(axis=-1) == 1
        values[only] = domain.argmax(axis=-1)[only]
        return values

    def _repr_svg_(self) -> str:
        return self.draw().svg()

    # mirrored and turned

    def transposed(self) -> Self:
        mirror = {"top": "left", "left": "top", "bottom": "right", "right": "bottom"}
        old = dict(zip(self.form.sides, self.outside, strict=True))
        outside = tuple(old[mirror[side]] for side in self.form.sides)
        cells = tuple(zip(*self.cells, strict=True))
        return replace(self, width=self.height, height=self.width, cells=cells, outside=outside).resettled(False)

    def turned(self) -> Self:
        """After a quarter turn to the right."""
        old = dict(zip(self.form.sides, self.outside, strict=True))
        old = {"top": old.get("top", ()), "left": old.get("left", ())} | old
        old = {"bottom": old["top"], "right": old["left"]} | old  # where only two sides have clues, they count the line
        new = {"top": old["left"][::-1], "right": old["top"], "bottom": old["right"][::-1], "left": old["bottom"]}
        outside = tuple(new[side] for side in self.form.sides)
        cells = tuple(tuple(column[::-1]) for column in zip(*self.cells, strict=True))
        return replace(self, width=self.height, height=self.width, cells=cells, outside=outside).resettled(True)

    def resettled(self, turn: bool) -> Self:
        """The options of a board that has been turned or mirrored; they stay, unless a kind says more."""
        return self


def walls_of(regions: Sequence[Sequence[object]]) -> frozenset[tuple[At, At]]:
    """The borders between cells of different regions, as pairs of neighbours.

    >>> sorted(walls_of(["ab", "aa"]))
    [((0, 0), (0, 1)), ((0, 1), (1, 1))]
    """
    found: set[tuple[At, At]] = set()
    for r, row in enumerate(regions):
        for c, here in enumerate(row):
            if c + 1 < len(row) and row[c + 1] != here:
                found.add(((r, c), (r, c + 1)))
            if r + 1 < len(regions) and regions[r + 1][c] != here:
                found.add(((r, c), (r + 1, c)))
    return frozenset(found)


def _listed(codes: Iterable[str]) -> Say:
    listed = " ".join(sorted((code for code in codes if code), key=lambda code: (len(code), code)))[:80]
    return Say("one of {codes}", codes=listed) if listed else Say("nothing")
