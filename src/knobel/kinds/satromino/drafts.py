"""Drafts of levels: random games, whose boards can be reached, and changed levels that often cannot be solved.

In a random game pieces fall one after the other, rather low than high and rather close than with gaps.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from knobel.puzzle import Values

from .pieces import PIECES, Filled, Pose, cells_at, open_paths, paths
from .rules import Satromino, rows_of

TEMPERATURE = 1.5
"""How much is left to chance: the less, the closer the pieces lie, and the more boards have several plans."""

NOTHING: Values = np.zeros(0, dtype=np.int64)

Cell = tuple[int, int]


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


# random games


def random_start(width: int, height: int, count: int, random: np.random.Generator) -> tuple[str, ...]:
    """The rows of a board with so many filled cells, none of them above an empty one.

    >>> random_start(4, 3, 5, np.random.default_rng(1))
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


def random_game(level: Satromino, random: np.random.Generator, known: Values = NOTHING) -> Values | None:
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
        filled.update(cells)
        values.append(s * level.width + x)
    return np.array(values, dtype=np.int64)


def _cost(level: Satromino, cells: list[Cell], filled: Filled) -> float:
    """How high a piece lies, and how many empty cells it covers."""
    gaps = 0
    for c, r in {c: r for r, c in sorted(cells)}.items():  # the lowest cell in each column
        below = r + 1
        while below < level.height and (below, c) not in filled:
            gaps, below = gaps + 1, below + 1
    return gaps + sum(level.height - r for r, _ in cells) / len(cells)


def _choose(costs: npt.NDArray[np.float64], random: np.random.Generator) -> int:
    """A number by chance: what costs more is less likely, by a factor e for each ``TEMPERATURE``."""
    weights = np.exp((costs.min() - costs) / TEMPERATURE)
    return int(random.choice(len(costs), p=weights / weights.sum()))


# unsolvable drafts


def unsolvable_draft(level: Satromino, random: np.random.Generator) -> Satromino | None:
    """A level like this one that may have no solution: its goal, one of its pieces, or their order is changed.

    At a glance it looks solvable: the number of cells still fits, and every connected part of the goal could be made of
    whole pieces and rests on something. None where the change that chance has chosen cannot be made.
    """
    return (_reordered, _replaced, _moved)[random.integers(3)](level, random)


def _reordered(level: Satromino, random: np.random.Generator) -> Satromino | None:
    """Two pieces have changed places."""
    names = level.sequence
    pairs = [(i, j) for j in range(len(names)) for i in range(j) if names[i] != names[j]]
    if not pairs:
        return None
    i, j = pairs[random.integers(len(pairs))]
    return replace(level, sequence=names[:i] + names[j] + names[i + 1 : j] + names[i] + names[j + 1 :])


def _replaced(level: Satromino, random: np.random.Generator) -> Satromino | None:
    """Another piece stands for one of them."""
    names, k = level.sequence, random.integers(len(level.sequence))
    others = [piece for piece in fitting(level.width, level.height) if piece != names[k]]
    return replace(level, sequence=names[:k] + str(random.choice(others)) + names[k + 1 :]) if others else None


def _moved(level: Satromino, random: np.random.Generator) -> Satromino | None:
    """A filled cell of the goal has gone elsewhere."""
    started = level.started()
    cells = [(r, c) for r, row in enumerate(level.goal) for c, char in enumerate(row)]
    filled = {cell for cell in cells if level.goal[cell[0]][cell[1]] == "+"} - started
    empty = [cell for cell in cells if cell not in filled and cell not in started]
    moves = [(one, other) for one in sorted(filled) for other in empty]
    for at in random.permutation(len(moves)).tolist():
        one, other = moves[at]
        now = filled - {one} | {other}
        supported = {(r, c) for r, c in now if r + 1 == level.height or (r + 1, c) in started}
        if all(len(part) % 4 == 0 and part & supported for part in _connected(now)):
            return replace(level, goal=rows_of(now | started, level.width, level.height))
    return None


def _connected(cells: set[Cell]) -> list[set[Cell]]:
    """The connected parts of some cells."""
    left, parts = set(cells), []
    while left:
        part, edge = set[Cell](), {left.pop()}
        while edge:
            part |= edge
            edge = {(r + dr, c + dc) for r, c in edge for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))} & left
            left -= edge
        parts.append(part)
    return parts
