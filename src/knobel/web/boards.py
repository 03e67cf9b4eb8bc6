"""The picture of a puzzle as data: what stands in each cell, how it looks, what it is called, and how it is entered.

The page draws cells and marks from this, and knows of no puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any

import numpy as np

from .. import registry
from ..errors import BadInput
from ..picture import FAINT, Board, Cell, Label
from ..picture.data import places
from ..puzzle import At, Atom, Place, Puzzle, Values
from ..reasoning.telling import where
from ..say import Say
from .asked import (
    Answer,
    Request,
    Words,
    givens_of,
    mark_record,
    marks_of,
    nothing,
    place_text,
    puzzle_of,
    setting_of,
    state_of,
)

MAX_CELLS = 120_000  # of all boards of one answer
NOTHING = "·"  # what marks a cell as empty
ROW, COLUMN = "\0", "\1"  # where the numbers of a cell stand in a sentence


def board(request: Request) -> Answer:
    """The picture of a puzzle, filled in as far as the request says."""
    puzzle = puzzle_of(request)
    return board_of(puzzle, request, editable=request.get("set", False))


def board_of(puzzle: Puzzle, request: Request, *, editable: bool) -> Answer:
    """The same for a puzzle that is read already; ``editable``: with all that can be changed on it."""
    state, words, marks = state_of(puzzle, request), Words(puzzle, request), marks_of(puzzle, request)
    values = givens_of(puzzle) if state is None else state
    grid = values.ndim == 2
    picture = puzzle.draw(values if grid and (values >= 0).any() else state, marks)
    if sum(len(one.cells) * len(one.cells[0]) for one in picture.boards) > MAX_CELLS:
        picture = replace(picture, boards=picture.boards[-1:])
    boards = list(picture.boards)
    if grid:
        boards[0] = _unknown_as_at_first(puzzle, boards[0], values)
    slots = setting_of(puzzle).slots(puzzle) if editable else []
    why = places(picture.marks)
    cells = _Cells(words, values if grid else None, why, {slot.place[1:]: slot.place for slot in slots})
    answer = {
        "title": picture.title,
        "boards": [_board(one, cells, why, number) for number, one in enumerate(boards)],
        "marks": [mark_record(mark) for mark in marks],
        "values": [*looks(puzzle, request.get("language", "en"))] if grid else [],
        "answer": {"shape": list(values.shape), "grid": grid},
        "line": puzzle.write(values),
        "state": values.tolist(),
    }
    setting = registry.kind(puzzle.kind).setting
    if setting is not None:
        answer["size"] = list(setting.size(puzzle))
    if editable:
        answer["slots"] = [{"place": place_text(p), "text": t, "choices": list(choices)} for p, t, choices in slots]
        answer["keys"] = [key._asdict() for key in setting_of(puzzle).keys(puzzle)]
    return answer


def _unknown_as_at_first(puzzle: Puzzle, shown: Board, values: Values) -> Board:
    """A board on which open cells look as on the empty board: who plays knows that they are open."""
    before = puzzle.draw().boards[0].cells
    return replace(
        shown,
        cells=tuple(
            tuple(old if v < 0 else _seen(new, old) for v, old, new in zip(*row, strict=True))
            for row in zip(values.tolist(), before, shown.cells, strict=True)
        ),
    )


def _seen(cell: Cell, unknown: Cell) -> Cell:
    """A cell that does not look like an unknown one: who has found out that nothing is there wants to see it."""
    same = not cell.text and cell.fill == unknown.fill
    return replace(cell, text=NOTHING, ink=FAINT) if same else cell


class _Cells:
    """Cells with all that is to be said about them; ``values`` are those of the answer where it is a grid."""

    def __init__(
        self, words: Words, values: Values | None, why: Mapping[At | Place, str], slots: Mapping[tuple[int, ...], Place]
    ) -> None:
        self.words, self.why, self.slots = words, why, slots
        self.values = None if values is None else values.tolist()
        self.fixed = None if values is None else (givens_of(words.puzzle) >= 0).tolist()

    def record(self, board: Board, number: int, r: int, c: int, cell: Cell) -> Answer:
        at = (*board.origin, r, c)
        found = look(cell)
        if at in self.why:
            found["mark"] = self.why[at]
        place = self.slots.get((r, c)) if number == 0 else None
        if place is not None:
            found["place"] = place_text(place)
        found["where"] = found["name"] = self.words(where((r, c)))
        if self.values is not None and self.fixed is not None and number == 0:
            found["at"] = [r, c]
            if self.fixed[r][c]:
                found["fixed"] = True
            if self.values[r][c] >= 0:
                found["name"] = self.words(self.words.puzzle.say(Atom((r, c), self.values[r][c])))
        if cell.text.isalnum() and cell.text not in found["name"].split():
            found["name"] += f": {cell.text}"
        return found


def look(cell: Cell) -> Answer:
    """How a cell looks."""
    return {name: value for name, value in asdict(cell).items() if value}


def _board(one: Board, cells: _Cells, why: Mapping[At | Place, str], number: int) -> Answer:
    return {
        "rows": len(one.cells),
        "columns": len(one.cells[0]),
        "every": one.every,
        "caption": one.caption,
        "cells": [
            [cells.record(one, number, r, c, cell) for c, cell in enumerate(row)] for r, row in enumerate(one.cells)
        ],
        "top": [_labels(labels) for labels in one.top],
        "left": [_labels(labels) for labels in one.left],
        "top_places": [place_text(place) for place in one.top_places],
        "left_places": [place_text(place) for place in one.left_places],
        "top_marks": [why.get(place) for place in one.top_places],
        "left_marks": [why.get(place) for place in one.left_places],
    }


def _labels(labels: tuple[Label, ...]) -> list[Answer]:
    return [{"text": label.text, "ink": label.ink} for label in labels]


def plain_board(one: Board, words: Words) -> Answer:
    """A board by itself, of which nothing is known but its cells."""
    return _board(one, _Cells(words, None, {}, {}), {}, 0)


# how values look and are entered


def looks(puzzle: Puzzle, language: str) -> tuple[Answer, ...]:
    """How each value of an entry looks and which keys enter it, in the order in which clicks go through them."""
    bare: Any = puzzle.keep(())
    return _looks(bare, language)


@lru_cache(maxsize=64)
def _looks(bare: Any, language: str) -> tuple[Answer, ...]:
    words, domain, empty = Words(bare, {"language": language}), bare.domain(), nothing(bare)
    free = np.argwhere(domain.all(axis=-1)).tolist()
    if not free:
        return ()
    at, count = tuple(free[0]), domain.shape[-1]
    codes = [_code(bare, empty, at, v) for v in range(count)]
    unknown = bare.draw().boards[0].cells[at[0]][at[1]]
    found = []
    for v in sorted(range(count), key=lambda v: v == 0 and not codes[0].isdecimal()):  # nothing comes last
        values = empty.copy()
        values[at] = v
        keys = dict.fromkeys([codes[v], codes[v].lower(), *([str(v)] if str(v) not in codes and v < 10 else [])])
        cell = _seen(bare.draw(values).boards[0].cells[at[0]][at[1]], unknown)
        name = _bare_words(words, bare.say(Atom(at, v)))
        found.append({"value": v, "keys": list(keys), "name": name} | look(cell))
    return tuple(found)


def _code(puzzle: Puzzle, empty: Values, at: At, v: int) -> str:
    """What stands for a value in the one-line form."""
    values = empty.copy()
    values[at] = v
    before, after = puzzle.write(empty), puzzle.write(values)
    start = next((i for i, pair in enumerate(zip(before, after, strict=False)) if len(set(pair)) > 1), 0)
    return after[start : len(after) - (len(before) - start - 1)]


def _bare_words(words: Words, say: Say) -> str:
    """A sentence about a cell without the cell: what comes behind its row and column.

    Where a language says something else last, it is the whole sentence.
    """
    text = words(Say(say.template, **say.args | {"row": ROW, "column": COLUMN}))
    cut = max(text.rfind(ROW), text.rfind(COLUMN)) + 1
    return (text[cut:].lstrip("列 ,:") or words(say)).strip()


# animations


def replay(request: Request) -> Answer:
    """A solution played, frame by frame: each look is told once."""
    puzzle = puzzle_of(request)
    state = state_of(puzzle, request)
    if state is None:
        raise BadInput("there is nothing to replay; expected a solution in the field 'state'")
    picture = puzzle.draw(state)
    frames = picture.play or picture.boards
    numbers: dict[Cell, int] = {}
    shown = [
        {
            "caption": one.caption,
            "cells": [[numbers.setdefault(cell, len(numbers)) for cell in row] for row in one.cells],
        }
        for one in frames
    ]
    rows, columns = len(frames[0].cells), len(frames[0].cells[0])
    return {"rows": rows, "columns": columns, "looks": list(map(look, numbers)), "frames": shown}
