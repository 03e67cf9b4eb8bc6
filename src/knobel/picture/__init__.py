"""A drawing as data: boards of cells with labels beside them. Text, SVG, PNG and PDF are made from the same data.

A kind says what stands in each cell; it never writes a character of markup. Marks (cells or clues that a step is
about) are laid over the finished drawing, so no kind draws them either. On the way to a painter, a picture becomes a
list of rectangles, lines and texts (``shapes``): a painter knows those three and nothing else.
"""

from .data import FAINT, GRID, INK, MARKS, PAPER, Board, Cell, Label, Mark, Picture

__all__ = ["FAINT", "GRID", "INK", "MARKS", "PAPER", "Board", "Cell", "Label", "Mark", "Picture"]
