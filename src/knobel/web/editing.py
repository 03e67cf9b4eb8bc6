"""Boards that are edited: a clue, the size, the whole board, what is painted on it."""

from __future__ import annotations

import numpy as np

from .. import registry
from ..errors import Misuse
from ..puzzle import Puzzle, Values
from ..transforms import Transform, transformed, transformed_values
from .convert import checked_puzzle, checked_size, editor_of, place_of, state_of
from .schemas import ChangeRequest, StateRequest
from .schemas import Transform as TransformFields
from .service import Json


def change(request: ChangeRequest) -> Json:
    """A board with something changed on it, or a new one."""
    return {"id": changed_boards(request)[-1].id()}


def changes(request: ChangeRequest) -> list[str]:
    """The fields that say what is to be changed; values that are drawn follow a transform."""
    found = [
        name
        for name in ("place", "size", "transform", "state", "values", "edits")
        if getattr(request, name) not in (None, [])
    ]
    return [name for name in found if name != "values" or "transform" not in found]


def changed_boards(request: ChangeRequest) -> list[Puzzle]:
    """The board that a request makes; of several edits, the board after each of them."""
    if changes(request) != ["edits"]:
        return [_changed_board(request)]
    boards: list[Puzzle] = []
    for edit in request.edits:
        puzzle = boards[-1].id() if boards else request.puzzle
        boards.append(
            _changed_board(ChangeRequest(puzzle=puzzle, place=edit.place, text=edit.text, values=edit.values))
        )
    return boards


def _changed_board(request: ChangeRequest) -> Puzzle:
    only_one = len(changes(request)) == 1 and (request.puzzle is None) != (request.kind is None)
    if not only_one or (request.text is None) != (request.place is None):
        raise Misuse("expected a kind and a size; or a puzzle, and one of place and text, size, transform, values")
    if request.puzzle is None:
        editor = registry.kind(request.kind or "").editor
        if editor is None or request.size is None:
            raise Misuse("a new board needs a kind whose boards can be edited, and a size")
        return checked_puzzle(editor.empty(checked_size(request.size)))
    puzzle = checked_puzzle(registry.parse(request.puzzle))
    editor, values = editor_of(puzzle), state_of(puzzle, request)
    if request.transform is not None:
        changed = checked_puzzle(transformed(editor, puzzle, transform_of(request.transform)))
        drawn = drawn_after(changed, request)
        return changed if drawn is None or request.transform.action in ("turn", "mirror") else changed.full(drawn)
    if request.place is not None:
        changed = editor.changed(puzzle, place_of(request.place), request.text or "")
    elif request.size is not None:
        changed = editor.resized(puzzle, checked_size(request.size))
    else:
        assert values is not None  # nothing else is left
        changed = puzzle.full(_closed(puzzle, values))
    return checked_puzzle(changed)


def _closed(puzzle: Puzzle, values: Values) -> Values:
    """What is not filled in counts as empty, where that is possible."""
    return np.where(values < 0, puzzle.domain().argmax(axis=-1), values)


def drawn_after(puzzle: Puzzle, request: ChangeRequest) -> Values | None:
    """What is drawn on a board that a request has made; None if nothing is."""
    if request.transform is None or request.values is None:
        last = request.edits[-1].values if request.edits else request.values
        return state_of(puzzle, StateRequest(puzzle=puzzle.id(), values=last))
    values = transformed_values(np.array(request.values), transform_of(request.transform), puzzle.domain().shape)
    return _closed(puzzle, values)


def transform_of(change: TransformFields) -> Transform:
    """A change of a whole board."""
    return Transform(change.action, change.axis, change.at, change.by)
