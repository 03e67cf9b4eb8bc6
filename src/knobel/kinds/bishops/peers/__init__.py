"""Pieces on a chessboard for other programs: the question as facts of answer set programming."""

from __future__ import annotations

from ..rules import Bishops

WORDS = {"#": "hole", "B": "given", "x": "empty"}


def facts(p: Bishops) -> str:
    """The board, the piece and the question for ``model.lp``."""
    found = [f"side({p.n}). goal({p.goal})."]
    found += [f"direction({name})." for name in p.moves.lines]
    found += [f"leap({dr},{dc})." for dr, dc in p.moves.leaps]
    found += [f"{WORDS[g]}({r},{c})." for r, row in enumerate(p.rows) for c, g in enumerate(row) if g != "."]
    found += [] if p.count is None else [f"count({p.count})."]
    found += [] if p.best is None else [f"best({p.best})."]
    return "\n".join(found)
