"""Random small levels for the tests, and the game itself as a second witness: it plays one move after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np

from knobel.kinds.satromino.rules import Satromino
from knobel.puzzle import Values

SIZES = [(4, 5), (4, 4), (3, 5), (3, 4), (5, 4), (2, 6), (4, 3), (1, 6), (2, 4), (5, 3), (4, 2), (6, 3)]
MOST = 800  # arrays that brute force has to try


def levels(count: int, seed: int, strict: bool | None = None) -> Iterator[Satromino]:
    """Levels that brute force can manage: narrow and wide, empty and crowded, with and without a solution."""
    random = Random(seed)
    while count:
        width, height = random.choice(SIZES)
        crowd = random.choice((0, 0, 0.1, 0.2, 0.35))
        start = tuple(
            "".join("+" if random.random() < crowd * (r + 1) / height else "." for _ in range(width))
            for r in range(height)
        )
        pieces = "".join(random.choices("IOTLJSZ", k=random.choice((1, 2, 2, 3))))
        hard = random.random() < 0.4 if strict is None else strict
        level = Satromino(width, height, pieces, start, ("?" * width,) * height, hard)
        if np.prod(level.domain().sum(axis=1, dtype=np.float64)) <= MOST:
            yield with_goal(level, random)
            count -= 1


def with_goal(level: Satromino, random: Random) -> Satromino:
    """Some cells of a board that can be reached, most of the time, and sometimes one that is wrong."""
    if random.random() < 0.2 or not level.domain().any(axis=1).all():
        return level
    tries = [random_values(level, random) for _ in range(10)]
    values = next((values for values in tries if not level.check(values)), tries[0])
    share = random.choice((0.1, 0.3, 0.6, 1))
    full = level.full(values)
    level = full.keep([place for place in full.places() if random.random() < share])
    if random.random() < 0.2:
        r, c = random.randrange(level.height), random.randrange(level.width)
        row = level.goal[r][:c] + random.choice("+.") + level.goal[r][c + 1 :]
        level = replace(level, goal=(*level.goal[:r], row, *level.goal[r + 1 :]))
    return level


def random_values(level: Satromino, random: Random) -> Values:
    """Any values that fit between the walls."""
    return np.array([random.choice(np.flatnonzero(row).tolist()) for row in level.domain()])


SHAPES = {  # drawn anew: a second witness shares nothing with the rules
    "I": [[(0, 0), (1, 0), (2, 0), (3, 0)], [(0, 0), (0, 1), (0, 2), (0, 3)]],
    "O": [[(0, 0), (0, 1), (1, 0), (1, 1)]],
    "T": [
        [(0, 0), (0, 1), (0, 2), (1, 1)],
        [(0, 1), (1, 0), (1, 1), (2, 1)],
        [(0, 1), (1, 0), (1, 1), (1, 2)],
        [(0, 0), (1, 0), (1, 1), (2, 0)],
    ],
    "L": [
        [(0, 0), (1, 0), (2, 0), (2, 1)],
        [(0, 0), (0, 1), (0, 2), (1, 0)],
        [(0, 0), (0, 1), (1, 1), (2, 1)],
        [(0, 2), (1, 0), (1, 1), (1, 2)],
    ],
    "J": [
        [(0, 1), (1, 1), (2, 0), (2, 1)],
        [(0, 0), (1, 0), (1, 1), (1, 2)],
        [(0, 0), (0, 1), (1, 0), (2, 0)],
        [(0, 0), (0, 1), (0, 2), (1, 2)],
    ],
    "S": [[(0, 1), (0, 2), (1, 0), (1, 1)], [(0, 0), (1, 0), (1, 1), (2, 1)]],
    "Z": [[(0, 0), (0, 1), (1, 1), (1, 2)], [(0, 1), (1, 0), (1, 1), (2, 0)]],
}


def plays(level: Satromino, moves: str) -> bool:
    """Whether the moves, played one after the other, obey the rules and reach the goal.

    For boards at least three wide, where every piece appears inside the walls or can be turned there.
    """
    board = np.array([[char == "+" for char in row] for row in level.start])
    at = 0

    def cells(piece: str, s: int, x: int, y: int) -> list[tuple[int, int]]:
        return [(y + r, x + c) for r, c in SHAPES[piece][s]]

    def free(piece: str, s: int, x: int, y: int) -> bool:
        return all(r < level.height and not board[r, c] for r, c in cells(piece, s, x, y))

    for piece in level.sequence:
        s, x, y = 0, level.width // 2 - 1, 0
        while True:
            if y == 0 and level.strict and any(board[r, c] for r, c in cells(piece, s, x, y) if r < level.height):
                return False
            if at == len(moves):
                return False
            move = moves[at]
            at += 1
            if move == "d":
                if not free(piece, s, x, y):
                    return False
                if free(piece, s, x, y + 1):
                    y += 1
                    continue
                for r, c in cells(piece, s, x, y):
                    board[r, c] = True
                break
            if y:
                return False
            s, x = ((s + 1) % len(SHAPES[piece]), x) if move == "t" else (s, x + (1 if move == "r" else -1))
            if x < 0 or any(c >= level.width for _, c in cells(piece, s, x, y)):
                return False
    wanted = np.array([list(row) for row in level.goal])
    return at == len(moves) and bool((~board[wanted == "."]).all() and board[wanted == "+"].all())
