"""Implications with a choice, and at most one of several: for one family of literals, or for many at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import Misuse
from ..formula import Formula, Lits, Words
from ..limits import tick

Ints: TypeAlias = npt.NDArray[np.int64]
Ids: TypeAlias = npt.NDArray[np.int32]
"""The groups of clauses."""


def implies_any(formula: Formula, heads: Lits, owners: Ints, members: Lits, groups: Ids | None = None) -> None:
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


def spread(first: Ints, stop: Ints) -> tuple[Ints, Ints]:
    """All pairs (i, n) with first[i] <= n < stop[i], as two columns.

    >>> [column.tolist() for column in spread(np.array([0, 5]), np.array([2, 6]))]
    [[0, 0, 1], [0, 1, 5]]
    """
    counts = np.maximum(stop - first, 0)
    owner = np.repeat(np.arange(len(counts)), counts)
    return owner, np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts - first, counts)


def at_most_one(formula: Formula, lits: Sequence[int] | Lits, method: str = "pairs", name: str = "amo") -> None:
    """At most one of the literals holds.

    >>> f = Formula()
    >>> at_most_one(f, f.new("x", 3))
    >>> f.flat().tolist()
    [-1, -2, 0, -1, -3, 0, -2, -3, 0]
    """
    chosen = np.asarray(lits, dtype=np.int32)
    _check_method(method)
    if len(chosen) <= 4 or method == "pairs":
        if len(chosen) > 1:
            formula.add(-np.array(list(combinations(chosen.tolist(), 2)), dtype=np.int32))
    elif method == "ladder":
        _ladder_of(formula, chosen, name)
    else:
        _product_of(formula, chosen, name)


def _check_method(method: str) -> None:
    if method not in ("pairs", "ladder", "product"):
        raise Misuse(f"at most one is written by pairs, ladder or product, not by {method!r}")


def _ladder_of(formula: Formula, lits: Lits, name: str) -> None:
    """``seen[i]``: one of the literals 0 to i holds."""
    seen = formula.new(name, len(lits), helper=True)
    formula.add(np.stack([-lits, seen], axis=1))
    formula.add(np.stack([-seen[:-1], seen[1:]], axis=1), np.stack([-lits[1:], -seen[:-1]], axis=1))
    formula.add(np.stack([-seen[1:], seen[:-1], lits[1:]], axis=1))
    formula.add([-int(seen[0]), int(lits[0])])


def _product_of(formula: Formula, lits: Lits, name: str) -> None:
    width = int(np.ceil(np.sqrt(len(lits))))
    height = -(-len(lits) // width)
    row, column = formula.new(f"{name}.row", height, helper=True), formula.new(f"{name}.column", width, helper=True)
    at = np.arange(len(lits))
    formula.add(np.stack([-lits, row[at // width]], axis=1), np.stack([-lits, column[at % width]], axis=1))
    at_most_one(formula, row, "product", f"{name}.row")
    at_most_one(formula, column, "product", f"{name}.column")


def exactly_one(formula: Formula, lits: Sequence[int] | Lits, method: str = "pairs", name: str = "amo") -> None:
    """Exactly one of the literals holds."""
    formula.add(lits)
    at_most_one(formula, lits, method, name)


def at_most_one_each(
    formula: Formula, lits: Lits, owners: Ints, groups: Ids, method: str = "product", name: str = "amo"
) -> None:
    """For each i: at most one of the literals whose owner is i holds; ``groups[i]`` is the group of these clauses.

    Whole boards of lines come in a few tables this way: calling :func:`at_most_one` for each line costs more than the
    clauses where there are thousands. Owners are numbered from 0. The methods are those of :func:`at_most_one`:
    ``product`` takes about two clauses a literal and few variables (J.-C. Chen, 2010), ``ladder`` three clauses and a
    variable a literal, ``pairs`` a clause for each pair.

    >>> f = Formula()
    >>> at_most_one_each(f, f.new("x", 5), np.array([0, 0, 1, 1, 1]), np.zeros(2, dtype=np.int32), "pairs")
    >>> f.flat().tolist()
    [-1, -2, 0, -3, -4, 0, -3, -5, 0, -4, -5, 0]
    """
    order = np.argsort(owners, kind="stable")
    lits, owners = lits[order], owners[order]
    sizes = np.bincount(owners, minlength=len(groups))
    rank = np.arange(len(owners)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    _check_method(method)
    few = (sizes <= 4)[owners] if method != "pairs" else np.ones(len(owners), dtype=np.bool_)
    exclude_each(formula, lits[few], owners[few], groups)
    write = _ladder if method == "ladder" else _product
    tick()
    if not few.all():
        write(formula, lits[~few], owners[~few], rank[~few], sizes, groups, name)


def exclude_each(formula: Formula, lits: Lits, owners: Ints, groups: Ids, spare: bool = False) -> None:
    """The same as sets, whatever engines make of them; literals of one owner follow each other."""
    ends = np.flatnonzero(np.diff(owners, append=-1))
    formula.exclude(np.insert(lits, ends + 1, 0), groups[owners[ends]], spare)


def _ladder(formula: Formula, lits: Lits, owners: Ints, rank: Ints, sizes: Ints, groups: Ids, name: str) -> None:
    """``seen``: this literal of its owner, or one before it, holds."""
    seen = formula.new(name, len(lits), axes=[Words(owners, rank)], helper=True)
    on = np.flatnonzero(rank < sizes[owners] - 1)  # those that another one of the same owner follows
    for clauses in ((-lits[on], seen[on]), (-seen[on], seen[on + 1]), (-lits[on + 1], -seen[on])):
        formula.add(np.stack(clauses, axis=1), group=groups[owners[on]])


def _product(formula: Formula, lits: Lits, owners: Ints, rank: Ints, sizes: Ints, groups: Ids, name: str) -> None:
    """The literals of an owner fill a square, row by row: at most one row and at most one column is used."""
    width = np.ceil(np.sqrt(sizes)).astype(np.int64)
    for side, divide in (("row", np.floor_divide), ("column", np.remainder)):
        tick()
        keys = owners * (int(width.max()) + 1) + divide(rank, width[owners])
        used = np.bincount(keys) > 0  # the keys are small: counting is faster than sorting
        whose, number = np.divmod(np.flatnonzero(used), int(width.max()) + 1)
        lines = formula.new(f"{name}.{side}", len(whose), axes=[Words(whose, number)], helper=True)
        formula.add(np.stack([-lits, lines[(np.cumsum(used) - 1)[keys]]], axis=1), group=groups[owners])
        at_most_one_each(formula, lines, whose, groups, "ladder", f"{name}.{side}.seen")
