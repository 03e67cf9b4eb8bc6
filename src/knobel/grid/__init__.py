"""A vocabulary for grid puzzles: a kind declares the text of its boards, its values and its rules as data.

``text`` reads and writes boards, ``constraints`` are what rules ask of their cells, ``puzzle`` makes of both all that a
kind supplies. Encodings (``encode``, ``models``), the editor, a generator and the judge of files to play follow; the
registry finds them through ``kind``.
"""

from .constraints import (
    AllDifferent,
    Apart,
    Automaton,
    Connected,
    Count,
    Forbidden,
    Matching,
    OneOf,
    Sum,
    Table,
    Unequal,
    Visible,
    at_least,
    at_most,
    exactly,
)
from .latin import LATIN_BRIEF, LATIN_TECHNIQUES, latin
from .puzzle import BRIEF, Grid, Rule, Symbol, numbered
from .text import CODES, REGIONS, Form

__all__ = [
    "BRIEF",
    "CODES",
    "LATIN_BRIEF",
    "LATIN_TECHNIQUES",
    "REGIONS",
    "AllDifferent",
    "Apart",
    "Automaton",
    "Connected",
    "Count",
    "Forbidden",
    "Form",
    "Grid",
    "Matching",
    "OneOf",
    "Rule",
    "Sum",
    "Symbol",
    "Table",
    "Unequal",
    "Visible",
    "at_least",
    "at_most",
    "exactly",
    "latin",
    "numbered",
]
