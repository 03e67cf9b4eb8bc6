"""Encodings that ask which numbers stand between the black cells, which is much less than where they stand.

They rely on each number standing in a line once. That is a rule, and no part of a clue's sentence: so clues can be
dropped from these formulas, but what follows from a clue's clauses need not follow from the clue.

``between(v)`` of a line says that the number is between its black cells, ``gap(k)`` that k cells are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from knobel import emit
from knobel.encodings import encoding
from knobel.errors import Unable
from knobel.formula import Formula, Lits
from knobel.puzzle import Possible

from ..rules import Doppelblock
from .lines import Lines

MAX_SETS = 400_000  # of all lines together


@encoding(Doppelblock, "diagram", labels="clues", engine="minisat", default=True)
def diagram(p: Doppelblock, known: Possible | None = None, *, amo: str = "pairs") -> Formula:
    """Which numbers are between the black cells: a subset sum, as a decision diagram with a root for each gap."""
    lines = Lines(p, known, amo)
    weights = tuple(range(1, p.n - 1))
    for line, s in lines.sums():
        with lines.clue(lines.places[line]):
            d = emit.subset_sums(weights, s)
            if len(d.roots):
                gap = _gap(lines, line, d.roots.tolist())
                emit.diagram(lines.f, _between(lines, line), d, gap, f"{lines.names[line]}.rest")
            else:
                lines.f.never()
    return lines.f


@encoding(Doppelblock, "table", labels="clues", engine="minisat")
def table(p: Doppelblock, known: Possible | None = None) -> Formula:
    """One selector for each set of numbers that has the sum. Short and plain on small boards, huge on large ones."""
    count = sum(count_sets(p.n - 2).get(s, 0) for s in p.columns + p.rows if s is not None)
    if count > MAX_SETS:
        raise Unable(f"the encoding table would need {count:.2g} sets of numbers; try diagram")
    lines = Lines(p, known)
    f = lines.f
    for line, s in lines.sums():
        with lines.clue(lines.places[line]):
            sets = sets_with(p.n - 2, s)
            if not len(sets):
                f.never()
                continue
            chosen = f.new(f"{lines.names[line]}.set", len(sets), axes=[_Words(sets)])
            f.add(chosen)
            between = _between(lines, line)
            content = np.where(sets, between, -between)
            f.add(np.stack([np.repeat(-chosen, p.n - 2), content.ravel()], axis=1))
            sizes = sets.sum(axis=1)
            counts = np.unique(sizes)
            gap = _gap(lines, line, counts.tolist())
            owner = np.searchsorted(counts, sizes)
            f.add(gap, np.stack([-chosen, gap[owner]], axis=1))
            emit.implies_any(f, gap, owner, chosen)
            for wanted, lits in ((sets, between), (~sets, -between)):
                row, v = np.nonzero(wanted)
                emit.implies_any(f, lits, v, chosen[row])
    return f


def _between(lines: Lines, line: int) -> Lits:
    """Variables that say which numbers stand between the black cells, if each number stands in the line once."""
    f, n = lines.f, lines.n
    between = f.new(f"{lines.names[line]}.between", n - 2, axes=[1])
    cells = lines.lits[line, :, 1:]
    started, ended = _before(lines, line)[:, None], lines.two[line][:, None]
    for clause in ((-cells, -started, ended, between), (-cells, started, -between), (-cells, -ended, -between)):
        f.add(np.stack(np.broadcast_arrays(*clause), axis=-1).reshape(-1, len(clause)))
    return between


def _before(lines: Lines, line: int) -> Lits:
    """Entry i: there is a black cell before cell i."""
    return np.append(np.int32(-lines.f.true), lines.one[line, :-1])


def _gap(lines: Lines, line: int, counts: Sequence[int]) -> Lits:
    """Variables that say how many cells are between the black ones; other numbers than these are excluded."""
    f, n, black = lines.f, lines.n, lines.black[line]
    gap = f.new(f"{lines.names[line]}.gap", len(counts), axes=[[str(k) for k in counts]])
    emit.at_most_one(f, gap)
    by_count = np.full(n - 1, -f.true, dtype=np.int32)
    by_count[counts] = gap
    i, j = np.triu_indices(n, 1)
    f.add(np.stack([-black[i], -black[j], by_count[j - i - 1]], axis=1))
    # The second black cell is k + 1 cells after the first, so "before cell i" and "up to cell i + k" go together.
    k, i = (x.ravel() for x in np.meshgrid(counts, np.arange(n), indexing="ij"))
    k, i = k[i + k < n], i[i + k < n]
    before, up_to = _before(lines, line)[i], lines.two[line, i + k]
    f.add(np.stack([-by_count[k], -before, up_to], axis=1), np.stack([-by_count[k], before, -up_to], axis=1))
    f.add(np.stack([-gap, lines.one[line, n - 2 - np.array(counts)]], axis=1))
    return gap


class _Words(Sequence[str]):
    """The names of sets, such as 1+4, made when they are asked for."""

    def __init__(self, sets: npt.NDArray[np.bool_]) -> None:
        self.sets = sets

    def __len__(self) -> int:
        return len(self.sets)

    def __getitem__(self, index: int | slice) -> str:
        return "+".join(map(str, np.flatnonzero(self.sets[index]) + 1)) or "none"


@cache
def count_sets(most: int) -> dict[int, int]:
    """How many sets of the numbers 1 to ``most`` have each sum.

    >>> count_sets(3)
    {0: 1, 1: 1, 2: 1, 3: 2, 4: 1, 5: 1, 6: 1}
    """
    counts = np.ones(1, dtype=np.int64)
    for v in range(1, most + 1):
        counts = np.append(counts, [0] * v) + np.append([0] * v, counts)
    return dict(enumerate(counts.tolist()))


@lru_cache(maxsize=64)
def sets_with(most: int, s: int) -> npt.NDArray[np.bool_]:
    """All sets of the numbers 1 to ``most`` with the sum: row i, column v - 1 says whether set i has the number v.

    >>> sets_with(3, 3).tolist()
    [[True, True, False], [False, False, True]]
    """
    rest = np.array([s])
    sets = np.zeros((1, most), dtype=np.bool_)
    for v in range(most, 0, -1):
        added = sets[rest >= v].copy()
        added[:, v - 1] = True
        sets = np.concatenate([added, sets])
        rest = np.concatenate([rest[rest >= v] - v, rest])
        fits = rest <= v * (v - 1) // 2  # the numbers below v add up to anything so far, so no branch is in vain
        sets, rest = sets[fits], rest[fits]
    return sets
