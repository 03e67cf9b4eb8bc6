"""From boards to rectangles, lines and texts: the one description that every painter paints.

Lengths are pixels, y grows downwards, and a text is centred on its point unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import ceil
from typing import Literal, NamedTuple, TypeAlias

from ..puzzle import At, Place
from .data import GRID, INK, MARKS, PAPER, Board, Cell, Mark, places
from .lettering import extent, wrapped

SHEET = 48  # cells across a sheet of several boards
LETTER = 0.55  # the size of letters, in cells
FULL = 0.94  # how much of a cell a text may fill


class Rect(NamedTuple):
    """A rectangle, filled (``opacity`` is that of its filling), stroked, or both; a cell's has the cell's name."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    opacity: float = 1.0
    stroke: str | None = None
    line: float = 0.0
    name: str = ""

    def placed(self, x: float, y: float, k: float) -> Rect:
        """The same in a drawing that is scaled by ``k`` and put at (x, y)."""
        return self._replace(
            x=x + k * self.x, y=y + k * self.y, width=k * self.width, height=k * self.height, line=k * self.line
        )


class Line(NamedTuple):
    """A line from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    line: float

    def placed(self, x: float, y: float, k: float) -> Line:
        return Line(x + k * self.x1, y + k * self.y1, x + k * self.x2, y + k * self.y2, self.stroke, k * self.line)


class Text(NamedTuple):
    """A line of text in letters of a size; (x, y) is half-way up a capital letter, at the text's middle or start."""

    x: float
    y: float
    text: str
    ink: str
    size: float
    bold: bool = False
    anchor: Literal["middle", "start", "end"] = "middle"

    def placed(self, x: float, y: float, k: float) -> Text:
        return self._replace(x=x + k * self.x, y=y + k * self.y, size=k * self.size)


Shape: TypeAlias = Rect | Line | Text


class Drawing(NamedTuple):
    """Shapes on a white sheet, in the order of painting. ``letter`` is the size of most of its letters."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    letter: float
    title: str = ""


class Block(NamedTuple):
    """A board in shapes, a list a cell so that pages can store equal cells once, with its width and its height."""

    parts: list[list[Shape]]
    width: int
    height: int


class Room(NamedTuple):
    """How a board takes its room: the lines of its caption, where its cells begin, and its size."""

    caption: list[str]
    stride: int  # between two labels, side by side
    left: int
    top: int
    width: int
    height: int


class Sheet(NamedTuple):
    """Where the boards of a picture stand, and the size of it all."""

    corners: list[tuple[int, int]]
    width: int
    height: int


def drawing(
    boards: Sequence[Board], marks: Collection[Mark], title: str, size: int, across: int = SHEET, named: bool = True
) -> Drawing:
    """Boards in shapes, side by side, as many as fit ``across`` so many cells; ``size`` is the width of a cell.

    ``named`` gives cells their names, which only one drawing of a page can have.
    """
    sheet, marked = arranged(rooms_of(boards, size), size, across), places(marks)
    shapes: list[Shape] = []
    for board, corner in zip(boards, sheet.corners, strict=True):
        for part in draw_board(board, size, *corner, marked, named).parts:
            shapes += part
    return Drawing(sheet.width, sheet.height, tuple(shapes), size * LETTER, title)


def arranged(rooms: Iterable[Room], size: int, across: int = SHEET) -> Sheet:
    """Boards side by side, as many as fit ``across`` so many cells, then the next ones below."""
    corners = []
    x, y, right, bottom = size // 2, size // 2, size, 0
    for room in rooms:
        if x > size // 2 and x + room.width > across * size:
            x, y = size // 2, bottom + size
        corners.append((x, y))
        x += room.width + size
        right, bottom = max(right, x - size // 2), max(bottom, y + room.height)
    return Sheet(corners, right, bottom + size - size // 2)


def rooms_of(boards: Sequence[Board], size: int) -> list[Room]:
    """The room that each board takes."""
    return [room_of(board, size) for board in boards]


def room_of(board: Board, size: int) -> Room:
    """The room that a board takes. A caption that is wider than the cells has several lines."""
    rows, columns = len(board.cells), len(board.cells[0]) if board.cells else 0
    labels = [label.text for row in board.left for label in row]
    stride = size * (3 * max(map(len, labels), default=1) + 5) // 10
    stride = max(stride, ceil(max((extent(label, size * LETTER) for label in labels), default=0)))
    caption = wrapped(board.caption, size * LETTER, columns * size)
    widest = max((extent(line, size * LETTER) for line in caption), default=0)
    beyond = max(0, ceil((widest - columns * size) / 2))  # of a long word, at each side
    left = max(stride * max(map(len, board.left), default=0) + (size // 4 if board.left else 0), beyond)
    above = _step(size) * max(map(len, board.top), default=0) + (size // 4 if board.top else 0)
    top = above + size * len(caption)
    return Room(caption, stride, left, top, left + columns * size + beyond, top + rows * size)


def _step(size: int) -> int:
    """Between two labels, one above the other."""
    return size * 3 // 4


def draw_board(board: Board, size: int, x0: int, y0: int, marks: dict[At | Place, str], named: bool = True) -> Block:
    """One board with its top-left corner at (x0, y0)."""
    room, step = room_of(board, size), _step(size)
    rows, columns = len(board.cells), len(board.cells[0]) if board.cells else 0
    gx, gy = x0 + room.left, y0 + room.top
    parts: list[list[Shape]] = [
        [Text(gx + columns * size / 2, y0 + (i + 0.5) * size, line, INK, size * LETTER)]
        for i, line in enumerate(room.caption)
    ]
    for c, place in enumerate(board.top_places):
        if place in marks:
            parts.append([Rect(gx + c * size, y0, size, gy - y0, MARKS[marks[place]], 0.35)])
    for r, place in enumerate(board.left_places):
        if place in marks:
            parts.append([Rect(x0, gy + r * size, gx - x0, size, MARKS[marks[place]], 0.35)])
    for c, column in enumerate(board.top):
        for i, label in enumerate(reversed(column)):
            at = gx + (c + 0.5) * size, gy - size / 4 - (i + 0.5) * step
            parts.append([_fitted(*at, label.text, label.ink, size)])
    for r, row in enumerate(board.left):
        for i, label in enumerate(reversed(row)):
            at = gx - size / 4 - (i + 0.5) * room.stride, gy + (r + 0.5) * size
            parts.append([Text(*at, label.text, label.ink, size * LETTER)])
    for r, cells in enumerate(board.cells):
        for c, cell in enumerate(cells):
            name = "-".join(map(str, ("cell", *board.origin, r, c))) if named else ""
            parts.append(list(_cell(cell, gx + c * size, gy + r * size, size, name)))
    for i in range(rows + 1):
        parts.append([_rule(gx, gy + i * size, gx + columns * size, gy + i * size, _heavy(i, rows, board.every))])
    for i in range(columns + 1):
        parts.append([_rule(gx + i * size, gy, gx + i * size, gy + rows * size, _heavy(i, columns, board.every))])
    for where, why in marks.items():
        index = () if isinstance(where, Place) else where
        if len(index) == len(board.origin) + 2 and index[:-2] == board.origin:
            x, y = gx + index[-1] * size, gy + index[-2] * size
            parts.append([Rect(x + 1, y + 1, size - 2, size - 2, MARKS[why], 0.25, MARKS[why], 3)])
    return Block(parts, room.width, room.height)


def _cell(cell: Cell, x: int, y: int, size: int, name: str) -> Iterator[Shape]:
    if name or cell.fill:
        yield Rect(x, y, size, size, cell.fill or PAPER, name=name)
    if cell.outline:
        yield Rect(x + 2, y + 2, size - 4, size - 4, stroke=cell.outline, line=2)
    if cell.text:
        yield _fitted(x + size / 2, y + size / 2, cell.text, cell.ink, size)


def _fitted(x: float, y: float, text: str, ink: str, size: int) -> Text:
    """A text no wider than a cell."""
    letter = size * LETTER
    return Text(x, y, text, ink, min(letter, letter * FULL * size / (extent(text, letter) or letter)))


def _heavy(i: int, count: int, every: int) -> bool:
    return i in (0, count) or (every > 0 and i % every == 0)


def _rule(x1: int, y1: int, x2: int, y2: int, heavy: bool) -> Line:
    return Line(x1, y1, x2, y2, *((INK, 2) if heavy else (GRID, 1)))
