"""Skyscrapers for other programs: facts of answer set programming."""

from __future__ import annotations

from ..rules import Skyscrapers


def facts(p: Skyscrapers) -> str:
    """The board for ``model.lp``."""
    given = {(r, c): v for (r, c), v in ((at, int(p.given_values()[at])) for at in p.board) if v >= 0}
    found = [f"size({p.width}).", *(f"given({r},{c},{v})." for (r, c), v in given.items())]
    for (side, i, _), code in p.sides():
        if code:
            found.append(f"view({side},{i},{code}).")
            found += [f"seen({side},{i},{k},{r},{c})." for k, (r, c) in enumerate(p.line(side, i))]
    return "\n".join(found)
