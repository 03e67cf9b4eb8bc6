"""Star battle for other programs: facts of answer set programming."""

from __future__ import annotations

from ..rules import Starbattle


def facts(p: Starbattle) -> str:
    """The board for ``model.lp``."""
    found = [f"size({p.width}).", f"stars({p.setting('stars')})."]
    return "\n".join([*found, *(f'region({r},{c},"{p.cells[r][c]}").' for r, c in p.board if p.cells[r][c])])
