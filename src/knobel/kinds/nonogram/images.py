"""From image files to pictures of a few cells and colours. It needs Pillow, the extra ``pictures``."""

from __future__ import annotations

import io
import warnings
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from knobel.errors import BadInput, Misuse
from knobel.inputs import read_bytes
from knobel.interrupts import heeded
from knobel.puzzle import Values

from .pixels import Pixels, Tones
from .rules import BLACK, Colour

if TYPE_CHECKING:
    from PIL import Image

Method: TypeAlias = Literal["threshold", "dither"]
"""Every cell for itself, or such that neighbours together come near the tone of the image."""

TYPES = ("PNG", "JPEG", "GIF", "BMP", "PPM")
MAX_PIXELS = 50_000_000
MAX_COLOURS = len(ascii_lowercase)
BLACK_ON_WHITE: Tones = np.array([[1.0], [0.0]])
PALETTE_SIDE = 256  # pixels; as much of an image as its palette is taken from
ALIKE = 0.3  # what a cell costs that looks like all cells around it, in units of the distance from black to white


def from_image(
    path: str, width: int, height: int, method: Method = "threshold", colours: int = 1, density: float | None = None
) -> Pixels:
    """The image, scaled to so many cells and reduced to so many colours and the background, which is the lightest.

    In black and white, ``density`` is the share of the cells to paint; without it, the tone that parts dark from light
    best is found by Otsu's method. Raises :class:`BadInput`.
    """
    image = _opened(path).convert("L" if colours == 1 else "RGB")
    from PIL.Image import Resampling

    scaled = np.asarray(image.resize((width, height), Resampling.BOX), dtype=np.float64)
    tones = scaled.reshape(height, width, -1) / 255
    if colours > 1:
        inks = _inks(image, colours)
    else:
        inks = BLACK_ON_WHITE
        if method == "threshold":
            tones = tones - _cut(tones, density) + 0.5
    distances = np.linalg.norm(tones[:, :, None] - inks, axis=-1) / np.sqrt(tones.shape[-1])
    values: Values = distances.argmin(axis=-1) if method == "threshold" else _dithered(tones, inks)
    used = np.union1d([0], values)
    if len(used) == 1:
        raise BadInput(f"shows nothing at the size {width}x{height}; expected light and dark parts", file=path)
    values = np.searchsorted(used, values)
    palette = BLACK if colours == 1 else _palette(inks[used[1:]])
    return Pixels(values, values, _costs(values, distances[..., used]), palette, title=Path(path).stem)


def _opened(path: str) -> Image.Image:
    """An image on white ground, the right way up, not larger than is good for us."""
    try:
        with heeded():
            from PIL import Image, ImageOps, UnidentifiedImageError
    except ImportError:
        raise Misuse("images need Pillow: pip install 'knobel[pictures]'") from None
    data = io.BytesIO(read_bytes(path))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about harmless oddities of the file, or about its size, which we check
            found = Image.open(data, formats=TYPES)
            if found.width * found.height > MAX_PIXELS:
                raise BadInput(f"the image has {found.width}x{found.height} pixels; expected at most {MAX_PIXELS}")
            image = ImageOps.exif_transpose(found)
            if not image.has_transparency_data:
                return image.convert("RGB")
            image = image.convert("RGBA")
    except BadInput as error:
        raise BadInput(error.message, file=path) from None
    except Image.DecompressionBombError:
        raise BadInput(f"the image is too large; expected at most {MAX_PIXELS} pixels", file=path) from None
    except UnidentifiedImageError:
        raise BadInput(f"is no image that can be read; expected {', '.join(TYPES)}", file=path) from None
    except Exception as error:  # what decoders raise for broken files has no common base
        raise BadInput(f"is a broken image: {error}"[:200], file=path) from None
    ground = Image.new("RGBA", image.size, "white")
    ground.alpha_composite(image)
    return ground


def _cut(tones: Tones, density: float | None) -> float:
    """The tone between dark and light: as asked for, or where the classes on both sides are furthest apart (Otsu)."""
    levels = np.unique(tones)
    if density is not None:
        levels = np.array([np.quantile(tones, density)] * 2)
    best, cut = -1.0, float(levels[0])
    for low, high in pairwise(levels.tolist()):
        dark = tones <= low
        share = dark.mean()
        apart = share * (1 - share) * (tones[dark].mean() - tones[~dark].mean()) ** 2 if share < 1 else 0.0
        if apart > best:
            best, cut = apart, float(low + high) / 2
    return cut


def _inks(image: Image.Image, colours: int) -> Tones:
    """The tones of an image that stand best for all of it, the lightest first."""
    from PIL.Image import Resampling

    image = image.copy()
    image.thumbnail((PALETTE_SIDE, PALETTE_SIDE), Resampling.NEAREST)  # blends are no tones of the image
    reduced = image.quantize(colours + 1, kmeans=3)
    found = np.array(reduced.getpalette(), dtype=np.float64).reshape(-1, 3)[np.unique(np.asarray(reduced))]
    tones: Tones = found[np.argsort(-found.sum(axis=1), kind="stable")] / 255
    return tones


def _palette(inks: Tones) -> tuple[Colour, ...]:
    rgb = np.rint(inks * 255).astype(np.uint8)
    return tuple(Colour(char, bytes(ink).hex()) for char, ink in zip(ascii_lowercase, rgb.tolist(), strict=False))


def _dithered(tones: Tones, inks: Tones) -> Values:
    """Each cell gets the nearest tone and hands its error on to those right and below (Floyd and Steinberg)."""
    height, width, _ = tones.shape
    rest = np.pad(tones, ((0, 1), (1, 1), (0, 0)))
    values = np.zeros((height, width), dtype=np.int64)
    for r in range(height):
        for c in range(width):
            tone = rest[r, c + 1]
            v = int(np.linalg.norm(inks - tone, axis=1).argmin())
            values[r, c] = v
            error = (tone - inks[v]) / 16
            rest[r, c + 2] += 7 * error
            rest[r + 1, c : c + 3] += np.array([3, 5, 1])[:, None] * error
    return values


def _costs(values: Values, distances: Tones) -> Tones:
    """What it costs to give a cell another value: how much further off the tone is, and what stands around it.

    A cell among its like costs more to change, one among others less.
    """
    own = np.take_along_axis(distances, values[..., None], axis=-1)
    shown = np.pad(values, 1, mode="edge")[..., None] == np.arange(distances.shape[-1])
    around = np.lib.stride_tricks.sliding_window_view(shown, (3, 3), axis=(0, 1)).sum(axis=(-2, -1))
    alike = (np.take_along_axis(around, values[..., None], axis=-1) - around) / 9
    costs: Tones = np.maximum(distances - own, 0) + ALIKE * np.maximum(alike, 0)
    return costs
