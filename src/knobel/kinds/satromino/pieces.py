"""The seven tetrominoes in all their states, and the ways to turn and shift one at the top of a board.

s state, x column of a piece's left edge, r row and c column of a cell; a pose is (s, x) in the top row.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from functools import cache
from typing import NamedTuple, TypeAlias

Pose: TypeAlias = tuple[int, int]
Filled: TypeAlias = Collection[tuple[int, int]]
"""Filled cells: (row, column)."""


class Shape(NamedTuple):
    """A piece in one state: how it is drawn, and its cells (row, column) counted from its top-left corner."""

    drawn: str
    cells: tuple[tuple[int, int], ...]
    width: int
    height: int


def _shape(drawn: str) -> Shape:
    rows = drawn.split("/")
    cells = tuple((r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#")
    return Shape(drawn, cells, len(rows[0]), len(rows))


# Clockwise; the first state is the one that a piece appears in.
PIECES: dict[str, tuple[Shape, ...]] = {
    name: tuple(map(_shape, drawn.split()))
    for name, drawn in {
        "I": "#/#/#/#  ####",
        "O": "##/##",
        "T": "###/.#.  .#/##/.#  .#./###  #./##/#.",
        "L": "#./#./##  ###/#..  ##/.#/.#  ..#/###",
        "J": ".#/.#/##  #../###  ##/#./#.  ###/..#",
        "S": ".##/##.  #./##/.#",
        "Z": "##./.##  .#/##/#.",
    }.items()
}
STATES = ("DOWN", "LEFT", "UP", "RIGHT")
MOVES = "tlr"  # of equally short paths, the one that comes first in this order


def first_state(piece: str) -> int:
    """Where a piece's states begin among ``STATES``: S and Z lie on their side at first.

    >>> STATES[first_state("T")], STATES[first_state("S")]
    ('DOWN', 'LEFT')
    """
    return int(piece in "SZ")


def first_pose(width: int) -> Pose:
    """How a piece appears."""
    return 0, max(width // 2 - 1, 0)


def moved(piece: str, pose: Pose, move: str, width: int) -> Pose | None:
    """The pose after one of the moves ``t``, ``l``, ``r``; None where a wall is in the way.

    A shape that is wider than the board sticks out of it and can only be turned.

    >>> moved("I", (0, 4), "t", 10), moved("I", (0, 8), "t", 10), moved("O", (0, 0), "t", 2)
    ((1, 4), None, (0, 0))
    """
    s, x = pose
    if move == "t":
        s = (s + 1) % len(PIECES[piece])
    else:
        x += 1 if move == "r" else -1
    return (s, x) if 0 <= x <= max(width - PIECES[piece][s].width, 0) else None


def cells_at(piece: str, s: int, x: int, y: int) -> list[tuple[int, int]]:
    """The cells of a piece whose top-left corner is in row y and column x.

    >>> cells_at("O", 0, 2, 5)
    [(5, 2), (5, 3), (6, 2), (6, 3)]
    """
    return [(y + r, x + c) for r, c in PIECES[piece][s].cells]


class Drop(NamedTuple):
    """One piece of a solution: its pose, the row in which it rests, and the path to its pose.

    The pose is None where the move is unknown, the row where the piece finds no place or that is unknown. In a strict
    level, a piece ``touches`` something where no path to its pose is free.
    """

    piece: str
    pose: Pose | None = None
    y: int | None = None
    path: str = ""
    touches: bool = False

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The cells that it fills."""
        return [] if self.pose is None or self.y is None else cells_at(self.piece, *self.pose, self.y)


def paths(piece: str, width: int, filled: Filled = ()) -> dict[Pose, str]:
    """A shortest way to each pose that can be reached at the top without touching a wall or a filled cell.

    >>> paths("I", 10)[1, 2]
    'tll'
    """
    start = first_pose(width)
    found: dict[Pose, str] = {}
    if all(cell not in filled for cell in cells_at(piece, *start, 0)):
        found[start] = ""
    waiting = deque(found)
    while waiting:
        pose = waiting.popleft()
        for move in MOVES:
            after = moved(piece, pose, move, width)
            if after and after not in found and not any(cell in filled for cell in cells_at(piece, *after, 0)):
                found[after] = found[pose] + move
                waiting.append(after)
    return found


@cache
def open_paths(piece: str, width: int) -> dict[Pose, str]:
    """The shortest ways when nothing is in the way: every pose can be reached."""
    return paths(piece, width)
