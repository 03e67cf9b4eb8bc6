"""One source, two ways to run it: as plain Python, or compiled by numba where that is installed.

A function marked with ``@part`` stays what it is; compiling makes all parts known to numba. The machine code is kept on
disk, so that only the first check ever made waits for it.
"""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

PARTS: list[Callable[..., Any]] = []
PATIENCE = 1.5  # seconds; code that takes longer to come is not on disk yet


def part(function: Function) -> Function:
    """A function that compiled code may call."""
    PARTS.append(function)
    return function


def available() -> bool:
    """Whether there is a compiler."""
    return find_spec("numba") is not None


@cache
def compiled(entry: Callable[..., int]) -> Callable[..., int]:
    """A function of (state, amount of work), compiled with all parts that it calls."""
    from numba import njit
    from numba.core.errors import NumbaError
    from numba.extending import register_jitable

    for function in PARTS:
        register_jitable(function)
    # Numba would look at one file only to see whether its code on disk is out of date; this is part of the key, too.
    sources = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    version = hashlib.sha256(sources).hexdigest()

    def run(state: Any, work: int) -> int:
        version  # noqa: B018
        return entry(state, work)

    def call(state: Any, work: int) -> int:
        notice = threading.Timer(PATIENCE, tell, ["compiling the checker, once: about 20 seconds"])
        notice.daemon = True
        if not made.signatures:
            notice.start()
        try:
            return int(made(state, work))
        finally:
            notice.cancel()

    try:
        made = njit(run, cache=True)
    except NumbaError:
        raise
    except RuntimeError:  # there is no place to keep the code
        made = njit(run)
    return call


def is_loaded() -> bool:
    """Whether there is compiled code in memory, ready to be called."""
    return compiled.cache_info().currsize > 0


def tell(text: str) -> None:
    """Say why it takes long, where somebody is waiting."""
    if sys.stderr.isatty():
        print(f"knobel: {text}", file=sys.stderr, flush=True)
