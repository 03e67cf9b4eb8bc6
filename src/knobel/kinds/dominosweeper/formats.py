"""The file formats of dominosweeper: lists, as in the report, and addresses of puzz.link.

Time is linear in the text, and sizes are checked first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import isqrt

from knobel import puzzlink
from knobel.errors import BadInput, Misuse
from knobel.puzzle import Format, Puzzle
from knobel.readers import Found, counted, each_piece, head, of_kind, patient, short, unix

from .rules import MAX_CELLS, MAX_SIDE, Dominosweeper, check_size

# lists: [2,e,e,1] is a square, over as many lines as it likes; rows are [[2,e,e],[e,e,1]], or lists, one a line;
# a cell is e (unknown), a number from 0 to 8, - (free) or * (a mine)

_LIST = re.compile(r"\[\s*\[?\s*[e0-9*-]\s*[],][][e0-9*,.\s-]*")
# Two lists of nothing but numbers leave no cell for a mine: they are the sums of columns and rows of another kind.
_SUMS = re.compile(r"\[\s*\[[0-9\s,]+\]\s*,\s*\[[0-9\s,]+\]\s*\]")
_BLANK = re.compile(r"\n\s*\n")
_END = re.compile(r"\]\s*\]\s*[.,]?")
_SQUARE = re.compile(r"\[[^][\n]*\n[^][]*\]\s*[.,]?")
_ROW = re.compile(r"\s*\[([^][]*)\]\s*")
_SPACE = re.compile(r"\s*")


def recognise(text: str) -> bool:
    text = head(text)
    return _LIST.fullmatch(text) is not None and _SUMS.match(text) is None


@patient
def read(text: str) -> Found:
    text = unix(text)
    if not text or text.isspace():
        yield BadInput("found no list; expected one such as [[2,e,e],[e,e,1]]", 1)
    yield from each_piece(text, _boards(text), _of_lists)


def _boards(text: str) -> Iterator[tuple[int, str]]:
    """The text of each board, and where it starts.

    Blank lines part boards. A list of lists is a whole board, and so is a list of cells that goes over several lines.
    """
    start = 0
    while start < len(text):
        blank = _BLANK.search(text, start)
        stop = blank.start() if blank else len(text)
        while start < stop:
            first = _SPACE.match(text, start, stop)
            start = first.end() if first else start
            end = _SQUARE.match(text, start, stop) or _END.search(text, start, stop)
            after = end.end() if end else stop
            if start < after:
                yield start, text[start:after]
            start = after
        start = blank.end() if blank else stop


def _of_lists(text: str, line: int) -> Dominosweeper:
    """The board in a text that begins with its first character, which stands in this line."""
    nested = re.match(r"\[\s*\[", text) is not None
    at = 1 if nested else 0
    rows: list[str] = []
    first = line
    while match := _ROW.match(text, at):
        line += text.count("\n", at, match.start(1))
        rows.append(_cells(match[1], f"row {len(rows) + 1}" if nested or rows else "the list", line))
        if len(rows[-1]) != len(rows[0]):
            raise BadInput(f"row {len(rows)} has {counted(len(rows[-1]), 'cell')}; expected {len(rows[0])}", line)
        if len(rows) > MAX_SIDE:
            raise BadInput(f"found more than {MAX_SIDE} rows; expected at most {MAX_SIDE}", line)
        line += text.count("\n", match.start(1), match.end())
        at = match.end() + (text[match.end() : match.end() + 1] == ",")
    rest = text[at:].strip()
    if not rows or not re.fullmatch(r"\]\s*[.,]?" if nested else r"\.?", rest):
        expected = "a list such as [2,e,e]" if not rows else "a further list or its end" if nested else "a further list"
        raise BadInput(f"found {short(rest) if rest else 'the end'}; expected {expected}", line)
    if len(rows) == 1 and not nested:
        rows = _square(rows[0], first)
    check_size(len(rows[0]), len(rows), first)
    return Dominosweeper(tuple(rows))


def _square(cells: str, line: int) -> list[str]:
    """The rows of a board that is given as one list of cells."""
    side = isqrt(len(cells))
    if side * side != len(cells):
        expected = "a square such as 36, or a list for each row: [[2,e,e],[e,e,1]]"
        raise BadInput(f"the list has {len(cells)} cells; expected {expected}", line)
    return [cells[at : at + side] for at in range(0, len(cells), side)]


def _cells(text: str, name: str, line: int) -> str:
    if text.count(",") >= MAX_CELLS:
        raise BadInput(f"{name} has {text.count(',') + 1} cells; expected at most {MAX_CELLS}", line)
    cells = []
    for part in text.split(","):
        cell = part.strip()
        line += part[: len(part) - len(part.lstrip())].count("\n")
        if not re.fullmatch("[e0-8*-]", cell):
            raise BadInput(f"{name} has {short(cell)}; expected e, 0 to 8, - or *", line)
        line += part.lstrip().count("\n")
        cells.append(cell)
    return "".join(cells).replace("e", ".")


def write(puzzles: Iterable[Puzzle]) -> str:
    """One list a line, a blank line between boards; a single row is nested, for alone it would be a square."""
    boards = []
    for p in of_kind(puzzles, Dominosweeper, "list", "boards of mines"):
        if p.plain or p.mines is not None:
            what = "the plain variant" if p.plain else "the number of all mines"
            raise Misuse(f"the format list cannot hold {what}")
        lists = [f"[{','.join(row.replace('.', 'e'))}]" for row in p.rows]
        boards.append("".join(f"{one}\n" for one in lists) if len(lists) > 1 else f"[{lists[0]}]\n")
    return "\n".join(boards)


# addresses of puzz.link: mines/WIDTH/HEIGHT/BODY, one slot a cell; a number is a clue, . a free cell without one

NAME = "mines"


def _of_address(width: int, height: int, body: str) -> Dominosweeper:
    check_size(width, height)
    slots = puzzlink.exactly(puzzlink.slots(body), width * height)
    for slot in slots:
        if slot is not None and slot > 8:
            raise BadInput(f"the body has the number {slot}; expected 0 to 8")
    cells = "".join("." if slot is None else "-" if slot == puzzlink.UNKNOWN else str(slot) for slot in slots)
    rows = tuple(cells[at : at + width] for at in range(0, len(cells), width))
    return Dominosweeper(rows, plain=True)


def write_addresses(puzzles: Iterable[Puzzle]) -> str:
    """Pairs, given mines and a total cannot be written."""
    found = of_kind(puzzles, Dominosweeper, "puzzlink of mines", "boards of mines")
    return puzzlink.write(NAME, [(p.width, p.height, _body(p)) for p in found])


def _body(p: Dominosweeper) -> str:
    if not p.plain:
        raise Misuse("the format puzzlink holds plain minesweeper, without pairs of mines")
    if p.mines is not None:
        raise Misuse("the format puzzlink cannot hold the number of all mines")
    cells = "".join(p.rows)
    if "*" in cells:
        raise Misuse("the format puzzlink cannot hold a given mine")
    return puzzlink.body([None if g == "." else puzzlink.UNKNOWN if g == "-" else int(g) for g in cells])


FORMATS: tuple[Format, ...] = (
    Format(
        "puzzlink",
        "plain minesweeper in addresses of puzz.link, one a line",
        (),
        puzzlink.recogniser(NAME),
        puzzlink.reader(NAME, _of_address, "mines/5/5/g2m13l13g0j"),
        write_addresses,
    ),
    Format(
        "list",
        "one list of a square's cells, or a list for each row; e is an unknown cell: [2,e,e,1]",
        (".pl", ".txt"),
        recognise,
        read,
        write,
    ),
)
