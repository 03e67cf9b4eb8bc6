"""A drawing as data: boards of cells with labels beside them. Text and SVG are made from the same data.

A kind says what stands in each cell; it never writes a character of markup. Marks (cells or clues that a step is
about) are laid over the finished drawing, so no kind draws them either.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from typing import NamedTuple

from .puzzle import At, Place

INK, PAPER, FAINT, GRID = "#1d2433", "#ffffff", "#8a93a6", "#b8c0cf"
TERMINAL, GAP = 80, 3  # characters across a terminal, and between two boards
SHEET = 48  # cells across a sheet of several boards
_ANSI = re.compile("\x1b\\[[0-9;]*m")
MARKS = {"look": "#f2b705", "new": "#2e9e5b", "wrong": "#d64545", "known": "#4c7bd9"}


class Mark(NamedTuple):
    """A cell (by its index in the answer) or a clue (by its place), and why it is marked: a key of ``MARKS``."""

    where: At | Place
    why: str = "look"


@dataclass(frozen=True)
class Cell:
    """One cell: what is written in it, its colour, and the characters that stand for it in plain text.

    A ``plain`` of equal characters, such as ``##``, is a surface: it is stretched over the width of the cell.
    """

    plain: str
    text: str = ""
    fill: str | None = None
    ink: str = INK
    outline: str | None = None


@dataclass(frozen=True)
class Label:
    """A clue beside the board."""

    text: str
    ink: str = INK


@dataclass(frozen=True)
class Board:
    """Cells in rows, with labels above each column and left of each row (the one nearest to the board comes last)."""

    cells: tuple[tuple[Cell, ...], ...]
    top: tuple[tuple[Label, ...], ...] = ()
    left: tuple[tuple[Label, ...], ...] = ()
    top_places: tuple[Place, ...] = ()
    left_places: tuple[Place, ...] = ()
    every: int = 0  # a heavier line after this many cells
    origin: At = ()  # what comes before (row, column) in the answer's index
    caption: str = ""


@dataclass(frozen=True)
class Picture:
    """Boards, side by side, and what is marked on them. An animation shows the boards of ``play``, if there are any.

    >>> print(Picture((Board(((Cell("#"), Cell(".")),), left=((Label("1"),),)),)))
    1 #.
    """

    boards: tuple[Board, ...]
    title: str = ""
    marks: Collection[Mark] = field(default=())
    play: tuple[Board, ...] = ()

    def text(self, colour: bool = False) -> str:
        """The picture for a terminal; ``colour`` allows ANSI colours."""
        marks = _places(self.marks)
        return "\n\n".join(_side_by_side([_board_text(board, colour, marks) for board in self.boards]))

    def svg(self, size: int = 24) -> str:
        """The picture as a self-contained SVG document; ``size`` is the width of a cell."""
        return _svg(self, size)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()


def _side_by_side(blocks: list[list[str]]) -> list[str]:
    """Blocks of lines beside each other, as many as fit into a terminal, then the next ones below."""
    rows: list[list[list[str]]] = []
    room = 0
    for block in blocks:
        wide = max((len(_ANSI.sub("", line)) for line in block), default=0) + GAP
        if not rows or wide > room:
            rows.append([])
            room = TERMINAL + GAP
        rows[-1].append(block)
        room -= wide
    return ["\n".join(_joined(row)) for row in rows]


def _joined(row: list[list[str]]) -> list[str]:
    lines = [""] * max(map(len, row))
    for block in row:
        before = max(len(_ANSI.sub("", line)) for line in lines)
        for i, line in enumerate(block):
            if before and line:
                lines[i] += " " * (before + GAP - len(_ANSI.sub("", lines[i])))
            lines[i] += line
    return lines


def _places(marks: Collection[Mark]) -> dict[At | Place, str]:
    """Why each place is marked; a clue that stands in a cell is marked there."""
    found: dict[At | Place, str] = {}
    for where, why in marks:
        inside = isinstance(where, Place) and where.name == "cell"
        found[tuple(where[1:]) if inside else where] = why
    return found


def _paint(text: str, fill: str | None, ink: str | None) -> str:
    codes = []
    for kind, tone in ((48, fill), (38, ink)):
        if tone:
            codes.append(f"{kind};2;" + ";".join(str(int(tone[i : i + 2], 16)) for i in (1, 3, 5)))
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes else text


def _cell_width(board: Board) -> int:
    """Characters a cell: as few as keep the numbers above the columns apart."""
    labels = [label.text for column in board.top for label in column]
    wide = max([1, *map(len, labels), *(len(cell.plain) for row in board.cells for cell in row)])
    for level in range(1, max(map(len, board.top), default=0) + 1):
        texts = [column[-level].text if len(column) >= level else "" for column in board.top]
        if any(left and len(right) == wide for left, right in pairwise(texts)):
            return wide + 1
    return wide


def _board_text(board: Board, colour: bool, marks: dict[At | Place, str]) -> list[str]:
    wide = _cell_width(board)
    margin = max((sum(len(x.text) + 1 for x in row) for row in board.left), default=0)
    height = max(map(len, board.top), default=0)
    lines = [board.caption] if board.caption else []

    def joined(parts: list[str], bar: str) -> str:
        step = board.every or len(parts) or 1
        return bar.join("".join(parts[i : i + step]) for i in range(0, len(parts), step))

    for level in range(height):
        parts = []
        for column in board.top:
            skip = height - len(column)
            label = column[level - skip] if level >= skip else Label("")
            text = label.text.rjust(wide)
            parts.append(_paint(text, None, label.ink) if colour and label.ink != INK else text)
        lines.append(" " * margin + joined(parts, " ").rstrip())
    for r, row in enumerate(board.cells):
        if board.every and r and r % board.every == 0:
            rule = ["─" * wide] * len(row)
            lines.append(" " * margin + joined(rule, "┼"))
        left = board.left[r] if board.left else ()
        words = "".join(
            (_paint(label.text, None, label.ink) if colour and label.ink != INK else label.text) + " " for label in left
        )
        words = " " * (margin - sum(len(label.text) + 1 for label in left)) + words
        cells = []
        for c, cell in enumerate(row):
            solid = len(cell.plain) > 1 and len(set(cell.plain)) == 1
            text = cell.plain[0] * wide if solid else cell.plain.rjust(wide)
            why = marks.get((*board.origin, r, c))
            if colour and (cell.fill or why):
                text = _paint(text, MARKS[why] if why and not cell.fill else cell.fill, cell.fill and cell.ink)
            cells.append(text)
        lines.append((words + joined(cells, "│")).rstrip())
    return lines


def _svg(picture: Picture, size: int) -> str:
    parts: list[str] = []
    x, y, right, bottom = size // 2, size // 2, size, 0
    marks = _places(picture.marks)
    for board in picture.boards:
        drawn, width, tall = board_svg(board, size, x, y, marks)
        if x > size // 2 and x + width > SHEET * size:
            x, y = size // 2, bottom + size
            drawn, width, tall = board_svg(board, size, x, y, marks)
        parts += drawn
        x += width + size
        right, bottom = max(right, x - size // 2), max(bottom, y + tall)
    wide, tall = right, bottom + size - size // 2
    title = f"<title>{escape(picture.title)}</title>" if picture.title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}" '
        f'font-family="DejaVu Sans, Verdana, sans-serif" font-size="{size * 0.55:g}" text-anchor="middle">'
        f'{title}<rect width="{wide}" height="{tall}" fill="{PAPER}"/>' + "".join(parts) + "</svg>\n"
    )


def _text_svg(x: float, y: float, text: str, ink: str) -> str:
    # Centred by hand: not every viewer knows dominant-baseline.
    return f'<text x="{x:g}" y="{y:g}" dy=".36em" fill="{ink}">{escape(text)}</text>'


def board_svg(board: Board, size: int, x0: int, y0: int, marks: dict[At | Place, str]) -> tuple[list[str], int, int]:
    """The elements of one board with its top-left corner at (x0, y0), one string a cell; its width and its height."""
    step = size * 3 // 4  # between two labels, one above the other
    longest = max((len(label.text) for row in board.left for label in row), default=1)
    stride = size * (3 * longest + 5) // 10  # between two labels, side by side
    rows, columns = len(board.cells), len(board.cells[0]) if board.cells else 0
    gx = x0 + stride * max(map(len, board.left), default=0) + (size // 4 if board.left else 0)
    gy = y0 + step * max(map(len, board.top), default=0) + (size // 4 if board.top else 0)
    out: list[str] = []
    if board.caption:
        gy += size
        out.append(_text_svg(gx + columns * size / 2, y0 + size / 2, board.caption, INK))

    def tint(place: Place, x: float, y: float, w: float, h: float) -> None:
        if place in marks:
            out.append(
                f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{MARKS[marks[place]]}" opacity=".35"/>'
            )

    for c, place in enumerate(board.top_places):
        tint(place, gx + c * size, y0, size, gy - y0)
    for r, place in enumerate(board.left_places):
        tint(place, x0, gy + r * size, gx - x0, size)
    for c, column in enumerate(board.top):
        for i, label in enumerate(reversed(column)):
            out.append(_text_svg(gx + (c + 0.5) * size, gy - size / 4 - (i + 0.5) * step, label.text, label.ink))
    for r, row in enumerate(board.left):
        for i, label in enumerate(reversed(row)):
            out.append(_text_svg(gx - size / 4 - (i + 0.5) * stride, gy + (r + 0.5) * size, label.text, label.ink))
    for r, cells in enumerate(board.cells):
        for c, cell in enumerate(cells):
            x, y = gx + c * size, gy + r * size
            name = "-".join(map(str, ("cell", *board.origin, r, c)))
            fill = cell.fill or PAPER
            look = f'<rect id="{name}" x="{x}" y="{y}" width="{size}" height="{size}" fill="{fill}"/>'
            if cell.outline:
                look += (
                    f'<rect x="{x + 2}" y="{y + 2}" width="{size - 4}" height="{size - 4}" fill="none" '
                    f'stroke="{cell.outline}" stroke-width="2"/>'
                )
            if cell.text:
                look += _text_svg(x + size / 2, y + size / 2, cell.text, cell.ink)
            out.append(look)
    for i in range(rows + 1):
        heavy = i in (0, rows) or (board.every and i % board.every == 0)
        out.append(_line(gx, gy + i * size, gx + columns * size, gy + i * size, bool(heavy)))
    for i in range(columns + 1):
        heavy = i in (0, columns) or (board.every and i % board.every == 0)
        out.append(_line(gx + i * size, gy, gx + i * size, gy + rows * size, bool(heavy)))
    for where, why in marks.items():
        at = () if isinstance(where, Place) else where
        if len(at) == len(board.origin) + 2 and at[:-2] == board.origin:
            x, y = gx + at[-1] * size, gy + at[-2] * size
            out.append(
                f'<rect x="{x + 1}" y="{y + 1}" width="{size - 2}" height="{size - 2}" '
                f'fill="{MARKS[why]}" fill-opacity=".25" stroke="{MARKS[why]}" stroke-width="3"/>'
            )
    return out, gx - x0 + columns * size, gy - y0 + rows * size


def _line(x1: int, y1: int, x2: int, y2: int, heavy: bool) -> str:
    tone, width = (INK, 2) if heavy else (GRID, 1)
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{tone}" stroke-width="{width}"/>'
