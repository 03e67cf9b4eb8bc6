"""Dominosweeper as formulas and as a constraint model; one variable a cell says that it is a mine."""

from . import counter, cp, direct

__all__ = ["counter", "cp", "direct"]
