"""Automata: the cells of a line form a word that is accepted.

The unfolded automaton is a layered graph; its edges and nodes are the variables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..formula import Formula, Lits, Words
from .basic import implies_any


def automaton(
    formula: Formula,
    cells: Lits,
    steps: Sequence[Mapping[int, int]],
    start: int,
    finals: frozenset[int],
    name: str,
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
    state = formula.new(f"{name}.state", int(alive.sum()), axes=[Words(*np.nonzero(alive))])
    taken = formula.new(f"{name}.step", len(where), axes=[Words(where, source[edge], value[edge])])
    formula.add(state[:1])  # the start is the only state alive before the first cell
    for end in (state[before], state[after], cells[where, value[edge]]):
        formula.add(np.stack([-taken, end], axis=1))
    layer = np.nonzero(alive)[0]
    last = int((layer < length).sum())
    first = int((layer == 0).sum())
    implies_any(formula, state[:last], before, taken)
    implies_any(formula, state[first:], after - first, taken)
    implies_any(formula, cells.ravel(), where * cells.shape[1] + value[edge], taken)
