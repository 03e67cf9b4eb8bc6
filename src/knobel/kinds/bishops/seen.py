"""Best placements that need no search: as many pieces as the bound in words allows."""

from __future__ import annotations

import numpy as np

from knobel.puzzle import Values

from .encodings.geometry import one_piece_sets
from .encodings.witness import independent
from .rules import Bishops

SMALL = 30  # the side of boards that are searched in a moment: there the refutation of one more is worth seeing


def seen(p: Bishops) -> Values | None:
    """A placement on a large board that reaches the bound, if filling set by set finds one."""
    bound = p.bound()
    if p.n <= SMALL or p.best != "most" or bound is None or p.piece == "queen":  # queens are not found set by set
        return None
    possible = p.domain()
    placed = independent(p, one_piece_sets(p, np.flatnonzero(possible[..., 1])), possible)
    values = np.zeros((p.n, p.n), dtype=np.int64)
    values.ravel()[placed] = 1
    return values if len(placed) == bound[0] else None
