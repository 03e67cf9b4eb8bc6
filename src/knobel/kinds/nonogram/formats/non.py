"""The ``.non`` files of Steve Simpson's collection, with the colours and packs that were added to them later.

Lines are ``key value``; under ``rows`` and ``columns`` the clues follow, one a line. Unknown lines are ignored.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from knobel.errors import BadInput
from knobel.kinds.nonogram.rules import BLACK, MAX_SIDE, Colour, Line, Nonogram, check_size, runs_of
from knobel.puzzle import Format, Puzzle
from knobel.readers import Found, each, head, listed, patient, short, unix

from .common import MAX_CLUE, MAX_COLOURS, ClueReader, Section, gather, letters, tone, writable, written

_PACK = re.compile(r"^(?:={4,}[ \t]*(?:\n\s*|\Z))++", re.MULTILINE)  # empty puzzles between separators are none
_KEY = re.compile(r"^[ \t]*(width|height|title|rows|columns|goal|colou?r)(?![^ \t\n])(.*)", re.MULTILINE)
_WORD = re.compile(r"[ \t]*[A-Za-z_]{2,}:?(?:[ \t]|\Z)")  # any key, known or not, ends a list of clues
_FIRST = re.compile(r"={4,}[ \t]*\n|[a-z]+(?:[ \t].*)?(?:\n|\Z)")
_TELLING = re.compile(r'^[ \t]*(?:rows|columns|(?:width|height)[ \t]+[0-9]+|goal[ \t]+"[^"\n]*"?)[ \t]*$', re.MULTILINE)
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

# For files that use colour letters and leave the tones to the reader.
_TONES = ("e6194b", "4363d8", "3cb44b", "f58231", "911eb4", "46a0a0", "f032e6", "9a6324", "808000", "000075")

_ESCAPES = str.maketrans({"&": "&amp;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;"})


def recognise(text: str) -> bool:
    start = head(text)
    return _FIRST.match(start) is not None and _TELLING.search(start) is not None


@patient
def read(text: str) -> Found:
    nothing = "found no puzzle; expected lines such as 'width 4', 'height 3', 'rows' and 'columns'"
    return each(_blocks(unix(text)), lambda block: _puzzle(_collect(*block)), nothing)


def _blocks(text: str) -> Iterator[tuple[str, int]]:
    """The puzzles of a pack, each with the number of its first line."""
    line, start = 1, 0
    while start < len(text):
        separator = _PACK.search(text, start) if text.find("====", start) >= 0 else None
        block = text[start : separator.start() if separator else len(text)]
        if block and not block.isspace():
            yield block, line
        end = separator.end() if separator else len(text)
        line += text.count("\n", start, end)
        start = end


# reading


@dataclass
class _Sheet:
    """What one puzzle's lines say, with their numbers, before the parts are compared."""

    line: int
    values: dict[str, tuple[str, int]] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)
    clues: dict[str, Section] = field(default_factory=dict)

    def side(self, key: str, clues: str) -> int | None:
        """The width or the height, as given or else as the number of columns or rows."""
        if key not in self.values:
            return len(self.clues[clues].lines) if clues in self.clues else None
        value, line = self.values[key]
        if not re.fullmatch("[0-9]{1,9}", value):
            raise BadInput(f"the {key} is {short(value)}; expected a number from 1 to {MAX_SIDE}", line)
        return int(value)


def _collect(block: str, line: int) -> _Sheet:
    sheet = _Sheet(line)
    start = 0
    while match := _KEY.search(block, start):
        line += block.count("\n", start, match.start())
        key, value, start = match[1], match[2].strip(), match.end()
        if key in ("color", "colour"):
            _add_colour(sheet.colours, value, line)
        elif key in sheet.values or key in sheet.clues:
            raise BadInput(f"{key!r} is given twice; expected it once, and ==== between puzzles", line)
        elif key in ("rows", "columns"):
            sheet.clues[key], start = gather(block, start + 1, line, MAX_SIDE, _WORD)
            line += block.count("\n", match.end(), start)
        else:
            sheet.values[key] = (_unquoted(value), line)
    return sheet


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value


def _add_colour(colours: dict[str, str], value: str, line: int) -> None:
    char, *name = value.split(None, 1) or [""]
    if len(char) != 1 or char in "123456789," or not name:
        raise BadInput(f"the colour is {short(value)}; expected a letter and a tone, for example a #ff0000", line)
    if char in colours or len(colours) > MAX_COLOURS:
        raise BadInput(f"the colour {char!r} is one too many; expected at most {MAX_COLOURS}, each once", line)
    colours[char] = tone(_unquoted(name[0]), line)


def _puzzle(sheet: _Sheet) -> Nonogram:
    width, height = sheet.side("width", "columns"), sheet.side("height", "rows")
    goal, goal_line = sheet.values.get("goal", (None, sheet.line))
    if goal and width and height is None:
        height = len(goal) // width
    if goal and height and width is None:
        width = len(goal) // height
    if width is None or height is None:
        missing = "width" if width is None else "height"
        raise BadInput(f"found no {missing}; expected a line such as '{missing} 5'", sheet.line)
    check_size(width, height, sheet.values.get("height", sheet.values.get("width", ("", sheet.line)))[1])
    if goal is not None and len(goal) != width * height:
        raise BadInput(f"the goal has {len(goal)} cells; expected {width} x {height} = {width * height}", goal_line)
    colours, palette = _palette(sheet, goal)
    codes = {char: v for v, char in enumerate(colours, 1)}
    clues = ClueReader({"": 1} | codes if len(palette) == 1 else codes)
    cells = None if goal is None or len(sheet.clues) == 2 else _cells(goal, codes, goal_line)

    def lines(what: str, count: int) -> tuple[Line, ...]:
        if section := sheet.clues.get(f"{what}s"):
            return clues.section(section, count, what)
        if cells is None:
            raise BadInput(f"found no {what}s; expected a line '{what}s' and {count} clues below it", sheet.line)
        if what == "row":
            return tuple(runs_of(cells[r * width : (r + 1) * width]) for r in range(height))
        return tuple(runs_of(cells[c::width]) for c in range(width))

    title = _REFERENCE.sub(lambda match: html.unescape(match[0]), sheet.values.get("title", ("", 0))[0])
    rows = lines("row", height)
    return Nonogram(lines("column", width), rows, palette, title)


def _palette(sheet: _Sheet, goal: str | None) -> tuple[list[str], tuple[Colour, ...]]:
    """The characters of the file's colours, and the palette they stand for."""
    tones = {char: rgb for char, rgb in sheet.colours.items() if char not in "0."}  # those two mean empty
    if not tones:
        tones = {char: _TONES[k % len(_TONES)] for k, char in enumerate(_undeclared(sheet, goal))}
    if not tones:
        return [], BLACK
    return list(tones), tuple(map(Colour, letters(list(tones)), tones.values()))


def _undeclared(sheet: _Sheet, goal: str | None) -> list[str]:
    """The colour letters of a file that declares none: only if every run has one, else they are slips of the pen."""
    if not sheet.clues:
        return sorted(set(re.findall("[A-Za-z]", goal or "")))
    text = "\n".join(clue for section in sheet.clues.values() for clue in section.lines if len(clue) <= MAX_CLUE)
    used = {match[2] for match in re.finditer(r"(?<![0-9])([0-9]+)([A-Za-z]?)", text) if match[1] != "0"}
    return [] if "" in used else sorted(used)


def _cells(goal: str, codes: dict[str, int], line: int) -> list[int]:
    values = {"0": 0, ".": 0} | (codes or {"1": 1})
    if unknown := set(goal) - set(values):
        raise BadInput(f"the goal has the cell {min(unknown)!r}; expected one of {listed(values)}", line)
    return [values[char] for char in goal]


# writing


def write(puzzles: Iterable[Puzzle]) -> str:
    return "====\n".join(map(_text, writable(puzzles, "non", colour=True)))


def _text(puzzle: Nonogram) -> str:
    title = [f'title "{puzzle.title.translate(_ESCAPES)}"'] if puzzle.title else []
    colours = [f"color {char} #{rgb}" for char, rgb in puzzle.palette if puzzle.coloured]
    size = [f"width {puzzle.width}", f"height {puzzle.height}"]
    rows, columns = (written(puzzle, lines, ",") for lines in (puzzle.rows, puzzle.columns))
    return "\n".join([*title, *size, *colours, "", "rows", *rows, "", "columns", *columns]) + "\n"


FORMAT = Format(
    "non", "the key and value files of Simpson's collection, also in packs and in colour", (".non", ".nonpack"),
    recognise, read, write,
)  # fmt: skip
