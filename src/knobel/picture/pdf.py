"""Shapes as a PDF, painted by reportlab (the extra ``print``): lines and letters stay lines and letters at any size.

Letters are those of Vera, a font that comes with reportlab and is put into the file. What Vera lacks is taken from
DejaVu where the system has it; Chinese, Japanese and Korean from fonts that viewers of PDF bring; any other letter
loses its accent.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from ..errors import Misuse
from ..interrupts import heeded
from .shapes import Drawing, Line, Rect, Shape, Text
from .signs import LINE, SIGNS

PIXEL = 0.75  # points in a pixel
VIEWERS = {"STSong-Light": "gbk", "HYSMyeongJo-Medium": "cp949"}  # fonts that viewers bring, and their letters
WIDE = ("W", "F")  # characters as wide as they are high, in the words of Unicode


def need_reportlab() -> None:
    """Complain unless reportlab is installed."""
    try:
        with heeded():
            import reportlab  # noqa: F401
    except ImportError:
        raise Misuse("PDF needs reportlab: pip install 'knobel[print]'") from None


def pdf(pages: Sequence[Drawing], scale: float, title: str = "") -> bytes:
    """Drawings as the pages of a PDF file, ``scale`` points for each unit of length. Equal pages give equal files."""
    need_reportlab()
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, invariant=1, pageCompression=1)
    canvas.setTitle(title or "knobel")
    canvas.setCreator("knobel")
    for page in pages:
        canvas.setPageSize((page.width * scale, page.height * scale))
        for shape in page.shapes:
            # The origin of PDF is the lower left corner.
            _paint(canvas, shape.placed(0, 0, scale), page.height * scale)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _paint(canvas: Any, shape: Shape, top: float) -> None:
    if isinstance(shape, Rect):
        if shape.fill:
            canvas.setFillColor(_colour(shape.fill), alpha=shape.opacity)
            canvas.rect(shape.x, top - shape.y - shape.height, shape.width, shape.height, stroke=0, fill=1)
        if shape.stroke:
            canvas.setStrokeColor(_colour(shape.stroke))
            canvas.setLineWidth(shape.line)
            if shape.dash:
                canvas.setDash(list(shape.dash))
            canvas.rect(shape.x, top - shape.y - shape.height, shape.width, shape.height, stroke=1, fill=0)
            if shape.dash:
                canvas.setDash([])
    elif isinstance(shape, Line):
        canvas.setStrokeColor(_colour(shape.stroke))
        canvas.setLineWidth(shape.line)
        canvas.line(shape.x1, top - shape.y1, shape.x2, top - shape.y2)
    elif shape.text in SIGNS:
        _sign(canvas, shape, top)
    else:
        _write(canvas, shape, top)


@cache
def _colour(tone: str) -> Any:
    """A colour as reportlab has it, which takes its time to make one."""
    from reportlab.lib.colors import HexColor

    return HexColor(tone)


def _sign(canvas: Any, shape: Text, top: float) -> None:
    sign, unit = SIGNS[shape.text], shape.size / 100
    path = canvas.beginPath()
    for i, (x, y) in enumerate(sign.points):
        at = shape.x + unit * x, top - shape.y - unit * y
        path.lineTo(*at) if i else path.moveTo(*at)
    path.close()
    canvas.setFillColor(_colour(shape.ink), alpha=1)
    canvas.setStrokeColor(_colour(shape.ink))
    canvas.setLineWidth(unit * LINE)
    canvas.drawPath(path, stroke=not sign.solid, fill=sign.solid)


def _write(canvas: Any, shape: Text, top: float) -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    runs = list(_runs(shape.text, shape.bold))
    width = sum(stringWidth(text, font, shape.size) for font, text in runs)
    x = shape.x - {"start": 0, "middle": 0.5, "end": 1}[shape.anchor] * width
    canvas.setFillColor(_colour(shape.ink), alpha=1)
    for font, text in runs:
        canvas.setFont(font, shape.size)
        canvas.drawString(x, top - shape.y - 0.36 * shape.size, text)
        x += stringWidth(text, font, shape.size)


def _runs(text: str, bold: bool) -> Iterator[tuple[str, str]]:
    """The text in pieces of one font each, with the names of the fonts."""
    chosen = [_font_of(char, bold) for char in unicodedata.normalize("NFC", text)]
    for font, pairs in groupby(chosen, key=lambda pair: pair[0]):
        yield font, "".join(char for _, char in pairs)


@cache
def _font_of(char: str, bold: bool) -> tuple[str, str]:
    """A font that has the character, and the character, or else the nearest that there is."""
    for name, known in _fonts(bold):
        if ord(char) in known:
            return name, char
    if unicodedata.east_asian_width(char) in WIDE:
        for name, letters in VIEWERS.items():
            if char.encode(letters, "ignore"):
                _register(name)
                return name, char
    base = unicodedata.normalize("NFD", char)[0]
    return _font_of(base, bold) if base != char else _font_of("?", bold)


@cache
def _fonts(bold: bool) -> tuple[tuple[str, frozenset[int]], ...]:
    """The fonts at hand, the best first, and the characters that each has."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    found = []
    for name in ("VeraBd", "DejaVuSans-Bold") if bold else ("Vera", "DejaVuSans"):
        try:
            font = TTFont(name, f"{name}.ttf")
        except TTFError:  # not on this system
            continue
        pdfmetrics.registerFont(font)
        found.append((name, frozenset(font.face.charToGlyph)))
    return tuple(found)


@cache
def _register(name: str) -> None:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont

    pdfmetrics.registerFont(UnicodeCIDFont(name))
