"""Random small boards for the tests, and the rules once more, told as plainly as possible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from knobel.kinds.bishops.rules import Bishops
from knobel.puzzle import Values

PIECES = ("bishop", "queen", "rook", "knight", "king")


def attacks(piece: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a piece on one cell attacks the other cell."""
    if one == other:
        return False
    down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
    slanted, straight = down == right, down == 0 or right == 0
    return {
        "bishop": slanted,
        "rook": straight,
        "queen": slanted or straight,
        "king": max(down, right) == 1,
        "knight": {down, right} == {1, 2},
    }[piece]


def obeys(p: Bishops, values: Values) -> bool:
    """Whether an array keeps all the rules, the best value apart."""
    cells = [(r, c) for r, c in product(range(p.n), repeat=2)]
    pieces = [cell for cell in cells if values[cell] == 1]
    chars = {cell: p.rows[cell[0]][cell[1]] for cell in cells}
    if p.goal == "dominate":
        fine = all(
            chars[cell] == "#" or cell in pieces or any(attacks(p.piece, piece, cell) for piece in pieces)
            for cell in cells
        )
    else:
        fine = not any(attacks(p.piece, one, other) for one, other in product(pieces, repeat=2))
    return (
        fine
        and (p.goal != "some" or bool(pieces))
        and (p.count is None or len(pieces) == p.count)
        and all(chars[cell] not in "#x" for cell in pieces)
        and all(chars[cell] != "B" for cell in cells if cell not in pieces)
    )


def board(random: np.random.Generator, n: int, given: float = 0.1, holes: float = 0.1) -> tuple[str, ...]:
    """Rows with some given cells and some holes."""
    weights = [1 - 2 * given - holes, given, given, holes]
    return tuple("".join(row) for row in random.choice(list(".Bx#"), (n, n), p=weights))


def boards(count: int, seed: int) -> Iterator[Bishops]:
    """Boards that brute force can manage (at most 2**9 arrays each), of every piece and goal."""
    random = np.random.default_rng(seed)
    while count:
        n = int(random.choice([1, 2, 2, 3, 3, 3, 3, 4]))
        given, holes = [(0.0, 0.0), (0.08, 0.1), (0.15, 0.3), (0.05, 0.5)][random.integers(4)]
        rows = board(random, n, given, holes)
        if sum(row.count("#") for row in rows) < n * n - 9:
            continue
        piece = str(random.choice(PIECES))
        goal = str(random.choice(["most", "most", "most", "dominate", "dominate", "some"]))
        number = int(random.integers(0, n + 3)) if random.random() < 0.25 else None
        yield Bishops(rows, piece, goal, number)
        count -= 1
