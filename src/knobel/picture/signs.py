"""Signs that small fonts lack, as outlines: painters that bring their own font draw a text of one such sign from here.

Points are hundredths of the size of letters, from the middle of the sign; y grows downwards.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]

LINE = 5.0  # of an outline, in the same unit


class Sign(NamedTuple):
    """A closed outline, filled or not."""

    points: tuple[Point, ...]
    solid: bool


def _mirrored(*right: Point) -> tuple[Point, ...]:
    """A symmetric outline, of which the right half is given."""
    return (*right, *((-x, y) for x, y in reversed(right)))


def _disc(radius: float, corners: int) -> tuple[Point, ...]:
    turns = (2 * pi * i / corners for i in range(corners))
    return tuple((radius * cos(turn), radius * sin(turn)) for turn in turns)


def _star(outer: float, inner: float) -> tuple[Point, ...]:
    """Five points, the first of them upwards."""
    turns = ((pi * i / 5, inner if i % 2 else outer) for i in range(10))
    return tuple((radius * sin(turn), -radius * cos(turn)) for turn, radius in turns)


def _pieces() -> dict[str, Sign]:
    foot: tuple[Point, ...] = ((29, 37), (29, 29))
    outlines = {
        "♔♚": _mirrored(*foot, (21, 25), (20, 15), (31, 0), (31, -9), (22, -16), (9, -13), (4, -18), (4, -24),
                        (10, -24), (10, -30), (4, -30), (4, -37)),
        "♕♛": _mirrored(*foot, (22, 25), (22, 12), (34, -23), (20, -4), (18, -32), (8, -6), (0, -37)),
        "♖♜": _mirrored(*foot, (21, 23), (19, -12), (27, -18), (27, -36), (16, -36), (16, -28), (6, -28), (6, -36)),
        "♗♝": _mirrored(*foot, (12, 26), (12, 20), (18, 14), (20, 3), (16, -9), (5, -21), (6, -27), (4, -34), (0, -36)),
        "♘♞": ((-22, 37), (27, 37), (28, 16), (24, -6), (14, -22), (3, -29), (-3, -37), (-8, -27), (-20, -15), (-30, 6),
               (-26, 14), (-19, 12), (-8, 3), (1, 3), (-3, 12), (-15, 22)),
    }  # fmt: skip
    return {
        char: Sign(points, solid)
        for chars, points in outlines.items()
        for char, solid in zip(chars, (False, True), strict=True)
    }


SIGNS = _pieces() | {
    "★": Sign(_star(38, 15), True),
    "●": Sign(_disc(36, 32), True),
    "·": Sign(_disc(8, 8), True),
    "–": Sign(_mirrored((25, 3), (25, -3)), True),
    "×": Sign(tuple((s * x, s * y) for s in (1, -1) for x, y in
              ((0, -6), (19, -25), (25, -19), (6, 0), (25, 19), (19, 25))), True),
}  # fmt: skip
