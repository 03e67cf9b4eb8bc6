"""Small boards of kinds whose cells are shaded or not, and all their solutions, by the words of the rules alone.

The witnesses read the text of an ID and share no code with the vocabulary: pieces are found by painting over.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from knobel.kinds.hitori.rules import Hitori
from knobel.kinds.slitherlink.rules import Slitherlink

Cells = dict[tuple[int, int], str]


def beside(at: tuple[int, int]) -> list[tuple[int, int]]:
    r, c = at
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


def painted(cells: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """The pieces of some cells."""
    found, left = [], set(cells)
    while left:
        piece = {left.pop()}
        while new := {at for one in piece for at in beside(one)} & left:
            piece |= new
            left -= new
        found.append(piece)
    return found


def witnessed(identifier: str) -> set[str]:
    """All solutions of a board, by trying every shading."""
    kind, size, body = identifier.split(":")[:3]
    width, height = map(int, size.split("x"))
    rows = body.split("/")
    text = {(r, c): rows[r][c] for r in range(height) for c in range(width)}
    found = set()
    for bits in product(".#", repeat=width * height):
        line = "/".join("".join(bits[r * width : (r + 1) * width]) for r in range(height))
        shading = dict(zip(text, bits, strict=True))
        if WITNESSES[kind](text, {at for at in text if shading[at] == "#"}):
            found.add(line)
    return found


def hitori_obeyed(text: Cells, shaded: set[tuple[int, int]]) -> bool:
    white = [at for at in text if at not in shaded]
    for a in white:
        for b in white:
            if a < b and text[a] == text[b] != "." and (a[0] == b[0] or a[1] == b[1]):
                return False
    return not any(at in shaded for one in shaded for at in beside(one)) and len(painted(set(white))) < 2


def slitherlink_obeyed(text: Cells, inside: set[tuple[int, int]]) -> bool:
    """One closed loop: each of its corners has two of its lines, and they hang together."""
    lines = {frozenset(way) for at in inside for way in zip(_corners(at), _corners(at)[1:], strict=False)}
    lines = {line for line in lines if sum(line <= set(_corners(at)) for at in inside) == 1}
    for at, code in text.items():
        sides = {frozenset(way) for way in zip(_corners(at), _corners(at)[1:], strict=False)}
        if code != "." and len(sides & lines) != int(code):
            return False
    points = {point for line in lines for point in line}
    if not points or any(sum(point in line for line in lines) != 2 for point in points):
        return False
    reached = {min(points)}
    while new := {point for line in lines if line & reached for point in line} - reached:
        reached |= new
    return reached == points


def _corners(at: tuple[int, int]) -> list[tuple[int, int]]:
    """The corners of a cell, the first once more at the end."""
    r, c = at
    return [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c), (r, c)]


WITNESSES = {"hitori": hitori_obeyed, "slitherlink": slitherlink_obeyed}


def _sides(random: np.random.Generator, large: float) -> tuple[int, int]:
    """Width and height; brute force over all arrays of a board of nine cells or more takes a second."""
    if random.random() < large:
        return (4, 3) if random.random() < 0.5 else (3, 3)
    return int(random.integers(1, 4)), int(random.integers(1, 3))


def hitori(count: int, seed: int, large: float = 0.5) -> Iterator[Hitori]:
    """Numbers at random, some of them missing."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        width, height = _sides(random, large)
        letters = random.choice(list("1234."), (height, width), p=[0.35, 0.3, 0.2, 0.13, 0.02])
        yield Hitori.parse(f"{width}x{height}:{'/'.join(map(''.join, letters))}")


def slitherlink(count: int, seed: int, large: float = 0.5) -> Iterator[Slitherlink]:
    """Numbers at random, or of a random inside that need not be one piece."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        width, height = _sides(random, large)
        blank = Slitherlink.blank(width, height)
        full = blank.full(random.integers(0, 2, (height, width)))
        if random.random() < 0.3:
            full = full.with_codes({place: str(random.integers(0, 4)) for place in full.places()})
        yield full.keep([place for place in full.places() if random.random() < random.choice([0.3, 0.7])])
