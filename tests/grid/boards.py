"""Random small boards of kinds over the vocabulary, solvable and not, and all their solutions without an encoding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product

import numpy as np

from grid import shading
from knobel.grid import Grid
from knobel.kinds.skyscrapers.rules import Skyscrapers
from knobel.kinds.starbattle.rules import Starbattle
from knobel.kinds.sudoku.rules import Sudoku
from knobel.puzzle import Place, Values


def numbers(n: int) -> Iterator[Values]:
    """All squares whose rows have each number once."""
    rows = list(permutations(range(n)))
    return (np.array(square, dtype=np.int64) for square in product(rows, repeat=n))


def stars(n: int, k: int) -> Iterator[Values]:
    """All boards with so many stars in each row."""
    rows = [row for row in product((0, 1), repeat=n) if sum(row) == k]
    return (np.array(square, dtype=np.int64).reshape(n, n) for square in product(rows, repeat=n))


def solutions(p: Grid) -> set[str]:
    """All solutions of a board of up to four rows."""
    if p.kind in shading.WITNESSES:
        return shading.witnessed(p.id())
    every = stars(p.width, int(p.setting("stars"))) if isinstance(p, Starbattle) else numbers(p.width)
    return {p.write(values) for values in every if not p.check(values)}


def _size(random: np.random.Generator, large: float) -> int:
    """Brute force over all arrays of a board of three rows takes a second: there are few of them."""
    return 3 if random.random() < large else int(random.integers(1, 3))


def _some(full: Grid, random: np.random.Generator, chance: float = 0.5) -> Grid:
    return full.keep([place for place in full.places() if random.random() < chance])


def sudoku(count: int, seed: int, large: float = 0.5, regions: bool = False) -> Iterator[Sudoku]:
    """With givens of a solution or at random; with ``regions``, some that are no boxes."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        n = _size(random, large)
        board = Sudoku.blank(n, n)
        if regions and random.random() < 0.5:
            letters = random.permutation(np.repeat(list("abc")[:n], n)).reshape(n, n)
            board = replace(board, settings=(("regions", "/".join(map("".join, letters))),)).validated()
        values = (
            np.add.outer(np.arange(n), random.permutation(n)) % n
            if random.random() < 0.7
            else random.integers(0, n, (n, n))
        )
        found = _some(board.full(values), random, float(random.choice([0.2, 0.5])))
        assert isinstance(found, Sudoku)
        yield found


def skyscrapers(count: int, seed: int, large: float = 0.5) -> Iterator[Skyscrapers]:
    """With views of a square, of another one, or at random, and with some cells given."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        n = _size(random, large)
        values = np.add.outer(np.arange(n), random.permutation(n))[random.permutation(n)] % n
        full = Skyscrapers.blank(n, n).full(values)
        if random.random() < 0.3:
            full = full.with_codes({place: str(random.integers(1, n + 2)) for place, _ in full.sides()})
        given = {
            Place("cell", r, c): full.given_code(int(values[r, c])) for r, c in full.board if random.random() < 0.2
        }
        found = _some(full.with_codes(given), random, float(random.choice([0.1, 0.5])))
        assert isinstance(found, Skyscrapers)
        yield found


def starbattle(count: int, seed: int, large: float = 0.5, most: int = 3) -> Iterator[Starbattle]:
    """Regions at random, in one piece or not, with cells that belong to none."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        n = most if random.random() < large else int(random.integers(1, 4))
        letters = random.integers(0, n + 1, (n, n))
        rows = ["".join("." if v == n else "abcde"[v] for v in row) for row in letters]
        if n > 3:  # with few regions, or there would be no solution
            few = random.random() < 0.5
            rows = [row.replace("b", "a").replace("c", ".").replace("d", ".") if few else "." * n for row in rows]
        yield Starbattle.parse(f"{n}:{'/'.join(rows)}:stars=1")
