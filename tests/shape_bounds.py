"""Where a shape is, as tests see it."""

from __future__ import annotations

from knobel.picture.lettering import extent
from knobel.picture.shapes import Line, Rect, Shape


def bounds(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    if isinstance(shape, Rect):
        half = shape.line / 2
        return shape.x - half, shape.y - half, shape.x + shape.width + half, shape.y + shape.height + half
    if isinstance(shape, Line):
        half = shape.line / 2
        return shape.x1 - half, shape.y1 - half, shape.x2 + half, shape.y2 + half
    width = extent(shape.text, shape.size, shape.bold)
    left = shape.x - width * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor]
    return left, shape.y - shape.size * 0.62, left + width, shape.y + shape.size * 0.62
