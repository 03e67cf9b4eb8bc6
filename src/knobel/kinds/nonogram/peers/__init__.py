"""Nonograms for other programs: the clues as facts of answer set programming."""

from __future__ import annotations

from ..rules import Nonogram


def facts(p: Nonogram) -> str:
    """The board for ``model.lp``; a line that has lost its clue has no facts."""
    found = [f"side(column,{p.height}). side(row,{p.width}). inks({len(p.palette)})."]
    for place, line in p.lines():
        if line is not None:
            found.append(f"clue({place.name},{place.i}).")
            found += [f"run({place.name},{place.i},{k},{n},{v})." for k, (n, v) in enumerate(line)]
    return "\n".join(found)
