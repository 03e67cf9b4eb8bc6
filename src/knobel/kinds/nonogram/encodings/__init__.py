"""Nonograms as formulas and as a constraint model.

In all of them ``cell(r,c)`` says that the cell is painted (coloured boards: ``cell(r,c,v)``, one variable a value).
The order of the imports is the order in which a race takes the encodings.
"""

from __future__ import annotations

from . import dnf, starts

# isort: split
from . import order, states
from .states import line_automaton

__all__ = ["dnf", "line_automaton", "order", "starts", "states"]
