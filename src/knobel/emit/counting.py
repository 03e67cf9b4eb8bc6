"""How many of several literals hold, through a number in unary or in binary."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from ..formula import Formula, Lits


def totalizer(formula: Formula, lits: Sequence[int] | Lits, name: str, most: int | None = None) -> Lits:
    """The number of literals that hold, in unary: entry k of the result says that more than k of them do.

    A tree of mergers (O. Bailleux and Y. Boufkhad, 2003), both directions; numbers beyond ``most`` are not told apart.

    >>> f = Formula()
    >>> len(totalizer(f, f.new("x", 5), "sum", most=3))
    3
    """
    chosen = np.asarray(lits, dtype=np.int32)
    limit = len(chosen) if most is None else min(most, len(chosen))
    nodes, last = chosen.reshape(-1, 1)[:, :limit], None  # all of a level but the last have the same length
    depth = 0
    while len(nodes) > 1 or (len(nodes) and last is not None):
        single = nodes[-1:] if len(nodes) % 2 else None
        nodes = _merge(formula, nodes[: len(nodes) // 2 * 2 : 2], nodes[1::2], limit, f"{name}.{depth}")
        if single is not None and last is not None:
            last = _merge(formula, single, last, limit, f"{name}.{depth}.last")
        elif single is not None:
            last = single
        depth += 1
    found = nodes if len(nodes) else last
    return np.empty(0, dtype=np.int32) if found is None else found[0]


def _merge(formula: Formula, left: Lits, right: Lits, limit: int, name: str) -> Lits:
    """Unary numbers, one a row, two by two into their sums."""
    (pairs, a), (_, b) = left.shape, right.shape
    total = formula.new(name, pairs, min(limit, a + b), helper=True)
    true = np.full((pairs, 1), formula.true, dtype=np.int32)
    # lefts[:, i]: the left number is at least i; all numbers are at least 0, none is beyond its last entry.
    lefts, rights, sums = (np.concatenate([true, number], axis=1) for number in (left, right, total))
    i, j = np.indices((a + 1, b + 1)).reshape(2, -1)
    reach = np.minimum(i + j, total.shape[1])
    formula.add(np.stack([-lefts[:, i], -rights[:, j], sums[:, reach]], axis=-1).reshape(-1, 3))
    # Below i + 1 on the left and below j + 1 on the right means below i + j + 1 together.
    over_left, over_right = (np.concatenate([number, -true], axis=1) for number in (left, right))
    i, j = i[i + j < total.shape[1]], j[i + j < total.shape[1]]
    formula.add(np.stack([over_left[:, i], over_right[:, j], -total[:, i + j]], axis=-1).reshape(-1, 3))
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


def binary_sum(formula: Formula, lits: Sequence[int] | Lits, name: str) -> list[int]:
    """The number of literals that hold, in binary, the lowest bit first (C. Sinz's parallel counter, 2005).

    For sums that are too large to be told in unary: unit propagation sees little of them.

    >>> f = Formula()
    >>> len(binary_sum(f, f.new("x", 7), "sum"))
    3
    """
    bits = []
    column = np.asarray(lits, dtype=np.int32)  # all of the same weight
    weight = 0
    while len(column):
        carries = []
        layer = 0
        while len(column) > 1:
            if len(column) == 2:
                column = np.append(column, np.int32(-formula.true))
            count = len(column) // 3
            inputs = column[: 3 * count].reshape(count, 3)
            total = formula.new(f"{name}.bit.{weight}.{layer}", count, helper=True)
            carry = formula.new(f"{name}.carry.{weight}.{layer}", count, helper=True)
            _add(formula, inputs, total, carry)
            carries.append(carry)
            column = np.concatenate([column[3 * count :], total])
            layer += 1
        bits.append(int(column[0]))
        column = np.concatenate(carries) if carries else column[:0]
        weight += 1
    return bits


def _add(formula: Formula, inputs: Lits, total: Lits, carry: Lits) -> None:
    """Full adders, one a row."""
    for signs in product((1, -1), repeat=3):  # the clause excludes these inputs with the wrong bit
        odd = signs.count(-1) % 2
        formula.add(np.column_stack([inputs * np.array(signs, dtype=np.int32), total if odd else -total]))
    for i, j in ((0, 1), (0, 2), (1, 2)):
        formula.add(np.stack([-inputs[:, i], -inputs[:, j], carry], axis=1))
        formula.add(np.stack([inputs[:, i], inputs[:, j], -carry], axis=1))


def count_by_adders(formula: Formula, lits: Sequence[int] | Lits, count: int, name: str) -> None:
    """Exactly so many of the literals hold, through a number in binary."""
    if not 0 <= count <= len(lits):
        formula.never()
        return
    for weight, bit in enumerate(binary_sum(formula, lits, name)):
        formula.add([bit if count >> weight & 1 else -bit])
