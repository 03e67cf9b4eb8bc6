"""Automata, with a counter or without, and sums: sets of states as integers, one layer for each variable.

A state and a total become one bit, ``state * width + total``. Whatever a value does to many states at once (go to the
next state, add two to the total) is then one mask and one shift. Forwards this gives what can be reached before each
variable, backwards what still leads to an end; a value stays if one of its steps leads from the one to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from ...model import CountingAutomaton
from .domains import highest, members
from .propagator import FAILURE, MEMORY, Outcome, Relation, consistent


class Arc(NamedTuple):
    """From these states, each of these values leads so many bits up."""

    values: int
    states: int
    shift: int


Arcs: TypeAlias = tuple[list[Arc], list[Arc]]


class Layer:
    """The arcs of one variable; ``of`` gives those that a domain leaves, split into upward and downward ones."""

    def __init__(self, steps: Mapping[int, Mapping[int, int]]) -> None:
        """From ``steps[value][shift]``, a set of states: values that do the same to the same states share an arc."""
        merged: dict[tuple[int, int], int] = {}
        for value, moves in steps.items():
            for shift, states in moves.items():
                merged[states, shift] = merged.get((states, shift), 0) | 1 << value
        self.arcs = [Arc(values, states, shift) for (states, shift), values in merged.items()]
        self.of: Callable[[int], Arcs] = lru_cache(MEMORY)(self._of)

    def _of(self, domain: int) -> Arcs:
        arcs = [arc for arc in self.arcs if arc.values & domain]
        down = [Arc(arc.values, arc.states, -arc.shift) for arc in arcs if arc.shift < 0]
        return [arc for arc in arcs if arc.shift >= 0], down


class Layered(Relation):
    """A path through the layers leads from the start to one of the ends. Domain consistent."""

    def __init__(self, layers: Sequence[Layer], start: int, ends: int) -> None:
        super().__init__()
        self._layers, self._start, self._ends = tuple(layers), start, ends

    def filter(self, domains: Sequence[int]) -> Outcome:
        reached, now = [], self._start
        for layer, domain in zip(self._layers, domains, strict=True):
            reached.append(now)
            upward, downward = layer.of(domain)
            then = 0
            for _, states, shift in upward:
                then |= (now & states) << shift
            for _, states, shift in downward:
                then |= (now & states) >> shift
            now = then
        now &= self._ends
        if not now:
            return FAILURE
        left = list(domains)
        for i in range(len(left) - 1, -1, -1):
            upward, downward = self._layers[i].of(left[i])
            before, then, values = reached[i], 0, 0
            for arc, states, shift in upward:
                if source := now >> shift & states & before:
                    then |= source
                    values |= arc
            for arc, states, shift in downward:
                if source := now << shift & states & before:
                    then |= source
                    values |= arc
            left[i] &= values
            now = then
        return consistent(left)


def automaton(c: CountingAutomaton, base: int) -> Layered:
    """An automaton whose steps add to a total; bit 0 of a domain is the value ``base``."""
    length = len(c.variables)
    most = max((add for row in c.adds for value, add in row.items() if value >= base), default=0) * length
    low, high = c.low, min(c.high, most)
    width = high + 1
    every: dict[int, dict[int, int]] = {}
    for state, leave in enumerate(c.steps):
        for value, after in leave.items():
            add = c.adds[state].get(value, 0)
            if value >= base and add <= high:
                moves = every.setdefault(value - base, {})
                shift = (after - state) * width + add
                moves[shift] = moves.get(shift, 0) | (1 << width - add) - 1 << state * width
    totals = (1 << width) - (1 << max(0, low)) if low <= high else 0
    finals = 0
    for state in c.finals:
        finals |= totals << state * width
    return Layered([Layer(every)] * length, 1 << c.start * width, finals)


def total(weights: Sequence[int], domains: Sequence[int], low: int, high: int) -> Layered:
    """A sum as an automaton that has a total and no states; every term is counted from its least value on."""
    layers, span = [], sum(abs(w) * highest(d) for w, d in zip(weights, domains, strict=True))
    for w, domain in zip(weights, domains, strict=True):
        least = min(w * value for value in members(domain))
        low, high = low - least, high - least
        layers.append(Layer({value: {w * value - least: (2 << span) - 1} for value in members(domain)}))
    ends = (2 << min(high, span)) - (1 << max(low, 0)) if high >= max(low, 0) and low <= span else 0
    return Layered(layers, 1, ends)


def occurrences(length: int, bounds: Mapping[int, tuple[int, int]], values: int) -> Layered:
    """How often each counted value occurs, as a total whose digits are the counts; others of the values add nothing.

    Small global cardinalities are filtered faster this way than by moves along chains (``cardinality``).
    """
    width, places = places_of(length, bounds)
    steps = {value: {0: (1 << width) - 1} for value in members(values) if value not in bounds}
    ends = (1 << width) - 1
    for value, (low, high) in bounds.items():
        place, top = places[value], min(high, length)
        every = ((1 << width) - 1) // ((1 << place * (top + 1)) - 1)  # one bit where the digit starts anew
        steps[value] = {place: ((1 << place * top) - 1) * every}  # the digit is less than its greatest
        ends &= ((1 << place * (top + 1)) - (1 << place * min(low, top + 1))) * every
    return Layered([Layer(steps)] * length, 1, ends)


def places_of(length: int, bounds: Mapping[int, tuple[int, int]]) -> tuple[int, dict[int, int]]:
    """The number of all totals, and what each value adds to the total."""
    width, places = 1, {}
    for value, (_, high) in bounds.items():
        places[value] = width
        width *= min(high, length) + 1
    return width, places
