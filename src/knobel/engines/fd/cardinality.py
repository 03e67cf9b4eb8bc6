"""Global cardinality: how often each value occurs, all values at once. All-different is the case of "at most once".

One assignment that fits is found like a matching, by chains of moves. Any other value of a variable is possible exactly
if the move to it can be made good by further moves in a circle, so what can be reached from what decides everything
(J.-C. Régin's filtering, on values instead of edges).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .domains import bits, members
from .propagator import FAILURE, Outcome, Relation, consistent


class Cardinality(Relation):
    """Each counted value occurs between its two bounds often. Domain consistent.

    The values that are not counted are one more place to be, without bounds; ``room`` is a place outside, which takes
    from every value that can occur once more and gives to every value that can occur once less.
    """

    def __init__(self, variables: int, bounds: Mapping[int, tuple[int, int]]) -> None:
        super().__init__()
        others = max(bounds, default=0) + 1
        self._counted = bits(bounds)
        self._others = 1 << others
        self._low = {value: low for value, (low, _) in bounds.items()} | {others: 0}
        self._high = {value: high for value, (_, high) in bounds.items()} | {others: variables}
        self._room = others + 1
        self._last: list[int] = [others] * variables  # an assignment to start from; any will do

    def filter(self, domains: Sequence[int]) -> Outcome:
        counted, others = self._counted, self._others
        places = [d & counted | others if d & ~counted else d for d in domains]
        chosen = self._assignment(places)
        if chosen is None:
            return FAILURE
        self._last = chosen
        back = self._leading_to(places, chosen)
        left = []
        for domain, value in zip(domains, chosen, strict=True):
            fitting = back[value] | 1 << value
            left.append(domain & (fitting & counted | ~counted if fitting & others else fitting & counted))
        return consistent(left)

    def _assignment(self, places: Sequence[int]) -> list[int] | None:
        """A place for each variable, within the bounds."""
        low, high = self._low, self._high
        chosen, count = [-1] * len(places), dict.fromkeys(low, 0)
        for x, value in enumerate(self._last):
            if places[x] >> value & 1 and count[value] < high[value]:
                chosen[x] = value
                count[value] += 1
        for x, value in enumerate(chosen):
            if value < 0 and not self._seat(x, places, chosen, count):
                return None
        for value in low:
            while count[value] < low[value]:
                if not self._fetch(value, places, chosen, count):
                    return None
        return chosen

    def _seat(self, x: int, places: Sequence[int], chosen: list[int], count: dict[int, int]) -> bool:
        """Give a variable a place, if need be by moving others on to where there is room."""
        came = dict.fromkeys(members(places[x]), x)  # who would move to a value
        for value in (waiting := list(came)):  # grows while it is read
            if count[value] < self._high[value]:
                count[value] += 1
                while True:
                    mover = came[value]
                    chosen[mover], value = value, chosen[mover]
                    if mover == x:
                        return True
            for y, at in enumerate(chosen):
                if at == value:
                    for other in members(places[y]):
                        if other not in came:
                            came[other] = y
                            waiting.append(other)
        return False

    def _fetch(self, wanted: int, places: Sequence[int], chosen: list[int], count: dict[int, int]) -> bool:
        """Bring one more variable to a value, from one that can spare it, if need be over several moves."""
        goes: dict[int, tuple[int, int]] = {wanted: (-1, -1)}  # who would leave a value, and where to
        for value in (waiting := [wanted]):  # grows while it is read
            for y, at in enumerate(chosen):
                if at >= 0 and at not in goes and places[y] >> value & 1:
                    goes[at] = y, value
                    waiting.append(at)
                    if count[at] > self._low[at]:
                        count[at] -= 1
                        count[wanted] += 1
                        while at != wanted:
                            mover, at = goes[at]
                            chosen[mover] = at
                        return True
        return False

    def _leading_to(self, places: Sequence[int], chosen: Sequence[int]) -> dict[int, int]:
        """For each value, the set of those from which moves lead to it."""
        low, high, room = self._low, self._high, self._room
        count = dict.fromkeys(low, 0)
        onward = dict.fromkeys(low, 0) | {room: 0}
        for place, value in zip(places, chosen, strict=True):
            count[value] += 1
            onward[value] |= place
        for value, times in count.items():
            if times < high[value]:
                onward[value] |= 1 << room
            if times > low[value]:
                onward[room] |= 1 << value
        nodes = list(onward)
        for k in nodes:
            through = onward[k]
            if through:
                for i in nodes:
                    if onward[i] >> k & 1:
                        onward[i] |= through
        return {value: bits(i for i in nodes if onward[i] >> value & 1) for value in nodes}
