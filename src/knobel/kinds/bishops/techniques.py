"""How lines and the number of pieces lead to the next cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from knobel.puzzle import At, Left, Possible
from knobel.say import Say


def taken(cells: Collection[At], before: Possible, left: Left) -> Say | None:
    """That a piece stands on a line already, so that the rest of it is empty."""
    pieces = [at for at in cells if not before[at][0]]
    if len(pieces) != 1 or any(values != (0,) for values in left.values()):
        return None
    return Say("taken")


def one_on_each(lines: Sequence[Sequence[At]], least: int, before: Possible, left: Left) -> Say | None:
    """That the number of pieces takes one on each of some lines and all that can stand elsewhere.

    Then a cell on two of the lines is empty, and a cell on none of them has a piece.
    """
    on = [at for line in lines for at in set(line)]
    can = {(int(r), int(c)) for r, c in zip(*before[..., 1].nonzero(), strict=True)}
    useful = [line for line in lines if not can.isdisjoint(line)]
    if len(useful) < len(lines) or len(lines) + len(can - set(on)) != least:
        return None
    claimed = all(on.count(at) > 1 if values == (0,) else at not in on for at, values in left.items())
    if not claimed:
        return None
    if len(lines) == 1:
        return Say("one on it and all other cells")
    return Say("one on each and all other cells") if lines else Say("all open cells are needed")
