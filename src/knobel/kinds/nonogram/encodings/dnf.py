"""Every colouring of a line, written out."""

from __future__ import annotations

from itertools import chain, combinations, islice
from math import comb

import numpy as np
import numpy.typing as npt

from knobel.encodings import encoding
from knobel.formula import Formula, answer_cells
from knobel.limits import tick
from knobel.puzzle import Possible

from ..rules import Line, Nonogram
from ..runs import room
from .lines import check_clauses, clued_lines

CHUNK = 1 << 16  # colourings between two looks at the clock


@encoding(Nonogram, "dnf", labels="all", engine="glucose")
def dnf(p: Nonogram, known: Possible | None = None) -> Formula:
    """The first method of 林怡秀: one selector for each possible colouring of a line. Exact and plain, and huge."""
    lines = [(line, len(p.cells(place))) for place, line in p.lines() if line is not None]
    check_clauses("dnf", sum(_colourings_count(line, n) * n for line, n in lines))
    f = Formula()
    answer = answer_cells(f, p.domain(), known)
    for place, line, cells in clued_lines(f, p, answer):
        colourings = _colourings(line, len(cells))
        lits = cells[np.arange(len(cells)), colourings]
        lits = lits[~f.impossible(lits).any(axis=1)]
        if not len(lits):
            f.never()
            continue
        chosen = f.new(f"{place.name}{place.i}.colouring", len(lits))
        f.add(np.stack([np.repeat(-chosen, len(cells)), lits.ravel()], axis=1))
        f.add(chosen)
    return f


def _colourings_count(line: Line, length: int) -> int:
    spare = length - room(line)
    return comb(spare + len(line), len(line)) if spare >= 0 else 0


def _colourings(line: Line, length: int) -> npt.NDArray[np.int8]:
    """All colourings of a line, one a row.

    >>> from ..rules import Run
    >>> _colourings((Run(1), Run(1)), 4).tolist()
    [[1, 0, 1, 0], [1, 0, 0, 1], [0, 1, 0, 1]]
    """
    count, k = _colourings_count(line, length), len(line)
    painted = np.zeros((count, length), dtype=np.int8)
    if not count or not k:
        return painted
    # Choosing where the runs stand among runs and spare empty cells gives each colouring once.
    chosen = combinations(range(length - room(line) + k), k)
    for first in range(0, count, CHUNK):
        tick()
        part = painted[first : first + CHUNK]
        flat = chain.from_iterable(islice(chosen, len(part)))
        starts = np.fromiter(flat, dtype=np.int64, count=len(part) * k).reshape(-1, k)
        shift = 0
        for j, run in enumerate(line):
            cells = starts[:, j, None] + shift + np.arange(run.length)
            part[np.arange(len(part))[:, None], cells] = run.v
            shift += run.length - 1 + (j + 1 < k and line[j + 1].v == run.v)
    return painted
