"""How many of several literals hold: as clauses over all subsets, or through a number in unary."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from ..formula import Formula, Lits


def count_directly(formula: Formula, lits: Sequence[int] | Lits, low: int, high: int) -> None:
    """Between low and high of the literals hold: no new variables, a clause for each subset that is too large.

    >>> f = Formula()
    >>> count_directly(f, f.new("x", 3), 1, 2)
    >>> f.flat().tolist()
    [-1, -2, -3, 0, 1, 2, 3, 0]
    """
    chosen = np.asarray(lits, dtype=np.int32)
    n = len(chosen)
    if low > n or high < 0 or low > high:
        formula.never()
        return
    for size, sign in ((high + 1, -1), (n - low + 1, 1)):
        if size <= n:
            formula.add(sign * np.array(list(combinations(chosen.tolist(), size)), dtype=np.int32).reshape(-1, size))


def totalizer(formula: Formula, lits: Sequence[int] | Lits, name: str, most: int | None = None) -> Lits:
    """The number of literals that hold, in unary: entry k of the result says that more than k of them do.

    A tree of mergers (O. Bailleux and Y. Boufkhad, 2003), both directions; numbers beyond ``most`` are not told apart.

    >>> f = Formula()
    >>> len(totalizer(f, f.new("x", 5), "sum", most=3))
    3
    """
    chosen = np.asarray(lits, dtype=np.int32)
    limit = len(chosen) if most is None else min(most, len(chosen))
    level = [chosen[i : i + 1][:limit] for i in range(len(chosen))]
    depth = 0
    while len(level) > 1:
        merged = [
            _merge(formula, level[i], level[i + 1], limit, f"{name}.{depth}.{i // 2}")
            for i in range(0, len(level) - 1, 2)
        ]
        level = merged + (level[-1:] if len(level) % 2 else [])
        depth += 1
    return level[0] if level else np.empty(0, dtype=np.int32)


def _merge(formula: Formula, left: Lits, right: Lits, limit: int, name: str) -> Lits:
    """Two unary numbers into their sum."""
    total = formula.new(name, min(limit, len(left) + len(right)))
    true = formula.true
    # lefts[i]: the left number is at least i; all numbers are at least 0, none is beyond its last entry.
    lefts, rights = np.concatenate(([true], left)), np.concatenate(([true], right))
    i, j = (x.ravel() for x in np.meshgrid(np.arange(len(lefts)), np.arange(len(rights)), indexing="ij"))
    sums = np.concatenate(([true], total))
    reach = np.minimum(i + j, len(total))
    formula.add(np.stack([-lefts[i], -rights[j], sums[reach]], axis=1).astype(np.int32))
    # Below i + 1 on the left and below j + 1 on the right means below i + j + 1 together.
    over_left, over_right = np.concatenate((left, [-true])), np.concatenate((right, [-true]))
    fits = i + j < len(total)
    i, j = i[fits], j[fits]
    formula.add(np.stack([over_left[i], over_right[j], -total[i + j]], axis=1).astype(np.int32))
    return total


def count_by_totalizer(formula: Formula, lits: Sequence[int] | Lits, low: int, high: int, name: str) -> None:
    """Between low and high of the literals hold, through a number in unary."""
    if low > len(lits) or high < 0 or low > high:
        formula.never()
        return
    total = totalizer(formula, lits, name, min(high + 1, len(lits)))
    for k in range(low):
        formula.add([int(total[k])])
    if high < len(lits):
        formula.add([-int(total[high])])
