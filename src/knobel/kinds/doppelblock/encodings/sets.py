"""Encodings that ask which numbers stand between the black cells, which is much less than where they stand.

They rely on each number standing in a line once. That is a rule, and no part of a clue's sentence: so clues can be
dropped from these formulas, but what follows from a clue's clauses need not follow from the clue.

``between(line,v)`` says that the number is between the black cells of the line, ``gap(line,k)`` that k cells are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from knobel import emit
from knobel.encodings import PreferredEngine, encoding
from knobel.errors import Unable
from knobel.formula import Formula, Lits, Words
from knobel.puzzle import Possible

from ..rules import Doppelblock
from .lines import Lines

MAX_SETS = 400_000  # of all lines together


def large(p: Doppelblock) -> bool:
    """Whether yasat, which takes sets, too, has read them enough sooner to be worth loading."""
    return p.n > 12


@encoding(
    Doppelblock, "diagram", labels="clues", engine="minicard", default=True, preferred=PreferredEngine("yasat", large)
)
def diagram(p: Doppelblock, known: Possible | None = None, *, amo: str = "pairs") -> Formula:
    """Which numbers are between the black cells: a subset sum, as a decision diagram with a root for each gap."""
    lines = Lines(p, known, amo)
    weights = tuple(range(1, p.n - 1))
    sums = Sums(lines, {s: emit.summands(weights, s) for _, s in lines.sums()})
    d = emit.subset_sums(weights, sums.totals)
    roots = sums.gaps[d.owner[d.roots], d.states[d.roots, 0]]
    emit.diagrams(lines.f, sums.between, d, roots, sums.groups, "rest", sums.names)
    return lines.f


@encoding(Doppelblock, "table", labels="clues", engine="minisat")
def table(p: Doppelblock, known: Possible | None = None) -> Formula:
    """One selector for each set of numbers that has the sum. Short and plain on small boards, huge on large ones."""
    count = sum(count_sets(p.n - 2).get(s, 0) for s in p.columns + p.rows if s is not None)
    if count > MAX_SETS:
        raise Unable(f"the encoding table would need {count:.2g} sets of numbers; try diagram")
    lines = Lines(p, known)
    f = lines.f
    sums = Sums(lines, {s: np.unique(sets_with(p.n - 2, s).sum(axis=1)) for _, s in lines.sums()})
    for i, s in enumerate(sums.totals):
        with f.within(int(sums.groups[i])):
            sets, between = sets_with(p.n - 2, s), sums.between[i]
            chosen = f.new(f"{sums.names[i]}.set", len(sets), axes=[_Words(sets)])
            f.add(chosen)
            content = np.where(sets, between, -between)
            f.add(np.stack([np.repeat(-chosen, p.n - 2), content.ravel()], axis=1))
            counts, owner = np.unique(sets.sum(axis=1), return_inverse=True)
            gap = sums.gaps[i, counts]
            f.add(gap, np.stack([-chosen, gap[owner]], axis=1))
            emit.implies_any(f, gap, owner, chosen)
            for wanted, lits in ((sets, between), (~sets, -between)):
                row, v = np.nonzero(wanted)
                emit.implies_any(f, lits, v, chosen[row])
    return f


class Sums:
    """All lines with a sum that can be reached, side by side. ``counts`` are how many numbers can make each sum.

    ``between[i, v - 1]`` says that the number v stands between the black cells of line i, if each number stands in it
    once; ``gaps[i, k]`` that k cells do.
    """

    def __init__(self, lines: Lines, counts: dict[int, npt.NDArray[np.int64]]) -> None:
        f = lines.f
        self.lines, self.totals = lines, list[int]()
        which, groups = [], []
        for line, s in lines.sums():
            with lines.clue(lines.places[line]) as group:
                if not len(counts[s]):
                    f.never()
                    continue
                which.append(line)
                groups.append(group.id)
                self.totals.append(s)
        self.groups = np.array(groups, dtype=np.int32)
        self.names = [lines.names[line] for line in which]
        self.one, self.two, self.black = (lits[which] for lits in (lines.one, lines.two, lines.black))
        self.cells = lines.lits[which, :, 1:]
        # Entry i: there is a black cell before cell i.
        self.before = np.concatenate([np.full_like(self.one[:, :1], -f.true), self.one[:, :-1]], axis=1)
        self.between = self._between()
        possible = np.zeros((len(which), lines.n - 1), dtype=np.bool_)
        for i, s in enumerate(self.totals):
            possible[i, counts[s]] = True
        self.gaps = self._gaps(possible)

    def _add(self, line: npt.NDArray[np.int64], *clause: Lits) -> None:
        """Clauses, one for each entry, that belong to the clues of these lines."""
        self.lines.f.add(np.stack(clause, axis=-1), group=self.groups[line])

    def _between(self) -> Lits:
        f, n, m = self.lines.f, self.lines.n, len(self.names)
        # Cell i is after a first black cell, and before a second one: so it is neither the first cell nor the last.
        inside = f.new("inside", m, n - 2, axes=[self.names, 1])
        before, up_to = self.before[:, 1:-1], self.two[:, 1:-1]
        for clause in ((-inside, before), (-inside, -up_to), (inside, -before, up_to)):
            f.add(np.stack(clause, axis=-1).reshape(-1, len(clause)))
        inside = np.pad(inside, ((0, 0), (1, 1)), constant_values=-f.true)
        between = f.new("between", m, n - 2, axes=[self.names, 1])
        line, i, v = np.indices(self.cells.shape).reshape(3, -1)
        cells = self.cells[line, i, v]
        self._add(line, -cells, -inside[line, i], between[line, v])
        self._add(line, -cells, inside[line, i], -between[line, v])
        return between

    def _gaps(self, possible: npt.NDArray[np.bool_]) -> Lits:
        """How many cells are between the black ones: nothing else than what is possible."""
        f, n = self.lines.f, self.lines.n
        line, k = np.nonzero(possible)
        gap = f.new("gap", len(k), axes=[Words(np.array(self.names, dtype=np.object_)[line], k)])
        emit.at_most_one_each(f, gap, line, self.groups, "pairs")
        # The second black cell is k + 1 cells after the first, so "before cell i" and "up to cell i + k" go together.
        owner, i = (x.ravel() for x in np.meshgrid(np.arange(len(k)), np.arange(n), indexing="ij"))
        owner, i = owner[i + k[owner] < n], i[i + k[owner] < n]
        before, up_to = self.before[line[owner], i], self.two[line[owner], i + k[owner]]
        self._add(line[owner], -gap[owner], -before, up_to)
        self._add(line[owner], -gap[owner], before, -up_to)
        self._add(line, -gap, self.one[line, n - 2 - k])
        gaps = np.full(possible.shape, -f.true, dtype=np.int32)
        gaps[line, k] = gap
        # This follows from the rest, but with it the search has half the conflicts.
        line, first, second = (
            x.ravel() for x in np.broadcast_arrays(np.arange(len(gaps))[:, None], *np.triu_indices(n, 1))
        )
        self._add(line, -self.black[line, first], -self.black[line, second], gaps[line, second - first - 1])
        return gaps


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
