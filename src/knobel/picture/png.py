"""Shapes as a PNG, painted by Pillow (the extra ``pictures``) with the small font that Pillow brings along.

That font has the letters of ASCII. Others are taken from a font of the system, or lose their accents.
"""

from __future__ import annotations

import io
import unicodedata
from functools import cache
from itertools import cycle
from typing import TYPE_CHECKING

from ..errors import Misuse, Unable
from ..interrupts import heeded
from .data import PAPER
from .shapes import Drawing, Line, Rect, Shape, Text
from .signs import LINE, SIGNS

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

    Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

MAX_PIXELS = 200_000_000
FINE = 4  # signs are painted so much larger and then reduced, which makes their edges smooth
SYSTEM = ("DejaVuSans.ttf", "Arial Unicode.ttf", "NotoSansCJK-Regular.ttc", "wqy-microhei.ttc", "msyh.ttc", "arial.ttf")


def png(drawing: Drawing) -> bytes:
    """A drawing as a PNG file, a pixel for each unit of length."""
    try:
        with heeded():
            from PIL import Image, ImageDraw
    except ImportError:
        raise Misuse("PNG needs Pillow: pip install 'knobel[pictures]'") from None
    size = round(drawing.width), round(drawing.height)
    if size[0] * size[1] > MAX_PIXELS:
        raise Unable(f"a picture of {size[0]} x {size[1]} pixels is too large; take smaller cells, or SVG or PDF")
    image = Image.new("RGB", size, PAPER)
    pen = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        _paint(image, pen, shape)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _paint(image: Image.Image, pen: ImageDraw.ImageDraw, shape: Shape) -> None:
    if isinstance(shape, Rect):
        if shape.fill:
            _fill(image, shape)
        if shape.stroke and shape.dash:
            _dashes(pen, shape)
        elif shape.stroke:
            half = shape.line / 2  # half of a line is outside of what it surrounds
            edges = shape.x - half, shape.y - half, shape.x + shape.width + half, shape.y + shape.height + half
            left, top, right, bottom = map(round, edges)
            pen.rectangle((left, top, right - 1, bottom - 1), outline=shape.stroke, width=max(1, round(shape.line)))
    elif isinstance(shape, Line):
        pen.line((shape.x1, shape.y1, shape.x2, shape.y2), fill=shape.stroke, width=max(1, round(shape.line)))
    elif shape.text in SIGNS:
        sign, corner = _sign(shape.text, shape.size), (round(shape.x), round(shape.y))
        image.paste(shape.ink, (corner[0] - sign.width // 2, corner[1] - sign.height // 2), sign)
    else:
        _write(pen, shape)


def _fill(image: Image.Image, shape: Rect) -> None:
    from PIL import Image

    left, top = round(shape.x), round(shape.y)
    right, bottom = round(shape.x + shape.width), round(shape.y + shape.height)
    veil = Image.new("L", (right - left, bottom - top), round(255 * shape.opacity))
    image.paste(shape.fill or PAPER, (left, top, right, bottom), veil)


def _dashes(pen: ImageDraw.ImageDraw, shape: Rect) -> None:
    """A dashed border, each side from its own beginning."""
    x, y, right, bottom = shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    for across, fixed, start, end in (
        (1, y, x, right),
        (1, bottom, x, right),
        (0, x, y, bottom),
        (0, right, y, bottom),
    ):
        lengths, now = cycle(shape.dash), start
        while now < end:
            stop = min(end, now + next(lengths))
            line = (now, fixed, stop, fixed) if across else (fixed, now, fixed, stop)
            pen.line(line, fill=shape.stroke, width=max(1, round(shape.line)))
            now = stop + next(lengths)


@cache
def _sign(char: str, size: float) -> Image.Image:
    """How much of each pixel a sign covers."""
    from PIL import Image, ImageDraw

    sign, side = SIGNS[char], max(2, round(size))
    large, unit = side * FINE, size * FINE / 100
    mask = Image.new("L", (large, large))
    pen = ImageDraw.Draw(mask)
    points = [(large / 2 + unit * x, large / 2 + unit * y) for x, y in sign.points]
    if sign.solid:
        pen.polygon(points, fill=255)
    else:
        pen.line([*points, *points[:2]], fill=255, width=max(FINE, round(unit * LINE)), joint="curve")
    return mask.resize((side, side), Image.Resampling.LANCZOS)


def _write(pen: ImageDraw.ImageDraw, shape: Text) -> None:
    text = shape.text if shape.text.isascii() else unicodedata.normalize("NFC", shape.text)
    font = _own(shape.size)
    if not text.isascii():
        other = _system(shape.size)
        if other is None:
            text = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
            text = text.encode("ascii", "replace").decode()
        else:
            font = other
    anchor = {"middle": "ms", "start": "ls", "end": "rs"}[shape.anchor]
    bold = shape.size / 24 if shape.bold else 0.0
    at = shape.x, shape.y + 0.36 * shape.size
    pen.text(at, text, fill=shape.ink, font=font, anchor=anchor, stroke_width=bold)


@cache
def _own(size: float) -> Font:
    from PIL import ImageFont

    return ImageFont.load_default(size)


@cache
def _system(size: float) -> Font | None:
    """A font of the system with many letters, if there is one."""
    from PIL import ImageFont

    for name in SYSTEM:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return None
