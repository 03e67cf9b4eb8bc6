"""One source, two ways to run it: as plain Python, or as machine code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from ..native import Library
from .state import TYPES, State


def _entries() -> Mapping[str, Callable[..., int]]:
    from .steps import run

    return {"run": run}


FILES = ("kernel.py", "propagate.py", "state.py", "steps.py")
LIBRARY = Library("checker", Path(__file__).parent, State, TYPES, _entries, FILES)
part, bare = LIBRARY.part, LIBRARY.bare
