"""What follows from goal and rules together and helps the search: left out when explaining."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from knobel.say import Say

from .geometry import LADDER, cell_columns

if TYPE_CHECKING:
    from .placement import PlacementWriter


def add_implied(writer: PlacementWriter) -> None:
    """A cell that has to be filled is never covered while it is empty: what lies under a piece comes before it.

    Where the pieces fill no cell more than they must, or all that they may, the goal leaves nothing open.
    """
    f, p = writer.f, writer.p
    goal = cell_columns(p.goal)
    count = int(writer.started.sum()) + 4 * len(p.sequence)
    must, may = (goal == "+") | writer.started, goal != "."
    if count == must.sum():
        may = must
    elif count == may.sum():
        must = may
    wanted = must & ~writer.started
    width, height = wanted.shape
    # next_wanted[x, y]: the first row from y on that has to be filled
    rows = np.where(wanted, np.arange(height), height)
    next_wanted = np.concatenate(
        [np.minimum.accumulate(rows[:, ::-1], axis=1)[:, ::-1], np.full((width, 1), height)], axis=1
    )
    sums = np.concatenate([np.zeros((width, 1), dtype=np.int64), np.cumsum(wanted, axis=1)], axis=1)
    covered = f.declare("implied", Say("what has to be filled is not covered while it is empty")).id
    enough = f.declare("implied", Say("there are enough pieces for what lies under and over a piece")).id
    for part in writer.parts:
        cut, top, bottom, place = part.drops.slices, part.drops.top, part.drops.bottom, part.place
        deep = bottom >= LADDER  # under what ends higher, a piece with a notch can still slip
        below = next_wanted[cut.x, bottom + 1]
        has = (below < height) & deep
        owner = cut.owner[has]
        free = writer.free[part.steps.start + part.k[owner], cut.x[has], below[has]]
        f.add(np.stack([-place[owner], -free], axis=1), group=covered)
        lower = np.where(deep, sums[cut.x, height] - sums[cut.x, bottom + 1], 0)
        under = np.bincount(cut.owner, lower, minlength=len(place))
        over = np.bincount(cut.owner, sums[cut.x, top] - sums[cut.x, cut.top], minlength=len(place))
        k = part.steps.start + part.k
        late = (under > 4 * k) | (over > 4 * (len(p.sequence) - 1 - k))
        f.add(-place[late][:, None], group=enough)
    if not (may == (goal != ".")).all():
        with f.group("implied", Say("every cell that is filled has to be")):
            _, r, c, lits = writer.covers()
            f.add(-lits[~may[c, r]][:, None])
