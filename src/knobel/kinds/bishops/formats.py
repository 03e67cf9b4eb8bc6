"""The file format of bishops: boards as they look, ``.`` free, ``B`` given piece, ``x`` given empty, ``#`` hole.

A board has as many lines as characters a line; empty lines stand between boards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from io import StringIO
from itertools import groupby, islice

from knobel.errors import BadInput, Misuse
from knobel.puzzle import Format, Puzzle
from knobel.readers import WINDOW, Found, check_row, each, head, of_kind, patient, unix
from knobel.say import Say

from .board import CELLS, MAX_SIDE, check_side
from .rules import Bishops


def recognise(text: str) -> bool:
    block = re.split(r"\n[ \t]*\n", head(text), maxsplit=1)
    rows = block[0].split("\n")
    ends = len(block) > 1 or len(text) <= WINDOW
    if not ends:
        rows.pop()  # it may be cut off
    rows = [row.rstrip() for row in rows if row.strip()]
    n = len(rows[0]) if rows else 0
    fits = all(len(row) == n and not re.search("[^.Bx#]", row) for row in rows)
    return n > 1 and fits and (len(rows) == n if ends else len(rows) < n)


@patient
def read(text: str) -> Found:
    lines = enumerate((line.strip() for line in StringIO(unix(text))), 1)
    blocks = (
        list(islice(block, MAX_SIDE + 1))  # one row too many is enough to refuse the board
        for filled, block in groupby(lines, key=lambda line: line[1] != "")
        if filled
    )
    return each(blocks, _puzzle, f"found no board; expected rows of {' '.join(CELLS)}")


def _puzzle(lines: Sequence[tuple[int, str]]) -> Bishops:
    """The board in these lines, each with its number."""
    (first, row), *_ = lines
    n = len(row)
    check_side(n, first)
    for r, (number, row) in enumerate(lines[:n], 1):
        check_row(row, n, Say("row {row}", row=r), CELLS, line=number)
    if len(lines) != n:
        count = f"more than {n}" if len(lines) > n else str(len(lines))
        raise BadInput(f"the board has {count} rows; expected {n}, as many as its rows have cells", first)
    return Bishops(tuple(row for _, row in lines))


def write(puzzles: Iterable[Puzzle]) -> str:
    boards = []
    for puzzle in of_kind(puzzles, Bishops, "board", "bishops"):
        if puzzle != Bishops(puzzle.rows):
            raise Misuse("the format board has no place for a piece, a goal or a count; the ID has (--to id)")
        boards.append("".join(f"{row}\n" for row in puzzle.rows))
    return "\n".join(boards)


FORMATS = (Format("board", "boards of . B x #, with empty lines between them", (".board",), recognise, read, write),)
