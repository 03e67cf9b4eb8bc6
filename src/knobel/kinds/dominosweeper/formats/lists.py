"""Boards as lists of lists, as in the original report: ``[[2,e,e],[e,e,1]]``, or one list a line.

A cell is ``e`` (unknown), a number from 0 to 8, ``-`` (free) or ``*`` (a mine). Blank lines part boards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from knobel.errors import BadInput, Misuse
from knobel.puzzle import Format, Puzzle
from knobel.reading import Found, head, patient, short, unix

from ..rules import MAX_SIDE, Dominosweeper, check_size

_LIST = re.compile(r"\[\s*\[?\s*[e0-9*-]\s*[],][][e0-9*,.\s-]*")
_BLANK = re.compile(r"\n\s*\n")
_END = re.compile(r"\]\s*\]\s*[.,]?")
_ROW = re.compile(r"\s*\[([^][]*)\]\s*")
_SPACE = re.compile(r"\s*")


def recognise(text: str) -> bool:
    return _LIST.fullmatch(head(text)) is not None


@patient
def read(text: str) -> Found:
    text = unix(text)
    if not text or text.isspace():
        yield BadInput("found no list; expected one such as [[2,e,e],[e,e,1]]", 1)
    line, counted = 1, 0
    for start, end in _boards(text):
        line += text.count("\n", counted, start)
        counted = start
        try:
            yield _puzzle(text[start:end], line)
        except BadInput as error:
            yield error


def _boards(text: str) -> Iterator[tuple[int, int]]:
    """Where each board starts and ends: blank lines part boards, and so do the ends of lists of lists."""
    start = 0
    while start < len(text):
        blank = _BLANK.search(text, start)
        stop = blank.start() if blank else len(text)
        while start < stop:
            end = _END.search(text, start, stop)
            first = _SPACE.match(text, start, stop)
            start = end.end() if end else stop
            if first and first.end() < start:
                yield first.end(), start
        start = blank.end() if blank else stop


def _puzzle(text: str, line: int) -> Dominosweeper:
    """The board in a text that begins with its first character, which stands in this line."""
    nested = re.match(r"\[\s*\[", text) is not None
    at = 1 if nested else 0
    rows: list[str] = []
    first = line
    while match := _ROW.match(text, at):
        line += text.count("\n", at, match.start(1))
        rows.append(_row(match[1], len(rows) + 1, line))
        if len(rows[-1]) != len(rows[0]):
            raise BadInput(f"row {len(rows)} has {len(rows[-1])} cells; expected {len(rows[0])}", line)
        if len(rows) > MAX_SIDE:
            raise BadInput(f"found more than {MAX_SIDE} rows; expected at most {MAX_SIDE}", line)
        line += text.count("\n", match.start(1), match.end())
        at = match.end() + (text[match.end() : match.end() + 1] == ",")
    rest = text[at:].strip()
    if not rows or not re.fullmatch(r"\]\s*[.,]?" if nested else r"\.?", rest):
        expected = "a list such as [2,e,e]" if not rows else "a further list or its end" if nested else "a further list"
        raise BadInput(f"found {short(rest) if rest else 'the end'}; expected {expected}", line)
    check_size(len(rows[0]), len(rows), first)
    return Dominosweeper(tuple(rows))


def _row(text: str, number: int, line: int) -> str:
    if text.count(",") >= MAX_SIDE:
        raise BadInput(f"row {number} has {text.count(',') + 1} cells; expected at most {MAX_SIDE}", line)
    cells = [cell.strip() for cell in text.split(",")]
    for cell in cells:
        if not re.fullmatch("[e0-8*-]", cell):
            raise BadInput(f"row {number} has {short(cell)}; expected e, 0 to 8, - or *", line)
    return "".join(cells).replace("e", ".")


def write(puzzles: Iterable[Puzzle]) -> str:
    """One list a line, a blank line between boards."""
    return "\n".join(_text(puzzle) for puzzle in puzzles)


def _text(puzzle: Puzzle) -> str:
    if not isinstance(puzzle, Dominosweeper):
        raise Misuse(f"the format list holds boards of mines, not {puzzle.kind} puzzles")
    if puzzle.plain or puzzle.mines is not None:
        what = "the plain variant" if puzzle.plain else "the number of all mines"
        raise Misuse(f"the format list cannot hold {what}")
    return "".join(f"[{','.join(row.replace('.', 'e'))}]\n" for row in puzzle.rows)


FORMAT = Format(
    "list",
    "rows as lists, e for an unknown cell: [2,e,e]; several boards a file",
    (".pl", ".txt"),
    recognise,
    read,
    write,
)
