"""Calling machine code: numbers as they are, arrays and states as the addresses of their data."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from typing import Any, get_type_hints

NUMBER, ARRAY, STATE = range(3)
KINDS = (ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)


def arguments(entry: Callable[..., int], state: type[Any]) -> tuple[int, ...]:
    """What the arguments of an entry are, as its annotations say."""
    kinds = {int: NUMBER, list[int]: ARRAY, state: STATE}
    hints = get_type_hints(entry)
    hints.pop("return")
    return tuple(kinds[hint] for hint in hints.values())


def calls(arrays: int, entries: Mapping[str, tuple[int, tuple[int, ...]]]) -> dict[str, Callable[..., int]]:
    """Functions that call entries, each given by its place and its arguments, with states of so many arrays."""
    addresses: Any = ctypes.c_void_p * arrays
    last: tuple[Any, Any] = (None, None)  # the state of the last call, and where its arrays are

    def table(state: Any) -> Any:
        nonlocal last
        if last[0] is not state:
            last = state, addresses(*map(_address, state))
        return last[1]

    def entry(name: str, place: int, kinds: tuple[int, ...]) -> Callable[..., int]:
        # First comes where the result is to be put, then where an exception would be told: there are none.
        types = [KINDS[kind] for kind in kinds]
        function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *types)(place)
        as_c = (int, _address, table)

        def call(*args: Any) -> int:
            result = ctypes.c_int64()
            if function(ctypes.addressof(result), None, *[as_c[kind](a) for kind, a in zip(kinds, args, strict=True)]):
                raise RuntimeError(f"{name} failed in compiled code")
            return result.value

        return call

    return {name: entry(name, place, kinds) for name, (place, kinds) in entries.items()}


def _address(array: Any) -> int:
    """Where the data of an array begins."""
    place: int = array.ctypes.data
    return place
