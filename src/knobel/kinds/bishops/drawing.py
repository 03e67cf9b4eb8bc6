"""A board as a picture: quiet squares, outlined pieces; given pieces are solid, and so is the dark of a hole."""

from __future__ import annotations

from collections.abc import Sequence

from knobel.picture import FAINT, Board, Cell, Label
from knobel.puzzle import Values

LABELLED = 40  # boards up to this side show the numbers of their rows and columns
LIGHT, DARK, HOLE, BARRED = "#f4f0e6", "#dccfb4", "#4a4e59", "#525a6b"
GLYPHS = {"bishop": "B♗♝", "queen": "Q♕♛", "rook": "R♖♜", "knight": "N♘♞", "king": "K♔♚"}
"""Of each piece: its letter in plain text, its outline, and its solid form."""


def drawn(rows: Sequence[str], piece: str, values: Values | None) -> Board:
    """The board, with the pieces of ``values`` or else with those that are given."""
    n = len(rows)
    found = [[-1] * n] * n if values is None else values.tolist()
    unknown = "." if values is None else "?"
    looks: dict[tuple[str, int, int], Cell] = {}
    cells = []
    for r in range(n):
        keys = [(char, v, (r + c) % 2) for c, (char, v) in enumerate(zip(rows[r], found[r], strict=True))]
        for key in set(keys) - looks.keys():
            looks[key] = _look(*key, piece, unknown)
        cells.append(tuple(looks[key] for key in keys))
    numbers = tuple((Label(str(i + 1), FAINT),) for i in range(n)) if n <= LABELLED else ()
    return Board(tuple(cells), top=numbers, left=numbers)


def _look(char: str, v: int, odd: int, piece: str, unknown: str) -> Cell:
    """A cell that has this character on the board and this value in the solution."""
    tone = HOLE if char == "#" else DARK if odd else LIGHT
    letter, outline, solid = tuple(GLYPHS[piece])
    if v == 1 or (v < 0 and char == "B"):
        return Cell(f" {letter}", solid if char == "B" else outline, fill=tone)
    if char == "#":
        return Cell(" #", fill=tone, ink=FAINT)
    if char == "x":
        return Cell(" x", "×", fill=tone, ink=BARRED)
    return Cell(f" {unknown}" if v < 0 else " .", "?" if (v < 0 and unknown == "?") else "", fill=tone, ink=FAINT)
