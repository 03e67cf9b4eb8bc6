"""The rules of doppelblock.

n size, r row, c column, v value: the number in a cell, 0 for black; s sum: a clue, None where it is missing; a given is
-1 where nothing is given; a line is a column or a row.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self, TypeAlias

import numpy as np

from knobel.editor import replace_item
from knobel.errors import unexpected
from knobel.picture import FOUND, INK, Board, Cell, Label, Mark, Picture
from knobel.puzzle import At, Atom, Left, Place, Possible, Values, nearest
from knobel.readers import check_count, short
from knobel.say import Say

from .briefs import BRIEF, TECHNIQUES
from .techniques import by_numbers, by_sum, by_sum_and_numbers

MIN_SIDE, MAX_SIDE = 3, 30
MAX_SUM = 999_999  # what cannot be met is a puzzle all the same, but numbers have an end

Sums: TypeAlias = tuple[int | None, ...]
Givens: TypeAlias = tuple[tuple[int, ...], ...]


def between(line: Sequence[int]) -> int | None:
    """The sum of the numbers between the two black cells; None where there are not exactly two, or a cell is unknown.

    >>> between([3, 0, 1, 2, 0]), between([0, 0, 1]), between([0, 1, 1])
    (3, 0, None)
    """
    blacks = [i for i, v in enumerate(line) if v == 0]
    if len(blacks) != 2:
        return None
    inside = line[blacks[0] + 1 : blacks[1]]
    return None if -1 in inside else sum(inside)


def check_size(n: int, line: int | None = None) -> None:
    """Refuse sizes that no board can have, before anything is allocated."""
    if not MIN_SIDE <= n <= MAX_SIDE:
        raise unexpected(
            Say("the size is {size}", size=n), Say("{least} to {most}", least=MIN_SIDE, most=MAX_SIDE), line
        )


@dataclass(frozen=True)
class Doppelblock:
    """A doppelblock board: sums above the columns and beside the rows, and given cells.

    The sentence of a sum holds exactly when its line has two black cells, no more and no fewer, and the values between
    these add up to the sum; a number that stands there twice counts twice, so nothing of "each number once" is in it.

    >>> p = Doppelblock.parse("4:2,,,1/,0,2,")
    >>> p.check(p.read("#,1,2,#/2,#,#,1/#,2,1,#/1,#,#,2"))
    [the numbers between the two black cells of row 3 add up to 2]
    """

    kind: ClassVar[str] = "doppelblock"
    brief = BRIEF
    techniques = TECHNIQUES
    columns: Sums
    rows: Sums
    givens: Givens = ()
    title: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        # Nothing given has one form only, so that equal boards are equal.
        if not self.givens:
            object.__setattr__(self, "givens", ((-1,) * self.n,) * self.n)

    @property
    def n(self) -> int:
        return len(self.rows)

    @property
    def has_givens(self) -> bool:
        """Whether any cell is given."""
        return any(v >= 0 for row in self.givens for v in row)

    # text forms

    @classmethod
    def parse(cls, description: str) -> Self:
        size, _, rest = description.partition(":")
        body, colon, option = rest.partition(":")
        if not re.fullmatch("[0-9]{1,9}", size):
            expected = Say("a number from {least} to {most}", least=MIN_SIDE, most=MAX_SIDE)
            raise unexpected(Say("the size is {size}", size=short(size)), expected)
        n = int(size)
        check_size(n)
        if colon:
            raise unexpected(Say("the option is {option}", option=short(option)), Say("no option"))
        lists = body.split("/")
        if len(lists) not in (2, n + 2):
            expected = Say("2, the sums of the columns and of the rows, or {all}, with those of the cells", all=n + 2)
            raise unexpected(Say("the number of lists is {count}", count=len(lists)), expected)
        columns = map(read_sum, _entries(lists[0], n, Say("the list of column sums")))
        rows = map(read_sum, _entries(lists[1], n, Say("the list of row sums")))
        return cls(tuple(columns), tuple(rows), _read_cells(lists[2:], n))

    def id(self) -> str:
        lists = [map(sum_code, sums) for sums in (self.columns, self.rows)]
        if self.has_givens:
            lists += [map(cell_code, row) for row in self.givens]
        return f"{self.kind}:{self.n}:" + "/".join(map(",".join, lists))

    def read(self, line: str) -> Values:
        rows = line.strip().split("/")
        check_count(len(rows), self.n)
        return np.array(_read_cells(rows, self.n), dtype=np.int64)

    def write(self, values: Values) -> str:
        return "/".join(",".join(cell_code(v) or "?" for v in row) for row in values.tolist())

    # rules

    def domain(self) -> Possible:
        return np.ones((self.n, self.n, self.n - 1), dtype=np.bool_)

    def check(self, values: Values) -> list[Say]:
        filled = {"column": values.T.tolist(), "row": values.tolist()}
        numbers = [0, *range(self.n - 1)]
        broken = [self.rule(place) for place in self.lines() if sorted(filled[place.name][place.i]) != numbers]
        for place in self.places():
            name, i, j = place
            holds = (
                values[i, j] == self.givens[i][j] if name == "cell" else between(filled[name][i]) == self.sum_at(place)
            )
            if not holds:
                broken.append(self.clue(place))
        return broken

    def refutation(self) -> Say | None:
        """A sum that is larger than all numbers together."""
        last, most = self.n - 2, (self.n - 2) * (self.n - 1) // 2
        for place in self.lines():
            s, number = self.sum_at(place), place.i + 1
            if s is not None and s > most:
                if place.name == "row":
                    template = "row {row} asks for {sum}, and all numbers from 1 to {last} add up to {most}"
                    return Say(template, row=number, sum=s, last=last, most=most)
                template = "column {column} asks for {sum}, and all numbers from 1 to {last} add up to {most}"
                return Say(template, column=number, sum=s, last=last, most=most)
        return None

    def lines(self) -> list[Place]:
        """All lines: the columns, then the rows."""
        return [Place(name, i) for name in ("column", "row") for i in range(self.n)]

    def sum_at(self, place: Place) -> int | None:
        """The clue of a line."""
        return (self.columns if place.name == "column" else self.rows)[place.i]

    def cells(self, place: Place) -> tuple[tuple[int, int], ...]:
        """The cells that a rule or clue is about, in order."""
        if place.name == "cell":
            return ((place.i, place.j),)
        return tuple((i, place.i) if place.name == "column" else (place.i, i) for i in range(self.n))

    def rule(self, place: Place) -> Say:
        """The rule of a line."""
        number, last = place.i + 1, self.n - 2
        if place.name == "row":
            if last == 1:
                return Say("row {row} has the number 1 once and two black cells", row=number)
            return Say("row {row} has each number from 1 to {last} once and two black cells", row=number, last=last)
        if last == 1:
            return Say("column {column} has the number 1 once and two black cells", column=number)
        words = "column {column} has each number from 1 to {last} once and two black cells"
        return Say(words, column=number, last=last)

    def clue(self, place: Place) -> Say:
        """What the clue at a place says."""
        name, i, j = place
        if name == "cell":
            v = self.givens[i][j]
            if v == 0:
                return Say("row {row} column {column} is given as black", row=i + 1, column=j + 1)
            return Say("row {row} column {column} is given as {value}", row=i + 1, column=j + 1, value=v)
        s = self.sum_at(place)
        if name == "row":
            if s == 0:
                return Say("the two black cells of row {row} touch each other", row=i + 1)
            return Say("the numbers between the two black cells of row {row} add up to {sum}", row=i + 1, sum=s)
        if s == 0:
            return Say("the two black cells of column {column} touch each other", column=i + 1)
        return Say("the numbers between the two black cells of column {column} add up to {sum}", column=i + 1, sum=s)

    def say(self, atom: Atom) -> Say:
        (r, c), v, holds = atom
        at = {"row": r + 1, "column": c + 1}
        if v == 0:
            template = "row {row} column {column} is black" if holds else "row {row} column {column} is not black"
            return Say(template, **at)
        template = "row {row} column {column} is {value}" if holds else "row {row} column {column} is not {value}"
        return Say(template, value=v, **at)

    def cited(self, clues: Sequence[Say]) -> Sequence[Say]:
        """A sum names its line, so the rule of that line is not named beside it."""
        summed = {_line_of(clue) for clue in clues if not self._is_rule(clue)}
        return [clue for clue in clues if not self._is_rule(clue) or _line_of(clue) not in summed]

    def _is_rule(self, clue: Say) -> bool:
        return clue in map(self.rule, self.lines())

    def argument(self, clue: Say, cells: Sequence[At], before: Possible, left: Left) -> Say | None:
        if len(cells) == 1:
            return None  # it is given
        possible = np.stack([before[at] for at in cells])
        if self._is_rule(clue):
            return by_numbers(possible, {cells.index(at): values for at, values in left.items()})
        return by_sum(int(str(clue.args.get("sum", 0))), possible)

    def together(self, clues: Sequence[Say], cells: Sequence[Sequence[At]], before: Possible, left: Left) -> Say | None:
        if len(clues) != 2 or cells[0] != cells[1]:
            return None  # not the rule and the sum of one line
        possible = np.stack([before[at] for at in cells[0]])
        [total] = [int(str(clue.args.get("sum", 0))) for clue in clues if not self._is_rule(clue)]
        return by_sum_and_numbers(total, possible)

    def name_value(self, value: int, many: bool) -> Say | int:
        return value or Say("black")

    # clues

    def places(self) -> list[Place]:
        sums = [place for place in self.lines() if self.sum_at(place) is not None]
        return sums + [Place("cell", r, c) for r, row in enumerate(self.givens) for c, v in enumerate(row) if v >= 0]

    def keep(self, places: Collection[Place]) -> Self:
        kept = set(places)
        columns, rows = (
            tuple(s if Place(name, i) in kept else None for i, s in enumerate(sums))
            for name, sums in (("column", self.columns), ("row", self.rows))
        )
        givens = (
            tuple(v if Place("cell", r, c) in kept else -1 for c, v in enumerate(row))
            for r, row in enumerate(self.givens)
        )
        return type(self)(columns, rows, tuple(givens), self.title)

    def full(self, values: Values) -> Self:
        """All sums, and the cells that are given here, read off a solution."""
        columns, rows = (tuple(map(between, lines)) for lines in (values.T.tolist(), values.tolist()))
        givens = np.where(np.array(self.givens) >= 0, values, -1)
        return type(self)(columns, rows, tuple(map(tuple, givens.tolist())), self.title)

    def changed(self, place: Place) -> Iterator[Self]:
        """Other sums, or another number in a given cell; black is no number."""
        name, i, j = place
        if name != "cell":
            numbers = nearest(range((self.n - 2) * (self.n - 1) // 2 + 1), self.sum_at(place))
        else:
            numbers = nearest(range(1, self.n - 1), self.givens[i][j]) if self.givens[i][j] else []
        return (self.with_clue(place, number) for number in numbers)

    def with_clue(self, place: Place, clue: int | None) -> Self:
        """The board with another sum beside a line (None: no sum) or another given in a cell (-1: nothing given)."""
        name, i, j = place
        if name == "column":
            return replace(self, columns=replace_item(self.columns, i, clue))
        if name == "row":
            return replace(self, rows=replace_item(self.rows, i, clue))
        return replace(
            self, givens=replace_item(self.givens, i, replace_item(self.givens[i], j, -1 if clue is None else clue))
        )

    # picture

    def draw(self, values: Values | None = None, marks: Collection[Mark] = ()) -> Picture:
        shown = np.array(self.givens) if values is None else values
        wide = len(str(self.n - 2)) + 1
        cells = [
            [self._look(v, v == given, wide) for v, given in zip(row, givens, strict=True)]
            for row, givens in zip(shown.tolist(), self.givens, strict=True)
        ]
        board = Board(
            cells=tuple(map(tuple, cells)),
            top=tuple(map(_labels, self.columns)),
            left=tuple(map(_labels, self.rows)),
            top_places=tuple(Place("column", c) for c in range(self.n)),
            left_places=tuple(Place("row", r) for r in range(self.n)),
        )
        return Picture((board,), self.title or self.kind, marks)

    def _look(self, v: int, given: bool, wide: int) -> Cell:
        if v < 0:
            return Cell("·".rjust(wide))
        if v == 0:
            return Cell("█" * wide, fill=INK)
        return Cell(str(v).rjust(wide), str(v), ink=INK if given else FOUND)

    def transposed(self) -> Self:
        return replace(self, columns=self.rows, rows=self.columns, givens=tuple(zip(*self.givens, strict=True)))

    def _repr_svg_(self) -> str:
        return self.draw().svg()


def _line_of(clue: Say) -> tuple[object, object]:
    """The line that a sentence is about."""
    return clue.args.get("row"), clue.args.get("column")


def _labels(s: int | None) -> tuple[Label, ...]:
    return () if s is None else (Label(str(s)),)


def _entries(text: str, n: int, name: Say) -> list[str]:
    entries = text.split(",")
    if len(entries) != n:
        found = Say("{name} has {count} entries", name=name, count=len(entries))
        found = found if len(entries) > 1 else Say("{name} has 1 entry", name=name)
        raise unexpected(found, Say("{count}, joined by commas", count=n))
    return entries


def _read_cells(rows: Sequence[str], n: int) -> Givens:
    named = [(Say("row {row}", row=r), row) for r, row in enumerate(rows, 1)]
    return tuple(tuple(read_cell(code, n) for code in _entries(row, n, name)) for name, row in named)


def read_sum(code: str) -> int | None:
    """A sum as it stands in an ID; nothing, or ``?``, where it is missing."""
    if code in ("", "?"):
        return None
    if not re.fullmatch("[0-9]{1,6}", code):
        expected = Say("a number up to {most}, or nothing where it is missing", most=MAX_SUM)
        raise unexpected(Say("a sum is {sum}", sum=short(code)), expected)
    return int(code)


def read_cell(code: str, n: int) -> int:
    """A cell as it stands in an ID: a number, 0 for black, -1 where it is unknown."""
    if code in ("", "?"):
        return -1
    if code == "#":
        return 0
    if not re.fullmatch("[0-9]{1,2}", code) or not 1 <= int(code) <= n - 2:
        expected = Say("1 to {most}, # for black, or ? where it is unknown", most=n - 2)
        raise unexpected(Say("a cell is {cell}", cell=short(code)), expected)
    return int(code)


def sum_code(s: int | None) -> str:
    """The inverse of :func:`read_sum`."""
    return "" if s is None else str(s)


def cell_code(v: int) -> str:
    """The inverse of :func:`read_cell`."""
    return "" if v < 0 else "#" if v == 0 else str(v)
