"""New boards: stars at random that do not touch, and regions that grow around them.

There is no clue to add, so where a board has another solution its regions are changed: a cell with a star of the other
solution goes to a region beside it, which then has a star too many there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from knobel.editor import square
from knobel.errors import Misuse
from knobel.grid import REGIONS
from knobel.grid.making import random_solution
from knobel.puzzle import At, Values
from knobel.recipes import Draft, Size, option

from .rules import Starbattle


@dataclass(frozen=True)
class Regions:
    """Boards with as many stars as asked for in each row, column and region."""

    kind: ClassVar[str] = "starbattle"
    size: Size = option((8, 8), "the number of rows, which is that of columns")
    stars: int = option(1, "how many stars each row, column and region has")

    def __post_init__(self) -> None:
        n = square(self.size)
        Starbattle.form.check_size(n, n)
        if not 1 <= self.stars <= 13 or (n, self.stars) in ((2, 1), (3, 1)) or (n > 1 and n < 4 * self.stars):
            raise Misuse(f"a board of {n} rows has no room for {self.stars} stars in each")

    def drafts(self, random: np.random.Generator) -> Iterator[Draft]:
        n = self.size[0]
        bare = replace(Starbattle.blank(n, n), settings=(("stars", str(self.stars)),))
        while True:
            values = random_solution(bare, random)
            if values is None:
                return
            yield Draft(Starbattle.of_regions(grown(values, self.stars, random), self.stars), values)

    def mend(self, draft: Draft, other: Values, random: np.random.Generator) -> Draft | None:
        """One cell where the other solution has a star, and this one none, in another region."""
        assert isinstance(draft.puzzle, Starbattle) and draft.solution is not None
        puzzle = draft.puzzle
        moved = np.argwhere((other == 1) & (draft.solution == 0)).tolist()
        for i in random.permutation(len(moved)).tolist():
            r, c = moved[i]
            mine = puzzle.cells[r][c]
            near = sorted({puzzle.cells[a][b] for a, b in puzzle.around(r, c)} - {mine})
            if near and _in_one_piece(puzzle, mine, (r, c)):
                rows = [list(row) for row in puzzle.cells]
                rows[r][c] = near[int(random.integers(len(near)))]
                return replace(draft, puzzle=replace(puzzle, cells=tuple(map(tuple, rows))))
        return None


def grown(values: Values, stars: int, random: np.random.Generator) -> list[str]:
    """Regions with so many stars each, grown from the stars, one cell after the other.

    Where stars have to share a region, it begins with the cells on the way from one to the next.
    """
    n = len(values)
    region = np.full((n, n), -1)
    left = [(int(r), int(c)) for r, c in np.argwhere(values == 1)]
    for number in range(n):
        here = left.pop(0)
        region[here] = number
        for _ in range(stars - 1):
            way = _way(region, values, here, set(left))
            for at in way:
                region[at] = number
            here = way[-1]
            left.remove(here)
    edge = [(r, c) for r in range(n) for c in range(n) if region[r, c] >= 0]
    while edge:
        i = int(random.integers(len(edge)))
        r, c = edge[i]
        free = [(r + d, c + e) for d, e in ((-1, 0), (1, 0), (0, -1), (0, 1)) if 0 <= r + d < n and 0 <= c + e < n]
        free = [at for at in free if region[at] < 0]
        if not free:
            edge.pop(i)
            continue
        at = free[int(random.integers(len(free)))]
        region[at] = region[r, c]
        edge.append(at)
    return ["".join(REGIONS[int(v)] for v in row) for row in region]


def _way(region: Values, values: Values, start: tuple[int, int], ends: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """The shortest way over free cells to one of the stars that are left; straight to the nearest, if there is none."""
    n = len(values)
    before: dict[tuple[int, int], tuple[int, int]] = {start: start}
    waiting = [start]
    for r, c in waiting:  # grows while it is read
        if (r, c) in ends:
            way = [(r, c)]
            while before[way[-1]] != start:
                way.append(before[way[-1]])
            return way[::-1]
        for at in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            inside = 0 <= at[0] < n and 0 <= at[1] < n and at not in before
            if inside and region[at] < 0:
                before[at] = (r, c)
                waiting.append(at)
    return [min(ends, key=lambda at: abs(at[0] - start[0]) + abs(at[1] - start[1]))]


def _in_one_piece(puzzle: Starbattle, letter: str, without: tuple[int, int]) -> bool:
    """Whether a region that loses a cell stays in as many pieces as it was, or fewer."""
    cells: set[At] = {at for at in puzzle.board if puzzle.cells[at[0]][at[1]] == letter and at != without}
    waiting: list[At] = sorted(cells)[:1]
    reached = set(waiting)
    while waiting:
        r, c = waiting.pop()
        new = (set(puzzle.around(r, c)) & cells) - reached
        reached |= new
        waiting += new
    return bool(cells) and reached == cells
