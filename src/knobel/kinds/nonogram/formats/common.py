"""What the nonogram formats share: clue lines and their errors, colours, and what a writer needs of a puzzle.

Everything here is bounded by the largest board, so that junk of any size is refused instead of stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from string import ascii_lowercase
from typing import NamedTuple

from knobel.errors import BadInput, Misuse, unexpected
from knobel.kinds.nonogram.rules import MAX_SIDE, Line, Nonogram, Run, unknown_colour
from knobel.puzzle import Puzzle
from knobel.readers import counted, of_kind, short
from knobel.say import Say

MAX_CLUE = 10_000  # characters; the most that MAX_SIDE runs of six digits, a colour and a separator need
MAX_RUN = 999_999  # as in IDs
MAX_COLOURS = len(ascii_lowercase)  # as in IDs

_RUN = re.compile(r"\s*([0-9]{1,6})([^0-9\s]?)\s*")
_HEX = re.compile(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_BLANK = re.compile(r"[ \t\n]*")

NAMED_COLOURS = {
    "aqua": "00ffff", "black": "000000", "blue": "0000ff", "brown": "a52a2a", "cyan": "00ffff", "fuchsia": "ff00ff",
    "gray": "808080", "green": "008000", "grey": "808080", "lime": "00ff00", "magenta": "ff00ff", "maroon": "800000",
    "navy": "000080", "olive": "808000", "orange": "ffa500", "pink": "ffc0cb", "purple": "800080", "red": "ff0000",
    "silver": "c0c0c0", "teal": "008080", "white": "ffffff", "yellow": "ffff00",
}  # fmt: skip


# reading


class Section(NamedTuple):
    """Clue lines under a heading. The last one is not empty; ``blank`` empty lines follow, clues or not."""

    lines: list[str]
    blank: int
    heading: int  # the line number above the first clue

    def take(self, count: int, what: str, expected: str = "") -> list[str]:
        """Exactly so many lines: of the empty ones at the end as many as are needed, the others only part sections."""
        found = len(self.lines)
        if not found <= count <= found + self.blank:
            line = self.heading + count + 1 if found > count else self.heading
            raise BadInput(f"found {counted(found, what)}; expected {expected or count}", line)
        return self.lines + [""] * (count - found)


def gather(text: str, start: int, heading: int, most: int, stop: re.Pattern[str] | None = None) -> tuple[Section, int]:
    """The clue lines from ``start`` to the first line that matches ``stop``, and where that line begins."""
    lines: list[str] = []
    blank = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if not text[start:end].strip():
            rest = _BLANK.match(text, start)
            end = max(end, text.rfind("\n", start, rest.end() if rest else end))  # a million empty lines in one step
            blank += text.count("\n", start, end) + 1
        elif stop and stop.match(text, start, end):
            break
        elif len(lines) + blank >= most:
            surplus = heading + len(lines) + blank + 1
            raise BadInput(f"found more than {most} clue lines; expected at most {most}", surplus)
        else:
            lines += [""] * blank + [text[start:end]]
            blank = 0
        start = end + 1
    return Section(lines, blank, heading), min(start, len(text))


THE_CLUE = Say("the clue")


class ClueReader(dict[str, Run]):
    """Reads clues. It keeps what each part of a clue stands for: a board repeats a few runs very often.

    ``codes`` gives the value of each colour's character; the empty one is a run without colour.
    """

    def __init__(self, codes: Mapping[str, int]) -> None:
        super().__init__()
        self.codes, self.name = codes, THE_CLUE

    def __missing__(self, part: str) -> Run:
        match = _RUN.fullmatch(part)
        if not match or int(match[1]) < 1:
            found = Say("{name} has the run {run}", name=self.name, run=short(part))
            raise unexpected(found, Say("lengths from {least} to {most}", least=1, most=MAX_RUN))
        if match[2] not in self.codes:
            raise unknown_colour(self.name, part, match[2], self.codes)
        run = self[part] = Run(int(match[1]), self.codes[match[2]])
        return run

    def line(self, clue: str, name: Say = THE_CLUE) -> Line:
        """The runs of one clue, separated by commas or else by blanks; ``0`` and nothing are a line without runs.

        ``name`` is what to call it in errors.
        """
        self.name, clue = name, clue.strip()
        if len(clue) > MAX_CLUE:
            found = Say("{name} has {count} characters", name=name, count=len(clue))
            raise unexpected(found, Say("at most {most}", most=MAX_CLUE))
        parts = clue.split(",") if "," in clue else clue.split()
        if len(parts) > MAX_SIDE:
            found = Say("{name} has {count} runs", name=name, count=len(parts))
            raise unexpected(found, Say("at most {most}", most=MAX_SIDE))
        return () if parts == ["0"] else tuple(map(self.__getitem__, parts))

    def section(self, section: Section, count: int, what: str) -> tuple[Line, ...]:
        """The runs of so many rows or columns under a heading."""
        return self.lines(section.take(count, what), what, section.heading + 1)

    def lines(self, clues: Sequence[str], what: str, first: int) -> tuple[Line, ...]:
        """The runs of many clues, the first of which stands in the text's line ``first``."""
        found = []
        for number, clue in enumerate(clues):
            row, column = Say("row {row}", row=number + 1), Say("column {column}", column=number + 1)
            try:
                found.append(self.line(clue, row if what == "row" else column))
            except BadInput as error:
                raise BadInput(error.message, first + number) from None
        return tuple(found)


# colours


def tone(text: str, line: int | None = None) -> str:
    """A colour as ``rrggbb``, from ``#rrggbb``, ``#rgb``, the same without ``#``, or a basic name.

    >>> tone("#F00"), tone("navy")
    ('ff0000', '000080')
    """
    text = text.strip()
    if match := _HEX.fullmatch(text):
        digits = match[1].lower()
        return digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    if text.lower() not in NAMED_COLOURS:
        expected = Say("six hexadecimal digits such as {example}", example="ff0000")
        raise unexpected(Say("the colour is {colour}", colour=short(text)), expected, line)
    return NAMED_COLOURS[text.lower()]


def letters(chars: Sequence[str]) -> list[str]:
    """A letter for each colour: its own character where that is a letter and not taken, else the next free one.

    >>> letters(["#", "a", "B", "a", "c"])
    ['b', 'a', 'd', 'e', 'c']
    """
    if len(chars) > MAX_COLOURS:
        raise BadInput(f"found {len(chars)} colours; expected at most {MAX_COLOURS}")
    owner: dict[str, int] = {}
    for index, char in enumerate(chars):
        if len(char) == 1 and char in ascii_lowercase:
            owner.setdefault(char, index)
    free = (letter for letter in ascii_lowercase if letter not in owner)
    return [char if owner.get(char) == index else next(free) for index, char in enumerate(chars)]


# writing


def writable(puzzles: Iterable[Puzzle], name: str, *, colour: bool = False) -> list[Nonogram]:
    """The puzzles, if a file of the format can hold them: every line has its clue."""
    found = of_kind(puzzles, Nonogram, name, "nonograms")
    for puzzle in found:
        if puzzle.coloured and not colour:
            raise Misuse(f"the format {name} is black and white and cannot hold a coloured puzzle")
        if None in puzzle.columns + puzzle.rows:
            raise Misuse(f"the format {name} cannot hold a puzzle with a line that has lost its clue")
    return found


def written(puzzle: Nonogram, lines: Iterable[Line | None], separator: str) -> list[str]:
    """Clues as text; ``0`` where there are no runs, so that nobody takes it for a separating empty line."""
    return [puzzle.clue(line, separator) or "0" for line in lines]
