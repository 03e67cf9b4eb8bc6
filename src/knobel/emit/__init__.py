"""Functions that write clauses: the vocabulary that encodings share.

Each takes the formula first and adds to its current group.
"""

from .basic import Ints, at_most_one, at_most_one_each, exactly_one, implies_any, spread
from .counting import binary_sum, count_by_adders, count_by_totalizer, totalizer
from .graphs import Diagrams, automaton, diagrams, subset_sums, summands

__all__ = [
    "Diagrams",
    "Ints",
    "at_most_one",
    "at_most_one_each",
    "automaton",
    "binary_sum",
    "count_by_adders",
    "count_by_totalizer",
    "diagrams",
    "exactly_one",
    "implies_any",
    "spread",
    "subset_sums",
    "summands",
    "totalizer",
]
