"""Where a piece can be on a board, as arrays: what all encodings start from. Only the shapes come from the rules.

v value, y row at rest; a slice is what a placed piece covers in one column: rows top to bottom, all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from knobel.emit import Ints, spread
from knobel.formula import Formula, Lits, Words
from knobel.limits import tick
from knobel.puzzle import Possible

from ..pieces import PIECES

LADDER = 2  # from this row on, a filled cell closes its column: above it, a piece with a notch can slip under it


class Slices(NamedTuple):
    """The columns of placements or poses: whose they are, the column, and the rows when the piece is in the top row."""

    owner: Ints
    x: Ints
    top: Ints
    bottom: Ints


class Drops(NamedTuple):
    """All placements (state, column, row) of a piece that are inside the board."""

    v: Ints
    y: Ints
    height: Ints  # of the shape
    slices: Slices

    @property
    def top(self) -> Ints:
        """The first row of each slice, where the piece is placed."""
        return self.slices.top + self.y[self.slices.owner]

    @property
    def bottom(self) -> Ints:
        return self.slices.bottom + self.y[self.slices.owner]

    def where(self, chosen: npt.NDArray[np.bool_]) -> Drops:
        """Only some of the placements."""
        number = np.cumsum(chosen) - 1
        kept = chosen[self.slices.owner]
        owner, x, top, bottom = (column[kept] for column in self.slices)
        return Drops(self.v[chosen], self.y[chosen], self.height[chosen], Slices(number[owner], x, top, bottom))


def joined(several: Sequence[Drops]) -> Drops:
    """The placements of several pieces in one table.

    >>> joined([drops("O", 2, 3), drops("O", 2, 2)]).slices.owner.tolist()
    [0, 0, 1, 1, 2, 2]
    """
    v, y, height = (np.concatenate(column) for column in zip(*(d[:3] for d in several), strict=True))
    owner, x, top, bottom = (np.concatenate(column) for column in zip(*(d.slices for d in several), strict=True))
    sizes = np.array([len(d.v) for d in several])
    shift = np.repeat(np.cumsum(sizes) - sizes, [len(d.slices.owner) for d in several])
    return Drops(v, y, height, Slices(owner + shift, x, top, bottom))


def slices(piece: str, states: Ints, columns: Ints) -> Slices:
    """The slices of a piece in several poses.

    >>> [part.tolist() for part in slices("T", np.array([0]), np.array([5]))]
    [[0, 0, 0], [5, 6, 7], [0, 0, 0], [0, 1, 0]]
    """
    drawn = [enumerate(zip(*shape.drawn.split("/"), strict=True)) for shape in PIECES[piece]]
    cuts = [(c, column.index("#"), len(column) - 1 - column[::-1].index("#")) for each in drawn for c, column in each]
    begin = np.cumsum([0, *(shape.width for shape in PIECES[piece])])
    owner, cut = spread(begin[states], begin[states + 1])
    c, top, bottom = np.array(cuts, dtype=np.int64)[cut].T
    return Slices(owner, columns[owner] + c, top, bottom)


def cell_columns(rows: Sequence[str]) -> npt.NDArray[np.str_]:
    """The characters of a board, column by column: ``[x, y]``, as everywhere in the encodings.

    >>> cell_columns(("..+", "...")).tolist()
    [['.', '.'], ['.', '.'], ['+', '.']]
    """
    return np.array([list(row) for row in rows]).T


def new_moves(f: Formula, possible: Possible, width: int, helper: bool = False) -> Lits:
    """A variable ``move(step,state,column)`` for each step and value."""
    state, column = np.divmod(np.arange(possible.shape[1]), width)
    words = Words(state, column + 1, from_zero=(0,))
    return f.new("move", *possible.shape, axes=(1, words), helper=helper)


@lru_cache(maxsize=64)
def drops(piece: str, width: int, height: int) -> Drops:
    """All placements of a piece on a board.

    >>> drops("O", 3, 3).v.tolist(), drops("O", 3, 3).y.tolist()
    ([0, 0, 1, 1], [0, 1, 0, 1])
    """
    tick()
    parts = []
    for s, shape in enumerate(PIECES[piece]):
        room = max(width - shape.width + 1, 0), max(height - shape.height + 1, 0)
        x, y = np.indices(room, dtype=np.int64).reshape(2, -1)
        parts.append(np.stack([np.full_like(x, s), x, y, np.full_like(x, shape.height)]))
    s, x, y, tall = np.concatenate(parts, axis=1)
    return Drops(s * width + x, y, tall, slices(piece, s, x))


class Poses(NamedTuple):
    """All poses of a piece in the top row, how one leads to another, and in which one the piece appears.

    A shape that is wider than the board sticks out of it; it can be turned but not shifted, and never falls.
    """

    v: Ints
    falls: npt.NDArray[np.bool_]
    slices: Slices  # on the board only
    before: Ints  # [pose, i]: the poses that lead here; a pose itself where there are fewer
    first: int


@lru_cache(maxsize=64)
def poses(piece: str, width: int, height: int) -> Poses:
    """The poses of a piece.

    >>> poses("O", 3, 3).before.tolist()
    [[0, 1, 0], [1, 1, 0]]
    """
    shapes = PIECES[piece]
    last = [max(width - shape.width, 0) for shape in shapes]
    number = {(s, x): i for i, (s, x) in enumerate((s, x) for s in range(len(shapes)) for x in range(last[s] + 1))}
    before = [
        [number.get((s - 1 if s else len(shapes) - 1, x), i), number.get((s, x + 1), i), number.get((s, x - 1), i)]
        for (s, x), i in number.items()
    ]
    s, x = np.array(list(number), dtype=np.int64).T
    found = slices(piece, s, x)
    inside = (found.x < width) & (found.top < height)
    owner, column, top, bottom = (part[inside] for part in found)
    fits = np.array([shapes[i].width <= width and shapes[i].height <= height for i in s.tolist()])
    kept = Slices(owner, column, top, np.minimum(bottom, height - 1))
    return Poses(s * width + x, fits, kept, np.array(before, dtype=np.int64), number[0, max(width // 2 - 1, 0)])


class Tops(NamedTuple):
    """What has to be free for a piece in the top row: whose it is, its value, and where, in the words of a ladder."""

    owner: Ints
    v: Ints
    x: Ints
    y: Ints


@lru_cache(maxsize=64)
def tops(piece: str, width: int, height: int) -> Tops:
    """The cells of rows 0 and 1, and the last row from row 2 on, that each pose needs.

    >>> [column.tolist() for column in tops("I", 1, 4)]
    [[0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 1, 3]]
    """
    found = poses(piece, width, height)
    rung, cut = rungs(found.slices.top, found.slices.bottom)
    owner, x = found.slices.owner[cut], found.slices.x[cut]
    return Tops(owner, found.v[owner], x, np.where(rung < LADDER, rung, found.slices.bottom[cut]))


def rungs(top: Ints, bottom: Ints) -> tuple[Ints, Ints]:
    """Where slices meet a ladder: in each of the rows above it, and on it (the rung LADDER). Rungs, and which slices.

    >>> [column.tolist() for column in rungs(np.array([0, 1]), np.array([1, 3]))]
    [[0, 1, 1, 2], [0, 0, 1, 1]]
    """
    rung, cut = np.nonzero([(top <= row) & (bottom >= row) for row in range(LADDER)] + [bottom >= LADDER])
    return rung, cut
