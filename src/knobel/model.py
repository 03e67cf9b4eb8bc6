"""A constraint model as data: the integer twin of a formula, read by every constraint engine.

A kind writes variables, constraints and the answer; it imports no solver. Models carry no groups, so tasks that cite
clues refuse them and name an encoding to use instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .limits import tick

Vars: TypeAlias = npt.NDArray[np.int32]
"""Variables by number, from 0."""


@dataclass(frozen=True)
class Linear:
    """low <= sum(weight * variable) <= high; None leaves a side open."""

    weights: tuple[int, ...]
    variables: tuple[int, ...]
    low: int | None
    high: int | None


@dataclass(frozen=True)
class Count:
    """The value occurs at least ``low`` and at most ``high`` times among the variables."""

    variables: tuple[int, ...]
    value: int
    low: int
    high: int


@dataclass(frozen=True)
class Table:
    """The variables, in order, form one of the rows."""

    variables: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Automaton:
    """The variables, in order, form a word of the automaton: ``steps[state][value]`` is the next state."""

    variables: tuple[int, ...]
    steps: tuple[Mapping[int, int], ...]
    start: int
    finals: frozenset[int]


@dataclass(frozen=True)
class CountingAutomaton:
    """As :class:`Automaton`, with a counter: each step adds ``adds[state].get(value, 0)``, low <= total <= high."""

    variables: tuple[int, ...]
    steps: tuple[Mapping[int, int], ...]
    adds: tuple[Mapping[int, int], ...]
    start: int
    finals: frozenset[int]
    low: int
    high: int

    def unfolded(self) -> Automaton:
        """The automaton whose states are a state and a total; what is added must not be negative."""
        number = {(self.start, 0): 0}
        waiting, steps = [(self.start, 0)], []
        for state, total in waiting:  # grows while it is read
            leave = {}
            for value, after in self.steps[state].items():
                reached = after, total + self.adds[state].get(value, 0)
                if reached[1] <= self.high:
                    if reached not in number:
                        number[reached] = len(number)
                        waiting.append(reached)
                    leave[value] = number[reached]
            steps.append(leave)
        finals = frozenset(
            i for (state, total), i in number.items() if state in self.finals and self.low <= total <= self.high
        )
        return Automaton(self.variables, tuple(steps), 0, finals)


@dataclass(frozen=True)
class Clause:
    """At least one of the facts holds; a fact is (variable, value, whether it has that value)."""

    facts: tuple[tuple[int, int, bool], ...]


Constraint: TypeAlias = Linear | Count | Table | Automaton | CountingAutomaton | Clause


@dataclass
class Model:
    """Integer variables, constraints, and the answer: ``answer[*at]`` is the number of the variable at that entry.

    >>> m = Model()
    >>> x = m.new("x", 2, values=range(3))
    >>> m.add(Linear((1, 1), (0, 1), 4, 4))
    >>> m.answer = x
    >>> m.size
    (2, 1)
    """

    domains: list[tuple[int, ...]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    answer: Vars = field(default_factory=lambda: np.empty(0, dtype=np.int32))
    objective: Linear | None = None  # what a solution is worth; its bounds are not used
    meaning: Mapping[int, int] = field(default_factory=dict)
    """What the values of the answer's variables mean in a solution, one value each; what is not here means itself.

    Labelings go by a model's own values, so a model that numbers them as somebody else did searches in the same order.
    """

    def new(self, name: str, *shape: int, values: Iterable[int]) -> Vars:
        """A block of variables that can have these values."""
        first, size = len(self.domains), int(np.prod(shape, dtype=np.int64))
        self.domains += [tuple(values)] * size
        self.names += [f"{name}({','.join(map(str, index))})" if index else name for index in np.ndindex(*shape)]
        return np.arange(first, first + size, dtype=np.int32).reshape(shape)

    def add(self, *constraints: Constraint) -> None:
        tick()
        self.constraints += constraints

    @property
    def size(self) -> tuple[int, int]:
        """Variables and constraints."""
        return len(self.domains), len(self.constraints)


def numbers(variables: Vars) -> tuple[int, ...]:
    """The variables of an array in a constraint's form."""
    return tuple(int(variable) for variable in variables.ravel())


def accepts(constraint: Constraint, values: Sequence[int]) -> bool:
    """Whether the values of all variables satisfy the constraint: this is what each constraint means.

    >>> accepts(Count((0, 1), 1, 1, 1), [1, 0])
    True
    """
    match constraint:
        case Linear(weights, variables, low, high):
            total = sum(w * values[x] for w, x in zip(weights, variables, strict=True))
            return (low is None or low <= total) and (high is None or total <= high)
        case Count(variables, value, at_least, at_most):
            return at_least <= sum(values[x] == value for x in variables) <= at_most
        case Table(variables, rows):
            return tuple(values[x] for x in variables) in rows
        case Automaton(variables, steps, start, finals):
            state: int | None = start
            for x in variables:
                state = steps[state].get(values[x]) if state is not None else None
            return state in finals
        case CountingAutomaton():
            return accepts(constraint.unfolded(), values)
        case Clause(facts):
            return any((values[x] == value) == holds for x, value, holds in facts)
