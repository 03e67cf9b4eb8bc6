"""Addresses of puzz.link for grid kinds: numbers in cells, clues beside the board, borders of regions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TypeVar

from .. import puzzlink
from ..errors import BadInput
from ..puzzle import Format, Place, Puzzle
from ..readers import of_kind
from .puzzle import Grid
from .text import REGIONS

G = TypeVar("G", bound=Grid)
ABOUT = "addresses of puzz.link, pzv.jp and pzprxs, one a line"
ALPHABET = "0123456789abcdefghijklmnopqrstuv"


def link(
    name: str, of: type[G], example: str, read: Callable[[int, int, str], G], body: Callable[[G], str], parts: int = 1
) -> Format:
    """The format of addresses ``name/WIDTH/HEIGHT/BODY``; a body may have several parts."""

    def checked(width: int, height: int, text: str) -> Puzzle:
        of.form.check_size(width, height)
        return read(width, height, text).validated()

    def write(puzzles: Iterable[Puzzle]) -> str:
        found = of_kind(puzzles, of, "puzzlink", f"{of.kind} boards")
        return puzzlink.write(name, [(p.width, p.height, body(p)) for p in found])

    reader = puzzlink.reader(name, checked, example, parts)
    return Format("puzzlink", ABOUT, (), puzzlink.recogniser(name), reader, write)


def numbers_link(
    name: str, of: type[G], example: str, sides: Sequence[str] = (), check: Callable[[G], None] | None = None
) -> Format:
    """Addresses whose body has a number code for the clues beside the board, then for the cells.

    With clues beside the board, the cells may be left out where nothing is in them.
    """

    def slots(p: G) -> list[Place]:
        return [*(place for side in sides for place, _ in p.sides() if place.name == side), *_cells(p)]

    def read(width: int, height: int, text: str) -> G:
        blank = of.blank(width, height)
        places = slots(blank)
        few = len(places) - len(_cells(blank)) if sides else len(places)
        found = list(islice(puzzlink.slots(text), len(places) + 1))
        if len(found) not in (few, len(places)):
            number = f"more than {len(places)}" if len(found) > len(places) else str(len(found))
            raise BadInput(f"the body fills {number} slots; expected {len(places)}")
        if puzzlink.UNKNOWN in found:
            raise BadInput("the body has an unknown number '.'; unknown numbers are not part of the rules")
        codes = {
            place: _code(number, place, of) for place, number in zip(places, found, strict=False) if number is not None
        }
        return blank.with_codes(codes)

    def body(p: G) -> str:
        if check is not None:
            check(p)
        codes = dict(p.sides()) | dict(p.clue_cells())
        numbers = [_number(codes.get(place, ""), place, of) for place in slots(p)]
        if sides and not any(map(any, p.cells)):
            numbers = numbers[: len(numbers) - p.width * p.height]
        return puzzlink.body(numbers)

    return link(name, of, example, read, body)


def _cells(p: Grid) -> list[Place]:
    return [Place("cell", r, c) for r, c in p.board]


def _code(number: int, place: Place, of: type[Grid]) -> str:
    if place.name != "cell" or of.form.commas:
        return str(number)
    if number > 35:
        raise BadInput(f"a number is {number}; expected at most 35")
    return "0123456789abcdefghijklmnopqrstuvwxyz"[number]


def _number(code: str, place: Place, of: type[Grid]) -> int | None:
    if not code:
        return None
    return int(code) if place.name != "cell" or of.form.commas else int(code, 36)


def borders(regions: Sequence[Sequence[object]]) -> str:
    """Regions as a body: a bit for each border inside the board, those between columns first, five a character."""
    height, width = len(regions), len(regions[0])
    across = [regions[r][c] != regions[r][c + 1] for r in range(height) for c in range(width - 1)]
    down = [regions[r][c] != regions[r + 1][c] for r in range(height - 1) for c in range(width)]
    return "".join(_fives(across)) + "".join(_fives(down))


def _fives(bits: Sequence[bool]) -> list[str]:
    padded = [*bits, *[False] * (-len(bits) % 5)]
    return [ALPHABET[sum(bit << (4 - i) for i, bit in enumerate(padded[at : at + 5]))] for at in range(0, len(bits), 5)]


def regions_of(width: int, height: int, text: str) -> list[str]:
    """The inverse of :func:`borders`: the pieces that the borders leave, each with a letter."""
    few, many = -(-height * (width - 1) // 5), -(-(height - 1) * width // 5)
    if len(text) != few + many or not set(text) <= set(ALPHABET):
        raise BadInput(f"the borders have {len(text)} characters; expected {few + many} of 0-9a-v")
    bits = [
        [bool(ALPHABET.index(char) >> (4 - i) & 1) for char in part for i in range(5)]
        for part in (text[:few], text[few:])
    ]
    letters: dict[tuple[int, int], str] = {}
    for start in ((r, c) for r in range(height) for c in range(width)):
        if start in letters:
            continue
        number = len(set(letters.values()))
        if number == len(REGIONS):
            raise BadInput(f"the board has more than {len(REGIONS)} regions")
        waiting = [start]
        letters[start] = REGIONS[number]
        while waiting:
            r, c = waiting.pop()
            near = [
                ((r, c + 1), c + 1 < width and not bits[0][r * (width - 1) + c]),
                ((r, c - 1), c > 0 and not bits[0][r * (width - 1) + c - 1]),
                ((r + 1, c), r + 1 < height and not bits[1][r * width + c]),
                ((r - 1, c), r > 0 and not bits[1][(r - 1) * width + c]),
            ]
            new = [at for at, there in near if there and at not in letters]
            letters |= dict.fromkeys(new, REGIONS[number])
            waiting += new
    return ["".join(letters[r, c] for c in range(width)) for r in range(height)]
