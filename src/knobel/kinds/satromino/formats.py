"""Level files: keys behind ``;;``, then the rows of the start and of the goal; several levels a file.

A level begins with its name. Rows that are missing are the top ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from knobel.errors import BadInput
from knobel.puzzle import Format, Puzzle
from knobel.readers import Found, check_row, each, head, of_kind, patient, short, unix
from knobel.say import Say

from .rules import MAX_PIECES, MAX_SIDE, Satromino, check_size, read_sequence, with_top

KEYS = ("name", "size", "sequence", "strict", "start", "goal")
_KEY = re.compile(r"[ \t]*;;[ \t]*([A-Za-z]*)[ \t]*(:?)(.*)")
_FIRST = re.compile(rf";;[ \t]*(?:{'|'.join(KEYS)})\b", re.IGNORECASE)
_SIZE = re.compile(r"([0-9]{1,9})[ \t]*[xX×][ \t]*([0-9]{1,9})")
_ROWS = {"start": ".+", "goal": "?.+"}  # the first one stands in rows that are missing


class KeyLine(NamedTuple):
    """A line with something on it; the key is empty for a row."""

    number: int
    key: str
    text: str


def recognise(text: str) -> bool:
    return _FIRST.match(head(text)) is not None


@patient
def read(text: str) -> Found:
    return each(_levels(_lines(unix(text))), _level, "found no level; expected a line such as ;;Name: Example")


def _lines(text: str) -> Iterator[KeyLine]:
    for number, line in enumerate(text.split("\n"), 1):
        match = _KEY.fullmatch(line)
        if match:
            yield KeyLine(number, match[1].lower() or ";;", match[3].strip())
        elif line.strip():
            yield KeyLine(number, "", line.strip())


def _levels(lines: Iterator[KeyLine]) -> Iterator[list[KeyLine]]:
    """The lines of each level: one begins with a name, or with any key behind the rows of a goal."""
    level: list[KeyLine] = []
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


def _level(lines: list[KeyLine]) -> Satromino:
    """A level; its keys are checked and read in the order of the lines, and so errors come in that order."""
    found: dict[str, Any] = {}
    rows: dict[str, list[str]] = {key: [] for key in _ROWS}
    last = ""
    for number, key, text in lines:
        following = _following(last)
        if not key:
            if last not in rows:
                raise BadInput(f"found {short(text)}; expected ;;{following.capitalize()}", number)
            rows[last].append(text)
            _check_row(text, last, found["size"], len(rows[last]), number)
            continue
        if key not in KEYS:
            raise BadInput(f"found the key {short(key)}; expected {', '.join(KEYS)}", number)
        if key != following and not (key == "strict" and last == "sequence"):
            raise BadInput(f"found ;;{key.capitalize()}; expected ;;{following.capitalize()}", number)
        if key in rows and text:
            raise BadInput(f"found {short(text)} behind ;;{key.capitalize()}; expected rows below", number)
        found[key] = _READ[key](text, number) if key in _READ else text
        last = key
    if last != "goal":
        raise BadInput(f"the level has no ;;{_following(last).capitalize()}", lines[-1].number)
    width, height = found["size"]
    start, goal = (with_top(rows[key], codes[0], width, height) for key, codes in _ROWS.items())
    return Satromino(width, height, found["sequence"], start, goal, found.get("strict", False), found["name"])


def _following(key: str) -> str:
    """The key that has to come next; only ``strict`` may be missing, and nothing comes after the goal."""
    after = (*KEYS, "")[KEYS.index(key) + 1 if key else 0]
    return "start" if after == "strict" else after


def _size(text: str, line: int) -> tuple[int, int]:
    match = _SIZE.fullmatch(text)
    if not match:
        raise BadInput(f"the size is {short(text)}; expected WIDTH x HEIGHT, for example 10 x 20", line)
    check_size(int(match[1]), int(match[2]), line)
    return int(match[1]), int(match[2])


def _sequence(text: str, line: int) -> str:
    return read_sequence([name.strip() for name in text.split(",", MAX_PIECES)], line)


def _strict(text: str, line: int) -> bool:
    if text.lower() not in ("yes", "no"):
        raise BadInput(f"strict is {short(text)}; expected yes or no", line)
    return text.lower() == "yes"


_READ: dict[str, Callable[[str, int], object]] = {"size": _size, "sequence": _sequence, "strict": _strict}


def _check_row(row: str, what: str, size: tuple[int, int], count: int, line: int) -> None:
    width, height = size
    if count > height:
        raise BadInput(f"found more than {height} rows of the {what}; expected at most {height}", line)
    check_row(row, width, Say("the row"), _ROWS[what], line=line)


def write(puzzles: Iterable[Puzzle]) -> str:
    return "\n".join(map(_written, of_kind(puzzles, Satromino, "levels", "satromino levels")))


def _written(puzzle: Satromino) -> str:
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
