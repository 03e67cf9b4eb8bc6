"""Levels as pictures: one board a piece, with the piece just placed; for an animation, one board a move.

What the goal asks of a cell is its outline, and a sign while the cell is empty: nothing is told by colour alone. As in
the exercise, what must be filled is outlined in green, what does not matter in blue, and what must stay empty has a
grey background.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from knobel.picture import Board, Cell, Mark, Picture
from knobel.puzzle import Place

from .pieces import Drop, Pose, cells_at, first_pose, moved

if TYPE_CHECKING:
    from .rules import Satromino

TONES = {
    "I": "#35b5c9", "O": "#e8c33a", "T": "#b07bd6", "L": "#e88f35", "J": "#6a8fe3", "S": "#5fb85a", "Z": "#e56b6b",
}  # fmt: skip
PALE = {"I": "#c2e8ee", "O": "#f8edc2", "T": "#e5d3f1", "L": "#f8ddc2", "J": "#ced9f6", "S": "#cfeacd", "Z": "#f6cfcf"}
OUTLINES = {"+": "#1f8047", ".": "#6b7487", "?": "#4a78cf"}
EMPTY = {
    "+": Cell("+", "+", ink=OUTLINES["+"], outline=OUTLINES["+"]),
    ".": Cell("x", "×", fill="#dfe3ea", ink="#565f70", outline=OUTLINES["."]),
    "?": Cell("·", outline=OUTLINES["?"]),
}
START = "#3b4252"
MAX_CELLS = 300_000  # of all boards together; beyond, only the last board is drawn, and no animation

Looks: TypeAlias = dict[tuple[int, int], Cell]


def draw(puzzle: Satromino, drops: Sequence[Drop] | None, marks: Collection[Mark]) -> Picture:
    """The start with the goal's outlines, or a board for each piece."""
    canvas = Canvas(puzzle)
    title = puzzle.title or puzzle.kind
    if drops is None:
        return Picture((canvas.board(0, " ".join(puzzle.sequence)),), title, canvas.marked(marks, 0))
    count, area = len(drops), puzzle.width * puzzle.height
    moves = sum(len(drop.path) + (drop.y or 0) + 2 for drop in drops)
    boards: list[Board] = []
    play: list[Board] = []
    for k, drop in enumerate(drops):
        caption = f"{k + 1}/{count} {drop.piece}"
        if area * moves <= MAX_CELLS:
            play += canvas.falling(k, drop, caption)
        if area * count <= MAX_CELLS or k + 1 == count:
            boards.append(canvas.rested(k, drop, caption))
        canvas.keep(drop)
    return Picture(tuple(boards), title, canvas.marked(marks, count - 1), tuple(play))


class Canvas:
    """The board as it fills. ``looks`` are the cells that are filled, ``pieces`` where each piece was drawn."""

    def __init__(self, puzzle: Satromino) -> None:
        self.puzzle = puzzle
        self.looks = {(r, c): Cell("#", fill=START, outline=OUTLINES[puzzle.goal[r][c]]) for r, c in puzzle.started()}
        self.pieces: list[list[tuple[int, int]]] = []

    def board(self, k: int, caption: str, piece: Looks | None = None) -> Board:
        """The board as it is now, with one more piece."""
        looks = self.looks | (piece or {})
        cells = tuple(
            tuple(looks.get((r, c)) or EMPTY[char] for c, char in enumerate(row))
            for r, row in enumerate(self.puzzle.goal)
        )
        return Board(cells, origin=(k,), caption=caption)

    def piece(self, piece: str, pose: Pose, y: int, tones: dict[str, str] = TONES) -> Looks:
        """How the cells of a piece look, those on the board."""
        goal = self.puzzle.goal
        plain = piece if tones is TONES else piece.lower()
        return {
            (r, c): Cell(plain, piece, tones[piece], outline=OUTLINES[goal[r][c]])
            for r, c in cells_at(piece, *pose, y)
            if r < self.puzzle.height and c < self.puzzle.width
        }

    def falling(self, k: int, drop: Drop, caption: str) -> Iterator[Board]:
        """A board for each move until the piece rests, and one for the piece at rest."""
        if drop.y is None:
            yield self.rested(k, drop, caption)
            return
        pose, y, done = first_pose(self.puzzle.width), 0, ""
        for move in ("", *drop.path, *"d" * drop.y):
            if move == "d":
                y += 1
            elif move:
                pose = moved(drop.piece, pose, move, self.puzzle.width) or pose
            done += move
            yield self.board(k, f"{caption} {done}".rstrip(), self.piece(drop.piece, pose, y))
        yield self.rested(k, drop, f"{caption} {done}d")

    def rested(self, k: int, drop: Drop, caption: str) -> Board:
        """The board with the piece at rest; one without a place hovers at the top."""
        if drop.pose is None:
            return self.board(k, f"{caption} ?")
        return self.board(k, caption, self.piece(drop.piece, drop.pose, drop.y or 0))

    def keep(self, drop: Drop) -> None:
        """From now on, the piece is part of the board."""
        looks = {} if drop.pose is None else self.piece(drop.piece, drop.pose, drop.y or 0, PALE)
        self.pieces.append(list(looks))
        if drop.y is not None:
            self.looks |= looks

    def marked(self, marks: Collection[Mark], last: int) -> list[Mark]:
        """Marks of pieces as marks of their cells, marks of the goal as marks of cells on the last board."""
        found = []
        for where, why, _ in marks:  # values of a piece have no cell to be crossed out in
            if isinstance(where, Place):
                found.append(Mark((last, where.i, where.j), why))
            elif len(where) == 1 and where[0] < len(self.pieces):
                found += [Mark((*where, r, c), why) for r, c in self.pieces[where[0]]]
        return found
