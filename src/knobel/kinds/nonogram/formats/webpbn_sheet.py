"""One puzzle of a webpbn file while its elements come in, and the nonogram that they make in the end.

Colours may be declared after the clues that use them, so runs keep the colour's name until then.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from knobel.errors import BadInput
from knobel.kinds.nonogram.rules import BLACK, MAX_SIDE, Colour, Line, Nonogram, Run, check_size, runs_of
from knobel.readers import listed, short

from .common import MAX_COLOURS, MAX_RUN, letters, tone

_FRAMED = re.compile(r"\|([^|\n]*)\|")
_SIDES = {"rows": "row", "columns": "column"}


PREDEFINED = {"black": Colour("X", "000000"), "white": Colour(".", "ffffff")}
"""Colours of the file have the character that they have in its pictures, until they become a palette."""


class NamedRun(NamedTuple):
    """A run whose colour is still a name."""

    length: int
    colour: str


class Sheet:
    """The elements of one puzzle. ``text`` collects characters while an element is open whose text matters.

    Errors without a line are about the element that has just been handed in.
    """

    def __init__(self, attributes: dict[str, str], line: int) -> None:
        if attributes.get("type", "grid") != "grid":
            raise BadInput(f"the puzzle is of the type {short(attributes['type'])}; expected 'grid'")
        self.at = line
        self.default = attributes.get("defaultcolor", "black")
        self.background = attributes.get("backgroundcolor", "white")
        self.text: list[str] | None = None
        self.attributes: dict[str, str] = {}
        self.title = ""
        self.inks: dict[str, Colour] = {}
        self.used: dict[str, int] = {}  # colour names, and the line of their first run
        self.clues: dict[str, list[tuple[NamedRun, ...]]] = {}
        self.side = ""  # rows or columns, while their clues are open
        self.runs: list[NamedRun] | None = None
        self.known: dict[NamedRun, NamedRun] = {}  # equal runs are stored once
        self.in_goal = False
        self.image_line = line
        self.goal: tuple[str, int] | None = None

    # elements

    def start(self, name: str, attributes: dict[str, str], line: int) -> bool:
        """Take the beginning of an element; True if there may be any number of its kind."""
        if name in ("title", "color", "count", "image"):
            self.text, self.attributes = [], attributes
        if name == "clues":
            self._open_clues(attributes.get("type", ""))
        elif name == "line":
            if not self.side or self.runs is not None:
                raise BadInput("found <line> in the wrong place; expected it inside of <clues>")
            self.runs = []
        elif name == "count" and self.runs is None:
            raise BadInput("found <count> in the wrong place; expected it inside of <line>")
        elif name == "solution":
            self.in_goal = attributes.get("type", "goal") == "goal"
        elif name == "image":
            self.image_line = line
        return name in ("clues", "line", "count")

    def end(self, name: str, line: int) -> None:
        text = "".join(self.text or ())
        if name in ("title", "color", "count", "image"):
            self.text = None
        if name == "title":
            self.title = text if self.attributes.get("xml:space") == "preserve" else text.strip()
        elif name == "color":
            self._add_ink(text)
        elif name == "count":
            self._add_count(text.strip(), line)
        elif name == "line":
            self._close_line()
        elif name == "clues":
            self.side = ""
        elif name == "image" and self.in_goal and self.goal is None:
            self.goal = (text, self.image_line)

    def _open_clues(self, side: str) -> None:
        if side not in _SIDES:
            raise BadInput(f"the clues are of the type {short(side)}; expected 'rows' or 'columns'")
        if side in self.clues or self.side:
            raise BadInput(f"the {side} are given twice or inside of others; expected them once")
        self.clues[side] = []
        self.side = side

    def _add_ink(self, text: str) -> None:
        name = self.attributes.get("name", "")
        char = self.attributes.get("char", PREDEFINED[name].char if name in PREDEFINED else "")
        if not name or name in self.inks:
            raise BadInput(f"the colour's name is {short(name)}; expected a name of its own for each colour")
        if len(self.inks) > MAX_COLOURS:  # the background is one of them
            raise BadInput(f"found more than {MAX_COLOURS} colours; expected at most {MAX_COLOURS}")
        self.inks[name] = Colour(char, tone(text))

    def _add_count(self, text: str, line: int) -> None:
        if self.runs is None:
            raise BadInput("found </count> after the end of its line; expected it inside of <line>")
        if not re.fullmatch("[0-9]{1,6}", text):
            raise BadInput(f"{self._where()} has the run {short(text)}; expected lengths from 1 to {MAX_RUN}")
        if len(self.runs) == MAX_SIDE:
            raise BadInput(f"{self._where()} has more than {MAX_SIDE} runs; expected at most {MAX_SIDE}")
        count = NamedRun(int(text), self.attributes.get("color", self.default))
        self.runs.append(self.known.setdefault(count, count))
        if count.length:
            self.used.setdefault(count.colour, line)

    def _close_line(self) -> None:
        runs = tuple(self.runs or ())
        self.runs = None
        if len(runs) == 1 and not runs[0].length:
            runs = ()
        if not all(run.length for run in runs):
            raise BadInput(f"{self._where()} has the run '0'; expected lengths from 1 to {MAX_RUN}")
        if len(self.clues[self.side]) == MAX_SIDE:
            raise BadInput(f"found more than {MAX_SIDE} {self.side}; expected at most {MAX_SIDE}")
        self.clues[self.side].append(runs)

    def _where(self) -> str:
        return f"{_SIDES[self.side]} {len(self.clues[self.side]) + 1}"

    # the puzzle

    def puzzle(self) -> Nonogram:
        names, palette = self._palette()
        values = {name: v for v, name in enumerate(names, 1)}
        rows, columns = self._lines("rows", values), self._lines("columns", values)
        if rows is None or columns is None:
            picture = self._picture(values)
            for found, side, count in ((rows, "rows", len(picture)), (columns, "columns", len(picture[0]))):
                if found is not None and len(found) != count:
                    raise BadInput(f"the goal has {count} {side}; expected {len(found)}, as in the clues", self.at)
            rows = tuple(map(runs_of, picture)) if rows is None else rows
            columns = tuple(map(runs_of, zip(*picture, strict=True))) if columns is None else columns
        check_size(len(columns), len(rows), self.at)
        return Nonogram(columns, rows, palette, self.title)

    def _palette(self) -> tuple[list[str], tuple[Colour, ...]]:
        """The names of the colours that cells are painted in, and the palette they stand for."""
        for name, line in self.used.items():
            if name == self.background:
                raise BadInput(f"a run has the background's colour {short(name)}; expected another", line)
            if name not in self.inks and name not in PREDEFINED:
                known = listed(name for name in PREDEFINED | self.inks if name != self.background)
                raise BadInput(f"a run has the colour {short(name)}; expected one of {known}", line)
        names = [name for name in self.inks if name != self.background]
        names = names or [name for name in PREDEFINED if name != self.background][:1]
        names += [name for name in self.used if name not in names]
        inks = [self._ink(name) for name in names]
        # One black ink is black and white, unless its name is its letter: so a palette of one black letter is written.
        if len(inks) == 1 and inks[0].rgb == "000000" and letters([names[0]]) != names:
            return names, BLACK
        return names, tuple(map(Colour, letters([ink.char for ink in inks]), (ink.rgb for ink in inks)))

    def _ink(self, name: str) -> Colour:
        return self.inks.get(name) or PREDEFINED.get(name) or Colour("", "")

    def _lines(self, side: str, values: dict[str, int]) -> tuple[Line, ...] | None:
        if side not in self.clues:
            return None
        runs = {count: Run(count.length, values[count.colour]) for count in self.known.values() if count.length}
        return tuple(tuple(map(runs.__getitem__, line)) for line in self.clues[side])

    def _picture(self, values: dict[str, int]) -> list[list[int]]:
        """The cells of the goal image."""
        if self.goal is None:
            side = "columns" if "rows" in self.clues else "rows"
            raise BadInput(f'found no {side} and no goal; expected <clues type="{side}"> or a goal image', self.at)
        text, line = self.goal
        chars = [self._ink(name).char for name in (self.background, *values)]
        codes = {char: v for v, char in enumerate(chars)}
        if len(codes) < len(chars):
            raise BadInput("two colours have the same character; expected one for each, to read the goal", line)
        picture: list[list[int]] = []
        counted = 0
        for row in islice(_FRAMED.finditer(text), MAX_SIDE + 1):
            cells = [codes.get(char, -1) for char in row[1][: MAX_SIDE + 1]]
            line += text.count("\n", counted, row.start())
            counted = row.start()
            if -1 in cells:
                cell = row[1][cells.index(-1)]
                raise BadInput(f"the goal has the cell {cell!r}; expected one of {listed(codes)}", line)
            if picture and len(cells) != len(picture[0]):
                raise BadInput(f"a row of the goal has {len(cells)} cells; expected {len(picture[0])}", line)
            check_size(len(cells), len(picture) + 1, line)
            picture.append(cells)
        if not picture:
            raise BadInput("the goal is empty; expected rows framed by |", line)
        return picture
