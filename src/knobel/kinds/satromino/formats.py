"""Level files: keys behind ``;;``, then the rows of the start and of the goal; several levels a file.

A level begins with its name. Rows that are missing are the top ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from knobel.errors import BadInput, Misuse
from knobel.puzzle import Format, Puzzle
from knobel.reading import Found, head, patient, short, unix

from .rules import MAX_PIECES, MAX_SIDE, Satromino, check_size, read_sequence

KEYS = ("name", "size", "sequence", "strict", "start", "goal")
_KEY = re.compile(r"[ \t]*;;[ \t]*([A-Za-z]*)[ \t]*(:?)(.*)")
_FIRST = re.compile(rf";;[ \t]*(?:{'|'.join(KEYS)})\b", re.IGNORECASE)
_SIZE = re.compile(r"([0-9]{1,9})[ \t]*[xX×][ \t]*([0-9]{1,9})")
_ROWS = {"start": ".+", "goal": "?.+"}  # the first one stands in rows that are missing


class Line(NamedTuple):
    """A line with something on it; the key is empty for a row."""

    number: int
    key: str
    text: str


def recognise(text: str) -> bool:
    return _FIRST.match(head(text)) is not None


@patient
def read(text: str) -> Found:
    empty = True
    for level in _levels(_lines(unix(text))):
        empty = False
        try:
            yield _level(level)
        except BadInput as error:
            yield error
    if empty:
        yield BadInput("found no level; expected a line such as ;;Name: Example", 1)


def _lines(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.split("\n"), 1):
        match = _KEY.fullmatch(line)
        if match:
            yield Line(number, match[1].lower() or ";;", match[3].strip())
        elif line.strip():
            yield Line(number, "", line.strip())


def _levels(lines: Iterator[Line]) -> Iterator[list[Line]]:
    """The lines of each level: one begins with a name, or with any key behind the rows of a goal."""
    level: list[Line] = []
    ended = False
    for line in lines:
        if level and line.key and (line.key == "name" or ended):
            yield level
            level, ended = [], False
        if len(level) <= 2 * MAX_SIDE + len(KEYS) + 1:  # what comes behind the first error is not needed
            level.append(line)
        ended = ended or line.key == "goal"
    if level:
        yield level


def _level(lines: list[Line]) -> Satromino:
    """A level, its keys in their order."""
    found: dict[str, Line] = {}
    rows: dict[str, list[Line]] = {"start": [], "goal": []}
    last = ""
    for line in lines:
        if line.key:
            _in_place(line, last)
            last = line.key
            found[last] = line
            continue
        if last not in rows:
            raise BadInput(f"found {short(line.text)}; expected ;;{_following(last).capitalize()}", line.number)
        rows[last].append(line)
        _check_row(line, last, _size(found["size"]), len(rows[last]))
    if last != "goal":
        raise BadInput(f"the level has no ;;{_following(last).capitalize()}", lines[-1].number)
    width, height = _size(found["size"])
    boards = {
        key: (codes[0] * width,) * (height - len(rows[key])) + tuple(line.text for line in rows[key])
        for key, codes in _ROWS.items()
    }
    strict = "strict" in found and _strict(found["strict"])
    pieces, name = _sequence(found["sequence"]), found["name"].text
    return Satromino(width, height, pieces, boards["start"], boards["goal"], strict, name)


def _following(key: str) -> str:
    """The key that has to come next; only ``strict`` may be missing."""
    after = KEYS[KEYS.index(key) + 1 if key else 0]
    return "start" if after == "strict" else after


def _in_place(line: Line, last: str) -> None:
    if line.key not in KEYS:
        raise BadInput(f"found the key {short(line.key)}; expected {', '.join(KEYS)}", line.number)
    if line.key != _following(last) and not (line.key == "strict" and last == "sequence"):
        raise BadInput(f"found ;;{line.key.capitalize()}; expected ;;{_following(last).capitalize()}", line.number)
    if line.key in _ROWS and line.text:
        raise BadInput(f"found {short(line.text)} behind ;;{line.key.capitalize()}; expected rows below", line.number)
    if line.key in _READ:
        _READ[line.key](line)  # so that errors come in the order of the lines


def _size(line: Line) -> tuple[int, int]:
    match = _SIZE.fullmatch(line.text)
    if not match:
        raise BadInput(f"the size is {short(line.text)}; expected WIDTH x HEIGHT, for example 10 x 20", line.number)
    check_size(int(match[1]), int(match[2]), line.number)
    return int(match[1]), int(match[2])


def _sequence(line: Line) -> str:
    return read_sequence([name.strip() for name in line.text.split(",", MAX_PIECES)], line.number)


def _strict(line: Line) -> bool:
    if line.text.lower() not in ("yes", "no"):
        raise BadInput(f"strict is {short(line.text)}; expected yes or no", line.number)
    return line.text.lower() == "yes"


_READ: dict[str, Callable[[Line], object]] = {"size": _size, "sequence": _sequence, "strict": _strict}


def _check_row(line: Line, what: str, size: tuple[int, int], count: int) -> None:
    width, height = size
    if count > height:
        raise BadInput(f"found more than {height} rows of the {what}; expected at most {height}", line.number)
    for char in line.text:
        if char not in _ROWS[what]:
            raise BadInput(f"the row has {char!r}; expected one of {' '.join(_ROWS[what])}", line.number)
    if len(line.text) != width:
        raise BadInput(f"the row has {len(line.text)} cells; expected {width}", line.number)


def write(puzzles: Iterable[Puzzle]) -> str:
    return "\n".join(map(_written, puzzles))


def _written(puzzle: Puzzle) -> str:
    if not isinstance(puzzle, Satromino):
        raise Misuse(f"the format levels holds satromino levels, not {puzzle.kind} puzzles")
    lines = [
        f";;Name: {' '.join(puzzle.title.split())}".rstrip(),
        f";;Size: {puzzle.width} x {puzzle.height}",
        f";;Sequence: {','.join(puzzle.sequence)}",
        *([";;Strict: yes"] if puzzle.strict else []),
        *(";;Start", *puzzle.start, ";;Goal", *puzzle.goal),
    ]
    return "\n".join(lines) + "\n"


FORMATS = (
    Format(
        "levels", "level files: a name, the size, the pieces, start and goal", (".txt", ".lvl"), recognise, read, write
    ),
)
