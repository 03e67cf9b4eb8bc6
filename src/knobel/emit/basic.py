"""The small change of encodings: implications with a choice, and at most one of several."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ..errors import Misuse
from ..formula import Formula, Lits


def implies_any(
    formula: Formula,
    heads: Lits,
    owners: npt.NDArray[np.int64],
    members: Lits,
    groups: npt.NDArray[np.int32] | None = None,
) -> None:
    """For each i: ``heads[i]`` implies one of the members whose owner is i; ``groups[i]`` is the group of this clause.

    >>> f = Formula()
    >>> x = f.new("x", 3)
    >>> implies_any(f, x[:1], np.array([0, 0]), x[1:])
    >>> f.flat().tolist()
    [-1, 2, 3, 0]
    """
    order = np.argsort(owners, kind="stable")
    counts = np.bincount(owners, minlength=len(heads))
    starts = np.cumsum(counts + 2) - (counts + 2)
    flat = np.zeros(int((counts + 2).sum()), dtype=np.int32)
    flat[starts] = -heads
    rank = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
    flat[starts[owners[order]] + 1 + rank] = members[order]
    formula.add_ragged(flat, groups)


def at_most_one(formula: Formula, lits: Sequence[int] | Lits, method: str = "pairs", name: str = "amo") -> None:
    """At most one of the literals holds.

    >>> f = Formula()
    >>> at_most_one(f, f.new("x", 3))
    >>> f.flat().tolist()
    [-1, -2, 0, -1, -3, 0, -2, -3, 0]
    """
    chosen = np.asarray(lits, dtype=np.int32)
    if method not in ("pairs", "ladder", "product"):
        raise Misuse(f"at most one is written by pairs, ladder or product, not by {method!r}")
    if len(chosen) <= 4 or method == "pairs":
        if len(chosen) > 1:
            formula.add(-np.array(list(combinations(chosen.tolist(), 2)), dtype=np.int32))
    elif method == "ladder":
        prefix(formula, chosen, name)
    else:
        _product(formula, chosen, name)


def prefix(formula: Formula, lits: Lits, name: str) -> Lits:
    """At most one holds, by a chain: the result's entry i says that one of the literals 0..i holds."""
    seen = formula.new(name, len(lits))
    formula.add(np.stack([-lits, seen], axis=1))
    formula.add(np.stack([-seen[:-1], seen[1:]], axis=1), np.stack([-lits[1:], -seen[:-1]], axis=1))
    formula.add(np.stack([-seen[1:], seen[:-1], lits[1:]], axis=1))
    formula.add([-int(seen[0]), int(lits[0])])
    return seen


def _product(formula: Formula, lits: Lits, name: str) -> None:
    width = int(np.ceil(np.sqrt(len(lits))))
    height = -(-len(lits) // width)
    row, column = formula.new(f"{name}.row", height), formula.new(f"{name}.column", width)
    at = np.arange(len(lits))
    formula.add(np.stack([-lits, row[at // width]], axis=1), np.stack([-lits, column[at % width]], axis=1))
    at_most_one(formula, row, "product", f"{name}.row")
    at_most_one(formula, column, "product", f"{name}.column")


def exactly_one(formula: Formula, lits: Sequence[int] | Lits, method: str = "pairs", name: str = "amo") -> None:
    """Exactly one of the literals holds."""
    formula.add(lits)
    at_most_one(formula, lits, method, name)
