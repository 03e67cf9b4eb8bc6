"""Dominosweeper for other programs: facts of answer set programming, and a term of Prolog."""

from __future__ import annotations

from ..rules import Dominosweeper


def facts(p: Dominosweeper) -> str:
    """The board for ``model.lp``."""
    found = [f"height({p.height}). width({p.width})."]
    found += [] if p.plain else ["pairs."]
    found += [] if p.mines is None else [f"mines({p.mines})."]
    for r, row in enumerate(p.rows):
        for c, g in enumerate(row):
            match g:
                case ".":
                    continue
                case "*":
                    found.append(f"given({r},{c}).")
                case "-":
                    found.append(f"free({r},{c}).")
                case number:
                    found.append(f"free({r},{c}). number({r},{c},{number}).")
    return "\n".join(found)


def term(p: Dominosweeper) -> str:
    """The board for ``model.pl``: numbers, ``e`` for cells of which nothing is given, ``free`` and ``mine``.

    >>> term(Dominosweeper.parse("3x2:2.-/..*:plain=yes"))
    'board([[2,e,free],[e,e,mine]],plain,_)'
    """
    words = {".": "e", "-": "free", "*": "mine"}
    rows = ",".join(f"[{','.join(words.get(g, g) for g in row)}]" for row in p.rows)
    return f"board([{rows}],{'plain' if p.plain else 'pairs'},{'_' if p.mines is None else p.mines})"
