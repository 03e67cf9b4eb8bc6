"""Shapes as SVG. Signs and letters are left to the fonts of whoever shows it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from .data import PAPER
from .shapes import Drawing, Line, Rect, Shape

FONTS = "DejaVu Sans, Verdana, sans-serif"


def document(drawing: Drawing) -> str:
    """A drawing as a self-contained document."""
    wide, tall = f"{drawing.width:g}", f"{drawing.height:g}"
    title = f"<title>{escape(drawing.title)}</title>" if drawing.title else ""
    return (
        f"{opening(drawing.width, drawing.height, drawing.letter)}"
        f'{title}<rect width="{wide}" height="{tall}" fill="{PAPER}"/>'
        f"{painted(drawing.shapes, drawing.letter)}</svg>\n"
    )


def opening(width: float, height: float, letter: float, extra: str = "") -> str:
    """The tag that a drawing begins with; ``extra`` are further attributes of it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" {extra}'
        f'font-family="{FONTS}" font-size="{letter:g}" text-anchor="middle">'
    )


def painted(shapes: Iterable[Shape], letter: float) -> str:
    """The elements of some shapes, inside a document whose letters have this size."""
    return "".join(_element(shape, letter) for shape in shapes)


def _element(shape: Shape, letter: float) -> str:
    if isinstance(shape, Rect):
        name = f'id="{shape.name}" ' if shape.name else ""
        look = f'fill="{shape.fill or "none"}"'
        if shape.opacity < 1:
            look += f' {"fill-" if shape.stroke else ""}opacity="{f"{shape.opacity:g}".lstrip("0")}"'
        if shape.stroke:
            look += f' stroke="{shape.stroke}" stroke-width="{shape.line:g}"'
        if shape.dash:
            look += f' stroke-dasharray="{" ".join(f"{length:g}" for length in shape.dash)}"'
        return f'<rect {name}x="{shape.x:g}" y="{shape.y:g}" width="{shape.width:g}" height="{shape.height:g}" {look}/>'
    if isinstance(shape, Line):
        ends = f'x1="{shape.x1:g}" y1="{shape.y1:g}" x2="{shape.x2:g}" y2="{shape.y2:g}"'
        return f'<line {ends} stroke="{shape.stroke}" stroke-width="{shape.line:g}"/>'
    look = f'fill="{shape.ink}"'
    if shape.size != letter:
        look += f' font-size="{shape.size:g}"'
    if shape.bold:
        look += ' font-weight="bold"'
    if shape.anchor != "middle":
        look += f' text-anchor="{shape.anchor}"'
    # Centred by hand: not every viewer knows dominant-baseline.
    return f'<text x="{shape.x:g}" y="{shape.y:g}" dy=".36em" {look}>{escape(shape.text)}</text>'
