"""New boards: complete grids at random, each line with its numbers once and two black cells, and all their sums.

With all sums given and no cell, few random grids are the only solution, and fewer the larger they are. So grids are
looked for that have a chance, by what can be seen without a solver, which costs a hundred times as much.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from knobel.editor import square
from knobel.errors import Misuse
from knobel.puzzle import Possible, Values
from knobel.recipes import Draft, Size, option, shuffled

from .rules import Doppelblock, check_size

MAX_BARE = 9  # the largest board that sums alone determine often enough to be found
MAX_EASY = 5  # up to this size any grid has a good chance
VARIANTS = 8  # of each larger one, of which the least likely are looked at; with more, boards become alike
GIVEN_UP = 1 / 8  # the share of grids that are not changed once more, since a new one is the better try
NOISE = 4.0  # bits up to which changes count as equally good

Grids: TypeAlias = npt.NDArray[np.int64]
"""Several grids: ``grids[i, r, c]``."""


@dataclass(frozen=True)
class Blocks:
    """Boards with all sums, or with all sums and all cells.

    Large boards with sums alone, which somebody has to ask for, are grids at random: hardly any is the only solution.
    """

    kind: ClassVar[str] = "doppelblock"
    size: Size = option((6, 6), "the number of rows and of columns")
    givens: Literal["auto", "no", "yes"] = option(
        "auto",
        f"cells may be given; auto: only with more than {MAX_BARE} rows, where no makes boards with several solutions",
    )
    adjacent: bool = option(True, "the two black cells of a line may touch each other")

    def __post_init__(self) -> None:
        n = square(self.size)
        check_size(n)
        if not self.adjacent and n == 3:
            raise Misuse("with 3 rows there are always black cells that touch; take 4 or more")

    def drafts(self, random: np.random.Generator) -> Iterator[Draft]:
        """Grids without end; given cells are spared before sums, which people like better."""
        n = self.size[0]
        while True:
            latin = random_latin(n, random)
            promising = self._bare and n <= MAX_BARE
            grid = self._promising(latin, random) if promising else blackened(latin, random, self.adjacent)
            if grid is not None:
                yield self._draft(grid, random)

    def mend(self, draft: Draft, other: Values, random: np.random.Generator) -> Draft | None:
        """The grid with two lines or two numbers exchanged where it differs from the other solution."""
        grid = draft.solution
        if grid is None or not self._bare or random.random() < GIVEN_UP:
            return None
        near = np.concatenate([_lines_swapped(grid), _exchanged(grid)])
        near = near[((near != grid) & (grid != other)).any(axis=(1, 2))]
        if not self.adjacent:
            near = near[(_sums(near) > 0).all(axis=1)]
        rank = _likelihood(near) + NOISE * random.random(len(near))
        better = next((one for one in near[np.argsort(rank)] if not _has_twin(one)), None)
        return None if better is None else self._draft(better, random)

    @property
    def _bare(self) -> bool:
        return self.givens == "no" or (self.givens == "auto" and self.size[0] <= MAX_BARE)

    def _promising(self, latin: Values, random: np.random.Generator) -> Values | None:
        """A variant of a square whose sums few grids have, and none that is easily seen; None if there is none."""
        n = len(latin)
        count = 1 if n <= MAX_EASY else VARIANTS
        mixed = (latin[random.permutation(n)][:, random.permutation(n)] for _ in range(count))
        found = [grid for one in mixed if (grid := blackened(one, random, self.adjacent)) is not None]
        found.sort(key=lambda grid: float(_likelihood(grid)))
        return next((grid for grid in found[: (count + 3) // 4] if not _has_twin(grid)), None)

    def _draft(self, grid: Values, random: np.random.Generator) -> Draft:
        n = len(grid)
        nothing = () if self._bare else tuple(map(tuple, grid.tolist()))
        puzzle = Doppelblock((None,) * n, (None,) * n, nothing).full(grid)
        cells = [place for place in puzzle.places() if place.name == "cell"]
        if self._bare and n > MAX_BARE:
            return Draft(puzzle, grid, several=True)
        rounds = (shuffled(places, random) for places in (cells, puzzle.lines()) if places)
        return Draft(puzzle, grid, tuple(rounds))


# grids at random


def random_grid(n: int, random: np.random.Generator) -> Values:
    """A random Latin square of n symbols, two of which are made black. Every grid can come out, some more often.

    >>> sorted(random_grid(5, np.random.default_rng(1))[0].tolist())
    [0, 0, 1, 2, 3]
    """
    values: Values = np.maximum(random_latin(n, random) - 1, 0)
    return values


def random_latin(n: int, random: np.random.Generator) -> Values:
    """A random Latin square of the symbols 0 to n-1."""
    lacks = np.ones((n, n), dtype=np.bool_)  # lacks[c, v]: column c has no symbol v yet
    rows = []
    for _ in range(n):  # whatever the rows so far are, there is always a next one
        rows.append(_random_row(lacks, random))
        lacks[np.arange(n), rows[-1]] = False
    return np.array(rows, dtype=np.int64)


def _random_row(lacks: Possible, random: np.random.Generator) -> list[int]:
    """Different symbols for all columns, each out of those that the column lacks: a matching, by augmenting paths."""
    n = len(lacks)
    column = dict[int, int]()  # of each symbol

    def place(c: int, tried: set[int]) -> bool:
        for v in random.permutation(np.flatnonzero(lacks[c])).tolist():
            if v not in tried:
                tried.add(v)
                if v not in column or place(column[v], tried):
                    column[v] = c
                    return True
        return False

    for c in random.permutation(n).tolist():
        place(c, set())
    return sorted(column, key=column.__getitem__)


def blackened(latin: Values, random: np.random.Generator, adjacent: bool = True) -> Values | None:
    """A Latin square with two symbols made black and the others numbered anew, all at random.

    Unless they may be ``adjacent``, the two symbols must nowhere be beside each other; None if all pairs are somewhere.
    """
    n = len(latin)
    can = np.triu(np.ones((n, n), dtype=np.bool_), 1)
    if not adjacent:
        for one, two in ((latin[1:], latin[:-1]), (latin[:, 1:], latin[:, :-1])):
            can[one, two] = can[two, one] = False
    pairs = np.argwhere(can)
    if not len(pairs):
        return None
    order = random.permutation(n)
    black = np.isin(order, pairs[random.integers(len(pairs))])
    number = np.empty(n, dtype=np.int64)
    number[order[np.argsort(~black, kind="stable")]] = np.maximum(np.arange(n) - 1, 0)
    return number[latin]


# what can be seen without a solver


def _sums(grids: Grids) -> Grids:
    """The sums of all lines of each grid, the columns before the rows."""
    lines = np.concatenate([grids.swapaxes(-1, -2), grids], axis=-2)
    between = np.cumsum(lines == 0, axis=-1) == 1
    found: Grids = (lines * between).sum(axis=-1)
    return found


@cache
def _share(n: int) -> npt.NDArray[np.float64]:
    """Of all lines of a size, the share that has each sum, in bits below one.

    >>> [round(float(2**bits), 3) for bits in _share(4)]  # ##12, #1#2, #12# and so on
    [0.5, 0.167, 0.167, 0.167]
    """
    most = (n - 2) * (n - 1) // 2
    sets = np.zeros((n - 1, most + 1))  # sets[g, s]: how many sets of g numbers have the sum s
    sets[0, 0] = 1
    for v in range(1, n - 1):
        sets[1:, v:] += sets[:-1, : most + 1 - v].copy()
    gaps = np.arange(n - 1)  # there are n - 1 - g places for two black cells with g cells between them
    lines = ((n - 1 - gaps) / sets.sum(axis=1)) @ sets
    share: npt.NDArray[np.float64] = np.log2(lines / lines.sum())
    return share


def _likelihood(grids: Grids) -> npt.NDArray[np.float64]:
    """How likely the sums of a grid are, in bits below one, if all lines are taken for independent.

    The more likely, the more other grids have the same sums.
    """
    bits: npt.NDArray[np.float64] = _share(grids.shape[-1])[_sums(grids)].sum(axis=-1)
    return bits


def _lines_swapped(grid: Values) -> Grids:
    """All grids with two rows or two columns swapped."""
    n = len(grid)
    one, two = np.triu_indices(n, 1)
    order = np.tile(np.arange(n), (len(one), 1))
    order[np.arange(len(one)), one], order[np.arange(len(one)), two] = two, one
    return np.concatenate([grid[order], grid[:, order].swapaxes(0, 1)])


def _exchanged(grid: Values) -> Grids:
    """All grids with the corners of a rectangle exchanged, which has two values, each in opposite corners.

    >>> _exchanged(np.array([[0, 0, 1], [0, 1, 0], [1, 0, 0]])).tolist()
    [[[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]], [[0, 0, 1], [1, 0, 0], [0, 1, 0]]]
    """
    same = grid[:, :, None, None] == grid  # [r, c, r2, c2]
    fits = same & same.transpose(0, 3, 2, 1) & (grid[:, :, None, None] != grid[:, None, None, :])
    i = np.arange(len(grid))
    fits &= (i[:, None, None, None] < i[:, None]) & (i[:, None, None] < i)
    r, c, r2, c2 = np.nonzero(fits)
    made, k = np.repeat(grid[None], len(r), axis=0), np.arange(len(r))
    made[k, r, c] = made[k, r2, c2] = grid[r, c2]
    made[k, r, c2] = made[k, r2, c] = grid[r, c]
    return made


def _has_twin(grid: Values) -> bool:
    """Whether an exchanged rectangle leaves all sums as they are: then these have two solutions at least."""
    return bool((_sums(_exchanged(grid)) == _sums(grid)).all(axis=-1).any())
