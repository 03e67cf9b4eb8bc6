"""Levels that cannot be told from solvable ones at a glance: played ones in which something was exchanged.

The number of cells still fits, and every heap of cells could be made of whole pieces and rests on something. Whether
such a level has a solution all the same is for others to find out; often it has none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from .plays import fitting
from .rules import Satromino

Cell = tuple[int, int]


def spoilt(level: Satromino, random: np.random.Generator) -> Satromino | None:
    """A level like this one, with its goal: the order of the pieces, one of them, or a cell of the goal is another.

    None where that cannot be done.
    """
    return _CHANGES[random.integers(len(_CHANGES))](level, random)


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
        if all(len(heap) % 4 == 0 and _rests(heap, started, level.height) for heap in _heaps(now)):
            board = now | started
            goal = ["".join("+" if (r, c) in board else "." for c in range(level.width)) for r in range(level.height)]
            return replace(level, goal=tuple(goal))
    return None


def _heaps(cells: set[Cell]) -> list[set[Cell]]:
    """The cells, parted into what hangs together."""
    left, heaps = set(cells), []
    while left:
        heap, edge = set[Cell](), {left.pop()}
        while edge:
            heap |= edge
            edge = {(r + dr, c + dc) for r, c in edge for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))} & left
            left -= edge
        heaps.append(heap)
    return heaps


def _rests(heap: set[Cell], started: set[Cell], height: int) -> bool:
    """Whether a cell of the heap lies on the floor, or on what was there at the start."""
    return any(r + 1 == height or (r + 1, c) in started for r, c in heap)


_CHANGES: tuple[Callable[[Satromino, np.random.Generator], Satromino | None], ...] = (_reordered, _replaced, _moved)
