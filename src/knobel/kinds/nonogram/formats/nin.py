"""The ``.nin`` files of Jakub Wilk's solver: the size, then the rows, then the columns, numbers separated by blanks.

A file holds one black and white puzzle without a title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from knobel.errors import BadInput
from knobel.kinds.nonogram.rules import MAX_SIDE, Nonogram, check_size
from knobel.puzzle import Format, Puzzle
from knobel.reading import Found, head, patient, short, unix

from .common import Runs, full, gather, lengths

_SIZE = re.compile(r"[ \t]*([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]*")
_NUMBERS = re.compile(r"[ \t]*[0-9]+[ \t]+[0-9]+[ \t]*(?:\n[0-9 \t\n]*)?")


def recognise(text: str) -> bool:
    return _NUMBERS.fullmatch(head(text)) is not None


@patient
def read(text: str) -> Found:
    try:
        yield _puzzle(unix(text))
    except BadInput as error:
        yield error


def _puzzle(text: str) -> Nonogram:
    if not text or text.isspace():
        raise BadInput("found no puzzle; expected the width and the height, for example 4 3", 1)
    start = len(text) - len(text.lstrip())
    heading = text.count("\n", 0, start) + 1
    size, newline, _ = text[start : start + 100].partition("\n")
    match = _SIZE.fullmatch(size)
    if not match:
        raise BadInput(f"the size is {short(size)}; expected the width and the height, for example 4 3", heading)
    width, height = int(match[1]), int(match[2])
    check_size(width, height, heading)
    section, _ = gather(text, start + len(size) + len(newline), heading, 2 * MAX_SIDE)
    clues = section.take(width + height, "clue lines", f"{height} rows and {width} columns")
    runs = Runs({"": 1})
    rows = runs.lines(clues[:height], "row", heading + 1)
    return Nonogram(runs.lines(clues[height:], "column", heading + height + 1), rows)


def write(puzzles: Iterable[Puzzle]) -> str:
    [(puzzle, columns, rows)] = full(puzzles, "nin", single=True)
    clues = [lengths(line, " ") for line in rows + columns]
    return "\n".join([f"{puzzle.width} {puzzle.height}", *clues]) + "\n"


FORMAT = Format("nin", "size, rows and columns as plain numbers, one puzzle a file", (".nin",), recognise, read, write)
