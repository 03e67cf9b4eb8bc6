"""One source, two ways to run it: as plain Python, or as machine code.

A function marked with ``@part`` stays what it is; whoever wants to step through the solver calls it in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from ...native import Library
from .state import TYPES, State


def _entries() -> Mapping[str, Callable[..., int]]:
    from .entries import PLAIN

    return PLAIN._asdict()


LIBRARY = Library("yasat", Path(__file__).parent, State, TYPES, _entries)
part, bare = LIBRARY.part, LIBRARY.bare
