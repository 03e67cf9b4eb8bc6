"""How a number or a mine leads to the next cells: what is known of it, and how many cells are left."""

from __future__ import annotations

from knobel.puzzle import Possible
from knobel.say import Say


def around_number(count: int, possible: Possible) -> Say | None:
    """Why the open cells around a number are all mines, or all free; the cells with what is possible in them."""
    known, open_ = int((~possible[:, 0]).sum()), int(possible.all(axis=1).sum())
    if count == known:
        return Say("all known") if count else None
    if count - known != open_:
        return None
    if not known:
        return Say("{open} open cells", open=open_) if open_ > 1 else Say("one open cell")
    if open_ == 1:
        return Say("{known} known, one open cell", known=known)
    return Say("{known} known, {open} open cells", known=known, open=open_)


def beside_mine(own: Possible, beside: Possible) -> Say | None:
    """Why a cell, or those beside it, are mines or free by the rule of pairs."""
    mines, can = int((~beside[:, 0]).sum()), int(beside[:, 1].sum())
    if not own[0]:
        if mines == 1:
            return Say("already found")
        return Say("one cell left") if can == 1 else None
    if mines > 1:
        return Say("two mines beside it")
    return Say("no cell left") if not can else None
