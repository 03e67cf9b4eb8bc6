"""Pictures that are to become nonograms: what each cell shows, and what it would cost to show something else there.

A picture whose clues have several solutions is repaired by changing cells that it can spare.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from knobel.puzzle import At, Values

from .presolve import presolve
from .rules import BLACK, Colour, Nonogram

Symmetry: TypeAlias = Literal["none", "vertical", "horizontal", "both", "rotation"]
"""How a picture is its own mirror image: left and right, above and below, both, or turned by half a circle."""

Tones: TypeAlias = npt.NDArray[np.float64]

LARGE = 12  # cells; pictures from this side on have larger blobs
CHANCE = 0.1  # how much chance has a say in what is cheap
WISHES = 6  # changes that are tried out for each repair
NEIGHBOURS = ((-1, 0), (0, -1), (0, 1), (1, 0))


@dataclass(frozen=True)
class Pixels:
    """A picture, what it should look like, and ``costs[r, c, v]``: what it costs to give a cell the value v.

    A cell that was changed is not changed to anything else later on, so repairing comes to an end.
    """

    values: Values
    target: Values
    costs: Tones
    palette: tuple[Colour, ...] = BLACK
    symmetry: Symmetry = "none"
    title: str = ""
    gentle: bool = True  # whether repairing also makes it easier to solve

    def puzzle(self) -> Nonogram:
        return Nonogram.of(self.values, self.palette, self.title)

    @property
    def changed(self) -> npt.NDArray[np.bool_]:
        """The cells that had to be changed."""
        changed: npt.NDArray[np.bool_] = self.values != self.target
        return changed

    def open_cells(self) -> int:
        """How many cells stay open when each line is looked at alone."""
        return int((presolve(self.puzzle()).sum(axis=-1) > 1).sum())

    def put(self, cells: Collection[At], values: Values | int) -> Pixels:
        """The same with other values in some cells."""
        where = tuple(np.array(sorted(cells)).T)
        new = self.values.copy()
        new[where] = values if isinstance(values, int) else values[where]
        return replace(self, values=new)


# random pictures


def random_pixels(
    width: int, height: int, random: np.random.Generator, symmetry: Symmetry, density: float, rough: float = 0.0
) -> Pixels:
    """A random picture of blobs, of which this share of the cells is painted; ``rough`` 1 leaves nothing but noise.

    Noise is blurred and cut off at some height, so neighbours tend to be alike. What is near that height is cheap to
    change.

    >>> pixels = random_pixels(8, 6, np.random.default_rng(1), "vertical", 0.5)
    >>> bool((pixels.values == pixels.values[:, ::-1]).all()), int(pixels.values.sum())
    (True, 24)
    """
    noise = random.random((height, width))
    smooth = _blurred(noise) if min(width, height) < LARGE else _blurred(_blurred(noise))
    heights = _unit(_symmetric((1 - rough) * _unit(smooth) + rough * _unit(noise), symmetry))
    above = heights - np.quantile(heights, 1 - density, method="nearest")
    values: Values = (above >= 0).astype(np.int64)
    costs = np.zeros((height, width, 2))
    np.put_along_axis(costs, 1 - values[..., None], np.abs(above)[..., None], axis=-1)
    return Pixels(values, values, costs, symmetry=symmetry)


def _unit(field: Tones) -> Tones:
    """The field with mean 0 and deviation 1."""
    unit: Tones = (field - field.mean()) / (field.std() or 1.0)
    return unit


def _blurred(field: Tones) -> Tones:
    """Each cell as the average of itself, twice, and its two neighbours, in both directions."""
    for _ in range(2):
        padded = np.pad(field, ((1, 1), (0, 0)), mode="edge")
        field = ((padded[:-2] + 2 * field + padded[2:]) / 4).T
    return field


def _symmetric(field: Tones, symmetry: Symmetry) -> Tones:
    """The sum of the field and its images."""
    if symmetry == "rotation":
        return field + field[::-1, ::-1]
    if symmetry in ("vertical", "both"):
        field = field + field[:, ::-1]
    if symmetry in ("horizontal", "both"):
        field = field + field[::-1]
    return field


def images(at: At, shape: tuple[int, ...], symmetry: Symmetry) -> set[At]:
    """A cell and all that have to look like it.

    >>> sorted(images((0, 1), (3, 4), "both"))
    [(0, 1), (0, 2), (2, 1), (2, 2)]
    """
    (r, c), (height, width) = at, shape
    if symmetry == "rotation":
        return {at, (height - 1 - r, width - 1 - c)}
    rows = {r, height - 1 - r} if symmetry in ("horizontal", "both") else {r}
    columns = {c, width - 1 - c} if symmetry in ("vertical", "both") else {c}
    return {(row, column) for row in rows for column in columns}


# repair


def repaired(pixels: Pixels, other: Values, random: np.random.Generator) -> Pixels | None:
    """The picture with a few cells changed such that its clues rule out another solution; None if nothing helps.

    Of the cheapest changes where the two differ or beside it, the one is taken that leaves the fewest cells open when
    each line is looked at alone: it does away with other solutions too. A picture that is not ``gentle`` gets
    the cheapest change that there is.
    """
    best: tuple[float, int, Pixels] | None = None
    for cost, cells, v in _wishes(pixels, other, random):
        tried = pixels.put(cells, v)
        puzzle, also = tried.puzzle(), replace(pixels, values=other).put(cells, v).values
        if not puzzle.check(other) or (not puzzle.check(also) and not np.array_equal(also, tried.values)):
            continue  # there would still be two, perhaps both with this change
        if not pixels.gentle:
            return tried
        open_cells = tried.open_cells()
        if best is None or open_cells + cost < best[0]:
            best = open_cells + cost, open_cells, tried
    if best is None:
        return None
    return best[2] if best[1] else _restored(best[2])


def _restored(pixels: Pixels) -> Pixels:
    """A picture that its lines decide one by one, with those changes undone that are not needed for it any more."""
    changed = [tuple(at) for at in np.argwhere(pixels.changed).tolist()]
    for at in sorted(changed, key=lambda at: -pixels.costs[(*at, pixels.values[at])]):
        tried = pixels.put(images(at, pixels.values.shape, pixels.symmetry), pixels.target)
        if not tried.open_cells():
            pixels = tried
    return pixels


def _wishes(pixels: Pixels, other: Values, random: np.random.Generator) -> list[tuple[float, set[At], int]]:
    """The cheapest changes, each a set of cells and the value for them."""
    found: dict[tuple[At, int], tuple[float, set[At], int]] = {}
    for at, v in _places(pixels.values, other):
        cells = images(at, pixels.values.shape, pixels.symmetry)
        if not pixels.changed[at]:
            cost = sum(float(pixels.costs[(*cell, v)]) for cell in cells) * (1 + CHANCE * random.random())
            found[min(cells), v] = (cost, cells, v)
    return sorted(found.values(), key=lambda wish: wish[0])[:WISHES]


def _places(values: Values, other: Values) -> Iterator[tuple[At, int]]:
    """Cells where two pictures differ, with the other's value, and the cells beside them, with values from around."""
    height, width = values.shape
    differ = [tuple(at) for at in np.argwhere(values != other).tolist()]
    for r, c in differ:
        yield (r, c), int(other[r, c])
        for down, right in NEIGHBOURS:
            at = r + down, c + right
            if 0 <= at[0] < height and 0 <= at[1] < width:
                for v in {int(values[r, c]), int(other[r, c])} - {int(values[at])}:
                    yield at, v
