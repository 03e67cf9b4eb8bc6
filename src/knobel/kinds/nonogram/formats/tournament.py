"""The text files of the TAAI, TCGA and ICGA tournaments: many square black and white puzzles a file.

A line ``$n`` begins a puzzle; the columns follow, then the rows, and an empty line is a line without runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from knobel.errors import BadInput, Misuse
from knobel.kinds.nonogram.rules import MAX_SIDE, Nonogram, check_size
from knobel.puzzle import Format, Puzzle
from knobel.reading import Found, head, patient, short, unix

from .common import Full, Runs, full

_HEADING = re.compile(r"^[ \t]*\$(.*)", re.MULTILINE)
_NUMBERED = re.compile(r"\$[ \t]*[0-9]+[ \t]*(?:\n[0-9$ \t\n]*)?")


def recognise(text: str) -> bool:
    return _NUMBERED.fullmatch(head(text)) is not None


@patient
def read(text: str) -> Found:
    text = unix(text)
    heading = _HEADING.search(text)
    before = text[: heading.start() if heading else len(text)]
    if before.strip() or not heading:
        blank = len(before) - len(before.lstrip())
        line = before.count("\n", 0, blank) + 1 if before.strip() else 1
        yield BadInput(f"found {short(before[blank:].partition(chr(10))[0])}; expected a line such as $1", line)
    line, counted = 1, 0
    while heading:
        line += text.count("\n", counted, heading.start())
        counted = heading.start()
        following = _HEADING.search(text, heading.end())
        try:
            body = text[heading.end() : following.start() if following else len(text)]
            yield _puzzle(heading[1].strip(), body.removeprefix("\n"), line)
        except BadInput as error:
            yield error
        heading = following


def _puzzle(title: str, body: str, heading: int) -> Nonogram:
    if body.count("\n") > 2 * MAX_SIDE + 1:
        raise BadInput(f"found {body.count(chr(10))} clue lines; expected at most {2 * MAX_SIDE}", heading)
    clues = body.split("\n")
    if not clues[-1]:
        clues.pop()  # what follows the last line end
    if len(clues) % 2 and not clues[-1].strip():
        clues.pop()  # an empty line between puzzles
    if len(clues) % 2 or not clues:
        raise BadInput(f"found {len(clues)} clue lines; expected as many columns as rows", heading)
    size = len(clues) // 2
    check_size(size, size, heading)
    runs = Runs({"": 1})
    columns = runs.lines(clues[:size], "column", heading + 1)
    return Nonogram(columns, runs.lines(clues[size:], "row", heading + size + 1), title=title)


def write(puzzles: Iterable[Puzzle]) -> str:
    return "".join(_text(number, board) for number, board in enumerate(full(puzzles, "tournament"), 1))


def _text(number: int, board: Full) -> str:
    puzzle, columns, rows = board
    if puzzle.width != puzzle.height:
        raise Misuse(f"the format tournament holds square boards only, not {puzzle.width}x{puzzle.height}")
    # Programs of the tournaments read a number here, so only a title that is one is kept.
    name = puzzle.title if re.fullmatch("[0-9]+", puzzle.title) else str(number)
    return f"${name}\n" + "".join("\t".join(str(run.length) for run in line) + "\n" for line in columns + rows)


FORMAT = Format(
    "tournament", "square boards of the TAAI, TCGA and ICGA tournaments, many a file", (".txt",), recognise, read, write
)
