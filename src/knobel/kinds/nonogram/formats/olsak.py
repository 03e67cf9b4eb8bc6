"""The ``.g`` files of the Olšáks' solver: one puzzle, in colour or in black and white, with prose around it.

Whatever stands before the first line that begins with ``:`` or ``#d`` is prose. ``#d`` begins the colours, the first
``:`` the rows, the second the columns and the third, if there is one, prose again.
"""

from __future__ import annotations

import re

from knobel.errors import BadInput
from knobel.kinds.nonogram.rules import BLACK, MAX_SIDE, Colour, Line, Nonogram, check_size
from knobel.puzzle import Format
from knobel.readers import WINDOW, Found, each, head, patient, short, unix

from . import pbm
from .common import MAX_COLOURS, ClueReader, gather, letters, tone

_OPENING = re.compile(r"^(?::|#[dDtT])", re.MULTILINE)
_PART = re.compile(r":")
_COLOUR = re.compile(r"[ \t]*([^\s,2-57-9]):.?[ \t]*(\S*).*")
_CLUE = re.compile(r"[ \t]*(?:[0-9]+[^\s,0-9]?(?:[ \t,]+|\Z))*")

BACKGROUND, OUTSIDE, DEFAULT = "0", "6", "1"  # characters of colours with a meaning of their own


def recognise(text: str) -> bool:
    """Whether two lines begin with a colon and only clues stand between them, as far as the head of the text goes."""
    start = head(text)
    opening = re.search("^:", start, re.MULTILINE)
    if not opening or pbm.recognise(text):  # a packed picture can look like anything
        return False
    _, *lines = start[opening.start() :].split("\n")
    end = next((i for i, line in enumerate(lines) if line.startswith(":")), None)
    if end is None and len(text) <= WINDOW:
        return False
    clues = lines[:end]
    return any(map(str.strip, clues)) and all(map(_CLUE.fullmatch, clues))


@patient
def read(text: str) -> Found:
    return each([unix(text)], _puzzle)


def _puzzle(text: str) -> Nonogram:
    opening = _OPENING.search(text)
    if not opening:
        raise BadInput("found no puzzle; expected a line that begins with ':' above the rows", 1)
    start, line = opening.start(), text.count("\n", 0, opening.start()) + 1
    if text[start + 1 : start + 2] in "tT":
        raise BadInput("found a board of triangles; expected one of rows and columns", line)
    tones: dict[str, str] = {}
    if text[start] == "#":
        tones, start, line = _tones(text, start, line)
    codes, palette = _palette(tones)
    clues = ClueReader(codes)
    rows, start, line = _side(text, start, line, clues, "row")
    columns, start, line = _side(text, start, line, clues, "column")
    check_size(len(columns), len(rows), line)
    return Nonogram(columns, rows, palette)


def _side(text: str, start: int, line: int, clues: ClueReader, what: str) -> tuple[tuple[Line, ...], int, int]:
    """The clues under a heading, and where the next heading is."""
    if not text.startswith(":", start):
        raise BadInput(f"found no {what}s; expected a line that begins with ':' above them", line)
    section, end = gather(text, _after(text, start), line, MAX_SIDE, _PART)
    # Before another heading, empty lines are clues; those at the end of the text are nothing.
    count = len(section.lines) + (section.blank if end < len(text) else 0)
    check_size(1, count, line)
    return clues.section(section, count, what), end, line + text.count("\n", start, end)


def _after(text: str, start: int) -> int:
    """Where the next line begins."""
    return text.find("\n", start) + 1 or len(text)


def _tones(text: str, start: int, line: int) -> tuple[dict[str, str], int, int]:
    """The declared colours by their characters, and where the line above the rows is."""
    tones: dict[str, str] = {}
    declared, end = gather(text, _after(text, start), line, 2 * MAX_COLOURS, _PART)
    for number, declaration in enumerate(declared.lines, line + 1):
        match = _COLOUR.fullmatch(declaration)
        if not declaration.strip():
            continue
        if not match or match[1] in tones or len(tones) > MAX_COLOURS:
            found = short(declaration.strip())
            raise BadInput(f"the colour is {found}; expected one such as b:# blue, each once", number)
        if "/" in match[2] or "\\" in match[2]:
            found = short(match[2])
            raise BadInput(f"the colour is {found}; expected whole cells, triangles are not in the rules", number)
        tones[match[1]] = tone(match[2], number)
    return tones, end, line + text.count("\n", start, end)


def _palette(tones: dict[str, str]) -> tuple[dict[str, int], tuple[Colour, ...]]:
    """The values of the characters behind runs, and the palette they stand for."""
    inks = {char: rgb for char, rgb in tones.items() if char not in (BACKGROUND, OUTSIDE)}
    if not inks or inks == {DEFAULT: "000000"}:
        return {"": 1}, BLACK
    codes = {"" if char == DEFAULT else char: v for v, char in enumerate(inks, 1)}
    return codes, tuple(map(Colour, letters(list(inks)), inks.values()))


FORMAT = Format("olsak", "the files of the Olšáks' solver, also in colour, one puzzle a file", (".g",), recognise, read)
