"""Levels that can be filled exactly: a random tiling of some rows, its pieces in a random order in which they can fall.

They are what encodings are measured on, and each has at least one solution.
"""

from __future__ import annotations

from random import Random

from .pieces import PIECES
from .rules import Satromino

PATIENCE = 5_000  # pieces laid until a tiling is begun anew

Tile = tuple[str, frozenset[tuple[int, int]]]


def exact_fill(width: int, rows: int, height: int, seed: int, above: str = "?") -> Satromino:
    """A level whose goal is to fill its lowest rows; ``above`` is what the goal says of the others.

    >>> exact_fill(4, 2, 4, seed=1).id()
    'satromino:4x4:LL:..../..../..../....:????/????/++++/++++'
    """
    if width * rows % 4 or not 1 <= rows <= height:
        raise ValueError(f"{rows} rows of {width} cells cannot be tiled on a board of {height} rows")
    random = Random(f"{width} {rows} {seed}")
    while not (tiles := _tiling(width, rows, random)) or not (sequence := _order(tiles, random)):
        pass
    goal = (above * width,) * (height - rows) + ("+" * width,) * rows
    return Satromino(width, height, sequence, ("." * width,) * height, goal)


def _tiling(width: int, rows: int, random: Random) -> list[Tile] | None:
    """A random tiling, cell by cell from the bottom; None where it took too long."""
    shapes = [(piece, shape.cells) for piece, states in PIECES.items() for shape in states]
    cells = [(r, c) for r in reversed(range(rows)) for c in range(width)]
    tries = iter(range(PATIENCE))

    def complete(tiles: list[Tile]) -> list[Tile] | None:
        """These tiles and others for all cells that they leave."""
        if next(tries, None) is None:
            return None
        left = frozenset(cells).difference(*(tile for _, tile in tiles))
        empty = next((cell for cell in cells if cell in left), None)
        if empty is None:
            return tiles
        fitting = [
            (piece, frozenset((empty[0] + r - r0, empty[1] + c - c0) for r, c in shape))
            for piece, shape in shapes
            for r0, c0 in shape
        ]
        fitting = [tile for tile in fitting if tile[1] <= left]
        random.shuffle(fitting)
        return next((done for tile in reversed(fitting) if (done := complete([*tiles, tile]))), None)

    return complete([])


def _order(tiles: list[Tile], random: Random) -> str | None:
    """The pieces in a random order in which what lies under a piece comes before it; None where there is no such."""
    left, names = list(tiles), ""
    while left:
        lowest = {c: r for r, c in sorted(cell for _, cells in left for cell in cells)}
        ready = [tile for tile in left if all((lowest[c], c) in tile[1] for _, c in tile[1])]
        if not ready:
            return None
        chosen = random.choice(ready)
        left.remove(chosen)
        names += chosen[0]
    return names
