"""A picture as text for a terminal: boards side by side, in colours where they are wanted."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from .data import INK, MARKS, Board, Label, Mark, places
from .shapes import Marks

TERMINAL, GAP = 80, 3  # characters across a terminal, and between two boards
CROSSINGS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
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
    labels = [label.text for column in (*board.top, *board.bottom) for label in column]
    wide = max([1, *map(len, labels), *(len(cell.plain) for row in board.cells for cell in row)])
    for level in range(1, max(map(len, board.top), default=0) + 1):
        texts = [column[-level].text if len(column) >= level else "" for column in board.top]
        if any(left and len(right) == wide for left, right in pairwise(texts)):
            return wide + 1
    return wide


def _board_text(board: Board, colour: bool, marks: Marks) -> list[str]:
    wide = _cell_width(board)
    margin = max((sum(len(x.text) + 1 for x in row) for row in board.left), default=0)
    walled = {(max(r1, r2), max(c1, c2), r1 == r2) for (r1, c1), (r2, c2) in board.walls}
    columns = len(board.cells[0]) if board.cells else 0
    # Between two columns there is a sign where a wall, or a heavier line, is anywhere between them.
    barred = [
        c > 0 and (_heavier(c, board) or any((r, c, True) in walled for r in range(len(board.cells))))
        for c in range(columns)
    ]
    lines = [board.caption] if board.caption else []

    def joined(parts: list[str], bars: Sequence[str]) -> str:
        return "".join((bar if here else "") + part for part, bar, here in zip(parts, bars, barred, strict=True))

    def labels(found: Sequence[Sequence[Label]], level: int, from_below: bool) -> str:
        height = max(map(len, found), default=0)
        parts = []
        for column in found:
            index = level - (height - len(column)) if from_below else level
            label = column[index] if 0 <= index < len(column) else Label("")
            text = label.text.rjust(wide)
            parts.append(_paint(text, None, label.ink) if colour and label.ink != INK else text)
        return " " * margin + joined(parts, [" "] * columns).rstrip()

    for level in range(max(map(len, board.top), default=0)):
        lines.append(labels(board.top, level, True))
    for r, row in enumerate(board.cells):
        if r and (_heavier(r, board) or any((r, c, False) in walled for c in range(columns))):
            flat = [_heavier(r, board) or (r, c, False) in walled for c in range(columns)]
            bars = [
                CROSSINGS[sum(bit << i for i, bit in enumerate(_around(r, c, flat, walled, board)))]
                for c in range(columns)
            ]
            lines.append((" " * margin + joined([("─" if one else " ") * wide for one in flat], bars)).rstrip())
        left = _words(board.left[r] if board.left else (), colour)
        words = " " * (margin - sum(len(label.text) + 1 for label in (board.left[r] if board.left else ()))) + left
        cells = []
        for c, cell in enumerate(row):
            solid = len(cell.plain) > 1 and len(set(cell.plain)) == 1
            text = cell.plain[0] * wide if solid else cell.plain.rjust(wide)
            marked = marks.get((*board.origin, r, c))
            if colour and (cell.fill or marked):
                tone = MARKS[marked.top] if marked and not cell.fill else cell.fill
                text = _paint(text, tone, cell.fill and cell.ink)
            cells.append(text)
        bars = ["│" if _heavier(c, board) or (r, c, True) in walled else " " for c in range(columns)]
        right = _words(board.right[r], colour) if board.right else ""
        lines.append(f"{words}{joined(cells, bars)} {right}".rstrip())
    lines += [labels(board.bottom, level, False) for level in range(max(map(len, board.bottom), default=0))]
    return lines


def _around(r: int, c: int, flat: Sequence[bool], walled: Collection[object], board: Board) -> tuple[bool, ...]:
    """Which lines meet at the top-left corner of a cell: from above, below, the left and the right."""
    above, below = (_heavier(c, board) or (row, c, True) in walled for row in (r - 1, r))
    return above, below, c > 0 and flat[c - 1], flat[c]


def _heavier(i: int, board: Board) -> bool:
    """Whether a heavier line is drawn before this row or column."""
    return bool(board.every) and i % board.every == 0


def _words(labels: Sequence[Label], colour: bool) -> str:
    return "".join(
        (_paint(label.text, None, label.ink) if colour and label.ink != INK else label.text) + " " for label in labels
    )
