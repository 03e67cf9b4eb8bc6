"""Files of plain numbers, one black and white puzzle each: the size, then the rows, then the columns.

``.nin`` (Jakub Wilk's solver) has the width first and nothing between rows and columns, ``.mk`` (the Olšáks' solver)
has the height first and a line ``#`` between them, ``.cwd`` has height and width on lines of their own and an empty
line between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from knobel.errors import BadInput
from knobel.kinds.nonogram.rules import MAX_SIDE, Line, Nonogram, check_size
from knobel.puzzle import Format, Puzzle
from knobel.reading import Found, Reader, head, patient, short, unix

from .common import Runs, Section, full, gather, lengths

_TWO = re.compile(r"[ \t]*([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]*")
_ONE_EACH = re.compile(r"[ \t]*([0-9]{1,9})[ \t]*\n[ \t]*([0-9]{1,9})[ \t]*")
_MARK = re.compile(r"[ \t]*#[ \t]*\Z")

_NIN = re.compile(r"[ \t]*[0-9]+[ \t]+[0-9]+[ \t]*(?:\n[0-9 \t\n]*)?")
_MK = re.compile(r"[ \t]*[0-9]+[ \t]+[0-9]+[ \t]*\n[0-9 \t\n]*(?:\n[ \t]*#[ \t]*(?:\n[0-9 \t\n]*)?)?")
_CWD = re.compile(r"[0-9]+[ \t]*\n[ \t]*[0-9]+[ \t]*\n[0-9 \t\n]*")


class Body(NamedTuple):
    """What follows the size, and where it begins."""

    text: str
    start: int
    heading: int  # the number of the line before it


Sides = Callable[[Body, int, int], tuple[tuple[Line, ...], tuple[Line, ...]]]
"""The columns and the rows of a body, for a width and a height."""


def _reader(size: re.Pattern[str], lines: int, width_first: bool, sides: Sides) -> Reader:
    """A reader of files that begin with a size on so many lines."""
    first, second = ("width", "height") if width_first else ("height", "width")
    expected = f"the {first} and the {second}" + (", each on its own line" if lines == 2 else ", for example 4 3")

    def puzzle(text: str) -> Nonogram:
        if not text or text.isspace():
            raise BadInput(f"found no puzzle; expected {expected}", 1)
        start = len(text) - len(text.lstrip())
        line = text.count("\n", 0, start) + 1
        opening = "\n".join(text[start : start + 100].split("\n", lines)[:lines])
        match = size.fullmatch(opening)
        if not match:
            raise BadInput(f"the size is {short(opening)}; expected {expected}", line)
        one, two = int(match[1]), int(match[2])
        width, height = (one, two) if width_first else (two, one)
        check_size(width, height, line)
        columns, rows = sides(Body(text, start + len(opening) + 1, line + lines - 1), width, height)
        return Nonogram(columns, rows)

    def read(text: str) -> Found:
        try:
            yield puzzle(unix(text))
        except BadInput as error:
            yield error

    return patient(read)


# nin


def _recognise_nin(text: str) -> bool:
    return _NIN.fullmatch(head(text)) is not None and "#" not in text  # a long .mk has its # beyond the head


def _together(body: Body, width: int, height: int) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    section, _ = gather(body.text, body.start, body.heading, 2 * MAX_SIDE)
    clues = section.take(width + height, "clue lines", f"{height} rows and {width} columns")
    runs, first = Runs({"": 1}), body.heading + 1
    rows = runs.lines(clues[:height], "row", first)
    return runs.lines(clues[height:], "column", first + height), rows


def _write_nin(puzzles: Iterable[Puzzle]) -> str:
    [(puzzle, columns, rows)] = full(puzzles, "nin", single=True)
    clues = [lengths(line, " ") for line in rows + columns]
    return "\n".join([f"{puzzle.width} {puzzle.height}", *clues]) + "\n"


NIN = Format(
    "nin",
    "size, rows and columns as plain numbers, one puzzle a file",
    (".nin",),
    _recognise_nin,
    _reader(_TWO, 1, True, _together),
    _write_nin,
)


# mk


def _recognise_mk(text: str) -> bool:
    return _MK.fullmatch(head(text)) is not None and "#" in text


def _marked(body: Body, width: int, height: int) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    above, end = gather(body.text, body.start, body.heading, MAX_SIDE, _MARK)
    between = body.heading + len(above.lines) + above.blank + 1  # the line with the mark
    if end == len(body.text):
        raise BadInput("found the end; expected a line # between the rows and the columns", between - 1)
    after = body.text.find("\n", end)
    below, _ = gather(body.text, len(body.text) if after < 0 else after + 1, between, MAX_SIDE)
    runs = Runs({"": 1})
    rows = runs.lines(above.take(height, "rows"), "row", body.heading + 1)
    return runs.lines(below.take(width, "columns"), "column", between + 1), rows


MK = Format(
    "mk",
    "size, rows and columns as plain numbers, # between them, one puzzle a file",
    (".mk",),
    _recognise_mk,
    _reader(_TWO, 1, False, _marked),
)


# cwd


def _recognise_cwd(text: str) -> bool:
    if not _CWD.fullmatch(head(text)):
        return False
    height, width, *clues = unix(text).lstrip().split("\n", 2 * MAX_SIDE + 3)
    if len(height.strip()) > 4 or len(width.strip()) > 4 or len(clues) > 2 * MAX_SIDE + 1:
        return False
    rows = int(height)
    return len(clues) > rows and not clues[rows].strip() and any(clue.strip() for clue in clues[rows:])


def _parted(body: Body, width: int, height: int) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    section, _ = gather(body.text, body.start, body.heading, 2 * MAX_SIDE + 1)
    missing = height + 1 + width - len(section.lines)
    lines = section.lines + [""] * min(section.blank, max(missing, 0))  # empty lines at the end can be clues
    between = body.heading + height + 1  # the line that parts rows from columns
    if len(lines) == height:
        raise BadInput(f"found no columns; expected {width} of them below an empty line", between - 1)
    if len(lines) > height and lines[height].strip():
        found = short(lines[height].strip())
        raise BadInput(f"found {found} after {height} rows; expected an empty line before the columns", between)
    above, below = Section(lines[:height], 0, body.heading), Section(lines[height + 1 :], 0, between)
    runs = Runs({"": 1})
    rows = runs.lines(above.take(height, "rows"), "row", body.heading + 1)
    return runs.lines(below.take(width, "columns"), "column", between + 1), rows


CWD = Format(
    "cwd",
    "height, width, rows and columns as plain numbers, an empty line between them, one puzzle a file",
    (".cwd",),
    _recognise_cwd,
    _reader(_ONE_EACH, 2, False, _parted),
)
