"""How a board of mines looks: lettered rows and columns, numbers in the usual tones, and both halves of a pair alike.

Nothing is told by colour alone: every state of a cell has a sign of its own, in text and in SVG.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from knobel.picture import Board, Cell, Label, Mark, Picture
from knobel.puzzle import Place, Values

from .names import column_name, row_name

COVERED, OPENED, GIVEN = "#c5ccd8", "#f3f5f9", "#5f687b"
# Of the numbers 0 to 8, and of pairs of mines.
TONES = ("#5f687b", "#1f4fd8", "#1c7a34", "#c62828", "#1a237e", "#7b1f1f", "#0f7b7b", "#1d2433", "#5f6777")
TINTS = ("#f5c3bb", "#f8dd9d", "#c9e7bd", "#b9dcf3", "#dac8f0")


def draw(
    rows: Sequence[str],
    values: Values | None,
    mines: int | None,
    *,
    pairs: bool,
    title: str,
    marks: Collection[Mark],
) -> Picture:
    """The board as far as it is known, and beside it the number of mines where it is given."""
    height, width = len(rows), len(rows[0])
    known = [[-1] * width for _ in rows] if values is None else values.tolist()
    mine = [
        [v == 1 or (v < 0 and g == "*") for v, g in zip(*both, strict=True)] for both in zip(known, rows, strict=True)
    ]
    tints = _tints(mine, pairs)
    cells = [[_cell(rows[r][c], known[r][c], tints.get((r, c))) for c in range(width)] for r in range(height)]
    board = Board(
        cells=tuple(map(tuple, cells)),
        top=tuple((Label(column_name(c)),) for c in range(width)),
        left=tuple((Label(row_name(r)),) for r in range(height)),
    )
    boards = (board,) if mines is None else (board, _total(mines))
    return Picture(boards, title, marks)


def _cell(g: str, v: int, tint: str | None) -> Cell:
    if tint is not None:
        return Cell("●", "●", tint, outline=GIVEN if g == "*" else None)
    if g in "012345678":
        return Cell(g, g, OPENED, TONES[int(g)])
    if g == "-":
        return Cell("-", "–", OPENED, GIVEN)
    return Cell("□", fill=COVERED) if v < 0 else Cell("·", "·", OPENED, GIVEN)


def _total(mines: int) -> Board:
    """A board of one cell, whose index is that of no cell of the answer."""
    return Board(
        ((Cell(str(mines), str(mines)),),), left=((Label("●"),),), left_places=(Place("mines", 0),), origin=(0,)
    )


def _tints(mine: list[list[bool]], pairs: bool) -> dict[tuple[int, int], str]:
    """A tint for each mine: that of the mine beside it, else the next one that no mine at a corner of the pair has."""
    tints: dict[tuple[int, int], str] = {}
    number = 0
    for r, c in np.argwhere(mine).tolist():
        partner = next((at for at in ((r - 1, c), (r, c - 1)) if at in tints), None)
        if not pairs:
            tints[r, c] = TINTS[0]
        elif partner is not None:
            tints[r, c] = tints[partner]
        else:
            # Rows are tinted from the top, so a pair below or to the right will look at this one.
            near = [(r + dr, c + dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1, 2)]
            taken = {tints[at] for at in near if at in tints}
            turned = TINTS[number % len(TINTS) :] + TINTS[: number % len(TINTS)]
            tints[r, c] = next((tint for tint in turned if tint not in taken), turned[0])
            number += 1
    return tints
