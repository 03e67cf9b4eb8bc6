"""New boards of a grid kind: a solution at random, and all clues read off it.

A kind whose boards need more than a size (black cells, regions) says how they are laid out: ``laid_out``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

import numpy as np

from .. import registry
from ..encodings import CLAUSES
from ..engines import Engine
from ..puzzle import Place, Values
from ..recipes import Draft, Recipe, Size, option, shuffled
from .encode import rules
from .puzzle import Grid

ROUND = 6  # clues that are tried together
CHOSEN = 60  # cells that are filled at random, as far as they can be


@dataclass(frozen=True)
class Boards:
    """Boards with all their clues; those in cells are spared before those beside the board."""

    kind: ClassVar[str]
    of: ClassVar[type[Grid]]
    size: Size

    def __post_init__(self) -> None:
        self.of.form.check_size(*self.size)

    def drafts(self, random: np.random.Generator) -> Iterator[Draft]:
        while True:
            board = self.of.blank(*self.size)
            values = random_solution(board, random)
            if values is None:
                return
            puzzle = board.drafted(values)
            places = puzzle.places()
            inside = shuffled([place for place in places if place.name == "cell"], random)
            beside = shuffled([place for place in places if place.name != "cell"], random)
            yield Draft(puzzle, values, (*_rounds(inside), *_rounds(beside)))

    def mend(self, draft: Draft, other: Values, random: np.random.Generator) -> Draft | None:
        return None


def _rounds(places: Sequence[Place]) -> Iterator[tuple[Place, ...]]:
    """A few at a time: a solver that can do without many drops the last ones of the board, and keeps the first."""
    return (tuple(places[i : i + ROUND]) for i in range(0, len(places), ROUND))


def random_solution(puzzle: Grid, random: np.random.Generator) -> Values | None:
    """A solution in which cells have random values, one after the other, as long as they can; None: there is none."""
    formula = rules(puzzle)
    engine = registry.engine(CLAUSES)
    assert isinstance(engine, Engine)
    session = engine.open(formula.variables)
    try:
        session.add(formula.flat())
        cells = formula.answer.reshape(-1, formula.answer.shape[-1])
        chosen: list[int] = []
        for cell in random.permutation(len(cells))[:CHOSEN].tolist():
            wanted = int(random.choice(cells[cell]))
            if session.propagate([*chosen, wanted]) is not None and session.solve([*chosen, wanted]).sat:
                chosen.append(wanted)
        model = session.solve(chosen).model
        return None if model is None else formula.decode(model)
    finally:
        session.close()


def recipe(of: type[Grid]) -> type[Recipe]:
    """The recipe of a kind: its size is the only option."""
    about = "the number of rows, which is that of columns" if of.form.square else "width and height, as in 10x15"
    made = type(f"{of.__name__}Boards", (Boards,), {"kind": of.kind, "of": of, "size": option(of.usual, about)})
    made.__annotations__ = {"size": Size}
    made.__module__ = __name__
    return cast(type[Recipe], dataclass(frozen=True)(made))
