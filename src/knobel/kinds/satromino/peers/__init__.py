"""Levels for other programs: the board, the pieces and their shapes as facts of answer set programming."""

from __future__ import annotations

from ..pieces import PIECES
from ..rules import Satromino


def facts(p: Satromino) -> str:
    """The level for ``model.lp``, with the shapes of those pieces that occur in it."""
    found = [f"width({p.width}). height({p.height})."]
    found += ["strict."] if p.strict else []
    found += [f"piece({k},{piece.lower()})." for k, piece in enumerate(p.sequence)]
    for piece in sorted(set(p.sequence)):
        found.append(f"states({piece.lower()},{len(PIECES[piece])}).")
        for s, shape in enumerate(PIECES[piece]):
            found.append(f"wide({piece.lower()},{s},{shape.width}).")
            found += [f"block({piece.lower()},{s},{r},{c})." for r, c in shape.cells]
    found += [f"start({r},{c})." for r, c in sorted(p.started())]
    words = {"+": "filled", ".": "empty"}
    found += [f"goal({r},{c},{words[p.goal[r][c]]})." for _, r, c in p.places()]
    return "\n".join(found)
