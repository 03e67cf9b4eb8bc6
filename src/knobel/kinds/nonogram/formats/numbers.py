"""Files of plain numbers, black and white: of the tournaments, ``.nin``, ``.mk`` and ``.cwd``.

The files of the TAAI, TCGA and ICGA tournaments hold many square puzzles. A line ``$n`` begins one; the columns follow,
then the rows, and an empty line is a line without runs.

The others hold one puzzle: the size, then the rows, then the columns. ``.nin`` (Jakub Wilk's solver) has the width
first and nothing between rows and columns, ``.mk`` (the Olšáks' solver) has the height first and a line ``#`` between
them, ``.cwd`` has height and width on lines of their own and an empty line between rows and columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, pairwise
from typing import TypeAlias

from knobel.errors import BadInput, Misuse
from knobel.kinds.nonogram.rules import MAX_SIDE, Nonogram, check_size
from knobel.puzzle import Format, Puzzle
from knobel.readers import Found, Reader, counted, each, each_piece, head, patient, short, unix

from .common import ClueReader, Section, gather, writable, written

BLACK_AND_WHITE = {"": 1}

_HEADING = re.compile(r"^[ \t]*\$(.*)", re.MULTILINE)
_NUMBERED = re.compile(r"\$[ \t]*[0-9]+[ \t]*(?:\n[0-9$ \t\n]*)?")

_TWO = re.compile(r"[ \t]*([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]*")
_ONE_EACH = re.compile(r"[ \t]*([0-9]{1,9})[ \t]*\n[ \t]*([0-9]{1,9})[ \t]*")
_MARK = re.compile(r"[ \t]*#[ \t]*\Z")

_NIN = re.compile(r"[ \t]*[0-9]+[ \t]+[0-9]+[ \t]*(?:\n[0-9 \t\n]*)?")
_MK = re.compile(r"[ \t]*[0-9]+[ \t]+[0-9]+[ \t]*\n[0-9 \t\n]*(?:\n[ \t]*#[ \t]*(?:\n[0-9 \t\n]*)?)?")
_CWD = re.compile(r"[0-9]+[ \t]*\n[ \t]*[0-9]+[ \t]*\n[0-9 \t\n]*")


# tournaments


def _recognise_tournament(text: str) -> bool:
    return _NUMBERED.fullmatch(head(text)) is not None


@patient
def _read_tournament(text: str) -> Found:
    text = unix(text)
    start = _HEADING.search(text)
    before = text[: start.start() if start else len(text)]
    if before.strip() or not start:
        blank = len(before) - len(before.lstrip())
        line = before.count("\n", 0, blank) + 1 if before.strip() else 1
        found = short(before[blank:].partition(chr(10))[0])
        yield BadInput(f"found {found}; expected a line such as $1 above the clues of each puzzle", line)
    if start:
        yield from each_piece(text, _parts(text), _square)


def _parts(text: str) -> Iterator[tuple[int, tuple[str, str]]]:
    """Where each puzzle begins, its title, and the lines below."""
    for heading, following in pairwise(chain(_HEADING.finditer(text), [None])):
        if heading:
            body = text[heading.end() : following.start() if following else len(text)]
            yield heading.start(), (heading[1].strip(), body.removeprefix("\n"))


def _square(titled: tuple[str, str], heading: int) -> Nonogram:
    title, body = titled
    if body.count("\n") > 2 * MAX_SIDE + 1:
        raise BadInput(f"found {body.count(chr(10))} clue lines; expected at most {2 * MAX_SIDE}", heading)
    lines = body.split("\n")
    if not lines[-1]:
        lines.pop()  # what follows the last line end
    if len(lines) % 2 and not lines[-1].strip():
        lines.pop()  # an empty line between puzzles
    if len(lines) % 2 or not lines:
        raise BadInput(f"found {len(lines)} clue lines; expected as many columns as rows", heading)
    size = len(lines) // 2
    check_size(size, size, heading)
    clues = ClueReader(BLACK_AND_WHITE)
    columns = clues.lines(lines[:size], "column", heading + 1)
    return Nonogram(columns, clues.lines(lines[size:], "row", heading + size + 1), title=title)


def _write_tournament(puzzles: Iterable[Puzzle]) -> str:
    return "".join(_numbered(number, puzzle) for number, puzzle in enumerate(writable(puzzles, "tournament"), 1))


def _numbered(number: int, puzzle: Nonogram) -> str:
    if puzzle.width != puzzle.height:
        raise Misuse(f"the format tournament holds square boards only, not {puzzle.width}x{puzzle.height}")
    # Programs of the tournaments read a number here, so only a title that is one is kept.
    name = puzzle.title if re.fullmatch("[0-9]+", puzzle.title) else str(number)
    return f"${name}\n" + "".join(puzzle.clue(line, "\t") + "\n" for line in puzzle.columns + puzzle.rows)


# one puzzle a file


Clues: TypeAlias = Callable[[str, int, int, int], Nonogram]
"""Makes a puzzle of the text below the size, of the number of the line above it, and of a width and a height."""


def _reader(size: re.Pattern[str], lines: int, width_first: bool, puzzle: Clues) -> Reader:
    """A reader of files that begin with a size on so many lines."""
    first, second = ("width", "height") if width_first else ("height", "width")
    expected = f"the {first} and the {second}" + (", each on its own line" if lines == 2 else ", for example 4 3")

    def whole(text: str) -> Nonogram:
        if not text or text.isspace():
            raise BadInput(f"found no puzzle; expected {expected}", 1)
        line = text.count("\n", 0, len(text) - len(text.lstrip())) + 1
        text = text.lstrip()
        opening = "\n".join(text[:100].split("\n", lines)[:lines])
        match = size.fullmatch(opening)
        if not match:
            raise BadInput(f"the size is {short(opening)}; expected {expected}", line)
        one, two = int(match[1]), int(match[2])
        width, height = (one, two) if width_first else (two, one)
        check_size(width, height, line)
        return puzzle(text[len(opening) + 1 :], line + lines - 1, width, height)

    return patient(lambda text: each([unix(text)], whole))


def _recognise_nin(text: str) -> bool:
    return _NIN.fullmatch(head(text)) is not None and "#" not in text  # a long .mk has its # beyond the head


def _nin(body: str, heading: int, width: int, height: int) -> Nonogram:
    section, _ = gather(body, 0, heading, 2 * MAX_SIDE)
    expected = f"{counted(height, 'row')} and {counted(width, 'column')}"
    lines = section.take(width + height, "clue line", expected)
    above, below = Section(lines[:height], 0, heading), Section(lines[height:], 0, heading + height)
    return _two_sections(above, below, width, height)


def _write_nin(puzzles: Iterable[Puzzle]) -> str:
    found = writable(puzzles, "nin")
    if len(found) != 1:
        raise Misuse(f"a file of the format nin holds one puzzle, not {len(found)}")
    [puzzle] = found
    clues = written(puzzle, puzzle.rows + puzzle.columns, " ")
    return "\n".join([f"{puzzle.width} {puzzle.height}", *clues]) + "\n"


def _recognise_mk(text: str) -> bool:
    return _MK.fullmatch(head(text)) is not None and "#" in text


def _mk(body: str, heading: int, width: int, height: int) -> Nonogram:
    above, end = gather(body, 0, heading, MAX_SIDE, _MARK)
    between = heading + len(above.lines) + above.blank + 1  # the line with the mark
    if end == len(body):
        raise BadInput("found the end; expected a line # between the rows and the columns", between - 1)
    below, _ = gather(body, body.find("\n", end) + 1 or len(body), between, MAX_SIDE)
    return _two_sections(above, below, width, height)


def _recognise_cwd(text: str) -> bool:
    if not _CWD.fullmatch(head(text)):
        return False
    height, width, *clues = unix(text).lstrip().split("\n", 2 * MAX_SIDE + 3)
    if len(height.strip()) > 4 or len(width.strip()) > 4 or len(clues) > 2 * MAX_SIDE + 1:
        return False
    rows = int(height)
    return len(clues) > rows and not clues[rows].strip() and any(clue.strip() for clue in clues[rows:])


def _cwd(body: str, heading: int, width: int, height: int) -> Nonogram:
    section, _ = gather(body, 0, heading, 2 * MAX_SIDE + 1)
    missing = height + 1 + width - len(section.lines)
    lines = section.lines + [""] * min(section.blank, max(missing, 0))  # empty lines at the end can be clues
    between = heading + height + 1  # the line that parts rows from columns
    if len(lines) == height:
        raise BadInput(f"found no columns; expected {width} of them below an empty line", between - 1)
    if len(lines) > height and lines[height].strip():
        found = short(lines[height].strip())
        raise BadInput(f"found {found} after {height} rows; expected an empty line before the columns", between)
    return _two_sections(Section(lines[:height], 0, heading), Section(lines[height + 1 :], 0, between), width, height)


def _two_sections(above: Section, below: Section, width: int, height: int) -> Nonogram:
    clues = ClueReader(BLACK_AND_WHITE)
    rows = clues.section(above, height, "row")
    return Nonogram(clues.section(below, width, "column"), rows)


FORMATS = (
    Format(
        "tournament",
        "square boards of the TAAI, TCGA and ICGA tournaments, many a file",
        (".txt",),
        _recognise_tournament,
        _read_tournament,
        _write_tournament,
    ),
    Format(
        "nin",
        "size, rows and columns as plain numbers, one puzzle a file",
        (".nin",),
        _recognise_nin,
        _reader(_TWO, 1, True, _nin),
        _write_nin,
    ),
    Format(
        "mk",
        "size, rows and columns as plain numbers, # between them, one puzzle a file",
        (".mk",),
        _recognise_mk,
        _reader(_TWO, 1, False, _mk),
    ),
    Format(
        "cwd",
        "height, width, rows and columns as plain numbers, an empty line between them, one puzzle a file",
        (".cwd",),
        _recognise_cwd,
        _reader(_ONE_EACH, 2, False, _cwd),
    ),
)
