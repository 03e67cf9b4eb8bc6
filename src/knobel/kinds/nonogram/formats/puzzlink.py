"""Nonograms in addresses of puzz.link: ``nonogram/WIDTH/HEIGHT/BODY``.

The body fills a fixed number of slots for each column, then for each row; in a line the number nearest the grid comes
first. Values above 255 cannot be written, and neither can lines with more runs than slots.
"""

from __future__ import annotations

from collections.abc import Iterable

from knobel import puzzlink
from knobel.errors import BadInput, Misuse
from knobel.kinds.nonogram.rules import Line, Nonogram, Run, check_size
from knobel.puzzle import Format, Puzzle

from .common import writable

NAME = "nonogram"


def _puzzle(width: int, height: int, body: str) -> Nonogram:
    check_size(width, height)
    deep, wide = (height + 1) // 2, (width + 1) // 2
    slots = puzzlink.exactly(puzzlink.slots(body), width * deep + height * wide)
    if puzzlink.UNKNOWN in slots:
        raise BadInput("the body has an unknown run '.'; unknown runs are not part of the rules")
    rows = width * deep
    return Nonogram(
        tuple(_line(slots[at : at + deep]) for at in range(0, rows, deep)),
        tuple(_line(slots[at : at + wide]) for at in range(rows, len(slots), wide)),
    )


def _line(slots: list[int | None]) -> Line:
    numbers = [number for number in reversed(slots) if number is not None]
    if 0 in numbers and len(numbers) > 1:
        raise BadInput(f"a line has the runs {' '.join(map(str, numbers))}; expected lengths from 1")
    return tuple(Run(number) for number in numbers if number)


def write(puzzles: Iterable[Puzzle]) -> str:
    return puzzlink.write(NAME, [(p.width, p.height, _body(p)) for p in writable(puzzles, "puzzlink")])


def _body(p: Nonogram) -> str:
    sides = ((p.columns, (p.height + 1) // 2), (p.rows, (p.width + 1) // 2))
    return puzzlink.body([slot for lines, count in sides for line in lines for slot in _padded(line or (), count)])


def _padded(line: Line, count: int) -> list[int | None]:
    if len(line) > count:
        raise Misuse(f"the format puzzlink has {count} slots for a line and cannot hold {len(line)} runs")
    if any(run.length > 255 for run in line):
        raise Misuse("the format puzzlink cannot hold runs longer than 255")
    return [run.length for run in reversed(line)] + [None] * (count - len(line))


FORMAT = Format(
    "puzzlink",
    "addresses of puzz.link, pzv.jp and pzprxs, one a line",
    (),
    puzzlink.recogniser(NAME),
    puzzlink.reader(NAME, _puzzle, "nonogram/4/3/112g1g11122g11"),
    write,
)
