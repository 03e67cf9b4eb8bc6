"""Levels edited by hand: start and goal of each cell, the pieces and the variant; and a level played move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from knobel.editor import Key, Position, Slot, fit_rows, no_slot, replace_cell
from knobel.errors import unexpected
from knobel.picture import INK
from knobel.puzzle import Place, Values
from knobel.readers import short
from knobel.recipes import Size
from knobel.say import Say

from .drawing import EMPTY, OUTLINES, PALE, START, TONES, Canvas
from .pieces import PIECES as SHAPES
from .pieces import Drop, first_pose, moved
from .rules import MAX_PIECES, Satromino, check_size, read_sequence

PIECES, STRICT = Place("pieces", 0), Place("strict", 0)
MOVES = (Key("ArrowLeft", "l"), Key("ArrowRight", "r"), Key("ArrowUp", "t"), Key("ArrowDown", "d"), Key(" ", "D"))
TEXTS = {"": ".?", "+": ".+", ".": "..", "#": "+?", "#+": "++", "#.": "+."}
"""What a cell can be: ``#`` filled at the start, then what it has to be at the end; and the same on the two boards."""


def empty(size: Size) -> Satromino:
    """A level without a goal, and with one piece, since there has to be one."""
    check_size(*size)
    width, height = size
    return Satromino(width, height, "O", ("." * width,) * height, ("?" * width,) * height)


def size(puzzle: Satromino) -> Size:
    return puzzle.width, puzzle.height


def resized(puzzle: Satromino, size: Size) -> Satromino:
    """Rows come and go at the top: pieces fall to the bottom."""
    check_size(*size)
    start, goal = (
        fit_rows(rows[::-1], size, nothing)[::-1] for rows, nothing in ((puzzle.start, "."), (puzzle.goal, "?"))
    )
    return replace(puzzle, width=size[0], height=size[1], start=start, goal=goal)


def slots(puzzle: Satromino) -> list[Slot]:
    texts = {both: text for text, both in TEXTS.items()}
    cells = [
        Slot(Place("goal", r, c), texts[start + goal])
        for r, rows in enumerate(zip(puzzle.start, puzzle.goal, strict=True))
        for c, (start, goal) in enumerate(zip(*rows, strict=True))
    ]
    return [*cells, Slot(PIECES, puzzle.sequence), Slot(STRICT, "yes" if puzzle.strict else "no", ("no", "yes"))]


def changed(puzzle: Satromino, place: Place, text: str) -> Satromino:
    name, r, c = place
    text = text.strip()
    if name == "goal" and 0 <= r < puzzle.height and 0 <= c < puzzle.width:
        if text not in TEXTS:
            expected = Say("# (filled at the start), + or . (the goal), or both")
            raise unexpected(Say("a cell is {cell}", cell=short(text)), expected)
        both = TEXTS[text]
        start, goal = replace_cell(puzzle.start, place, both[0]), replace_cell(puzzle.goal, place, both[1])
        return replace(puzzle, start=start, goal=goal)
    if place == PIECES:
        if len(text) > 2 * MAX_PIECES:
            found = Say("the number of pieces is {count}", count=len(text))
            raise unexpected(found, Say("{least} to {most}", least=1, most=MAX_PIECES))
        return replace(puzzle, sequence=read_sequence(text.replace(",", "").replace(" ", "")))
    if place == STRICT and text in ("yes", "no"):
        return replace(puzzle, strict=text == "yes")
    raise no_slot(place, text if place == STRICT else "")


def givens(puzzle: Satromino) -> Values:
    """The goal is about cells; no piece is given away."""
    return np.full(len(puzzle.sequence), -1, dtype=np.int64)


def keys(puzzle: Satromino) -> Sequence[Key]:
    return [Key("+", "+"), Key(".", "."), Key("#", "#"), Key("1", "#+"), Key("0", "#.")]


# playing


def played(puzzle: Satromino, moves: str) -> Position:
    """A piece is turned and shifted at the top; once it falls, it goes down. ``D`` is all the way down."""
    game = _Game(puzzle)
    for move in moves:
        if game.number == len(puzzle.sequence):
            break
        game.make(move)
    return game.shown()


def facts(puzzle: Satromino) -> dict[str, Any]:
    """The shapes of the pieces, and how cells look."""
    used = sorted(set(puzzle.sequence))
    return {
        "shapes": {piece: [shape.drawn for shape in SHAPES[piece]] for piece in used},
        "tones": {piece: TONES[piece] for piece in used},
        "pale": {piece: PALE[piece] for piece in used},
        "ink": INK,
        "outlines": OUTLINES,
        "empty": {
            sign: {"text": cell.text, "fill": cell.fill, "ink": cell.ink, "outline": cell.outline}
            for sign, cell in EMPTY.items()
        },
        "start": {"fill": START, "ink": INK},
    }


class _Game:
    """A level while it is played: the piece whose turn it is, its pose and its row."""

    def __init__(self, puzzle: Satromino) -> None:
        self.puzzle, self.moves, self.values = puzzle, "", list[int]()
        self.filled, self.canvas = puzzle.started(), Canvas(puzzle)
        self.pose, self.y = first_pose(puzzle.width), 0

    @property
    def number(self) -> int:
        return len(self.values)

    @property
    def piece(self) -> str:
        return self.puzzle.sequence[self.number]

    def make(self, move: str) -> None:
        """A move, if it can be made."""
        if move in ("d", "D"):
            self._down(all_the_way=move == "D")
        elif move in ("l", "r", "t"):
            self._aside(move)
        else:
            raise unexpected(Say("the moves have {move}", move=repr(move)), Say("one of {codes}", codes="l r t d D"))

    def _aside(self, move: str) -> None:
        """A turn or a shift, which only a piece at the top can make."""
        after = moved(self.piece, self.pose, move, self.puzzle.width)
        if after is None or self.y:
            return
        poses = (self.pose, after)
        if not self.puzzle.strict or all(self.puzzle.free(self.piece, *pose, 0, self.filled) for pose in poses):
            self.pose, self.moves = after, self.moves + move

    def _down(self, all_the_way: bool) -> None:
        """Down by a row or to the end; a piece that goes down where it rests stays there, and the next one appears."""
        rest = self.puzzle.rest(self.piece, *self.pose, self.filled)
        if rest is None:
            return
        rows = rest - self.y + 1 if all_the_way else 1
        self.moves += "d" * rows
        self.y += rows
        if self.y > rest:
            drop = Drop(self.piece, self.pose, rest)
            self.canvas.keep(drop)
            self.filled.update(drop.cells)
            self.values.append(self.pose[0] * self.puzzle.width + self.pose[1])
            self.pose, self.y = first_pose(self.puzzle.width), 0

    def shown(self) -> Position:
        total = len(self.puzzle.sequence)
        done = self.number == total
        piece = "" if done else self.piece
        looks = self.canvas.piece(piece, self.pose, self.y) if piece else None
        board = self.canvas.board(0, " ".join(self.puzzle.sequence[self.number :]), looks)
        values = givens(self.puzzle)
        values[: self.number] = self.values
        broken = tuple(self.puzzle.check(values)) if done else ()
        return Position(self.moves, board, values, self.number, total, piece, done, broken)
