"""How a line leads to its next cells: what its sum is made of, and where numbers have their only place."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from knobel.puzzle import Possible
from knobel.say import Say


def of_sum(total: int, last: int) -> Say | None:
    """Which numbers a sum is made of, where there is only one way, or how many it takes.

    >>> of_sum(9, 4)
    only 2+3+4
    >>> of_sum(5, 4)
    2 cells
    """
    ways = [way for size in range(last + 1) for way in combinations(range(1, last + 1), size) if sum(way) == total]
    if len(ways) == 1 and total:
        return Say("only {parts}", parts="+".join(map(str, ways[0])))
    sizes = {len(way) for way in ways}
    return Say("{count} cells", count=sizes.pop()) if len(sizes) == 1 and total else None


def of_numbers(possible: Possible, new: Mapping[int, tuple[int, ...]]) -> Say | None:
    """Why cells of a line (by their place in it) are left with these values, by "each number once" alone."""
    places = possible.sum(axis=0)
    settled = {cell: values[0] for cell, values in new.items() if len(values) == 1}
    if len(settled) == len(new) and all(places[value] == (1 if value else 2) for value in settled.values()):
        return Say("the only place") if len(settled) == 1 else Say("the only places")
    return None
