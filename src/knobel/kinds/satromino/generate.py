"""New levels: pieces are dropped at random, and the board that they leave is the goal, blurred as far as it may be.

Equal pieces can often change places, so levels with one plan have pieces out of a bag with one of each, as in the
game. Levels without any plan are played levels too, in which something was exchanged afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import cycle
from typing import ClassVar

import numpy as np

from knobel.errors import Misuse
from knobel.puzzle import Values
from knobel.recipes import Draft, Size, option

from .drafts import fitting, random_game, random_start, unsolvable_draft
from .rules import MAX_PIECES, Satromino, check_size

SHARES = (3 / 8, 1 / 4, 1 / 2, 3 / 16, 1 / 8)
"""Of the free cells: first enough to build something, and not so many that there are often several plans. Few pieces
make easy levels and many make hard ones, and whoever asks for another draft wants something else."""
PATIENCE = 1_000
"""How many random games may end too early in a row: then the board is too full for so many pieces."""


@dataclass(frozen=True)
class PlayedLevels:
    """Levels that have been played, and so can be."""

    kind: ClassVar[str] = "satromino"
    size: Size = option((8, 8), "width and height")
    pieces: int | None = option(None, "how many pieces fall; without it, as many as fill three eighths of the board")
    start: float = option(0.0, "the share of cells that are filled at the start")
    strict: bool = option(False, "pieces touch nothing while they are turned and shifted")
    plans: int = option(1, "how many solutions there are")
    unsolvable: bool = option(False, "levels that look as if they could be solved, but cannot")

    def __post_init__(self) -> None:
        check_size(*self.size)
        if not 0 <= self.start < 1:
            raise Misuse(f"the share of cells filled at the start is {self.start:g}; expected 0 or more, below 1")
        number = self._numbers[0]
        if not 1 <= number <= MAX_PIECES:
            raise Misuse(f"the number of pieces is {number}; expected 1 to {MAX_PIECES}")
        if self.plans < 1:
            raise Misuse(f"the number of plans is {self.plans}; expected 1 or more, or else unsolvable=yes")
        if self.unsolvable and self.plans > 1:
            raise Misuse("a level is unsolvable or has plans, not both")
        width, height = self.size
        need, room = self._filled + 4 * number, width * height
        if need > room:
            raise Misuse(f"{number} pieces need {need} cells with those at the start; {width}x{height} has {room}")

    @property
    def _filled(self) -> int:
        """The number of cells that are filled at the start."""
        return round(self.start * self.size[0] * self.size[1])

    @property
    def _numbers(self) -> list[int]:
        """The numbers of pieces of the drafts, in turn."""
        free = self.size[0] * self.size[1] - self._filled
        return [max(round(share * free / 4), 1) for share in SHARES] if self.pieces is None else [self.pieces]

    @property
    def _letters(self) -> list[str]:
        return fitting(*self.size)

    def drafts(self, random: np.random.Generator) -> Iterator[Draft]:
        """Played levels, each with the whole board as its goal; none where the pieces hardly ever find room."""
        for number in cycle(self._numbers):
            tries = (self._tried(number, random) for _ in range(PATIENCE))
            draft = next((one for one in tries if one is not None), None)
            if draft is not None:
                yield draft
            elif number == self._numbers[0]:
                return

    def mend(self, draft: Draft, other: Values, random: np.random.Generator) -> Draft | None:
        """The same game up to a piece that could fall otherwise; another piece in its place, then anew."""
        level = draft.puzzle
        if not isinstance(level, Satromino) or draft.solution is None or len(self._letters) == 1:
            return None
        k = int(random.choice(np.flatnonzero(draft.solution != other)))
        piece = str(random.choice([letter for letter in self._letters if letter != level.sequence[k]]))
        level = replace(level, sequence=level.sequence[:k] + piece + level.sequence[k + 1 :])
        return self._played(level, random_game(level, random, draft.solution[:k]), random)

    def _tried(self, number: int, random: np.random.Generator) -> Draft | None:
        """A new level with so many pieces, if they find room."""
        width, height = self.size
        start = random_start(width, height, self._filled, random)
        level = Satromino(width, height, self._sequence(number, random), start, ("?" * width,) * height, self.strict)
        return self._played(level, random_game(level, random), random)

    def _sequence(self, number: int, random: np.random.Generator) -> str:
        """Pieces in a random order: any where there are to be several plans, else always a whole bag after another."""
        letters = self._letters
        if self.plans > 1:
            return "".join(random.choice(letters, number))
        bags = [random.permutation(letters) for _ in range(-(-number // len(letters)))]
        return "".join(np.concatenate(bags)[:number])

    def _played(self, level: Satromino, values: Values | None, random: np.random.Generator) -> Draft | None:
        """The draft that a game leaves, if it leaves one."""
        if values is None:
            return None
        level = level.full(values)
        if self.unsolvable:
            wrong = unsolvable_draft(level, random)
            return None if wrong is None else Draft(wrong, None, solutions=0)
        clues = [level.places()[i] for i in random.permutation(len(level.places())).tolist()]
        # Empty cells are tried first, so that much of what is to be built stays. But not in a round of their own:
        # filled cells alone tell so little that it takes ten times as long to find out which can go.
        clues.sort(key=lambda clue: level.goal[clue.i][clue.j] == "+")
        return Draft(level, values, (tuple(clues),), self.plans)
