"""Doppelblock for other programs: facts of answer set programming, and a term of Prolog."""

from __future__ import annotations

from collections.abc import Iterable

from ..rules import Doppelblock


def facts(p: Doppelblock) -> str:
    """The board for ``model.lp``."""
    found = [f"size({p.n})."]
    for name, i, j in p.places():
        if name == "cell":
            found.append(f"given({i},{j},{p.givens[i][j]}).")
        else:
            found.append(f"sum({name},{i},{(p.columns if name == 'column' else p.rows)[i]}).")
    return "\n".join(found)


def term(p: Doppelblock) -> str:
    """The board for ``model.pl``; a variable stands for what is not known.

    >>> term(Doppelblock.parse("3:,1,/,,/1,,/,,/,,"))
    'board([_,1,_],[_,_,_],[[1,_,_],[_,_,_],[_,_,_]])'
    """
    columns, rows = (_listed("_" if s is None else str(s) for s in sums) for sums in (p.columns, p.rows))
    return f"board({columns},{rows},{_listed(_listed('_' if v < 0 else str(v) for v in row) for row in p.givens)})"


def _listed(items: Iterable[str]) -> str:
    return f"[{','.join(items)}]"
