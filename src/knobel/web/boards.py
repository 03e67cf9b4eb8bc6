"""The picture of a puzzle as data: what stands in each cell, how it looks, what it is called, and how it is entered.

The page draws cells and marks from this, and knows of no puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import registry
from ..editor import Factual, Slot
from ..errors import BadInput
from ..picture import Board, Cell, Mark
from ..picture.data import Marked, places
from ..puzzle import At, Atom, Nameable, Place, Puzzle, Values, code_of
from ..reasoning.wording import where
from ..say import Say
from .convert import (
    Translator,
    editor_of,
    fields,
    givens_of,
    mark_json,
    marks_of,
    place_text,
    puzzle_and_words,
    puzzle_of,
    state_of,
    unknown,
)

if TYPE_CHECKING:  # so that files to play can be made without the server and what it needs
    from .schemas import BoardRequest, StateRequest
    from .service import Json

MAX_CELLS = 120_000  # of all boards of one answer
SIDES = ("top", "left", "right", "bottom")
NOTHING = "·"  # what marks a cell as empty
NOTHING_INK, ON_DARK = "#4a5162", "#dde1e9"  # its colour, and where cells are dark
ROW, COLUMN = "\0", "\1"  # where the numbers of a cell stand in a sentence


def board(request: BoardRequest) -> Json:
    """The picture of a puzzle, filled in as far as the request says; ``set``: with all that can be changed on it."""
    puzzle, words = puzzle_and_words(request)
    return picture_json(puzzle, words, state_of(puzzle, request), marks_of(puzzle, request), request.set)


def picture_json(
    puzzle: Puzzle, words: Translator, state: Values | None = None, marks: Sequence[Mark] = (), set: bool = False
) -> Json:
    """The same of a puzzle; what is said is in the language of the words."""
    values = givens_of(puzzle) if state is None else state
    grid = values.ndim == 2
    picture = puzzle.draw(values if grid and (values >= 0).any() else state, marks)
    if sum(len(one.cells) * len(one.cells[0]) for one in picture.boards) > MAX_CELLS:
        picture = replace(picture, boards=picture.boards[-1:])
    boards = list(picture.boards)
    if grid:
        boards[0] = unknown_as_at_first(puzzle, boards[0], values)
    slots = editor_of(puzzle).slots(puzzle) if set else []
    shown = Boards(words, values if grid else None, places(picture.marks), slots)
    answer = {
        "title": picture.title,
        "boards": [shown.board(one, number) for number, one in enumerate(boards)],
        "marks": [mark_json(mark) for mark in marks],
        "values": [*looks(puzzle, words.language)] if grid else [],
        "answer": {"shape": list(values.shape), "grid": grid},
        "line": puzzle.write(values),
        "state": values.tolist(),
    }
    editor = registry.kind(puzzle.kind).editor
    if editor is not None:
        answer["size"] = list(editor.size(puzzle))
    if isinstance(editor, Factual):
        answer["facts"] = editor.facts(puzzle)
    if set:
        answer["slots"] = [{"place": place_text(p), "text": t, "choices": list(choices)} for p, t, choices in slots]
        answer["keys"] = [key._asdict() for key in editor_of(puzzle).keys(puzzle)]
    return answer


def unknown_as_at_first(puzzle: Puzzle, shown: Board, values: Values) -> Board:
    """A board on which open cells look as on the empty board: who plays knows that they are open."""
    before = puzzle.draw().boards[0].cells
    return replace(
        shown,
        cells=tuple(
            tuple(old if v < 0 else _seen(new, old) for v, old, new in zip(*row, strict=True))
            for row in zip(values.tolist(), before, shown.cells, strict=True)
        ),
    )


def _seen(cell: Cell, open_cell: Cell) -> Cell:
    """A cell that does not look like an unknown one: who has found out that nothing is there wants to see it."""
    same = not cell.text and cell.fill == open_cell.fill
    dark = cell.fill is not None and sum(bytes.fromhex(cell.fill[1:])) < 3 * 128
    return replace(cell, text=NOTHING, ink=ON_DARK if dark else NOTHING_INK) if same else cell


class Boards:
    """Boards as JSON; ``values`` are those of the answer where it is the grid of the first board."""

    def __init__(
        self,
        words: Translator,
        values: Values | None = None,
        marked: Mapping[At | Place, Marked] | None = None,
        slots: Sequence[Slot] = (),
    ) -> None:
        self.words, self.marked = words, marked or {}
        self.slots = {slot.place[1:]: slot.place for slot in slots}
        self.values = None if values is None else values.tolist()
        self.givens = givens_of(words.puzzle).tolist()
        self.where = words(Say(where((0, 0)).template, row=ROW, column=COLUMN))
        self.looks: dict[Cell, Json] = {}  # there are few, on boards with many cells

    def board(self, one: Board, number: int = 0) -> Json:
        return {
            "rows": len(one.cells),
            "columns": len(one.cells[0]),
            "every": one.every,
            "caption": one.caption,
            "cells": [
                [self.cell(one, number, r, c, cell) for c, cell in enumerate(row)] for r, row in enumerate(one.cells)
            ],
            "walls": [[*a, *b] for a, b in sorted(one.walls)],
            **{side: [[fields(x, "text", "ink") for x in labels] for labels in getattr(one, side)] for side in SIDES},
            **{f"{side}_places": [place_text(x) for x in getattr(one, f"{side}_places")] for side in SIDES},
            **{f"{side}_marks": [self.why(x) for x in getattr(one, f"{side}_places")] for side in SIDES},
        }

    def why(self, place: Place) -> str | None:
        """Why a clue is marked, if it is."""
        return self.marked[place].top if place in self.marked else None

    def cell(self, board: Board, number: int, r: int, c: int, cell: Cell) -> Json:
        at = (*board.origin, r, c)
        if cell not in self.looks:
            self.looks[cell] = look(cell)
        found = self.looks[cell].copy()
        if at in self.marked:
            marked = self.marked[at]
            found["mark"] = marked.top
            found |= {"marks": list(marked.why)} if len(marked.why) > 1 else {}
            found |= {"out": list(marked.out)} if marked.out else {}
        if number == 0 and (r, c) in self.slots:
            found["place"] = place_text(self.slots[r, c])
        found["where"] = found["name"] = self.where.replace(ROW, str(r + 1)).replace(COLUMN, str(c + 1))
        if number == 0 and self.values is not None:
            found["at"] = [r, c]
            if self.givens[r][c] >= 0:
                found["fixed"] = True
            if self.values[r][c] >= 0:
                found["name"] = self.words(self.words.puzzle.say(Atom((r, c), self.values[r][c])))
        if cell.text.isalnum() and cell.text not in found["name"].split():
            found["name"] += f": {cell.text}"
        return found


def look(cell: Cell) -> Json:
    """How a cell looks."""
    return {name: value for name, value in asdict(cell).items() if value}


def small_board(board: Board) -> Json:
    """A board that is only looked at: each look is told once."""
    numbers: dict[Cell, int] = {}
    cells = [[numbers.setdefault(cell, len(numbers)) for cell in row] for row in board.cells]
    labels = {side: [[fields(x, "text", "ink") for x in line] for line in getattr(board, side)] for side in SIDES}
    walls = [[*a, *b] for a, b in sorted(board.walls)]
    shape = {"rows": len(cells), "columns": len(cells[0]), "every": board.every, "walls": walls}
    return {**shape, **labels, "cells": cells, "looks": list(map(look, numbers))}


# how values look and are entered


def looks(puzzle: Puzzle, language: str) -> tuple[Json, ...]:
    """How each value of an entry looks and which keys enter it, in the order in which clicks go through them."""
    bare: Any = puzzle.keep(())
    return _looks(bare, language)


@lru_cache(maxsize=64)
def _looks(bare: Any, language: str) -> tuple[Json, ...]:
    words, domain, empty = Translator(bare, language), bare.domain(), unknown(bare)
    free = np.argwhere(domain.all(axis=-1)).tolist()
    if not free:
        return ()
    r, c = free[0]
    states = np.repeat(empty[np.newaxis], domain.shape[-1], axis=0)  # each value alone on the board
    states[:, r, c] = range(len(states))
    codes = [code_of(bare.write(empty), bare.write(values)) for values in states]
    open_cell = bare.draw().boards[0].cells[r][c]
    found = []
    for v in sorted(range(len(states)), key=lambda v: v == 0 and not codes[0].isdecimal()):  # nothing comes last
        keys = dict.fromkeys([codes[v], codes[v].lower(), *([str(v)] if str(v) not in codes and v < 10 else [])])
        cell = _seen(bare.draw(states[v]).boards[0].cells[r][c], open_cell)
        name = _bare_words(words, bare.say(Atom((r, c), v)))
        word = bare.name_value(v, False) if isinstance(bare, Nameable) else codes[v]
        word = words(word) if isinstance(word, Say) else str(word)
        found.append({"value": v, "keys": list(keys), "name": name, "word": word} | look(cell))
    return tuple(found)


def _bare_words(words: Translator, say: Say) -> str:
    """A sentence about a cell without the cell: what comes behind its row and column.

    Where a language says something else last, it is the whole sentence.
    """
    text = words(Say(say.template, **say.args | {"row": ROW, "column": COLUMN}))
    cut = max(text.rfind(ROW), text.rfind(COLUMN)) + 1
    return (text[cut:].lstrip("列 ,:") or words(say)).strip()


# animations


def replay(request: StateRequest) -> Json:
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
