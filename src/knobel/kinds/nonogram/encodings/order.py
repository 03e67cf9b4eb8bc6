"""The order encodings: where a run starts, as a number in unary."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from knobel import emit
from knobel.encodings import encoding
from knobel.formula import Formula, answer_cells
from knobel.puzzle import Possible

from ..rules import Nonogram
from .starts import Names, Runs, pieces, spread

MAX_STARTS = 5_000_000  # of boards with more, the tables of a guess do not fit well into memory


@encoding(Nonogram, "compact", labels="all", engine="cadical:score=0:chrono=0", default=True)
def compact(p: Nonogram, known: Possible | None = None) -> Formula:
    """The order encoding without cover variables: inside a run cells are painted, in a gap they are empty."""
    f = Formula()
    runs = Runs(f, p, answer_cells(f, p.domain(), known), known)
    runs.order()
    for run, at in pieces(runs.low, runs.high + runs.length):
        painted = runs.cell(run, at, runs.v[run])
        runs.add(run, -runs.le(run, at), runs.le(run, at - runs.length[run]), painted)
    runs.empty_gaps()
    if runs.starts <= MAX_STARTS:
        f.guess = runs.guess
    return f


@encoding(Nonogram, "order", labels="all", engine="glucose")
def order(p: Nonogram, known: Possible | None = None) -> Formula:
    """The start of each run as a number in unary (unary, leq), with a variable for each cell that it covers (block)."""
    f = Formula()
    answer = answer_cells(f, p.domain(), known)
    runs = Runs(f, p, answer, known)
    runs.order()
    first, stop = runs.low, runs.high + runs.length
    before = np.cumsum(np.append(0, stop - first))  # pairs of runs and positions before those of each run
    covers = f.new("covers", int(before[-1]), axes=[Names(runs, first, stop)])
    for run, at in pieces(first, stop):
        covered = covers[before[run[0]] :][: len(run)]
        started, ended = runs.le(run, at), runs.le(run, at - runs.length[run])
        runs.add(run, -covered, started)
        runs.add(run, -covered, -ended)
        runs.add(run, covered, -started, ended)
        runs.add(run, -covered, runs.cell(run, at, runs.v[run]))
    # A cell of a colour is covered by some run of that colour: this also empties the cells after the last run.
    values = answer.shape[-1]
    bounds = np.searchsorted(runs.line, np.arange(len(runs.ids) + 1)).tolist()
    for group, cells, (low, high) in zip(runs.ids, runs.cells, pairwise(bounds), strict=True):
        run, at = spread(first[low:high], stop[low:high])
        if len(run):
            owners = at * (values - 1) + runs.v[low:high][run] - 1
            with f.within(group):
                emit.implies_any(f, cells[:, 1:].ravel(), owners, covers[before[low] : before[high]])
    return f
