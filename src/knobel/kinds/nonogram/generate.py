"""New nonograms: of random pictures, or of an image, repaired until their clues have no other solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import cycle
from typing import ClassVar

import numpy as np

from knobel.errors import Misuse
from knobel.puzzle import Values
from knobel.recipes import Draft, Size, option
from knobel.say import Say

from .images import MAX_COLOURS, Method, from_image
from .pixels import Pixels, Symmetry, random_pixels, repaired
from .rules import check_size

DENSITY, WILD_DENSITY = 0.55, 0.35  # emptier boards are harder
ROUGHEST = 0.6  # and so are rough ones
WILDER = 6  # drafts from the smoothest to the wildest
GENTLE = 0.5  # wilder ones are repaired without making them easier
MOST_CHANGED = 0.25  # of an image; what is repaired more than that is no longer a picture of anything
DRAFTS = 20  # of the same image


@dataclass(frozen=True)
class Drawn(Draft):
    """A draft that knows its picture."""

    pixels: Pixels | None = None


@dataclass(frozen=True)
class Pictures:
    """Nonograms of random pictures, or of an image file."""

    kind: ClassVar[str] = "nonogram"
    size: Size = option((15, 15), "width and height")
    symmetry: Symmetry = option("none", "of random pictures: left and right, above and below, both, or a half turn")
    density: float | None = option(None, "the share of cells that are painted")
    image: str | None = option(None, "an image file to make the picture from", "from", file="image")
    method: Method = option("threshold", "how an image becomes black and white: each cell by its tone, or dithered")
    colours: int = option(1, "how many colours a picture made from an image has, besides the background")

    def __post_init__(self) -> None:
        check_size(*self.size)
        if self.density is not None and not 0 < self.density < 1:
            raise Misuse(f"the density is {self.density:g}; expected more than 0 and less than 1")
        if not 1 <= self.colours <= MAX_COLOURS:
            raise Misuse(f"the number of colours is {self.colours}; expected 1 to {MAX_COLOURS}")
        if self.image is None and (self.colours > 1 or self.method == "dither"):
            raise Misuse("colours and methods are for images; random pictures are black and white")
        if self.density is not None and (self.colours > 1 or self.method == "dither"):
            raise Misuse("a density is for random pictures and for thresholds; dithering and colours keep the tones")
        if self.image is not None and self.symmetry != "none":
            raise Misuse("an image is as it is; only random pictures can be made symmetric")

    def drafts(self, random: np.random.Generator) -> Iterator[Draft]:
        """Random pictures without end, or an image several times: each time, chance mends it in another way.

        The first picture is smooth and easy, as a rule. Whoever asks for another one wants something else, so the next
        ones are ever harder, and then it starts all over.
        """
        width, height = self.size
        if self.image is not None:
            pixels = from_image(self.image, width, height, self.method, self.colours, self.density)
            for _ in range(DRAFTS):
                yield self._draft(pixels)
            return
        for wild in cycle(np.linspace(0, 1, WILDER).tolist()):
            density = self.density or (1 - wild) * DENSITY + wild * WILD_DENSITY
            pixels = random_pixels(width, height, random, self.symmetry, density, ROUGHEST * wild)
            yield self._draft(replace(pixels, gentle=wild < GENTLE))

    def mend(self, draft: Draft, other: Values, random: np.random.Generator) -> Draft | None:
        """The picture with a few cells changed, such that its clues tell it from the other one."""
        if not isinstance(draft, Drawn) or draft.pixels is None:
            return None
        pixels = repaired(draft.pixels, other, random)
        if pixels is None or pixels.changed.mean() > MOST_CHANGED:
            return None
        return self._draft(pixels)

    def _draft(self, pixels: Pixels) -> Drawn:
        note = None
        if self.image is not None:
            cells, changed = pixels.values.size, int(pixels.changed.sum())
            note = Say("{changed} of {cells} pixels of the image were changed", changed=changed, cells=cells)
        return Drawn(pixels.puzzle(), pixels.values, note=note, pixels=pixels)
