"""Doppelblock for other programs: facts of answer set programming, and a term of Prolog."""

from __future__ import annotations

from ..formats import lists
from ..rules import Doppelblock


def facts(p: Doppelblock) -> str:
    """The board for ``model.lp``."""
    found = [f"size({p.n})."]
    for place in p.places():
        name, i, j = place
        if name == "cell":
            found.append(f"given({i},{j},{p.givens[i][j]}).")
        else:
            found.append(f"sum({name},{i},{p.sum_at(place)}).")
    return "\n".join(found)


def term(p: Doppelblock) -> str:
    """The board for ``model.pl``; a variable stands for what is not known.

    >>> term(Doppelblock.parse("3:,1,/,,/1,,/,,/,,"))
    'board([_,1,_],[_,_,_],[[1,_,_],[_,_,_],[_,_,_]])'
    """
    return f"board({','.join(lists(p))})"
