"""The order encodings: where a run starts, as a number in unary."""

from __future__ import annotations

from knobel import emit
from knobel.encodings import encoding
from knobel.formula import Formula, answer_cells
from knobel.puzzle import Possible

from ..rules import Nonogram
from .starts import Runs, spread

MAX_STARTS = 5_000_000  # of boards with more, the tables of a guess do not fit well into memory


@encoding(Nonogram, "compact", labels="all", engine="cadical:score=0:chrono=0", default=True)
def compact(p: Nonogram, known: Possible | None = None) -> Formula:
    """The order encoding without cover variables: inside a run cells are painted, in a gap they are empty."""
    f = Formula()
    runs = Runs(f, p, answer_cells(f, p.domain(), known), known)
    runs.order()
    run, at = spread(runs.low, runs.high + runs.length)
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
    run, at = spread(runs.low, runs.high + runs.length)
    covers = f.new("covers", len(run), axes=[runs.names(run, at)])
    started, ended = runs.le(run, at), runs.le(run, at - runs.length[run])
    runs.add(run, -covers, started)
    runs.add(run, -covers, -ended)
    runs.add(run, covers, -started, ended)
    runs.add(run, -covers, runs.cell(run, at, runs.v[run]))
    # A cell of a colour is covered by some run of that colour: this also empties the cells after the last run.
    values = answer.shape[-1]
    for i, group in enumerate(runs.ids):
        mine = runs.line[run] == i
        cells = runs.cells[i]
        heads = cells[:, 1:].ravel()
        owners = at[mine] * (values - 1) + runs.v[run[mine]] - 1
        if mine.any():
            with f.within(group):
                emit.implies_any(f, heads, owners, covers[mine])
    return f
