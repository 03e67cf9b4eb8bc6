"""How a line leads to its next cells: where its black cells can be, what its sum is made of, only places of numbers.

A line is given by what is possible in its cells, ``possible[cell, value]``; black is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from knobel.puzzle import Possible
from knobel.say import Say, either

MOST_PLACES = 4  # of the two black cells that are still told
MOST_NUMBERS = 10  # in a line: all sets of them are looked at


def by_sum(total: int, possible: Possible) -> Say | None:
    """Where the black cells can be, by the sum of a line alone; a number can stand there twice.

    >>> by_sum(3, np.ones((4, 3), dtype=np.bool_))
    black cells 1&4
    """
    found = []
    for pair, inside, outside in _splits(possible):
        sums = {0}
        for cell in inside:
            sums = {before + value for before in sums for value in (np.flatnonzero(possible[cell, 1:]) + 1).tolist()}
        if total in sums and all(possible[cell, 1:].any() for cell in outside):
            found.append(pair)
    return Say("black cells {places}", places=_told(found)) if 0 < len(found) <= MOST_PLACES else None


def by_sum_and_numbers(total: int, possible: Possible) -> Say | None:
    """What stands between the black cells and where these can be, by the sum and "each number once" together.

    >>> by_sum_and_numbers(2, np.ones((4, 3), dtype=np.bool_))
    2 between black cells 1&3 or 2&4
    """
    numbers = possible.shape[1] - 1
    if numbers > MOST_NUMBERS:
        return None
    found, sets = [], set[int]()
    for pair, inside, outside in _splits(possible):
        others = _sets(possible, outside)
        fits = {one for one in _sets(possible, inside) if _sum(one) == total and (1 << numbers) - 1 - one in others}
        if fits:
            found.append(pair)
            sets |= fits
    if not 0 < len(found) <= MOST_PLACES:
        return None
    if len(sets) > 1 or not total:
        return Say("black cells {places}", places=_told(found))
    parts = "+".join(str(value) for value in range(1, numbers + 1) if sets == {one | 1 << value - 1 for one in sets})
    return Say("{parts} between black cells {places}", parts=parts, places=_told(found))


def by_numbers(possible: Possible, new: Mapping[int, tuple[int, ...]]) -> Say:
    """Why cells of a line (by their place in it) are left with these values, by "each number once" alone."""
    places = possible.sum(axis=0)
    settled = {cell: values[0] for cell, values in new.items() if len(values) == 1}
    if len(settled) == len(new) and all(places[value] == (1 if value else 2) for value in settled.values()):
        return Say("the only place") if len(settled) == 1 else Say("the only places")
    return Say("each number once")


Cells = list[int]


def _splits(possible: Possible) -> Iterator[tuple[tuple[int, int], Cells, Cells]]:
    """Where the two black cells can be, with the cells between and beside them; no other cell has to be black."""
    blacks, must = np.flatnonzero(possible[:, 0]).tolist(), set(np.flatnonzero(~possible[:, 1:].any(axis=1)).tolist())
    for first, last in combinations(blacks, 2):
        if must <= {first, last}:
            inside = list(range(first + 1, last))
            yield (first, last), inside, [*range(first), *range(last + 1, len(possible))]


def _sets(possible: Possible, cells: Cells) -> set[int]:
    """The sets of numbers, as bits, that the cells can have, each number once."""
    found = {0}
    for cell in cells:
        values = np.flatnonzero(possible[cell, 1:]).tolist()
        found = {one | 1 << value for one in found for value in values if not one >> value & 1}
    return found


def _sum(numbers: int) -> int:
    return sum(value + 1 for value in range(numbers.bit_length()) if numbers >> value & 1)


def _told(places: Sequence[tuple[int, int]]) -> object:
    return either([f"{first + 1}&{last + 1}" for first, last in places])
