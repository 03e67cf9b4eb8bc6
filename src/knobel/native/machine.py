"""The processor at hand, by llvmlite: text in LLVM's language becomes machine code, and machine code is loaded."""

from __future__ import annotations

import ctypes
import importlib
import sys
from collections.abc import Iterable
from typing import Any

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
