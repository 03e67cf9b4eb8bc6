"""What all encodings of nonograms share: the lines that have a clue, and the literals of their cells."""

from __future__ import annotations

from collections.abc import Iterator

from knobel.errors import Unable
from knobel.formula import Formula, Lits
from knobel.limits import tick
from knobel.puzzle import Place

from ..rules import Line, Nonogram

MAX_CLAUSES = 50_000_000  # as many as fit into a few gigabytes


def clued_lines(f: Formula, p: Nonogram, answer: Lits) -> Iterator[tuple[Place, Line, Lits]]:
    """Each line that has a clue, with its literals; what is added before the next one belongs to its group."""
    for place, line in p.lines():
        if line is not None:
            tick()
            with f.group("clue", p.sentence(place), p.cells(place), place):
                yield place, line, line_cells(answer, place)


def line_cells(answer: Lits, place: Place) -> Lits:
    """The literals of one line: ``[position, value]``."""
    return answer[:, place.i] if place.name == "column" else answer[place.i]


def check_clauses(name: str, total: int) -> None:
    """Refuse a formula of so many clauses before it fills the memory."""
    if total > MAX_CLAUSES:
        raise Unable(f"the encoding {name} would need {total:.2g} clauses, more than {MAX_CLAUSES}; try compact")
