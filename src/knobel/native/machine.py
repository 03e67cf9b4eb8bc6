"""The processor at hand, by llvmlite: text in LLVM's language becomes machine code, which is loaded and called."""

from __future__ import annotations

import ctypes
import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_type_hints

NUMBER, ARRAY, STATE = range(3)
"""Kinds of arguments; arrays and states are passed as the addresses of their data."""

KINDS = (ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)
_KEPT: list[object] = []  # what is loaded stays as long as the process


class Machine:
    """What LLVM knows of this machine; ``name`` says for which ones else its code is good."""

    def __init__(self) -> None:
        llvm: Any = importlib.import_module("llvmlite.binding")
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        target = llvm.Target.from_default_triple()
        cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
        # As numba does it: code that is loaded anywhere in memory must not expect its data to be near.
        reloc = "static" if target.name.startswith("x86") else "default"
        self._machine = target.create_target_machine(
            cpu=cpu, features=features, opt=3, reloc=reloc, codemodel="jitdefault", jit=True
        )
        self._llvm = llvm
        self.name = f"{llvm.llvm_version_info} {target.triple} {cpu} {features}"

    def compile(self, text: str) -> bytes:
        """Machine code of a module."""
        module = self._llvm.parse_assembly(text)
        module.triple, module.data_layout = self._machine.triple, str(self._machine.target_data)
        module.verify()
        code: bytes = self._machine.emit_object(module)
        return code

    def load(self, code: bytes, names: Iterable[str]) -> dict[str, int]:
        """Where the named functions of the code are, now that it is in memory."""
        libm = ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None)
        self._llvm.add_symbol("exp", ctypes.cast(libm.exp, ctypes.c_void_p).value)
        engine = self._llvm.create_mcjit_compiler(self._llvm.parse_assembly(""), self._machine)
        engine.add_object_file(self._llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        _KEPT.append(engine)
        return {name: engine.get_function_address(name) for name in names}


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
