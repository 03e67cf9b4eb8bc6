"""The clauses of each constraint, for many rules of the same form at once.

``write(f, constraint, lits, groups, name)``: ``lits[rule, cell, value]`` are the literals of the rules' cells, and what
is written about a rule belongs to ``groups[rule]``. Unit propagation finds all that one rule implies, unless a function
says that it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial, singledispatch
from itertools import product

import numpy as np
import numpy.typing as npt

from ..emit import automaton, diagrams, subset_sums
from ..emit.basic import Ids
from ..formula import Formula, Lits, answer_cells, terminated
from ..limits import tick
from ..puzzle import Possible
from . import constraints as c
from .connectivity import Pieces, connected
from .puzzle import Grid, Rule

SHORT = 8  # cells of two values each, of a table that is written without variables of its own


def rules(p: Grid, known: Possible | None = None) -> Formula:
    """The rules of the puzzle, each as clauses of its own; one variable a cell and value, or one a cell of two."""
    return _formula(p, known, lazy=False)


def cuts(p: Grid, known: Possible | None = None) -> Formula:
    """The rules, but without "connected": where a search finds several pieces, clauses that cut them off are added."""
    return _formula(p, known, lazy=True)


def _formula(p: Grid, known: Possible | None, lazy: bool) -> Formula:
    f = Formula()
    answer = answer_cells(f, p.domain(), known)
    same: dict[tuple[c.Constraint, int], list[tuple[Rule, int]]] = {}
    for rule in p.rulebook:
        group = f.declare("rule" if rule.place is None else "clue", rule.say, rule.cells, rule.place)
        same.setdefault((rule.constraint, len(rule.cells)), []).append((rule, group.id))
    pieces: list[Pieces] = []
    for number, ((constraint, _), found) in enumerate(same.items()):
        tick()
        at = np.array([rule.cells for rule, _ in found], dtype=np.int64).reshape(len(found), -1, 2)
        lits = answer[at[..., 0], at[..., 1]]
        if lazy and isinstance(constraint, c.Connected):
            has = either(f, lits, constraint.values, f"rule{number}")
            pieces += [Pieces(row, constraint.pairs, constraint.ground) for row in has]
            continue
        write(constraint, f, lits, np.array([group for _, group in found], dtype=np.int32), f"rule{number}")
    if pieces:
        f.cuts = partial(_cuts, pieces)
    return f


def _cuts(pieces: list[Pieces], model: npt.NDArray[np.bool_]) -> Lits:
    """What a model breaks, as one zero-terminated buffer."""
    return np.array([lit for one in pieces for cut in one.cuts(model) for lit in (*cut, 0)], dtype=np.int32)


def either(f: Formula, lits: Lits, values: tuple[int, ...], name: str) -> Lits:
    """``[rule, cell]``: the literal that says the cell has one of the values."""
    count = lits.shape[2]
    inside = [v for v in range(count) if v in values]
    if len(inside) in (0, count):
        return np.full(lits.shape[:2], f.true if inside else -f.true, dtype=np.int32)
    if len(inside) == 1:
        return lits[..., inside[0]]
    if len(inside) == count - 1:
        return -lits[..., next(v for v in range(count) if v not in inside)]
    some = f.new(f"{name}.some", *lits.shape[:2], helper=True)
    chosen = lits[..., inside].reshape(-1, len(inside))
    flat = some.ravel()
    # What the variable means belongs to no rule.
    f.add(np.column_stack([-flat, chosen]), group=0)
    f.add(np.stack([np.repeat(flat, len(inside)), -chosen.ravel()], axis=1), group=0)
    return some


def never(f: Formula, groups: Ids) -> None:
    """What these groups ask for is impossible."""
    for group in groups.tolist():
        f.never(group)


@singledispatch
def write(constraint: c.Constraint, f: Formula, lits: Lits, groups: Ids, name: str) -> None:
    raise NotImplementedError(type(constraint).__name__)


@write.register
def _(constraint: c.OneOf, f: Formula, lits: Lits, groups: Ids, name: str) -> None:
    cells = lits.reshape(-1, lits.shape[2])
    ids = np.repeat(groups, lits.shape[1])
    if len(constraint.values) == 1:
        f.add(cells[:, list(constraint.values)], group=ids)
        return
    for v in set(range(lits.shape[2])) - set(constraint.values):
        f.add(-cells[:, [v]], group=ids)


@write.register
def _(constraint: c.AllDifferent, f: Formula, lits: Lits, groups: Ids, name: str) -> None:
    """Not all that follows is found: that two cells share two values takes the others' values away is not."""
    cells, values = lits.shape[1:]
    by_value = lits.swapaxes(1, 2).reshape(-1, cells)
    ids = np.repeat(groups, values)
    if cells > values:
        never(f, groups)
    elif cells == values:
        f.add(by_value, group=ids)
    f.exclude(terminated(by_value), ids)


@write.register
def _(constraint: c.Count, f: Formula, lits: Lits, groups: Ids, name: str) -> None:
    has = either(f, lits, constraint.values, name)
    m = has.shape[1]
    low, high = max(constraint.low or 0, 0), m if constraint.high is None else min(constraint.high, m)
    if low > high:
        never(f, groups)
    elif low == m or high == 0:
        f.add(np.sign(2 * low - 1) * has.reshape(-1, 1), group=np.repeat(groups, m))
    elif (low, high) in ((1, 1), (0, 1)):
        if low:
            f.add(has, group=groups)
        f.exclude(terminated(has), groups)
    elif (low, high) in ((m - 1, m), (m - 1, m - 1)):
        if high < m:
            f.add(-has, group=groups)
        f.exclude(terminated(-has), groups)
    elif (low, high) == (1, m):
        f.add(has, group=groups)
    elif (low, high) == (0, m - 1):
        f.add(-has, group=groups)
    else:
        _counter(f, has, low, high, groups, name)


def _counter(f: Formula, has: Lits, low: int, high: int, groups: Ids, name: str) -> None:
    """``more[rule, i, k]``: more than k of the first i + 1 cells have it (C. Sinz, 2005, in both directions)."""
    count, m = has.shape
    width = min(high + 1, m)
    true = np.int32(f.true)
    more = f.new(f"{name}.more", count, m, width, helper=True)
    # Fewer cells than k + 1 never have it, and all have it more than -1 times.
    i, k = np.indices((m, width))
    more = np.where(k > i, -true, more).astype(np.int32)
    before = np.concatenate([np.full((count, 1, width), -true, dtype=np.int32), more[:, :-1]], axis=1)
    below = np.concatenate([np.full((count, m, 1), true, dtype=np.int32), before[..., :-1]], axis=2)
    x = np.broadcast_to(has[..., None], more.shape)
    ids = np.repeat(groups, m * width)
    for clause in ((-before, more), (-x, -below, more), (before, x, -more), (before, below, -more)):
        f.add(np.stack([part.ravel() for part in clause], axis=1).astype(np.int32), group=ids)
    for bound in range(low):
        f.add(more[:, -1, [bound]], group=groups)
    if high < m:
        f.add(-more[:, -1, [high]], group=groups)


@write.register
def _(constraint: c.Sum, f: Formula, lits: Lits, groups: Ids, name: str) -> None:
    m = lits.shape[1]
    if constraint.different:  # a diagram of weights from 1 on
        write(c.AllDifferent(), f, lits, groups, name)
        _different_sum(f, lits, constraint.total - m * (constraint.first - 1), groups, name)
        return
    total = constraint.total - m * constraint.first
    _words(
        f, lits, 0, lambda done, v: done + v if done + v <= total else None, lambda done: done == total, groups, name
    )


def _different_sum(f: Formula, lits: Lits, total: int, groups: Ids, name: str) -> None:
    """Which numbers are used: so many of them that they fill the cells, and that they add up to the total."""
    count, m, values = lits.shape
    used = f.new(f"{name}.used", count, values, helper=True)
    by_value = lits.swapaxes(1, 2).reshape(-1, m)
    ids = np.repeat(groups, values)
    f.add(np.column_stack([-used.ravel(), by_value]), group=ids)
    f.add(np.stack([np.repeat(used.ravel(), m), -by_value.ravel()], axis=1), group=np.repeat(ids, m))
    sums = subset_sums(tuple(range(1, values + 1)), [total] * count)
    fits = sums.states[sums.roots, 0] == m
    if not fits.any():
        never(f, groups)
        return
    roots = np.where(fits, f.true, -f.true).astype(np.int32)
    diagrams(f, used, sums, roots, groups, f"{name}.sum", list(map(str, groups.tolist())))


@write.register
def _(constraint: c.Table, f: Formula, lits: Lits, groups: Ids, name: str) -> None:
    count, m, values = lits.shape
    rows = sorted(row for row in constraint.rows if all(0 <= v < values for v in row))
    if not rows:
        never(f, groups)
        return
    if values == 2 and m <= SHORT:
        _exclude_rows(f, lits, set(product((0, 1), repeat=m)) - set(rows), groups)
        return
    table = np.array(rows, dtype=np.int64)
    chosen = f.new(f"{name}.row", count, len(rows), helper=True)
    f.add(chosen, group=groups)
    for i in range(m):
        cell = lits[:, i, table[:, i]]
        f.add(np.stack([-chosen, cell], axis=-1).reshape(-1, 2), group=np.repeat(groups, len(rows)))
        for v in range(values):
            supports = chosen[:, table[:, i] == v]
            f.add(np.column_stack([-lits[:, i, v], supports]), group=groups)


def _exclude_rows(f: Formula, lits: Lits, rows: set[tuple[int, ...]], groups: Ids) -> None:
    """All prime implicates: with them, unit propagation sees all that the rows imply."""
    for pattern in _primes(rows):
        at = [i for i, v in enumerate(pattern) if v >= 0]
        f.add(-np.stack([lits[:, i, pattern[i]] for i in at], axis=1), group=groups)


def _primes(rows: set[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The patterns (-1: either value) all of whose rows are in the set, and no wider ones (W. V. Quine, 1952)."""
    primes, level = list[tuple[int, ...]](), rows
    while level:
        wider, covered = set[tuple[int, ...]](), set[tuple[int, ...]]()
        for row in level:
            for i, v in enumerate(row):
                other = (*row[:i], 1 - v, *row[i + 1 :])
                if v >= 0 and other in level:
                    wider.add((*row[:i], -1, *row[i + 1 :]))
                    covered |= {row, other}
        primes += sorted(level - covered)
        level = wider
    return primes


@write.register
def _(constraint: c.Automaton, f: Formula, lits: Lits, groups: Ids, name: str) -> None:
    steps = [{v: after for v, after in enumerate(row) if after >= 0} for row in constraint.steps]
    for row, group in zip(lits, groups.tolist(), strict=True):
        with f.within(group):
            automaton(f, row, steps, 0, frozenset(constraint.finals), f"{name}.{group}")


@write.register
def _(constraint: c.Visible, f: Formula, lits: Lits, groups: Ids, name: str) -> None:
    """A word whose states are the highest cell so far and how many have been seen."""

    def step(state: tuple[int, int], v: int) -> tuple[int, int] | None:
        highest, seen = (v, state[1] + 1) if v > state[0] else state
        return (highest, seen) if seen <= constraint.count else None

    _words(f, lits, (-1, 0), step, lambda state: state[1] == constraint.count, groups, name)


def _words(
    f: Formula,
    lits: Lits,
    start: Hashable,
    step: Callable[..., Hashable | None],
    accepts: Callable[..., bool],
    groups: Ids,
    name: str,
) -> None:
    """The cells of each rule are a word of an automaton given by functions."""
    _, m, values = lits.shape
    number, waiting, steps = {start: 0}, [(start, 0)], list[dict[int, int]]()
    for state, depth in waiting:  # grows while it is read
        leave = {}
        for v in range(values) if depth < m else ():
            after = step(state, v)
            if after is not None:
                if after not in number:
                    number[after] = len(number)
                    waiting.append((after, depth + 1))
                leave[v] = number[after]
        steps.append(leave)
    finals = frozenset(i for state, i in number.items() if accepts(state))
    for row, group in zip(lits, groups.tolist(), strict=True):
        with f.within(group):
            automaton(f, row, steps, 0, finals, f"{name}.{group}")


@write.register
def _(constraint: c.Unequal, f: Formula, lits: Lits, groups: Ids, name: str) -> None:
    count, m, values = lits.shape
    one, other = lits[:, : m // 2], lits[:, m // 2 :]
    differs = f.new(f"{name}.differs", count, m // 2, helper=True)
    f.add(differs, group=groups)
    both = np.stack([np.broadcast_to(differs[..., None], one.shape), one, other], axis=-1).reshape(-1, 3)
    # Where the two cells have the same value, they do not differ; all else is allowed to count as a difference.
    f.add(-both, group=np.repeat(groups, m // 2 * values))


@write.register
def _(constraint: c.Apart, f: Formula, lits: Lits, groups: Ids, name: str) -> None:
    has = either(f, lits, constraint.values, name)
    pairs = np.array(constraint.pairs, dtype=np.int64).reshape(-1, 2)
    f.add(-has[:, pairs].reshape(-1, 2), group=np.repeat(groups, len(pairs)))


@write.register
def _(constraint: c.Forbidden, f: Formula, lits: Lits, groups: Ids, name: str) -> None:
    """Not all that follows is found: what patterns on overlapping places exclude together is not."""
    at = np.array(constraint.places, dtype=np.int64)
    for pattern in constraint.patterns if len(at) else ():
        f.add(-lits[:, at, np.array(pattern)].reshape(-1, at.shape[1]), group=np.repeat(groups, len(at)))


@write.register
def _(constraint: c.Connected, f: Formula, lits: Lits, groups: Ids, name: str) -> None:
    """All that follows is found once the root, its first cell, is known, and where steps are told one by one."""
    has = either(f, lits, constraint.values, name)
    for row, group in zip(has, groups.tolist(), strict=True):
        with f.within(group):
            connected(f, row, constraint.pairs, constraint.ground, f"{name}.{group}")


@write.register
def _(constraint: c.Matching, f: Formula, lits: Lits, groups: Ids, name: str) -> None:
    """Not all that follows is found: that some have too few partners between them is not."""
    has = either(f, lits, constraint.values, name)
    count, m = has.shape
    edges = np.array(constraint.edges, dtype=np.int64).reshape(-1, 2)
    paired = f.new(f"{name}.paired", count, len(edges), helper=True)
    f.add(np.stack([-paired, has[:, edges[:, 0]]], axis=-1).reshape(-1, 2), group=np.repeat(groups, len(edges)))
    for i in range(m):
        mine = paired[:, edges[:, 0] == i]
        f.add(np.column_stack([-has[:, i], mine]), group=groups)
        f.exclude(terminated(mine), groups)
    for partner in range(constraint.partners):
        mine = paired[:, edges[:, 1] == partner]
        if not mine.shape[1]:
            never(f, groups)
            return
        f.add(mine, group=groups)
        f.exclude(terminated(mine), groups)
