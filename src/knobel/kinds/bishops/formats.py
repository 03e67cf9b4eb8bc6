"""The file format of bishops: boards as they look, ``.`` free, ``B`` given piece, ``x`` given empty, ``#`` hole.

A board has as many lines as characters a line; empty lines stand between boards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from io import StringIO

from knobel.errors import BadInput, Misuse
from knobel.puzzle import Format, Puzzle
from knobel.readers import WINDOW, Found, check_row, head, of_kind, patient, unix

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
    rows: list[str] = []
    first, found = 1, False
    for number, content in enumerate(StringIO(unix(text)), 1):
        row = content.strip()
        if row and len(rows) <= MAX_SIDE:  # one row too many is enough to refuse the board
            first = first if rows else number
            rows.append(row)
        elif rows and not row:
            yield _puzzle(rows, first)
            rows, found = [], True
    if rows or not found:
        yield _puzzle(rows, first)


def _puzzle(rows: Sequence[str], first: int) -> Bishops | BadInput:
    """The board in these rows, of which the first stands in this line."""
    try:
        if not rows:
            raise BadInput(f"found no board; expected rows of {' '.join(CELLS)}", first)
        n = len(rows[0])
        check_side(n, first)
        for r, row in enumerate(rows[:n]):
            check_row(row, n, f"row {r + 1}", CELLS, f"one of {' '.join(CELLS)}", first + r)
        if len(rows) != n:
            count = f"more than {n}" if len(rows) > n else str(len(rows))
            raise BadInput(f"the board has {count} rows; expected {n}, as many as its rows have cells", first)
    except BadInput as error:
        return error
    return Bishops(tuple(rows))


def write(puzzles: Iterable[Puzzle]) -> str:
    boards = []
    for puzzle in of_kind(puzzles, Bishops, "board", "bishops"):
        if puzzle != Bishops(puzzle.rows):
            raise Misuse("the format board has no place for a piece, a goal or a count; the ID has (--to id)")
        boards.append("".join(f"{row}\n" for row in puzzle.rows))
    return "\n".join(boards)


FORMATS = (Format("board", "boards of . B x #, with empty lines between them", (".board",), recognise, read, write),)
