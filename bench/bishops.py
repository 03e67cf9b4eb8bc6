"""How long the bishops encodings take, and the numbers they find: from the puzzle to the proof that nothing is better.

Measuring takes some minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import factorial

from suite import Suite, compared, each, timed
from tables import RUN, SECONDS, Record, Table, tabulated, times

import knobel
from knobel.experiments import Way

SUITE = Suite(__name__, __doc__)
DEFAULT = "diagonals:amo=product"
PIECES = ("bishop", "rook", "knight", "queen")


def ways(*encodings: str) -> list[Way]:
    return [Way(encoding, encoding) for encoding in encodings]


def beside_default(rows: list[Record]) -> str:
    """The other way beside the default, whose seconds the suites of `knobel bench` tell."""
    columns = {"n": "board", **RUN, "bishops": "value", "times the default's seconds": "times"}
    return tabulated(columns, times(rows, DEFAULT))


@SUITE.section(beside_default)
def large() -> Iterator[Record]:
    """Two ways to say "at most one on a diagonal"."""
    boards = ((n, [knobel.parse(f"bishops:{n}")]) for n in (100, 200, 500, 1000))
    return compared(boards, ways(DEFAULT, "diagonals:amo=ladder"))


@SUITE.section(Table({"pieces": "board", **RUN, "fewest": "value", "seconds": SECONDS}, 2))
def dominating() -> Iterator[Record]:
    """How few pieces attack or occupy every cell of 8 x 8."""
    for piece in each(PIECES):
        board = knobel.parse(f"bishops:8:piece={piece}:goal=dominate")
        yield from compared([(f"{piece}s", [board])], ways("cells", "diagonals", "cp"))


@SUITE.section()
def original() -> Iterator[Record]:
    """What MiniSat makes of the original formula, as it is and with every variable flipped."""
    for n in each(range(2, 11)):
        board = knobel.parse(f"bishops:{n}")
        encodings = {"as it is": "pairs", "all variables flipped": "pairs:flipped=yes"}
        pieces = {name: knobel.solve(board, encoding=one, engine="minisat").value for name, one in encodings.items()}
        yield {"n": n, **pieces, "most": knobel.solve(board).value}


Numbers = Mapping[str, tuple[str, Sequence[int]]]
WAYS: Numbers = {
    "most bishops": ("bishops:{n}", [1, *(2**n for n in range(2, 9))]),
    "n bishops": ("bishops:{n}:count={n}", [1, 4, 26, 260, 3368, 53744]),
    "n queens": ("bishops:{n}:piece=queen:count={n}", [1, 0, 0, 2, 10, 4, 40, 92, 352, 724]),
    "most rooks": ("bishops:{n}:piece=rook", [factorial(n) for n in range(1, 8)]),
}
BEST: Numbers = {
    "most bishops": ("bishops:{n}", [1, *range(2, 19, 2)]),
    "most queens": ("bishops:{n}:piece=queen", [1, 1, 2, *range(4, 13)]),
    "most rooks": ("bishops:{n}:piece=rook", range(1, 13)),
    "most knights": ("bishops:{n}:piece=knight", [1, 4, 5, 8, 13, 18, 25, 32]),
    "most kings": ("bishops:{n}:piece=king", [((n + 1) // 2) ** 2 for n in range(1, 13)]),
    "dominating queens": ("bishops:{n}:piece=queen:goal=dominate", [1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5]),
    "dominating bishops": ("bishops:{n}:goal=dominate", range(1, 16)),
    "dominating rooks": ("bishops:{n}:piece=rook:goal=dominate", range(1, 16)),
    "dominating knights": ("bishops:{n}:piece=knight:goal=dominate", [1, 4, 4, 4, 5, 8, 10, 12, 14, 16, 21]),
}
"""Numbers that are known, with the ID of the puzzle, for n = 1, 2, 3 and so on."""


def measure_numbers(known: Numbers, find: Callable[[knobel.Puzzle], int | None]) -> Iterator[Record]:
    """Each row of known numbers, found anew: the seconds of the last one, which is the hardest."""
    for what, (id, expected) in known.items():
        numbers, last = list[int | None](), 0.0
        for n, number in each(enumerate(expected, 1)):
            found, last = timed(find, knobel.parse(id.format(n=n)))
            assert found == number, (what, n, found)
            numbers.append(found)
        line = ", ".join(map(str, numbers))
        yield {
            "what": what,
            "ID": f"`{id.replace('{n}', 'n')}`",
            "n = 1, 2, 3, ...": line,
            "seconds for the last": last,
        }


@SUITE.section(Table(words=3))
def best() -> Iterator[Record]:
    """The best values."""
    return measure_numbers(BEST, lambda puzzle: knobel.solve(puzzle).value)


@SUITE.section(Table(words=3), name="ways")
def numbers_of_ways() -> Iterator[Record]:
    """The numbers of solutions."""
    return measure_numbers(WAYS, lambda puzzle: int(knobel.count(puzzle)))
