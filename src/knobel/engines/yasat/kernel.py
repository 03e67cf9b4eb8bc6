"""One source, two ways to run it: as plain Python, or compiled by numba.

A function marked with ``@part`` stays what it is. Compiling makes numba know all parts and builds the few entries out
of them; whoever wants to step through the solver calls the same functions in Python.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from .state import TYPES, State

Function = TypeVar("Function", bound=Callable[..., Any])

PARTS: list[Callable[..., Any]] = []
PATIENCE = 1.5  # seconds; what takes longer is not read from disk but compiled


class Entries(NamedTuple):
    """What is called from outside."""

    load: Callable[[State, Any, int], int]
    search: Callable[[State, int, int], int]
    collect: Callable[[State, State], None]
    imply: Callable[[State], int]


def part(function: Function) -> Function:
    """A function of the solver that compiled code may call."""
    PARTS.append(function)
    return function


def bare(s: State) -> State:
    """The state as compiled code wants it: bare pointers, without bounds, reference counts or negative indices."""
    return s


@cache
def plain(version: str = "") -> Entries:
    """The entries as plain Python.

    numba stores compiled code under the entry's own code and what it closes over, whatever the code that it calls;
    ``version`` is there to be closed over.
    """
    from . import clauses, reduce
    from . import search as searching

    def load(s: State, flat: Any, start: int) -> int:
        version  # noqa: B018
        return clauses.load(bare(s), flat, start)

    def search(s: State, conflicts: int, ticks: int) -> int:
        version  # noqa: B018
        return searching.search(bare(s), conflicts, ticks)

    def collect(s: State, to: State) -> None:
        version  # noqa: B018
        reduce.collect(bare(s), bare(to))

    def imply(s: State) -> int:
        version  # noqa: B018
        return searching.imply(bare(s))

    return Entries(load, search, collect, imply)


@cache
def compiled() -> Entries:
    """The entries as machine code: read from disk, or made now and stored there."""
    numba, extending = _untyped("numba"), _untyped("numba.extending")
    types = numba.types

    @extending.intrinsic  # type: ignore[untyped-decorator]
    def pointers(_: Any, arrays: Any) -> Any:
        found = types.NamedTuple([types.CPointer(array.dtype) for array in arrays.types], State)

        def generate(context: Any, builder: Any, _: Any, args: Any) -> Any:
            views = [
                context.make_array(array)(context, builder, builder.extract_value(args[0], i))
                for i, array in enumerate(arrays.types)
            ]
            return context.make_tuple(builder, found, [view.data for view in views])

        return found(arrays), generate

    sources = sorted(Path(__file__).parent.glob("*.py"))
    entries = plain(hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest())
    extending.overload(bare)(lambda s: lambda s: pointers(s))
    for function in PARTS:
        extending.register_jitable(forceinline=True, error_model="numpy")(function)

    number = types.int64
    state = types.NamedTuple([types.Array(getattr(types, TYPES[name]), 1, "C") for name in State._fields], State)
    signatures = {
        "load": number(state, types.Array(types.int32, 1, "C"), number),
        "search": number(state, number, number),
        "collect": types.void(state, state),
        "imply": number(state),
    }

    def build(stored: bool) -> Entries:
        jit = {name: numba.njit(signature, cache=stored, error_model="numpy") for name, signature in signatures.items()}
        return Entries(**{name: jit[name](entry) for name, entry in entries._asdict().items()})

    notice = threading.Timer(PATIENCE, _say, ["compiling yasat, once: about 20 seconds"])
    notice.daemon = True
    if sys.stderr.isatty():
        notice.start()
    try:
        return build(stored=True)
    except _untyped("numba.core.errors").NumbaError:
        raise
    except RuntimeError:  # there is no place where the compiled code could be stored
        return build(stored=False)
    finally:
        notice.cancel()


def _untyped(module: str) -> Any:
    return importlib.import_module(module)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
