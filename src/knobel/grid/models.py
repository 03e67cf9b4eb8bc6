"""The line of each constraint in a constraint model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch
from itertools import product

from ..model import Automaton, Clause, Count, CountingAutomaton, Linear, Model, Table, numbers
from ..puzzle import Possible
from . import constraints as c
from .puzzle import Grid


def cp(p: Grid, known: Possible | None = None) -> Model:
    """A constraint model: a whole number a cell, and each rule as a constraint."""
    m = Model()
    domain = p.domain() if known is None else p.domain() & known
    height, width, count = domain.shape
    m.answer = m.new("cell", height, width, values=range(count))
    for (r, column), variable in zip(p.board, numbers(m.answer), strict=True):
        m.domains[variable] = tuple(v for v in range(count) if domain[r, column, v]) or (0,)
        if not domain[r, column].any():
            m.add(never(variable, count))
    for rule in p.rulebook:
        put(rule.constraint, m, [int(m.answer[at]) for at in rule.cells], count)
    return m


def never(cell: int, count: int) -> Linear:
    """What no value of a cell satisfies."""
    return Linear((1,), (cell,), count, count)


def some(m: Model, cells: Sequence[int], values: tuple[int, ...]) -> list[int]:
    """Variables that are 1 where a cell has one of the values, and 0 elsewhere."""
    made = []
    for cell in cells:
        has = int(m.new(f"has{len(m.domains)}", values=(0, 1)))
        m.add(*(Clause(((cell, v, False), (has, int(v in values), True))) for v in m.domains[cell]))
        made.append(has)
    return made


@singledispatch
def put(constraint: c.Constraint, m: Model, cells: list[int], count: int) -> None:
    raise NotImplementedError(type(constraint).__name__)


@put.register
def _(constraint: c.OneOf, m: Model, cells: list[int], count: int) -> None:
    for cell in cells:
        m.add(Clause(tuple((cell, v, True) for v in constraint.values)))


@put.register
def _(constraint: c.AllDifferent, m: Model, cells: list[int], count: int) -> None:
    exactly = int(len(cells) == count)
    m.add(*(Count(tuple(cells), v, exactly, 1) for v in range(count)))


@put.register
def _(constraint: c.Count, m: Model, cells: list[int], count: int) -> None:
    low, high = constraint.low or 0, len(cells) if constraint.high is None else constraint.high
    if len(constraint.values) == 1:
        m.add(Count(tuple(cells), constraint.values[0], low, high))
    else:
        m.add(Linear((1,) * len(cells), tuple(some(m, cells, constraint.values)), low, high))


@put.register
def _(constraint: c.Sum, m: Model, cells: list[int], count: int) -> None:
    total = constraint.total - constraint.first * len(cells)
    m.add(Linear((1,) * len(cells), tuple(cells), total, total))
    if constraint.different:
        m.add(*(Count(tuple(cells), v, 0, 1) for v in range(count)))


@put.register
def _(constraint: c.Table, m: Model, cells: list[int], count: int) -> None:
    m.add(Table(tuple(cells), tuple(sorted(constraint.rows))) if constraint.rows else never(cells[0], count))


@put.register
def _(constraint: c.Automaton, m: Model, cells: list[int], count: int) -> None:
    steps = tuple({v: s for v, s in enumerate(row) if s >= 0} for row in constraint.steps)
    m.add(Automaton(tuple(cells), steps, 0, frozenset(constraint.finals)))


@put.register
def _(constraint: c.Visible, m: Model, cells: list[int], count: int) -> None:
    """State h: the highest so far is h - 1; a counter counts the steps to a higher one."""
    steps: tuple[Mapping[int, int], ...] = tuple({v: max(h, v + 1) for v in range(count)} for h in range(count + 1))
    adds: tuple[Mapping[int, int], ...] = tuple(dict.fromkeys(range(h, count), 1) for h in range(count + 1))
    finals = frozenset(range(count + 1))
    m.add(CountingAutomaton(tuple(cells), steps, adds, 0, finals, constraint.count, constraint.count))


@put.register
def _(constraint: c.Unequal, m: Model, cells: list[int], count: int) -> None:
    half = len(cells) // 2
    same = []
    for one, other in zip(cells[:half], cells[half:], strict=True):
        equal = int(m.new(f"same{len(m.domains)}", values=(0, 1)))
        rows = tuple((v, w, int(v == w)) for v, w in product(range(count), repeat=2))
        m.add(Table((one, other, equal), rows))
        same.append((equal, 0, True))
    m.add(Clause(tuple(same)))


@put.register
def _(constraint: c.Apart, m: Model, cells: list[int], count: int) -> None:
    for i, j in constraint.pairs:
        m.add(*(Clause(((cells[i], v, False), (cells[j], w, False))) for v, w in product(constraint.values, repeat=2)))


@put.register
def _(constraint: c.Forbidden, m: Model, cells: list[int], count: int) -> None:
    for place, pattern in product(constraint.places, constraint.patterns):
        m.add(Clause(tuple((cells[i], v, False) for i, v in zip(place, pattern, strict=True))))


@put.register
def _(constraint: c.Connected, m: Model, cells: list[int], count: int) -> None:
    """Ranks: the one root has 0, every other cell of the piece a neighbour in it whose rank is lower."""
    size = len(cells)
    has = some(m, cells, constraint.values)
    rank = [int(m.new(f"rank{len(m.domains)}", values=range(size))) for _ in cells]
    root = [int(m.new(f"root{len(m.domains)}", values=(0, 1))) for _ in cells]
    if constraint.ground:
        m.add(*(Clause(((root[i], 0, True),)) for i in range(size) if i not in constraint.ground))
    else:
        m.add(Count(tuple(root), 1, 0, 1))
    parents: list[list[int]] = [[] for _ in cells]
    for i, j in (edge for pair in constraint.pairs for edge in (pair, pair[::-1])):
        arc = int(m.new(f"arc{len(m.domains)}", values=(0, 1)))
        # arc = 1: the rank of j is lower than that of i; size (1 - arc) makes room otherwise
        m.add(
            Clause(((arc, 0, True), (has[j], 1, True))), Linear((1, -1, -size), (rank[i], rank[j], arc), 1 - size, None)
        )
        parents[i].append(arc)
    for i in range(size):
        m.add(Clause(((has[i], 0, True), (root[i], 1, True), *((arc, 1, True) for arc in parents[i]))))


@put.register
def _(constraint: c.Matching, m: Model, cells: list[int], count: int) -> None:
    has = some(m, cells, constraint.values)
    pair = [int(m.new(f"pair{len(m.domains)}", values=(0, 1))) for _ in constraint.edges]
    for i, one in enumerate(has):
        mine = [edge for edge, (at, _) in zip(pair, constraint.edges, strict=True) if at == i]
        m.add(Linear((*(1 for _ in mine), -1), (*mine, one), 0, 0))
    for partner in range(constraint.partners):
        mine = [edge for edge, (_, other) in zip(pair, constraint.edges, strict=True) if other == partner]
        m.add(Count(tuple(mine), 1, 1, 1) if mine else never(cells[0], count))
