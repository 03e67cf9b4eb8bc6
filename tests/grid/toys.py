"""One rule on one row of cells, and what it means in words of the tests' own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import ClassVar

import numpy as np

from knobel.grid import (
    AllDifferent,
    Apart,
    Automaton,
    Connected,
    Count,
    Forbidden,
    Form,
    Grid,
    Matching,
    OneOf,
    Rule,
    Sum,
    Symbol,
    Table,
    Unequal,
    Visible,
)
from knobel.grid.constraints import Constraint
from knobel.say import Say

Cells = tuple[int, ...]


@dataclass(frozen=True)
class Toy(Grid):
    """A row of cells under one constraint."""

    kind: ClassVar[str] = "toy"
    form: ClassVar[Form] = Form()
    constraint: Constraint = field(default=AllDifferent())
    count: int = 2

    def symbols(self) -> tuple[Symbol, ...]:
        return tuple(Symbol(str(v), v) for v in range(self.count))

    def rules(self) -> Iterator[Rule]:
        yield Rule(Say("it holds"), tuple(self.board), self.constraint)


def toy(constraint: Constraint, cells: int, values: int) -> Toy:
    return Toy(cells, 1, (("",) * cells,), constraint=constraint, count=values)


def means(constraint: Constraint, cells: Cells) -> bool:
    """What a constraint says of filled cells, written once more and as differently as possible."""
    match constraint:
        case OneOf(values):
            return set(cells) <= set(values)
        case AllDifferent():
            return not any(cells[i] == cells[j] for i in range(len(cells)) for j in range(i))
        case Count(low, high, values):
            found = len([v for v in cells if v in values])
            return (low is None or found >= low) and (high is None or found <= high)
        case Sum(total, first, different):
            fits = sum(cells) + first * len(cells) == total
            return fits and (not different or sorted(set(cells)) == sorted(cells))
        case Table(rows):
            return any(cells == row for row in rows)
        case Automaton(steps, finals):
            states = {0}
            for v in cells:
                states = {steps[state][v] for state in states} - {-1}
            return bool(states & set(finals))
        case Visible(count):
            return len({max(cells[: i + 1]) for i in range(len(cells))}) == count
        case Unequal():
            half = len(cells) // 2
            return any(cells[i] != cells[half + i] for i in range(half))
        case Apart(pairs, values):
            return all(cells[i] not in values or cells[j] not in values for i, j in pairs)
        case Forbidden(patterns, places):
            return all([cells[i] for i in place] != [*pattern] for place in places for pattern in patterns)
        case Connected(pairs, values, ground):
            inside = np.array([v in values for v in cells])
            step = np.eye(len(cells), dtype=np.int64)
            for i, j in pairs:
                step[i, j] = step[j, i] = inside[i] and inside[j]
            reach = np.linalg.matrix_power(step, len(cells)) > 0
            if ground:
                return all(any(reach[i, g] and inside[g] for g in ground) for i in np.flatnonzero(inside))
            return bool(reach[np.ix_(inside, inside)].all())
        case Matching(partners, edges, values):
            mine = [i for i, v in enumerate(cells) if v in values]
            if len(mine) != partners:
                return False
            return any(
                all((i, p) in edges for i, p in zip(mine, order, strict=True))
                for order in permutations(range(partners))
            )


def grid_pairs(width: int, height: int) -> tuple[tuple[int, int], ...]:
    at = [(r, c) for r in range(height) for c in range(width)]
    return tuple(
        (i, j) for i, a in enumerate(at) for j, b in enumerate(at) if i < j and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    )


def constraints(seed: int) -> Iterator[tuple[Constraint, int, int]]:
    """Constraints of each sort, with their numbers of cells and values; all are small enough to try everything."""
    random = np.random.default_rng(seed)

    def number(low: int, high: int) -> int:
        return int(random.integers(low, high + 1))

    def some(values: int) -> tuple[int, ...]:
        return tuple(sorted(random.choice(values, size=number(1, values), replace=False).tolist()))

    m, v = number(1, 5), number(2, 4)
    yield OneOf(some(v)), m, v
    yield AllDifferent(), m, v
    yield AllDifferent(), v, v
    low, high = number(-1, m), number(-1, m)
    yield Count(None if low < 0 else low, None if high < 0 else high, some(v)), m, v
    k, wide = number(2, 4), number(6, 9)
    yield Count(k, k), wide, 2
    yield Count(k - 1, k + 1, (0,)), wide, 2
    first = number(0, 2)
    yield Sum(number(0, m * (v + first)), first), m, v
    yield Sum(number(0, 4 * m), 1, different=True), m, 4
    rows = [row for row in product(range(v), repeat=m) if random.random() < 0.4]
    yield Table(frozenset(rows)), m, v
    states = number(1, 4)
    steps = tuple(tuple(random.integers(-1, states, v).tolist()) for _ in range(states))
    yield Automaton(steps, some(states)), m, v
    yield Visible(number(1, m)), m, v
    yield Unequal(), 2 * number(1, 2), v
    pairs = tuple((i, j) for i in range(m) for j in range(i) if random.random() < 0.4)
    yield Apart(pairs, some(v)), m, v
    if m > 1:
        patterns = tuple(tuple(random.integers(0, v, 2).tolist()) for _ in range(number(1, 3)))
        yield Forbidden(patterns, tuple((i, i + 1) for i in range(m - 1))), m, v
    width, height = number(1, 3), number(1, 3)
    yield Connected(grid_pairs(width, height), (number(0, 1),)), width * height, 2
    yield Connected(grid_pairs(width, height), (1,), some(width * height)), width * height, 2
    partners = number(1, 3)
    edges = tuple((i, p) for i in range(m) for p in range(partners) if random.random() < 0.6)
    yield Matching(partners, edges), m, 2
