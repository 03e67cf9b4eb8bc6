"""New boards: cells shaded at random, as many as can be, and numbers that make them so.

The unshaded cells have numbers of a Latin square, a shaded one that of an unshaded cell in its row or column. Where a
board has another solution, a cell that is unshaded there gets a number that stands beside it there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from knobel.errors import Misuse
from knobel.grid import CODES
from knobel.grid.constraints import Connected
from knobel.puzzle import Values
from knobel.recipes import Draft, Size, option

from .rules import Hitori


@dataclass(frozen=True)
class Numbers:
    """Boards full of numbers."""

    kind: ClassVar[str] = "hitori"
    size: Size = option((8, 8), "width and height, as in 10x15")

    def __post_init__(self) -> None:
        Hitori.form.check_size(*self.size)
        if max(self.size) >= len(CODES):
            raise Misuse(f"the size is {'x'.join(map(str, self.size))}; numbers go up to {len(CODES) - 1}")

    def drafts(self, random: np.random.Generator) -> Iterator[Draft]:
        blank = Hitori.blank(*self.size)
        n, (width, height) = max(self.size), self.size
        while True:
            values = shaded(blank, random)
            # a Latin square at random: its rows and columns are moved
            square = np.add.outer(random.permutation(n), random.permutation(n)) % n
            numbers = random.permutation(n)[square[:height, :width]] + 1
            draft = Draft(blank, values)
            for r, c in np.argwhere(values == 1).tolist():
                numbers[r, c] = random.choice(_seen(numbers, values, r, c) or [1])
            yield replace(draft, puzzle=_board(blank, numbers))

    def mend(self, draft: Draft, other: Values, random: np.random.Generator) -> Draft | None:
        """One cell that only the other solution leaves unshaded, with a number that this one has unshaded beside it."""
        assert isinstance(draft.puzzle, Hitori) and draft.solution is not None
        numbers = np.array([[int(code, 36) for code in row] for row in draft.puzzle.cells])
        for r, c in random.permutation(np.argwhere((other == 0) & (draft.solution == 1))).tolist():
            if found := _seen(numbers, np.maximum(other, draft.solution), r, c):
                numbers[r, c] = random.choice(found)
                return replace(draft, puzzle=_board(draft.puzzle, numbers))
        return None


def shaded(board: Hitori, random: np.random.Generator) -> Values:
    """Cells shaded in a random order, wherever the rules allow it: no solution has these and more."""
    values = np.zeros((board.height, board.width), dtype=np.int64)
    piece = Connected(board.neighbours(), (0,))
    for i in random.permutation(values.size).tolist():
        r, c = divmod(i, board.width)
        values[r, c] = 1
        if any(values[at] for at in board.around(r, c)) or not piece.holds(values.ravel().tolist()):
            values[r, c] = 0
    return values


def _seen(numbers: Values, values: Values, r: int, c: int) -> list[int]:
    """The numbers of unshaded cells in the row and the column of a cell."""
    return [*numbers[r, values[r] == 0].tolist(), *numbers[values[:, c] == 0, c].tolist()]


def _board(p: Hitori, numbers: Values) -> Hitori:
    return replace(p, cells=tuple(tuple(CODES[n] for n in row) for row in numbers.tolist()))
