"""What all encodings of nonograms share: the cells of a line, and the room that its runs leave."""

from __future__ import annotations

from itertools import pairwise

from knobel.formula import Lits
from knobel.puzzle import Place

from ..rules import Line


def line_cells(answer: Lits, place: Place) -> Lits:
    """The literals of one line: ``[position, value]``."""
    return answer[:, place.i] if place.name == "column" else answer[place.i]


def spare(line: Line, length: int) -> int:
    """How many cells of a line are left when its runs stand as close together as they can; below 0 they do not fit.

    >>> from ..rules import Run
    >>> spare((Run(2), Run(1)), 5)
    1
    """
    gaps = sum(a.v == b.v for a, b in pairwise(line))
    return length - sum(run.length for run in line) - gaps
