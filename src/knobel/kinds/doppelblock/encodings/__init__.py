"""Doppelblock as formulas and as a constraint model: sums that run along the line, or sets of numbers."""

from __future__ import annotations

from . import running, sets

__all__ = ["running", "sets"]
