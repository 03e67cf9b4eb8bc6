"""A drawing as data: boards of cells with labels beside them. Text, SVG, PNG and PDF are made from the same data.

A kind says what stands in each cell (``draw`` in its ``rules`` or ``drawing``); it never writes a character of markup.
Marks (cells or clues that a step is about) are laid over the finished drawing, so no kind draws them either. On the way
to a painter, a picture becomes a list of rectangles, lines and texts (``shapes``): a painter knows those three and
nothing else.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from .data import CELL, FAINT, FOUND, GRID, INK, MARKS, PAPER, Board, Cell, Label, Mark
from .shapes import SHEET, Drawing, drawing

__all__ = ["FAINT", "FOUND", "GRID", "INK", "MARKS", "PAPER", "Board", "Cell", "Label", "Mark", "Picture"]


@dataclass(frozen=True)
class Picture:
    """Boards, side by side, and what is marked on them. An animation shows the boards of ``play``, if there are any.

    >>> print(Picture((Board(((Cell("#"), Cell(".")),), left=((Label("1"),),)),)))
    1 #.
    """

    boards: tuple[Board, ...]
    title: str = ""
    marks: Collection[Mark] = field(default=())
    play: tuple[Board, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()  # the marks that occur, and what they mean in the reader's language

    def drawing(self, size: int = CELL, across: int = SHEET, named: bool = True) -> Drawing:
        """The picture in shapes; ``size`` is the width of a cell, the rest as in :func:`shapes.drawing`."""
        return drawing(self.boards, self.marks, self.title, size, across, named, self.legend)

    def text(self, colour: bool = False) -> str:
        """The picture for a terminal; ``colour`` allows ANSI colours."""
        from .terminal import text

        return text(self.boards, self.marks, colour)

    def svg(self, size: int = CELL) -> str:
        """The picture as a self-contained SVG document; ``size`` is the width of a cell."""
        from .svg import document

        return document(self.drawing(size))

    def png(self, size: int = CELL) -> bytes:
        """The picture as a PNG file, pixel for pixel as large as the SVG; needs Pillow (the extra ``pictures``)."""
        from .png import png

        return png(self.drawing(size))

    def pdf(self, size: int = CELL) -> bytes:
        """The picture as a PDF file of one page, as large as the SVG; needs reportlab (the extra ``print``)."""
        from .pdf import PIXEL, pdf

        return pdf([self.drawing(size)], PIXEL, self.title)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()
