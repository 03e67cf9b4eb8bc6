"""What the encodings share: the given cells, and demands for better solutions."""

from __future__ import annotations

from knobel.formula import Formula, Lits

from ..rules import Bishops


def add_clues(f: Formula, p: Bishops, cell: Lits) -> None:
    """What is given about single cells: a clue each. ``cell[r, c]`` says that a piece stands there."""
    for place in p.places():
        _, r, c = place
        with f.group("clue", p.clue(r, c), [(r, c)], place):
            f.add([int(cell[r, c]) if p.rows[r][c] == "B" else -int(cell[r, c])])


def demand_few(f: Formula, more: Lits, pieces: int) -> None:
    """Demands to dominate with few of so many pieces; ``more[k]`` says that more than k pieces stand on the board."""
    for k in range(len(more)):
        f.level(k, -int(more[k]))
    if len(more) == pieces:
        f.level(pieces, f.true)


def demand_many(f: Formula, missing: Lits, most: int) -> None:
    """Demands for many pieces, of ``most`` at best; ``missing[k]`` says that more than k are missing.

    One more than the most is a demand too: whoever climbs sees it refuted.
    """
    for k in range(len(missing)):
        f.level(most - k, -int(missing[k]))
    f.level(most + 1, -f.true)
