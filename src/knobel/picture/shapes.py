"""From boards to rectangles, lines and texts: the one description that every painter paints.

Lengths are pixels, y grows downwards, and a text is centred on its point unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import Literal, NamedTuple, TypeAlias

from ..puzzle import At, Place
from .data import BORDERS, GRID, INK, MARKS, OUT, PAPER, Board, Border, Cell, Mark, Marked, places
from .lettering import extent, wrapped

SHEET = 48  # cells across a sheet of several boards
LETTER = 0.55  # the size of letters, in cells
WALL = 3  # pixels of a wall between cells
FULL = 0.94  # how much of a cell a text may fill

Marks: TypeAlias = Mapping[At | Place, Marked]
Legend: TypeAlias = Sequence[tuple[str, str]]  # the marks that occur, and what they mean


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
    dash: tuple[float, ...] = ()  # lengths of dashes and gaps in its stroke

    def placed(self, x: float, y: float, k: float) -> Rect:
        """The same in a drawing that is scaled by ``k`` and put at (x, y)."""
        return self._replace(
            x=x + k * self.x,
            y=y + k * self.y,
            width=k * self.width,
            height=k * self.height,
            line=k * self.line,
            dash=tuple(k * length for length in self.dash),
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
    boards: Sequence[Board],
    marks: Collection[Mark],
    title: str,
    size: int,
    across: int = SHEET,
    named: bool = True,
    legend: Legend = (),
) -> Drawing:
    """Boards in shapes, side by side, as many as fit ``across`` so many cells; ``size`` is the width of a cell.

    ``named`` gives cells their names, which only one drawing of a page can have.
    """
    sheet, marked = arranged(rooms_of(boards, size), size, across), places(marks)
    shapes: list[Shape] = []
    for board, corner in zip(boards, sheet.corners, strict=True):
        for part in draw_board(board, size, *corner, marked, named).parts:
            shapes += part
    key = draw_legend(legend, size, size // 2, sheet.height)
    for part in key.parts:
        shapes += part
    wide, tall = max(sheet.width, key.width + size if key.parts else 0), sheet.height + key.height
    return Drawing(wide, tall, tuple(shapes), size * LETTER, title)


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
    labels = [label.text for row in (*board.left, *board.right) for label in row]
    stride = size * (3 * max(map(len, labels), default=1) + 5) // 10
    stride = max(stride, ceil(max((extent(label, size * LETTER) for label in labels), default=0)))
    caption = wrapped(board.caption, size * LETTER, columns * size)
    widest = max((extent(line, size * LETTER) for line in caption), default=0)
    beyond = max(0, ceil((widest - columns * size) / 2))  # of a long word, at each side
    left = max(stride * max(map(len, board.left), default=0) + (size // 4 if board.left else 0), beyond)
    above = _step(size) * max(map(len, board.top), default=0) + (size // 4 if board.top else 0)
    top = above + size * len(caption)
    right = max(stride * max(map(len, board.right), default=0) + (size // 4 if board.right else 0), beyond)
    below = _step(size) * max(map(len, board.bottom), default=0) + (size // 4 if board.bottom else 0)
    return Room(caption, stride, left, top, left + columns * size + right, top + rows * size + below)


def _step(size: int) -> int:
    """Between two labels, one above the other."""
    return size * 3 // 4


def draw_board(board: Board, size: int, x0: int, y0: int, marks: Marks, named: bool = True) -> Block:
    """One board with its top-left corner at (x0, y0)."""
    room, step = room_of(board, size), _step(size)
    rows, columns = len(board.cells), len(board.cells[0]) if board.cells else 0
    gx, gy = x0 + room.left, y0 + room.top
    parts: list[list[Shape]] = [
        [Text(gx + columns * size / 2, y0 + (i + 0.5) * size, line, INK, size * LETTER)]
        for i, line in enumerate(room.caption)
    ]
    ex, ey = gx + columns * size, gy + rows * size  # where the cells end
    for found, y, high in ((board.top_places, y0, gy - y0), (board.bottom_places, ey, y0 + room.height - ey)):
        for c, place in enumerate(found):
            if place in marks:
                parts.append([_label_mark(gx + c * size, y, size, high, marks[place].top)])
    for found, x, wide in ((board.left_places, x0, gx - x0), (board.right_places, ex, x0 + room.width - ex)):
        for r, place in enumerate(found):
            if place in marks:
                parts.append([_label_mark(x, gy + r * size, wide, size, marks[place].top)])
    for labels, edge, way in ((board.top, gy, -1), (board.bottom, ey, 1)):
        for c, column in enumerate(labels):
            for i, label in enumerate(column[::way]):
                at = gx + (c + 0.5) * size, edge + way * (size / 4 + (i + 0.5) * step)
                parts.append([_fitted(*at, label.text, label.ink, size)])
    for labels, edge, way in ((board.left, gx, -1), (board.right, ex, 1)):
        for r, row in enumerate(labels):
            for i, label in enumerate(row[::way]):
                at = edge + way * (size / 4 + (i + 0.5) * room.stride), gy + (r + 0.5) * size
                parts.append([Text(*at, label.text, label.ink, size * LETTER)])
    for r, cells in enumerate(board.cells):
        for c, cell in enumerate(cells):
            name = "-".join(map(str, ("cell", *board.origin, r, c))) if named else ""
            parts.append(list(_cell(cell, gx + c * size, gy + r * size, size, name)))
    for i in range(rows + 1):
        parts.append([_rule(gx, gy + i * size, gx + columns * size, gy + i * size, _heavy(i, rows, board.every))])
    for i in range(columns + 1):
        parts.append([_rule(gx + i * size, gy, gx + i * size, gy + rows * size, _heavy(i, columns, board.every))])
    for (r1, c1), (r2, c2) in sorted(board.walls):
        x, y = gx + max(c1, c2) * size, gy + max(r1, r2) * size
        to = (x, y + size) if r1 == r2 else (x + size, y)
        parts.append([Line(x, y, *to, INK, WALL)])
    for where, marked in marks.items():
        index = () if isinstance(where, Place) else where
        if len(index) == len(board.origin) + 2 and index[:-2] == board.origin:
            x, y = gx + index[-1] * size, gy + index[-2] * size
            parts += [list(mark_shapes(why, x, y, size)) for why in marked.why]
            if marked.out:
                parts.append(list(crossed_out(marked.out, x, y, size)))
    return Block(parts, room.width, room.height)


def _cell(cell: Cell, x: int, y: int, size: int, name: str) -> Iterator[Shape]:
    if name or cell.fill:
        yield Rect(x, y, size, size, cell.fill or PAPER, name=name)
    if cell.outline:
        yield Rect(x + 2, y + 2, size - 4, size - 4, stroke=cell.outline, line=2)
    if cell.text:
        yield _fitted(x + size / 2, y + size / 2, cell.text, cell.ink, size)


def _label_mark(x: float, y: float, width: float, height: float, why: str) -> Rect:
    """A mark behind the labels of a line."""
    border, tone = BORDERS.get(why, Border()), MARKS[why]
    return Rect(x + 1, y + 1, width - 2, height - 2, tone, 0.35, tone, 1.5, dash=border.dash)


def mark_shapes(why: str, x: float, y: float, size: int) -> Iterator[Shape]:
    """A mark in a cell: hatched, or a border whose dashes say why."""
    border, tone = BORDERS.get(why), MARKS[why]
    if border is None:
        for low, high in ((0, size / 2), (0, size), (size / 2, size)):  # at both ends of a line, x and y change places
            yield Line(x + low, y + high, x + high, y + low, tone, 1)
        return
    inset, side = border.inset, size - 2 * border.inset
    yield Rect(x + inset, y + inset, side, side, tone, 0.25, tone, border.line, dash=border.dash)
    if border.double:
        yield Rect(x + inset + 3, y + inset + 3, side - 6, side - 6, stroke=tone, line=border.line)


def crossed_out(values: Sequence[str], x: float, y: float, size: int) -> Iterator[Shape]:
    """Small crossed-out candidates in a cell, from its lower edge upwards."""
    across = max(2, ceil(len(values) ** 0.5))
    side = (size - 4) / max(across, 3)
    rows = ceil(len(values) / across)
    for i, value in enumerate(values):
        row, column = divmod(i, across)
        cx, cy = x + 2 + (column + 0.5) * (size - 4) / across, y + size - 2 - (rows - row - 0.5) * side
        letter = side * 0.95
        yield Rect(cx - side / 2, cy - side / 2, side, side, PAPER, 0.85)
        yield Text(cx, cy, value, INK, min(letter, letter * side / (extent(value, letter) or letter)))
        yield Line(cx - side / 2, cy + side / 3, cx + side / 2, cy - side / 3, MARKS["wrong"], 1)


def draw_legend(legend: Legend, size: int, x: int, y: int) -> Block:
    """What the marks mean, one below the other; of no size where nothing is marked."""
    parts, widest = list[list[Shape]](), 0.0
    for i, (why, words) in enumerate(legend):
        top = y + i * (size + 4)
        drawn = crossed_out(("1",), x, top, size) if why == OUT else mark_shapes(why, x, top, size)
        text = Text(x + size * 1.4, top + size / 2, words, INK, size * LETTER, anchor="start")
        parts.append([Rect(x, top, size, size, stroke=GRID, line=1), *drawn, text])
        widest = max(widest, size * 1.4 + extent(words, size * LETTER))
    return Block(parts, ceil(widest), len(legend) * (size + 4) + (size // 2 if legend else 0))


def _fitted(x: float, y: float, text: str, ink: str, size: int) -> Text:
    """A text no wider than a cell."""
    letter = size * LETTER
    return Text(x, y, text, ink, min(letter, letter * FULL * size / (extent(text, letter) or letter)))


def _heavy(i: int, count: int, every: int) -> bool:
    return i in (0, count) or (every > 0 and i % every == 0)


def _rule(x1: int, y1: int, x2: int, y2: int, heavy: bool) -> Line:
    return Line(x1, y1, x2, y2, *((INK, 2) if heavy else (GRID, 1)))
