"""Decision diagrams: a constraint on Booleans as a layered graph of the states that are met when asking them in turn.

A node stands for a state before a question. The diagrams made here share states but are not reduced further, so that
every path asks every literal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..formula import Formula, Lits
from .basic import implies_any

Numbers: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Diagram:
    """Nodes, layer by layer: a node of layer i asks literal i and goes on to ``high`` or ``low``, -1 where it cannot.

    The nodes of layer 0 are the roots, and ``roots`` says what each of them is there for; the last layer is the end,
    a single node.
    """

    layer: Numbers
    high: Numbers
    low: Numbers
    roots: Numbers
    names: tuple[str, ...]


@lru_cache(maxsize=256)
def subset_sums(weights: tuple[int, ...], total: int) -> Diagram:
    """Some of the weights (whole numbers from 1) add up to the total. There is a root for each number of summands.

    A state is how many summands are still to come and how much they add up to; a node's name has the number of its
    layer before these two. A total out of reach gives a diagram without nodes.

    >>> d = subset_sums((1, 2, 3), 3)
    >>> d.roots.tolist()  # 3, or 1 and 2
    [1, 2]
    >>> d.names
    ('0,1,3', '0,2,3', '1,1,2', '1,1,3', '2,0,0', '2,1,3', '3,0,0')
    """
    m, width = len(weights), sum(weights) + 1
    if not 0 <= total < width:
        none = np.empty(0, dtype=np.int64)
        return Diagram(none, none, none, none, ())
    can = np.zeros((m + 1, m + 1, width), dtype=np.bool_)  # what the weights from here on can bring
    can[m, 0, 0] = True
    for i in reversed(range(m)):
        can[i] = can[i + 1]
        can[i, 1:, weights[i] :] |= can[i + 1, :-1, : width - weights[i]]
    met = np.zeros_like(can)
    met[0, :, total] = True
    for i in range(m):
        met[i + 1] = met[i]
        met[i + 1, :-1, : width - weights[i]] |= met[i, 1:, weights[i] :]
    layer, count, rest = np.nonzero(can & met)
    number = np.full((m + 2, m + 2, width), -1)  # with a margin, so that no state has to be treated specially
    number[layer, count, rest] = np.arange(len(layer))
    weight = np.array([*weights, 0])[layer]
    high = np.where(rest >= weight, number[layer + 1, count - 1, rest - weight], -1)
    names = tuple(",".join(map(str, state)) for state in np.stack([layer, count, rest], axis=1).tolist())
    return Diagram(layer, high, number[layer + 1, count, rest], count[layer == 0], names)


def diagram(formula: Formula, lits: Lits, d: Diagram, roots: Lits, name: str) -> None:
    """The answers of the literals lead from a root to the end.

    ``roots`` are literals for the diagram's roots: at least one of them holds, and at most one must be able to. A node
    goes on as its literal says, comes from a parent, and a literal has its value at some node of its layer.
    """
    first, last = d.layer == 0, d.layer == len(lits)
    inner = np.flatnonzero(~first & ~last)
    nodes = np.full(len(d.layer), formula.true, dtype=np.int32)
    nodes[first] = roots
    nodes[inner] = formula.new(name, len(inner), axes=[[d.names[i] for i in inner.tolist()]])
    dead = np.int32(-formula.true)
    parents = np.full((len(d.layer), 2), dead)
    asks = np.flatnonzero(~last)
    for side, (after, answer) in enumerate(((d.high[asks], lits), (d.low[asks], -lits))):
        goes = after >= 0
        following = np.where(goes, nodes[after], dead)
        formula.add(np.stack([-nodes[asks], -answer[d.layer[asks]], following], axis=1))
        implies_any(formula, answer, d.layer[asks[goes]], nodes[asks[goes]])
        parents[after[goes], side] = nodes[asks[goes]]
    formula.add(np.column_stack([-nodes, parents])[~first], roots)
