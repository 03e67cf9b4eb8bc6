"""Plain minesweeper in addresses of puzz.link: ``mines/WIDTH/HEIGHT/BODY``, one slot a cell.

A number is a clue and ``.`` a free cell without one; pairs, given mines and a total cannot be written.
"""

from __future__ import annotations

from collections.abc import Iterable

from knobel import puzzlink
from knobel.errors import BadInput, Misuse
from knobel.puzzle import Format, Puzzle

from ..rules import Dominosweeper, check_size

NAME = "mines"


def _puzzle(width: int, height: int, body: str) -> Dominosweeper:
    check_size(width, height)
    slots = puzzlink.exactly(puzzlink.slots(body), width * height)
    for slot in slots:
        if slot is not None and slot > 8:
            raise BadInput(f"the body has the number {slot}; expected 0 to 8")
    cells = "".join("." if slot is None else "-" if slot == puzzlink.UNKNOWN else str(slot) for slot in slots)
    rows = tuple(cells[at : at + width] for at in range(0, len(cells), width))
    return Dominosweeper(rows, plain=True)


def write(puzzles: Iterable[Puzzle]) -> str:
    return puzzlink.write(NAME, [_board(puzzle) for puzzle in puzzles])


def _board(puzzle: Puzzle) -> tuple[int, int, str]:
    if not isinstance(puzzle, Dominosweeper):
        raise Misuse(f"the format puzzlink of mines holds boards of mines, not {puzzle.kind} puzzles")
    if not puzzle.plain:
        raise Misuse("the format puzzlink holds plain minesweeper, without pairs of mines")
    if puzzle.mines is not None:
        raise Misuse("the format puzzlink cannot hold the number of all mines")
    cells = "".join(puzzle.rows)
    if "*" in cells:
        raise Misuse("the format puzzlink cannot hold a given mine")
    slots = [None if g == "." else puzzlink.UNKNOWN if g == "-" else int(g) for g in cells]
    return puzzle.width, puzzle.height, puzzlink.body(slots)


FORMAT = Format(
    "puzzlink",
    "plain minesweeper in addresses of puzz.link, one a line",
    (),
    puzzlink.recogniser(NAME),
    puzzlink.reader(NAME, _puzzle, "mines/5/5/g2m13l13g0j"),
    write,
)
