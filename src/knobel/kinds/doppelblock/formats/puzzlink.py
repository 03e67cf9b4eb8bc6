"""Doppelblock in addresses of puzz.link: ``doppelblock/N/N/BODY``.

The body fills a slot for each column's sum and each row's sum, then a slot a cell if any cell is given. puzz.link
itself gives numbers only. Solvers that read its addresses take 0 for a black cell, so that is read, but never written.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from knobel import puzzlink
from knobel.errors import BadInput, Misuse
from knobel.kinds.doppelblock.rules import Doppelblock, check_size
from knobel.puzzle import Format, Puzzle

from .common import boards, cell, has_givens

NAME = "doppelblock"


def _puzzle(width: int, height: int, body: str) -> Doppelblock:
    if width != height:
        raise BadInput(f"the board is {width}x{height}; expected a square")
    n = width
    check_size(n)
    few, many = 2 * n, 2 * n + n * n
    slots = list(islice(puzzlink.slots(body), many + 1))
    if len(slots) not in (few, many):
        number = f"more than {many}" if len(slots) > many else str(len(slots))
        raise BadInput(f"the body fills {number} slots; expected {few}, or {many} with given cells")
    sums = [None if slot == puzzlink.UNKNOWN else slot for slot in slots[:few]]
    if puzzlink.UNKNOWN in slots[few:]:
        raise BadInput("the body has an unknown number '.' in a cell; unknown numbers are not part of the rules")
    rows = [slots[at : at + n] for at in range(few, len(slots), n)]
    givens = [tuple(cell(number, n, r, c) for c, number in enumerate(row)) for r, row in enumerate(rows)]
    return Doppelblock(tuple(sums[:n]), tuple(sums[n:]), tuple(givens))


def write(puzzles: Iterable[Puzzle]) -> str:
    return puzzlink.write(NAME, [(p.n, p.n, _body(p)) for p in boards(puzzles, "puzzlink")])


def _body(p: Doppelblock) -> str:
    cells = [v for row in p.givens for v in row]
    if 0 in cells:
        raise Misuse("the format puzzlink cannot hold a given black cell")
    body = puzzlink.body(p.columns + p.rows)
    return body + (puzzlink.body([None if v < 0 else v for v in cells]) if has_givens(p) else "")


FORMAT = Format(
    "puzzlink",
    "addresses of puzz.link, pzv.jp and pzprxs, one a line",
    (),
    puzzlink.recogniser(NAME),
    puzzlink.reader(NAME, _puzzle, "doppelblock/5/5/g6g34g10h"),
    write,
)
