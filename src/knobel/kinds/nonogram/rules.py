"""The rules of nonograms, black and white or coloured.

r row, c column, v value: the index of a colour, 0 for empty; a run is (length, v); a line is a tuple of runs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar, NamedTuple, Self

import numpy as np

from knobel.errors import BadInput, unexpected
from knobel.picture import Board, Cell, Label, Mark, Picture
from knobel.puzzle import At, Atom, Left, Place, Possible, Values
from knobel.readers import check_count, check_row, check_sides, read_sides, short
from knobel.say import Say

from .briefs import BRIEF, TECHNIQUES
from .runs import Line as Line
from .runs import Run as Run
from .runs import cells_of, near, switched
from .runs import runs_of as runs_of
from .techniques import argument

MAX_SIDE = 1000
check_size = partial(check_sides, MAX_SIDE)


class Colour(NamedTuple):
    """A colour: the character that stands for it in solutions and IDs, and its tone as ``rrggbb``."""

    char: str
    rgb: str


BLACK = (Colour("#", "000000"),)


@dataclass(frozen=True)
class Nonogram:
    """A nonogram. A line that is None has lost its clue and may be painted in any way; only :meth:`keep` makes these.

    >>> p = Nonogram.parse("4x3:1.1/2/1/1.1/2.1/2/1.1")
    >>> p.check(p.read("##.#/.##./#..#"))
    []
    >>> p.check(p.read("##.#/.##./#..."))
    [column 4 has the runs 1 1, row 3 has the runs 1 1]
    """

    kind: ClassVar[str] = "nonogram"
    brief = BRIEF
    techniques = TECHNIQUES
    columns: tuple[Line | None, ...]
    rows: tuple[Line | None, ...]
    palette: tuple[Colour, ...] = BLACK
    title: str = field(default="", compare=False)

    @property
    def width(self) -> int:
        return len(self.columns)

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def coloured(self) -> bool:
        return self.palette != BLACK

    @classmethod
    def of(cls, values: Values, palette: tuple[Colour, ...] = BLACK, title: str = "") -> Self:
        """The nonogram of a picture.

        >>> Nonogram.of(np.array([[1, 1, 0], [0, 0, 1]])).id()
        'nonogram:3x2:1/1/1/2/1'
        """
        columns = tuple(runs_of(column) for column in values.T.tolist())
        return cls(columns, tuple(runs_of(row) for row in values.tolist()), palette, title)

    # text forms

    @classmethod
    def parse(cls, description: str) -> Self:
        size, _, rest = description.partition(":")
        width, height = read_sides(size, "4x3")
        check_size(width, height)
        body, *options = rest.split(":")
        palette = tuple(_colour_option(option) for option in options) or BLACK
        if len({colour.char for colour in palette}) < len(palette):
            raise BadInput(Say("a colour is named twice"))
        clues = body.split("/")
        if len(clues) != width + height:
            found = Say("found {count} clues", count=len(clues)) if len(clues) > 1 else Say("found 1 clue")
            raise unexpected(found, Say("{count}, one for each column and each row", count=width + height))
        lines = tuple(_parse_line(clue, palette) for clue in clues)
        return cls(lines[:width], lines[width:], palette)

    def id(self) -> str:
        clues = "/".join(self.clue(line, ".") for line in self.columns + self.rows)
        options = "".join(f":{char}={rgb}" for char, rgb in self.palette) if self.coloured else ""
        return f"{self.kind}:{self.width}x{self.height}:{clues}{options}"

    def clue(self, line: Line | None, separator: str) -> str:
        """The runs of a line as text, with the letters of their colours; ``?`` for a line that has lost its clue."""
        return "?" if line is None else separator.join(map(self._run, line))

    def _run(self, run: Run) -> str:
        return f"{run.length}{self.palette[run.v - 1].char}" if self.coloured else str(run.length)

    def read(self, line: str) -> Values:
        codes = {".": 0, "?": -1} | {colour.char: v for v, colour in enumerate(self.palette, 1)}
        rows = line.strip().split("/")
        check_count(len(rows), self.height)
        for r, row in enumerate(rows, 1):
            check_row(row, self.width, Say("row {row}", row=r), "".join(codes))
        return np.array([[codes[char] for char in row] for row in rows], dtype=np.int64)

    def write(self, values: Values) -> str:
        codes = "." + "".join(colour.char for colour in self.palette) + "?"  # -1 is the last one
        return "/".join("".join(codes[v] for v in row) for row in values.tolist())

    # rules

    def domain(self) -> Possible:
        return np.ones((self.height, self.width, len(self.palette) + 1), dtype=np.bool_)

    def check(self, values: Values) -> list[Say]:
        painted = {"column": values.T.tolist(), "row": values.tolist()}
        return [
            self.sentence(place)
            for place, line in self.lines()
            if line is not None and line != runs_of(painted[place.name][place.i])
        ]

    def lines(self) -> list[tuple[Place, Line | None]]:
        """All lines with their places: the columns, then the rows."""
        sides = (("column", self.columns), ("row", self.rows))
        return [(Place(name, i), line) for name, lines in sides for i, line in enumerate(lines)]

    def line(self, place: Place) -> Line | None:
        return (self.columns if place.name == "column" else self.rows)[place.i]

    def with_line(self, place: Place, line: Line) -> Self:
        """The same puzzle with other runs in one line."""
        columns, rows = list(self.columns), list(self.rows)
        (columns if place.name == "column" else rows)[place.i] = line
        return replace(self, columns=tuple(columns), rows=tuple(rows))

    def cells(self, place: Place) -> tuple[tuple[int, int], ...]:
        """The cells of a line, in order."""
        if place.name == "column":
            return tuple((r, place.i) for r in range(self.height))
        return tuple((place.i, c) for c in range(self.width))

    def sentence(self, place: Place) -> Say:
        """What the clue at a place says."""
        line, number, is_row = self.line(place), place.i + 1, place.name == "row"
        if not line:
            return Say("row {row} is empty", row=number) if is_row else Say("column {column} is empty", column=number)
        runs = tuple((n, self.palette[v - 1].char) for n, v in line) if self.coloured else tuple(n for n, _ in line)
        if is_row:
            return Say("row {row} has the runs {runs}", row=number, runs=runs)
        return Say("column {column} has the runs {runs}", column=number, runs=runs)

    def say(self, atom: Atom) -> Say:
        (r, c), v, holds = atom
        at = {"row": r + 1, "column": c + 1}
        if v == 0 or not self.coloured:
            empty = (v == 0) == holds
            template = "row {row} column {column} is empty" if empty else "row {row} column {column} is painted"
            return Say(template, **at)
        template = "row {row} column {column} is {colour}" if holds else "row {row} column {column} is not {colour}"
        return Say(template, colour=self.palette[v - 1].char, **at)

    def argument(self, clue: Say, cells: Sequence[At], before: Possible, left: Left) -> Say | None:
        name = "row" if "row" in clue.args else "column"
        line = self.line(Place(name, int(str(clue.args[name])) - 1))
        possible = np.stack([before[at] for at in cells])
        new = {cells.index(at): values[0] for at, values in left.items() if len(values) == 1}
        return argument(line, possible, new) if line is not None and len(new) == len(left) else None

    def name_value(self, value: int, many: bool) -> Say | str:
        if value and self.coloured:
            return Say("in colour {colour}", colour=self.palette[value - 1].char)
        return Say("painted") if value else Say("empty")

    # clues

    def places(self) -> list[Place]:
        return [place for place, line in self.lines() if line is not None]

    def keep(self, places: Collection[Place]) -> Self:
        kept = [line if place in places else None for place, line in self.lines()]
        return replace(self, columns=tuple(kept[: self.width]), rows=tuple(kept[self.width :]))

    def full(self, values: Values) -> Self:
        return type(self).of(values, self.palette, self.title)

    def changed(self, place: Place) -> Iterator[Self]:
        """Other runs in a line, those first that paint the fewest cells more or fewer, run by run."""
        own, across = (self.columns, self.rows) if place.name == "column" else (self.rows, self.columns)
        others = own[: place.i] + own[place.i + 1 :]
        missing = cells_of(across)  # where all lines have clues, rows and columns paint the same cells
        missing.subtract(cells_of(others))
        for runs in near(own[place.i] or (), len(across), len(self.palette)):
            if None in others + across or cells_of([runs]) == missing:
                yield self.with_line(place, runs)

    # other solutions

    def another(self, values: Values) -> Values | None:
        return switched(values)

    def apart(self) -> int:
        """Runs that keep their cells change at least two of a line: so two rows change, and in each two columns."""
        return (1 if None in self.rows else 2) * (1 if None in self.columns else 2)

    # picture

    def draw(self, values: Values | None = None, marks: Collection[Mark] = ()) -> Picture:
        unknown = Cell("  ") if values is None else Cell("??", text="?", ink="#8a93a6")
        looks = [Cell("··"), *map(self._look, self.palette), unknown]
        if values is None:
            values = np.full((self.height, self.width), -1, dtype=np.int64)
        board = Board(
            cells=tuple(tuple(looks[v] for v in row) for row in values.tolist()),
            top=tuple(self._labels(line) for line in self.columns),
            left=tuple(self._labels(line) for line in self.rows),
            top_places=tuple(Place("column", c) for c in range(self.width)),
            left_places=tuple(Place("row", r) for r in range(self.height)),
            every=5 if max(self.width, self.height) > 5 else 0,
        )
        return Picture((board,), self.title or self.kind, marks)

    def _look(self, colour: Colour) -> Cell:
        return Cell(plain=colour.char * 2 if self.coloured else "██", fill=f"#{colour.rgb}")

    def _labels(self, line: Line | None) -> tuple[Label, ...]:
        if not line:
            return (Label("?" if line is None else "0"),)
        if not self.coloured:
            return tuple(Label(self._run(run)) for run in line)
        return tuple(Label(self._run(run), f"#{self.palette[run.v - 1].rgb}") for run in line)

    def transposed(self) -> Self:
        return replace(self, columns=self.rows, rows=self.columns)

    def _repr_svg_(self) -> str:
        return self.draw().svg()


def _colour_option(option: str) -> Colour:
    match = re.fullmatch(r"([a-z])=([0-9a-f]{6})", option)
    if not match:
        expected = Say("a colour such as {example}", example="a=ff0000")
        raise unexpected(Say("the option is {option}", option=short(option)), expected)
    return Colour(match[1], match[2])


def run_codes(palette: tuple[Colour, ...]) -> dict[str, int]:
    """The values of the letters behind run lengths; in black and white there is none."""
    return {"": 1} if palette == BLACK else {colour.char: v for v, colour in enumerate(palette, 1)}


def unknown_colour(name: Say, run: str, letter: str, codes: Iterable[str]) -> BadInput:
    """The error for a run whose colour is none of these, or that has none; ``name`` is what to call its clue."""
    known = [code for code in codes if code]
    found = Say("{name} has the run {run} of the colour {colour}", name=name, run=short(run), colour=repr(letter))
    found = found if letter else Say("{name} has the run {run} without a colour", name=name, run=short(run))
    return unexpected(found, Say("one of {codes}", codes=" ".join(known)) if known else Say("no colour"))


def _parse_line(clue: str, palette: tuple[Colour, ...]) -> Line:
    codes = run_codes(palette)
    runs = []
    for part in clue.split(".") if clue not in ("", "0") else ():
        match = re.fullmatch(r"([0-9]{1,6})([a-z]?)", part)
        if part == "?":
            raise BadInput(Say("the clue has an unknown run '?'; unknown runs are not part of the rules"))
        if not match or int(match[1]) < 1:
            found = Say("the clue {clue} has the run {run}", clue=repr(clue[:40]), run=short(part))
            raise unexpected(found, Say("run lengths from 1, joined by dots"))
        if match[2] not in codes:
            raise unknown_colour(Say("the clue"), part, match[2], codes)
        runs.append(Run(int(match[1]), codes[match[2]]))
    return tuple(runs)
