"""Functions that write clauses: the vocabulary that encodings share.

Each takes the formula first and adds to its current group.
"""

from .adders import binary_sum, count_by_adders
from .automata import automaton
from .basic import at_most_one, exactly_one, implies_any, prefix
from .counting import count_by_totalizer, count_directly, totalizer
from .diagrams import Diagrams, diagrams, subset_sums, summands
from .each import at_most_one_each

__all__ = [
    "Diagrams",
    "at_most_one",
    "at_most_one_each",
    "automaton",
    "binary_sum",
    "count_by_adders",
    "count_by_totalizer",
    "count_directly",
    "diagrams",
    "exactly_one",
    "implies_any",
    "prefix",
    "subset_sums",
    "summands",
    "totalizer",
]
