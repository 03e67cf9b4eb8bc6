"""Sets of values as Python integers: bit v says that the value v is in the set.

Bits cannot be negative, so all values of a model are shifted by its least value first (``posting`` does that).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bits(values: Iterable[int]) -> int:
    """The set of these values.

    >>> bits([0, 3])
    9
    """
    found = 0
    for value in values:
        found |= 1 << value
    return found


def members(domain: int) -> Iterator[int]:
    """The values of a set, from the least on.

    >>> list(members(0b1001))
    [0, 3]
    """
    while domain:
        least = domain & -domain
        yield least.bit_length() - 1
        domain ^= least


def lowest(domain: int) -> int:
    """The least value of a set that is not empty."""
    return (domain & -domain).bit_length() - 1


def highest(domain: int) -> int:
    """The greatest value of a set that is not empty."""
    return domain.bit_length() - 1


def is_open(domain: int) -> bool:
    """Whether there is more than one value.

    >>> is_open(0b100), is_open(0b101)
    (False, True)
    """
    return domain & (domain - 1) != 0
