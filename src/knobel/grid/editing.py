"""Boards of a grid kind edited by hand: its options, clues beside the board, and what stands in cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from ..editor import Key, Slot, no_slot
from ..errors import BadInput, unexpected
from ..puzzle import Place, Values
from ..readers import short
from ..recipes import Size
from ..say import Say
from .puzzle import Grid

KEYS = 36


@dataclass(frozen=True)
class GridEditor:
    """The functions of an editor (:class:`knobel.editor.Editor`) for one class of puzzles."""

    of: type[Grid]

    def empty(self, size: Size) -> Grid:
        return self.of.blank(*size).validated()

    def size(self, puzzle: Grid) -> Size:
        return puzzle.width, puzzle.height

    def resized(self, puzzle: Grid, size: Size) -> Grid:
        """What fits stays: a clue that no board of the new size can have goes."""
        board = replace(self.empty(size), title=puzzle.title)
        if size == self.size(puzzle):
            return puzzle
        for place, text, _ in self.slots(puzzle):
            try:
                board = self.changed(board, place, text) if text else board
            except BadInput:
                continue
        return board

    def slots(self, puzzle: Grid) -> list[Slot]:
        options = [Slot(Place(name, 0), puzzle.setting_text(name)) for name in puzzle.form.settings]
        sides = [Slot(place, code) for place, code in puzzle.sides()]
        return [*options, *sides, *(Slot(Place("cell", r, c), puzzle.cells[r][c]) for r, c in puzzle.board)]

    def changed(self, puzzle: Grid, place: Place, text: str) -> Grid:
        name, i, j = place
        text = text.strip()
        if name in puzzle.form.settings and (i, j) == (0, -1):
            values = dict(puzzle.settings) | {name: text or puzzle.form.settings[name]}
            return replace(puzzle, settings=puzzle.form.chosen(values)).validated()
        if name == "cell" and 0 <= i < puzzle.height and 0 <= j < puzzle.width:
            if text not in ("", *puzzle.cell_codes()):
                expected = Say("{codes}, or nothing", codes=" ".join(puzzle.cell_codes())[:80])
                raise unexpected(Say("a cell is {cell}", cell=short(text)), expected)
            rows = [list(row) for row in puzzle.cells]
            rows[i][j] = text
            return replace(puzzle, cells=tuple(map(tuple, rows)))
        if j != -1 or place not in dict(puzzle.sides()):
            raise no_slot(place)
        if text not in ("", *puzzle.side_codes(name)):
            raise no_slot(place, text)
        return puzzle.with_codes({place: text})

    def givens(self, puzzle: Grid) -> Values:
        return puzzle.given_values()

    def keys(self, puzzle: Grid) -> Sequence[Key]:
        return [Key(code, code) for code in puzzle.cell_codes() if len(code) == 1][:KEYS]

    def turned(self, puzzle: Grid) -> Grid:
        return puzzle.turned()

    def facts(self, puzzle: Grid) -> Mapping[str, Any]:
        """The rules as data, for the script that judges boards where no server is."""
        return {
            "count": len(puzzle.values),
            "rules": [_fact(rule.constraint, rule.cells, rule.place) for rule in puzzle.rulebook],
        }


def _fact(constraint: Any, cells: Sequence[tuple[int, ...]], place: Place | None) -> dict[str, Any]:
    fields = {
        name: sorted(value) if isinstance(value, frozenset) else value for name, value in asdict(constraint).items()
    }
    found = {"is": type(constraint).__name__, "cells": [list(at) for at in cells], **fields}
    if place is not None and place.j < 0:
        found["place"] = f"{place.name}:{place.i}"
    return found
