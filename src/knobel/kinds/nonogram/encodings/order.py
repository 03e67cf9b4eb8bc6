"""The second method of the report (docs/why/origins.md): where each run starts, in unary over all cells of its line.

``row3.start>=(0,4)`` says that run 0 of row 3 starts at cell 4 or later; cells are counted from 1 here, as in the
report. In a line of n cells a run has the variables 0 to n + 1: the first is always true and the last always false,
so they stand for every number that is moved out of the line.

In the report's example some numbers of ``leq`` and of the white ``block`` are one off: taken literally, the first cell
of a run is black and white at once. Written here is what its sentences (a) to (d) mean. ``unary`` and ``leq`` go up to
i = n + 1: with the printed n, a run in the last cell could touch the one before.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from knobel.emit import Ints
from knobel.encodings import encoding
from knobel.formula import Formula, Lits, answer_cells
from knobel.puzzle import Possible

from ..rules import Line, Nonogram
from .lines import check_clauses, clued_lines


@encoding(Nonogram, "order", labels="all", engine="glucose")
def order(p: Nonogram, known: Possible | None = None) -> Formula:
    """The second method of 林怡秀 (unary, leq, block): a run's start as n + 2 variables, in a line of n cells."""
    check_clauses("order", sum(4 * (len(p.cells(place)) + 1) * len(line or ()) for place, line in p.lines()))
    f = Formula()
    for place, line, cells in clued_lines(f, p, answer_cells(f, p.domain(), known)):
        if line:
            _add_line(f, line, cells, f.new(f"{place.name}{place.i}.start>=", len(line), len(cells) + 2))
        else:
            f.add(cells[:, :1])
    return f


def _add_line(f: Formula, line: Line, cells: Lits, starts: Lits) -> None:
    """The clauses of a line; ``starts[run, i]`` says that the run starts at cell i or later."""
    n, length = len(cells), np.array([run.length for run in line])
    gap = np.array([v == after for (_, v), (_, after) in pairwise(line)], dtype=np.int64)

    def plus(k: Ints) -> Lits:
        """Start + k of each run, in the same way, without i = 0."""
        at = np.clip(np.arange(1, n + 2) - k[:, None], 0, n + 1)
        return np.take_along_axis(starts[: len(k)], at, axis=1)

    def add(*columns: Lits) -> None:
        """Clauses column by column."""
        f.add(np.stack([column.ravel() for column in columns], axis=1))

    # (a) unary: a start is a number from 1 to n
    add(-starts[:, 1:], starts[:, :-1])
    add(starts[:, 1])
    add(-starts[:, -1])
    # (b) leq: between two runs is a gap, and the last run ends inside the line
    add(-plus(length[:-1] + gap), starts[1:, 1:])
    add(-starts[-1:, max(n + 2 - int(length[-1]), 0)])
    # (c) block: a cell is painted if a run does not start behind it and does not end before it
    behind, reached = plus(np.full(len(line), -1))[:, :-1], plus(length - 1)[:, :-1]
    add(behind, -reached, cells[:, [v for _, v in line]].T)
    # (d) block: before the first run, between two runs and after the last one, cells are empty
    empty = cells[:, 0]
    add(-behind[0], empty)
    add(reached[:-1], -behind[1:], np.tile(empty, (len(line) - 1, 1)))
    add(reached[-1], empty)
