"""Constraints as layered graphs: automata unfolded along a line, and decision diagrams.

A node of a diagram stands for a state before a question. The diagrams made here share states but are not reduced
further, so that every path asks every literal. They come side by side, one for each constraint of the same form: a
board has many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..formula import Formula, Lits, Words
from .basic import Ids, Ints, exclude_each, implies_any


def automaton(
    formula: Formula, cells: Lits, steps: Sequence[Mapping[int, int]], start: int, finals: frozenset[int], name: str
) -> None:
    """The word in ``cells`` is accepted; unit propagation finds all that this implies for single cells.

    ``cells[i, value]`` are the literals of the word, ``steps[state][value]`` is the next state (no entry: rejected).
    One variable for each state that can be met at each position, one for each step between two of them
    (C.-G. Quimper and T. Walsh, "Global grammar constraints", 2006, on the layers of the unfolded automaton).
    """
    edges = [(state, value, after) for state, leave in enumerate(steps) for value, after in leave.items()]
    source, value, target = np.array(edges, dtype=np.int64).reshape(-1, 3).T
    length, states = len(cells), len(steps)
    reached = np.zeros((length + 1, states), dtype=np.bool_)
    useful = np.zeros((length + 1, states), dtype=np.bool_)
    reached[0, start] = True
    useful[length, sorted(finals)] = True
    allowed = ~formula.impossible(cells[:, value])
    for i in range(length):
        reached[i + 1, target[reached[i, source] & allowed[i]]] = True
    for i in reversed(range(length)):
        useful[i, source[useful[i + 1, target] & allowed[i]]] = True
    alive = reached & useful
    if not alive[0, start]:
        formula.never()
        return
    where, edge = np.nonzero(alive[:-1, source] & alive[1:, target] & allowed)
    node = np.zeros((length + 1, states), dtype=np.int64)
    node[alive] = np.arange(alive.sum())
    before, after = node[where, source[edge]], node[where + 1, target[edge]]
    state = formula.new(f"{name}.state", int(alive.sum()), axes=[Words(*np.nonzero(alive))], helper=True)
    taken = formula.new(f"{name}.step", len(where), axes=[Words(where, source[edge], value[edge])], helper=True)
    formula.add(state[:1])  # the start is the only state alive before the first cell
    for end in (state[before], state[after], cells[where, value[edge]]):
        formula.add(np.stack([-taken, end], axis=1))
    layer = np.nonzero(alive)[0]
    last = int((layer < length).sum())
    first = int((layer == 0).sum())
    implies_any(formula, state[:last], before, taken)
    implies_any(formula, state[first:], after - first, taken)
    implies_any(formula, cells.ravel(), where * cells.shape[1] + value[edge], taken)


@dataclass(frozen=True)
class Diagrams:
    """Nodes, layer by layer: a node of layer i asks literal i and goes on to ``high`` or ``low``, -1 where it cannot.

    ``owner`` says which diagram a node belongs to. Those of layer 0 are the roots; the last layer has a single node of
    each diagram, its end. A node's state has a row in ``states``.
    """

    owner: Ints
    layer: Ints
    high: Ints
    low: Ints
    states: Ints

    @property
    def roots(self) -> Ints:
        """The nodes of layer 0."""
        return np.flatnonzero(self.layer == 0)


@lru_cache(maxsize=16)
def _reachable(weights: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    """``[i, k, s]``: k of the weights from number i on can add up to s."""
    m, width = len(weights), sum(weights) + 1
    can = np.zeros((m + 1, m + 1, width), dtype=np.bool_)
    can[m, 0, 0] = True
    for i in reversed(range(m)):
        can[i] = can[i + 1]
        can[i, 1:, weights[i] :] |= can[i + 1, :-1, : width - weights[i]]
    return can


def summands(weights: tuple[int, ...], total: int) -> Ints:
    """How many of the weights (whole numbers from 1) can add up to the total.

    >>> summands((1, 2, 3), 3).tolist()  # 3, or 1 and 2
    [1, 2]
    """
    can = _reachable(weights)
    return np.flatnonzero(can[0, :, total]) if 0 <= total < can.shape[2] else np.empty(0, dtype=np.int64)


def _merged(one: Ints, other: Ints) -> Ints:
    """The numbers of two ascending arrays, each once. A stable sort only has to merge them; np.unique would not see."""
    both: Ints = np.sort(np.concatenate([one, other]), kind="stable")
    return both[np.flatnonzero(np.diff(both, prepend=-1))]


def subset_sums(weights: tuple[int, ...], totals: Sequence[int]) -> Diagrams:
    """For each total: some of the weights add up to it. There is a root for each number of :func:`summands`.

    A state is how many summands are still to come and how much they add up to.

    >>> d = subset_sums((1, 2, 3), [3])
    >>> np.column_stack([d.layer, d.states]).tolist()
    [[0, 1, 3], [0, 2, 3], [1, 1, 2], [1, 1, 3], [2, 0, 0], [2, 1, 3], [3, 0, 0]]
    """
    m, can = len(weights), _reachable(weights)
    width = can.shape[2]
    counts = [summands(weights, total) for total in totals]
    # A state of a diagram as one number: which diagram, how many are to come, how much they add up to.
    size = (m + 1) * width
    codes = [i * size + count * width + total for i, (count, total) in enumerate(zip(counts, totals, strict=True))]
    now = np.concatenate([np.empty(0, dtype=np.int64), *codes])
    layers, highs, lows, end = [now], [], [], len(now)
    for i, weight in enumerate(weights):
        fits = can[i + 1].ravel()
        code, taken = now % size, now - width - weight
        low, high = fits[code], (code >= width) & (code % width >= weight)
        high[high] = fits[code[high] - width - weight]
        following = _merged(now[low], taken[high])
        highs.append(np.where(high, end + np.searchsorted(following, taken), -1))
        lows.append(np.where(low, end + np.searchsorted(following, now), -1))
        layers.append(following)
        now, end = following, end + len(following)
    nowhere = np.full(len(now), -1)
    nodes = np.concatenate(layers)
    states = np.column_stack(np.divmod(nodes % size, width))
    layer = np.repeat(np.arange(m + 1), [len(part) for part in layers])
    return Diagrams(nodes // size, layer, np.concatenate([*highs, nowhere]), np.concatenate([*lows, nowhere]), states)


def diagrams(
    formula: Formula, lits: Lits, d: Diagrams, roots: Lits, groups: Ids, name: str, names: Sequence[str]
) -> None:
    """The answers of each row of literals lead from a root of its diagram to the end.

    ``roots`` are literals for the diagrams' roots: of each diagram at least one of them holds, and at most one must be
    able to. A node goes on as its literal says, comes from a parent, and a literal has its value at some node of its
    layer. Row i has the name ``names[i]``, and its clauses belong to ``groups[i]``.
    """
    count, m = lits.shape
    first, last = d.layer == 0, d.layer == m
    inner = np.flatnonzero(~first & ~last)
    inner = inner[np.argsort(d.owner[inner], kind="stable")]
    nodes = np.full(len(d.layer), formula.true, dtype=np.int32)
    nodes[first] = roots
    words = Words(np.array(names, dtype=np.object_)[d.owner[inner]], d.layer[inner], *d.states[inner].T)
    nodes[inner] = formula.new(name, len(inner), axes=[words], helper=True)
    dead = np.int32(-formula.true)
    parents = np.full((len(d.layer), 2), dead)
    asks = np.flatnonzero(~last)
    question, ids = d.owner[asks] * m + d.layer[asks], groups[d.owner]
    for side, (after, answer) in enumerate(((d.high[asks], lits.ravel()), (d.low[asks], -lits.ravel()))):
        goes = after >= 0
        following = np.where(goes, nodes[after], dead)
        formula.add(np.stack([-nodes[asks], -answer[question], following], axis=1), group=ids[asks])
        implies_any(formula, answer, question[goes], nodes[asks[goes]], np.repeat(groups, m))
        parents[after[goes], side] = nodes[asks[goes]]
    formula.add(np.column_stack([-nodes, parents])[~first], group=ids[~first])
    # Both children of a node could hold, to no avail; that only one does helps the search of those who are told.
    exclude_each(formula, nodes[inner], d.owner[inner] * m + d.layer[inner], np.repeat(groups, m), spare=True)
    implies_any(formula, np.full(count, formula.true, dtype=np.int32), d.owner[first], roots, groups)
