"""Hitori for other programs: facts of answer set programming."""

from __future__ import annotations

from ..rules import Hitori


def facts(p: Hitori) -> str:
    """The board for ``model.lp``."""
    numbers = [f'number({r},{c},"{p.cells[r][c]}").' for r, c in p.board if p.cells[r][c]]
    return "\n".join([f"size({p.width},{p.height}).", *numbers])
