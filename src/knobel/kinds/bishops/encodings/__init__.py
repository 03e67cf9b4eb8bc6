"""Bishops and the other pieces as formulas and as a constraint model.

In all of them ``cell(r,c)`` says that a piece stands on the cell.
"""

from . import cells, diagonals, pairs

__all__ = ["cells", "diagonals", "pairs"]
