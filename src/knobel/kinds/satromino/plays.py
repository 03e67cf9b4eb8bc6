"""Legal plays at random: pieces that fall one after the other, rather low than high and rather close than with gaps.

They show which boards can be reached, and that is what levels are made of.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from knobel.puzzle import Values

from .pieces import PIECES, Filled, Pose, cells_at, open_paths, paths
from .rules import Satromino

HEAT = 1.5
"""How much is left to chance: the less, the closer the pieces lie, and the more boards have several plans."""

NOTHING: Values = np.zeros(0, dtype=np.int64)


def fitting(width: int, height: int) -> list[str]:
    """The pieces that fit into an empty board.

    >>> fitting(4, 1)
    ['I']
    """
    return [
        piece
        for piece, shapes in PIECES.items()
        if any(shape.width <= width and shape.height <= height for shape in shapes)
    ]


def heap(width: int, height: int, count: int, random: np.random.Generator) -> tuple[str, ...]:
    """The rows of a board with so many filled cells, none of them above an empty one.

    >>> heap(4, 3, 5, np.random.default_rng(1))
    ('....', '...+', '++++')
    """
    tall = np.zeros(width, dtype=np.int64)
    for _ in range(count):
        room = np.flatnonzero(tall < height)
        tall[room[_choose(tall[room].astype(np.float64), random)]] += 1
    filled = np.arange(height, 0, -1)[:, None] <= tall
    return tuple("".join("+" if cell else "." for cell in row) for row in filled.tolist())


def ways(level: Satromino, piece: str, filled: Filled) -> dict[Pose, int]:
    """Each state and column in which a piece can fall, and the row in which it comes to rest."""
    reached = paths(piece, level.width, filled) if level.strict else open_paths(piece, level.width)
    rests = {pose: level.rest(piece, *pose, filled) for pose in reached}
    return {pose: y for pose, y in rests.items() if y is not None}


def play(level: Satromino, random: np.random.Generator, known: Values = NOTHING) -> Values | None:
    """Moves for all pieces of a level, whatever its goal; those of the first pieces may be known.

    None where a piece finds no place.
    """
    values = known.tolist()
    filled = replace(level, sequence=level.sequence[: len(values)]).final(known)
    for piece in level.sequence[len(values) :]:
        found = [(s, x, cells_at(piece, s, x, y)) for (s, x), y in ways(level, piece, filled).items()]
        if not found:
            return None
        costs = [_cost(level, cells, filled) for *_, cells in found]
        s, x, cells = found[_choose(np.array(costs), random)]
        filled |= set(cells)
        values.append(s * level.width + x)
    return np.array(values, dtype=np.int64)


def _cost(level: Satromino, cells: list[tuple[int, int]], filled: Filled) -> float:
    """How high a piece lies, and how many empty cells it covers."""
    gaps = 0
    for c, r in {c: r for r, c in sorted(cells)}.items():  # the lowest cell in each column
        below = r + 1
        while below < level.height and (below, c) not in filled:
            gaps, below = gaps + 1, below + 1
    return gaps + sum(level.height - r for r, _ in cells) / len(cells)


def _choose(costs: npt.NDArray[np.float64], random: np.random.Generator) -> int:
    """A number by chance: what costs more is less likely, by a factor e for each ``HEAT``."""
    weights = np.exp((costs.min() - costs) / HEAT)
    return int(random.choice(len(costs), p=weights / weights.sum()))
