"""What all encodings of nonograms share: the cells of a line, and the room that its runs leave."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from knobel.formula import Formula, Lits
from knobel.puzzle import Place

from ..rules import Line, Nonogram


def clued_lines(f: Formula, p: Nonogram, answer: Lits) -> Iterator[tuple[Place, Line, Lits]]:
    """Each line that has a clue, with its literals; what is added before the next one belongs to its group."""
    for place, line in p.lines():
        if line is not None:
            with f.group("clue", p.sentence(place), p.cells(place), place):
                yield place, line, line_cells(answer, place)


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
