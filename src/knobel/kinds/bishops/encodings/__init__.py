"""Bishops and the other pieces as formulas and as a constraint model.

In all of them ``cell(r,c)`` says that a piece stands on the cell.
"""

from __future__ import annotations

from . import cells, cp, diagonals, pairs

__all__ = ["cells", "cp", "diagonals", "pairs"]
