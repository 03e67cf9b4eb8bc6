"""The techniques that follow from constraints: what is said between a rule and the cells that it leads to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch

from ..puzzle import Possible
from ..say import Say
from . import constraints as c

New = Mapping[int, tuple[int, ...]]
"""The values that cells have left now, by their position in the rule."""


@singledispatch
def argument(constraint: c.Constraint, before: Possible, new: New) -> Say | None:
    """How a rule about some cells, with what was possible in them, leads to what they have left; None: no name."""
    return None


@argument.register
def _(constraint: c.AllDifferent, before: Possible, new: New) -> Say | None:
    """The only place of a value; a value that stands already; cells that share as many values as they are."""
    count, values = before.shape
    places = before.sum(axis=0)
    settled = {cell: left[0] for cell, left in new.items() if len(left) == 1}
    if count == values and len(settled) == len(new) and all(places[v] == 1 for v in settled.values()):
        return Say("the only place") if len(settled) == 1 else Say("the only places")
    gone = {v for cell, left in new.items() for v in range(values) if before[cell, v] and v not in left}
    open_ = before.sum(axis=1)
    known = {int(before[cell].argmax()) for cell in range(count) if open_[cell] == 1}
    if gone <= known:
        if len(settled) == len(new) == 1:
            return Say("the only number left")
        return Say("it is taken") if len(gone) == 1 else Say("they are taken")
    return None


@argument.register
def _(constraint: c.Count, before: Possible, new: New) -> Say | None:
    """All that are wanted are there, or as many cells are left as are wanted."""
    inside = [v for v in range(before.shape[1]) if v in constraint.values]
    can, must = (
        before[:, inside].any(axis=1),
        ~before[:, [v for v in range(before.shape[1]) if v not in inside]].any(axis=1),
    )
    have = all(set(left) <= set(inside) for left in new.values())
    have_not = all(not set(left) & set(inside) for left in new.values())
    if constraint.high is not None and int(must.sum()) == constraint.high and have_not:
        if constraint.high == 1 and not constraint.low:
            return Say("one is there already")
        return Say("all are found") if constraint.high else None
    if constraint.low is not None and int(can.sum()) == constraint.low and have:
        missing = constraint.low - int(must.sum())
        return Say("one cell is left") if missing == 1 else Say("only {count} cells are left", count=missing)
    return None


@argument.register
def _(constraint: c.Apart, before: Possible, new: New) -> Say | None:
    return Say("it is beside one") if len(new) == 1 else Say("they are beside one")


@argument.register
def _(constraint: c.Connected, before: Possible, new: New) -> Say | None:
    """What keeps the piece together belongs to it; what cannot be reached does not."""
    if all(set(left) <= set(constraint.values) for left in new.values()):
        return Say("the only way between them")
    if not any(set(left) & set(constraint.values) for left in new.values()):
        return Say("it is cut off") if len(new) == 1 else Say("they are cut off")
    return None


@argument.register
def _(constraint: c.Visible, before: Possible, new: New) -> Say | None:
    """The two ends: all cells are seen, or only the first; else what the highest hides."""
    if constraint.count == len(before):
        return Say("all are seen, so they rise")
    if constraint.count == 1:
        return Say("the first hides all others")
    return None
