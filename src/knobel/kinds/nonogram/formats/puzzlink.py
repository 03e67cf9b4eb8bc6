"""Addresses of puzz.link and its relatives, one a line: ``nonogram/WIDTH/HEIGHT/BODY``.

The body fills a fixed number of slots for each column, then for each row; in a line the number nearest the grid comes
first. Values above 255 cannot be written, and neither can lines with more runs than slots.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from knobel.errors import BadInput, Misuse
from knobel.kinds.nonogram.rules import Line, Nonogram, Run, check_size
from knobel.puzzle import Format, Puzzle

from .common import Found, Full, full, head, patient, short, unix

EXAMPLE = "https://puzz.link/p?nonogram/4/3/112g1g11122g11"

_START = re.compile(r"(?:https?://[^\s?]+\?)?nonogram/")
_ADDRESS = re.compile(_START.pattern + r"([^/]*)/([^/]*)/([^/]*)/?")
_SLOT = re.compile(r"(?P<value>[0-9a-f])|-(?P<two>[0-9a-f]{2})|(?P<skip>[g-z])|(?P<unknown>\.)")


def recognise(text: str) -> bool:
    return _START.match(head(text)) is not None


@patient
def read(text: str) -> Found:
    text = unix(text)
    if not text or text.isspace():
        yield BadInput(f"found no address; expected one such as {EXAMPLE}", 1)
    line, counted = 1, 0
    for match in re.finditer(r"\S.*", text):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        try:
            yield _puzzle(match[0].rstrip())
        except BadInput as error:
            yield BadInput(error.message, line)


def _puzzle(address: str) -> Nonogram:
    match = _ADDRESS.fullmatch(address)
    if not match:
        raise BadInput(f"found {short(address)}; expected an address such as {EXAMPLE}")
    if not all(re.fullmatch("[0-9]{1,9}", side) for side in match.group(1, 2)):
        raise BadInput(f"the size is {short(match[1])} by {short(match[2])}; expected two numbers, for example 4/3")
    width, height = int(match[1]), int(match[2])
    check_size(width, height)
    deep, wide = (height + 1) // 2, (width + 1) // 2
    slots = _slots(match[3], width * deep + height * wide)
    rows = width * deep
    return Nonogram(
        tuple(_line(slots[at : at + deep]) for at in range(0, rows, deep)),
        tuple(_line(slots[at : at + wide]) for at in range(rows, len(slots), wide)),
    )


def _slots(body: str, count: int) -> list[int | None]:
    slots: list[int | None] = []
    at = 0
    while at < len(body) and len(slots) <= count:
        match = _SLOT.match(body, at)
        if not match:
            raise BadInput(f"the body has {short(body[at])} after {at} characters; expected 0-9, a-z or -hh")
        if match["unknown"]:
            raise BadInput("the body has an unknown run '.'; unknown runs are not part of the rules")
        if match["skip"]:
            slots += [None] * (ord(match["skip"]) - ord("f"))
        else:
            slots.append(int(match["value"] or match["two"], 16))
        at = match.end()
    if len(slots) != count:
        found = f"more than {count}" if len(slots) > count else str(len(slots))
        raise BadInput(f"the body fills {found} slots; expected {count}")
    return slots


def _line(slots: list[int | None]) -> Line:
    numbers = [number for number in reversed(slots) if number is not None]
    if 0 in numbers and len(numbers) > 1:
        raise BadInput(f"a line has the runs {' '.join(map(str, numbers))}; expected lengths from 1")
    return tuple(Run(number) for number in numbers if number)


def write(puzzles: Iterable[Puzzle]) -> str:
    return "".join(f"https://puzz.link/p?{_body(board)}\n" for board in full(puzzles, "puzzlink"))


def _body(board: Full) -> str:
    width, height = board.puzzle.width, board.puzzle.height
    slots = [slot for line in board.columns for slot in _padded(line, (height + 1) // 2)]
    slots += [slot for line in board.rows for slot in _padded(line, (width + 1) // 2)]
    return f"nonogram/{width}/{height}/{''.join(_code(slots))}"


def _padded(line: Line, count: int) -> list[int]:
    if len(line) > count:
        raise Misuse(f"the format puzzlink has {count} slots for a line and cannot hold {len(line)} runs")
    if any(run.length > 255 for run in line):
        raise Misuse("the format puzzlink cannot hold runs longer than 255")
    return [run.length for run in reversed(line)] + [0] * (count - len(line))


def _code(slots: list[int]) -> Iterator[str]:
    for empty, group in groupby(slots, key=lambda slot: slot == 0):
        if empty:
            twenties, rest = divmod(len(list(group)), 20)
            yield "z" * twenties + (chr(ord("f") + rest) if rest else "")
        else:
            yield from (f"{slot:x}" if slot < 16 else f"-{slot:x}" for slot in group)


FORMAT = Format("puzzlink", "addresses of puzz.link, pzv.jp and pzprxs, one a line", (), recognise, read, write)
