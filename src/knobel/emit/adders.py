"""Counting in binary: one full adder a literal, for sums that are too large to be told in unary.

Unit propagation sees little of such a sum, so smaller ones are better told by a totalizer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from ..formula import Formula, Lits


def binary_sum(formula: Formula, lits: Sequence[int] | Lits, name: str) -> list[int]:
    """The number of literals that hold, in binary, the lowest bit first (C. Sinz's parallel counter, 2005).

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
            total = formula.new(f"{name}.bit.{weight}.{layer}", count)
            carry = formula.new(f"{name}.carry.{weight}.{layer}", count)
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
