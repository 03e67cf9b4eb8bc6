"""Functions that write clauses: the vocabulary that encodings share.

Each takes the formula first and adds to its current group.
"""

from .automata import automaton
from .basic import at_most_one, exactly_one, implies_any, prefix
from .counting import count_by_totalizer, count_directly, totalizer

__all__ = [
    "at_most_one",
    "automaton",
    "count_by_totalizer",
    "count_directly",
    "exactly_one",
    "implies_any",
    "prefix",
    "totalizer",
]
