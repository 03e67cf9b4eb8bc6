"""Boards turned, mirrored and shifted, and lines more or fewer: what a setter does to a whole board.

Turning and mirroring are up to the kind. Shifting, inserting and deleting move what stands at each place of a board,
by the places of its editor alone, so every kind whose boards are edited has them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from .editor import Editor, Turnable
from .errors import BadInput, Misuse
from .puzzle import Place, Puzzle, Transposable, Values

Action: TypeAlias = Literal["turn", "mirror", "shift", "insert", "delete"]
Axis: TypeAlias = Literal["row", "column"]
Source: TypeAlias = Callable[[int], int | None]
"""The line of the old board that a line of the new one was; None for one that was not there."""

AXES: tuple[Axis, ...] = ("row", "column")
LINES: dict[str, int] = dict.fromkeys(("row", "left", "right"), 0) | dict.fromkeys(("column", "top", "bottom"), 1)
"""Places beside the board that belong to a line, and the axis of that line."""


class Transform(NamedTuple):
    """What is done, with which lines (``mirror`` swaps them), at which of them, and by how many (``shift``)."""

    action: Action
    axis: Axis = "row"
    at: int = 0
    by: int = 1


def mirrors(editor: Editor | None, puzzle: type[Puzzle] | Puzzle) -> bool:
    """Whether boards of a kind can be mirrored."""
    return isinstance(editor, Turnable) and hasattr(puzzle, "transposed")


def transformed(editor: Editor, puzzle: Puzzle, change: Transform) -> Puzzle:
    """The board after a change; raises :class:`BadInput` where there can be no such board."""
    if change.action in ("turn", "mirror"):
        return _turned(editor, puzzle, change)
    width, height = editor.size(puzzle)
    count, more = (height if change.axis == "row" else width), {"insert": 1, "delete": -1, "shift": 0}[change.action]
    if change.at >= count + (change.action == "insert"):
        raise BadInput(f"there is no {change.axis} {change.at + 1}; there are {count}")
    axes = [change.axis]
    try:
        board = editor.empty((width + more * ("column" in axes), height + more * ("row" in axes)))
    except BadInput:
        axes = ["row", "column"]  # perhaps it has to be a square
        board = editor.empty((width + more, height + more))
    size = dict(zip(("column", "row"), editor.size(board), strict=True))
    return _moved(editor, puzzle, board, [_source(change, size[one]) if one in axes else _same for one in AXES])


def transformed_values(values: Values, change: Transform, shape: tuple[int, ...]) -> Values:
    """What was drawn, after the same change; ``shape`` is that of the board after it. New cells are open."""
    if change.action == "turn":
        return np.rot90(values, -1)
    if change.action == "mirror":
        return np.flip(values, 0 if change.axis == "row" else 1)
    for axis, name in enumerate(AXES):
        if shape[axis] == values.shape[axis] and name != change.axis:
            continue
        source = _source(change, shape[axis])
        lines = [source(i) for i in range(shape[axis])]
        blank = np.full_like(np.take(values, [0], axis), -1)
        values = np.concatenate([blank if i is None else np.take(values, [i], axis) for i in lines], axis)
    return values


def _turned(editor: Editor, puzzle: Puzzle, change: Transform) -> Puzzle:
    if not isinstance(editor, Turnable):
        raise Misuse(f"boards of the kind {puzzle.kind} cannot be turned")
    if change.action == "turn":
        return editor.turned(puzzle)
    if not isinstance(puzzle, Transposable):
        raise Misuse(f"boards of the kind {puzzle.kind} cannot be mirrored")
    swapped = editor.turned(puzzle.transposed())  # left and right
    return swapped if change.axis == "column" else editor.turned(editor.turned(swapped))


def _source(change: Transform, count: int) -> Source:
    """Where the lines of the new board, of which there are so many, come from."""
    action, _, at, by = change
    if action == "shift":
        return lambda i: (i - by) % count
    if action == "insert":
        return lambda i: None if i == at else i - (i > at)
    return lambda i: i + (i >= at)


def _same(i: int) -> int:
    return i


def _moved(editor: Editor, puzzle: Puzzle, board: Puzzle, sources: list[Source]) -> Puzzle:
    """The empty board with all that stood on the other one, in its new places; what does not fit is cut as usual."""
    texts = {slot.place: slot.text for slot in editor.slots(puzzle)}
    cut = {slot.place: slot.text for slot in editor.slots(editor.resized(puzzle, editor.size(board)))}
    for place in [slot.place for slot in editor.slots(board)]:
        before = _before(place, sources)
        text = "" if before is None else texts.get(before, "")
        for wanted in (text, cut.get(place, "")):
            try:
                board = editor.changed(board, place, wanted) if wanted else board
                break
            except BadInput:
                continue
    return board


def _before(place: Place, sources: list[Source]) -> Place | None:
    """The place on the old board; None on a line that was not there."""
    name, i, j = place
    if j >= 0:
        r, c = sources[0](i), sources[1](j)
        return None if r is None or c is None else Place(name, r, c)
    if name not in LINES:
        return place
    line = sources[LINES[name]](i)
    return None if line is None else Place(name, line)
