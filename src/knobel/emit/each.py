"""At most one of several, for many families at once: whole boards of lines in a few tables.

Calling :func:`at_most_one` for each line costs more than the clauses themselves where there are thousands of lines.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..errors import Misuse
from ..formula import Formula, Lits
from ..limits import tick

Ints = npt.NDArray[np.int64]


def at_most_one_each(
    formula: Formula,
    lits: Lits,
    owners: npt.NDArray[np.int64],
    groups: npt.NDArray[np.int32],
    method: str = "product",
    name: str = "amo",
) -> None:
    """For each i: at most one of the literals whose owner is i holds; ``groups[i]`` is the group of these clauses.

    Owners are numbered from 0. The methods are those of :func:`at_most_one`: ``product`` takes about two clauses a
    literal and few variables (J.-C. Chen, 2010), ``ladder`` three clauses and a variable a literal, ``pairs`` a clause
    for each pair.

    >>> f = Formula()
    >>> at_most_one_each(f, f.new("x", 5), np.array([0, 0, 1, 1, 1]), np.zeros(2, dtype=np.int32), "pairs")
    >>> f.flat().tolist()
    [-1, -2, 0, -3, -4, 0, -3, -5, 0, -4, -5, 0]
    """
    order = np.argsort(owners, kind="stable")
    lits, owners = lits[order], owners[order]
    sizes = np.bincount(owners, minlength=len(groups))
    rank = np.arange(len(owners)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    if method not in ("pairs", "ladder", "product"):
        raise Misuse(f"at most one is written by pairs, ladder or product, not by {method!r}")
    few = (sizes <= 4)[owners] if method != "pairs" else np.ones(len(owners), dtype=np.bool_)
    exclude_each(formula, lits[few], owners[few], groups)
    write = _ladder if method == "ladder" else _product
    tick()
    if not few.all():
        write(formula, lits[~few], owners[~few], rank[~few], sizes, groups, name)


def exclude_each(
    formula: Formula, lits: Lits, owners: Ints, groups: npt.NDArray[np.int32], spare: bool = False
) -> None:
    """The same as sets, whatever engines make of them; literals of one owner follow each other."""
    ends = np.flatnonzero(np.diff(owners, append=-1))
    formula.exclude(np.insert(lits, ends + 1, 0), groups[owners[ends]], spare)


def _ladder(
    formula: Formula, lits: Lits, owners: Ints, rank: Ints, sizes: Ints, groups: npt.NDArray[np.int32], name: str
) -> None:
    """``seen``: this literal of its owner, or one before it, holds."""
    seen = formula.new(name, len(lits), axes=[Numbered(owners, rank)])
    on = np.flatnonzero(rank < sizes[owners] - 1)  # those that another one of the same owner follows
    for clauses in ((-lits[on], seen[on]), (-seen[on], seen[on + 1]), (-lits[on + 1], -seen[on])):
        formula.add(np.stack(clauses, axis=1), group=groups[owners[on]])


def _product(
    formula: Formula, lits: Lits, owners: Ints, rank: Ints, sizes: Ints, groups: npt.NDArray[np.int32], name: str
) -> None:
    """The literals of an owner fill a square, row by row: at most one row and at most one column is used."""
    width = np.ceil(np.sqrt(sizes)).astype(np.int64)
    for side, divide in (("row", np.floor_divide), ("column", np.remainder)):
        tick()
        keys = owners * (int(width.max()) + 1) + divide(rank, width[owners])
        used = np.bincount(keys) > 0  # the keys are small: counting is faster than sorting
        whose, number = np.divmod(np.flatnonzero(used), int(width.max()) + 1)
        lines = formula.new(f"{name}.{side}", len(whose), axes=[Numbered(whose, number)])
        formula.add(np.stack([-lits, lines[(np.cumsum(used) - 1)[keys]]], axis=1), group=groups[owners])
        at_most_one_each(formula, lines, whose, groups, "ladder", f"{name}.{side}.seen")


class Numbered(Sequence[str]):
    """The names ``owner,number``, made when they are asked for: formulas can have millions."""

    def __init__(self, owners: Ints, numbers: Ints) -> None:
        self.owners, self.numbers = owners, numbers

    def __len__(self) -> int:
        return len(self.owners)

    def __getitem__(self, index: int | slice) -> str:
        return f"{self.owners[index]},{self.numbers[index]}"
