"""Sudoku for other programs: facts of answer set programming."""

from __future__ import annotations

from ..rules import Sudoku


def facts(p: Sudoku) -> str:
    """The board for ``model.lp``."""
    given = {(r, c): v for (r, c), v in ((at, int(p.given_values()[at])) for at in p.board) if v >= 0}
    found = [f"size({p.width}).", *(f"given({r},{c},{v})." for (r, c), v in given.items())]
    return "\n".join([*found, *(f'region({r},{c},"{p.regions()[r][c]}").' for r, c in p.board)])
