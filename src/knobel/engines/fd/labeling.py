"""Labelings, named as in SICStus Prolog: which variable comes next, how its domain is split, which part comes first.

Variables: ``leftmost`` the first one, ``ff`` the first of those with the fewest values, ``ffc`` of these the one with
the most constraints, ``min`` the one with the least value, ``max`` the one with the greatest.
Values: ``step`` the least value or not, ``enum`` one value after the other, ``bisect`` the lower half or the upper,
``median`` the middle one of the values or not, ``middle`` the one nearest to the middle of the bounds or not,
``random`` any of them or not.
``up`` takes the lower part first (and the lower of two middle values), ``down`` the upper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from ...errors import Misuse
from .domains import highest, lowest, members
from .store import Store


def _first_fail(waiting: Sequence[int], store: Store) -> int:
    domains = store.domains
    found, fewest = waiting[0], domains[waiting[0]].bit_count()
    for x in waiting:
        if fewest == 2:
            break
        size = domains[x].bit_count()
        if size < fewest:
            found, fewest = x, size
    return found


def _most_constrained(waiting: Sequence[int], store: Store) -> int:
    domains, degrees = store.domains, store.degrees
    return min([(domains[x].bit_count(), -degrees[x], place, x) for place, x in enumerate(waiting)])[-1]


ORDERS: Mapping[str, Callable[[Sequence[int], Store], int]] = {
    "leftmost": lambda waiting, store: waiting[0],
    "ff": _first_fail,
    "ffc": _most_constrained,
    "min": lambda waiting, store: min(waiting, key=lambda x: lowest(store.domains[x])),
    "max": lambda waiting, store: max(waiting, key=lambda x: highest(store.domains[x])),
}
"""Each takes one of the variables that are open."""
CHOICES = ("step", "enum", "bisect", "median", "middle", "random")
DIRECTIONS = ("up", "down")


@dataclass(frozen=True)
class Labeling:
    """A labeling; the defaults are those of SICStus.

    >>> str(Labeling.parse("bisect,down"))
    'leftmost,bisect,down'
    """

    order: str = "leftmost"
    choice: str = "step"
    direction: str = "up"

    @classmethod
    def parse(cls, text: str) -> Labeling:
        """A labeling from words with commas between them, in any order; raises :class:`Misuse`."""
        found: dict[str, str] = {}
        for word in text.split(","):
            for part, words in (("order", ORDERS), ("choice", CHOICES), ("direction", DIRECTIONS)):
                if word in words:
                    if part in found:
                        raise Misuse(f"a labeling has one of {', '.join(words)}, not {found[part]} and {word}")
                    found[part] = word
                    break
            else:
                known = "; ".join(", ".join(words) for words in (ORDERS, CHOICES, DIRECTIONS))
                raise Misuse(f"unknown labeling {word[:40]!r}; take auto, or at most one each of: {known}")
        return cls(**found)

    def __str__(self) -> str:
        return ",".join((self.order, self.choice, self.direction))

    def variable(self, waiting: Sequence[int], store: Store) -> int:
        """The variable to take next, out of those that are open."""
        return ORDERS[self.order](waiting, store)

    def branches(self, domain: int, random: Random) -> Sequence[int]:
        """The parts of a domain, in the order in which they are tried."""
        up = self.direction == "up"
        if self.choice == "enum":
            parts = [1 << value for value in members(domain)]
            return parts if up else parts[::-1]
        if self.choice == "bisect":
            lower = domain & (2 << (lowest(domain) + highest(domain)) // 2) - 1
            return (lower, domain ^ lower) if up else (domain ^ lower, lower)
        first = 1 << self._value(domain, up, random)
        return first, domain ^ first

    def _value(self, domain: int, up: bool, random: Random) -> int:
        """The value that is tried first, alone."""
        if self.choice == "step":
            return lowest(domain) if up else highest(domain)
        values = list(members(domain))
        if self.choice == "median":
            return values[(len(values) - up) // 2]
        if self.choice == "middle":
            twice = values[0] + values[-1]
            return min(values if up else values[::-1], key=lambda value: abs(2 * value - twice))
        return random.choice(values)
