"""A line as an automaton that reads it cell by cell: as clauses, and as a constraint."""

from __future__ import annotations

import numpy as np

from knobel import emit
from knobel.encodings import encoding, model_encoding
from knobel.formula import Formula, answer_cells
from knobel.model import Automaton, Clause, Model, numbers
from knobel.puzzle import Possible

from ..rules import Line, Nonogram
from ..runs import room
from .lines import clued_lines, line_cells


@encoding(Nonogram, "automaton", labels="all")
def automaton(p: Nonogram, known: Possible | None = None) -> Formula:
    """One layered automaton a line: unit propagation on one line alone finds all that the line implies."""
    f = Formula()
    answer = answer_cells(f, p.domain(), known)
    for place, line, cells in clued_lines(f, p, answer):
        if room(line) > len(cells):
            f.never()  # runs that are too long, perhaps by far: nothing to unfold
            continue
        steps, final = line_automaton(line)
        emit.automaton(f, cells, steps, 0, final, f"{place.name}{place.i}")
    return f


def line_automaton(line: Line) -> tuple[tuple[dict[int, int], ...], frozenset[int]]:
    """The automaton that reads the line from state 0: a state is how much of the runs has been read.

    >>> from ..rules import Run
    >>> line_automaton((Run(1), Run(1)))
    (({0: 0, 1: 1}, {0: 2}, {0: 2, 1: 3}, {0: 3}), frozenset({3}))
    """
    steps: list[dict[int, int]] = [{0: 0}]
    for j, run in enumerate(line):
        for _ in range(run.length):
            steps[-1][run.v] = len(steps)
            steps.append({})
        following = line[j + 1] if j + 1 < len(line) else None
        if following is not None and following.v == run.v:
            steps[-1][0] = len(steps)
            steps.append({0: len(steps)})
        else:
            steps[-1][0] = len(steps) - 1  # another colour may follow at once, the rest of the line may be empty
    return tuple(steps), frozenset({len(steps) - 1})


@model_encoding(Nonogram, "cp")
def cp(p: Nonogram, known: Possible | None = None) -> Model:
    """A constraint model: one automaton a line over the cells' values."""
    m = Model()
    m.answer = m.new("cell", p.height, p.width, values=range(len(p.palette) + 1))
    if known is not None:
        m.domains = [tuple(np.flatnonzero(can).tolist()) for can in known.reshape(len(m.domains), -1)]
    for place, line in p.lines():
        if line is not None:
            cells = line_cells(m.answer, place)
            if room(line) > len(cells):
                m.add(Clause(()))
                continue
            steps, final = line_automaton(line)
            m.add(Automaton(numbers(cells), steps, 0, final))
    return m
