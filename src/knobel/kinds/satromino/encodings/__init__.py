"""Tetromino planning as formulas and as a constraint model: each in a file of its own."""

from . import classic, constraints, placement

__all__ = ["classic", "constraints", "placement"]
