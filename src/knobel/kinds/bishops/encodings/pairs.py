"""The formula of the program with which this kind began (docs/why/origins.md), clause for clause."""

from __future__ import annotations

import numpy as np

from knobel.encodings import encoding
from knobel.errors import Misuse, Unable
from knobel.formula import Formula
from knobel.puzzle import Possible

from ..geometry import STEPS, pairs
from ..rules import Bishops
from .cells import add_clues

MAX_PAIRS = 20_000_000


def asks_for_number(p: Bishops) -> bool:
    """Whether the puzzle asks for the most, the fewest or a number of pieces, which the formula does not."""
    return p.goal != "some" or p.count is not None


@encoding(Bishops, "pairs", labels="none", weaker=asks_for_number)
def original(p: Bishops, known: Possible | None = None, *, flipped: str = "no") -> Formula:
    """The formula of Horňák, Halčín and Kvetko: at least one piece, and a clause for each pair that attack each other.

    It asks for no number of pieces, so it answers the puzzle only where the goal is ``some``. Variable r * n + c + 1 is
    the cell, and there are no others. The pairs come cell by cell, downwards, and in each direction the nearest first.
    With ``flipped=yes`` the variables stand for empty cells, as when that program called its solver.
    """
    if flipped not in ("no", "yes"):
        raise Misuse(f"the encoding pairs takes flipped=yes or flipped=no, not {flipped!r}")
    possible = p.domain() if known is None else p.domain() & known
    if p.goal == "dominate":
        raise Unable("the encoding pairs does not let pieces attack each other; take diagonals or cells to dominate")
    if p.count == 0 or (p.best and not (possible[..., 1] & (p.board != "x")).any()):
        raise Unable("the encoding pairs asks for at least one piece; take diagonals or cells where there is none")
    slides = [STEPS[name] for name in STEPS if name in p.moves.lines]
    if len(slides) * p.n**3 // 3 > MAX_PAIRS:
        raise Unable(f"the encoding pairs would need {len(slides) * p.n**3 / 3:.2g} clauses; take diagonals")
    f = Formula()
    cell = f.new("cell", p.n, p.n) if flipped == "no" else -f.new("empty", p.n, p.n)
    f.answer = np.stack([-cell, cell], axis=-1)
    with f.group("rule", p.some_rule()):
        f.add(cell.reshape(1, -1))
    with f.group("rule", p.attack_rule()):
        first, second = pairs(p.n, slides, p.n - 1) if slides else pairs(p.n, p.moves.leaps, 1)
        f.add(-np.stack([cell.ravel()[first], cell.ravel()[second]], axis=1))
    f.add(-cell[~possible[..., 1]][:, None], cell[~possible[..., 0]][:, None])
    add_clues(f, p, cell)
    return f
