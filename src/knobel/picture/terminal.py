"""A picture as text for a terminal: boards side by side, in colours where they are wanted."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import pairwise

from .data import INK, MARKS, Board, Label, Mark, places
from .shapes import Marks

TERMINAL, GAP = 80, 3  # characters across a terminal, and between two boards
_ANSI = re.compile("\x1b\\[[0-9;]*m")


def text(boards: Iterable[Board], marks: Collection[Mark], colour: bool) -> str:
    """The boards of a picture in characters."""
    marked = places(marks)
    return "\n\n".join(_side_by_side([_board_text(board, colour, marked) for board in boards]))


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


def _board_text(board: Board, colour: bool, marks: Marks) -> list[str]:
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
            marked = marks.get((*board.origin, r, c))
            if colour and (cell.fill or marked):
                tone = MARKS[marked.top] if marked and not cell.fill else cell.fill
                text = _paint(text, tone, cell.fill and cell.ink)
            cells.append(text)
        lines.append((words + joined(cells, "│")).rstrip())
    return lines
