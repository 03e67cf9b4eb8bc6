"""What numba makes of a library, as text that llvmlite reads on any machine."""

from __future__ import annotations

import importlib
import os
import re
from typing import Any, get_type_hints

from . import Library

ANY = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
ALLOWED = ("llvm.", "memset", "memcpy", "memmove", "exp")  # what compiled code may call from outside


def build(library: Library) -> str:
    """The library's entries as one module of LLVM's intermediate code, optimised, for no processor in particular."""
    before = {name: os.environ.get(name) for name in ANY}
    os.environ.update(ANY)  # which numba looks at while it works
    try:
        return _plain(str(_compiled(library)))
    finally:
        for name, value in before.items():
            del os.environ[name]
            if value is not None:
                os.environ[name] = value


def _compiled(library: Library) -> Any:
    numba, extending = _untyped("numba"), _untyped("numba.extending")
    llvm = _untyped("llvmlite.binding")
    types = numba.types
    state = types.NamedTuple(
        [types.CPointer(getattr(types, library.types[name])) for name in library.state._fields], library.state
    )

    @extending.intrinsic  # type: ignore[untyped-decorator]
    def pointers(_: Any, table: Any) -> Any:
        def generate(context: Any, builder: Any, _: Any, args: Any) -> Any:
            number = _untyped("llvmlite.ir").IntType(64)
            rows = (builder.load(builder.gep(args[0], [number(i)])) for i in range(len(state.types)))
            pairs = zip(rows, map(context.get_value_type, state.types), strict=True)
            return context.make_tuple(builder, state, [builder.inttoptr(row, kind) for row, kind in pairs])

        return state(table), generate

    extending.overload(library.bare)(lambda s: lambda s: pointers(s))
    for function in library.parts:
        extending.register_jitable(forceinline=True, error_model="numpy")(function)
    words = {int: types.int64, library.state: types.CPointer(types.int64), list[int]: types.CPointer(types.int32)}
    merged = llvm.parse_assembly("")
    for name, entry in library.entries.items():
        hints = get_type_hints(entry)
        result = words[hints.pop("return")]
        compiled = numba.cfunc(result(*(words[hint] for hint in hints.values())), error_model="numpy")(entry)
        module = llvm.parse_assembly(compiled.inspect_llvm())
        merged.link_in(_only(module, compiled.native_name.removeprefix("cfunc."), name))
    merged.verify()
    foreign = [f.name for f in merged.functions if f.is_declaration and not f.name.startswith(ALLOWED)]
    if foreign:
        raise RuntimeError(f"compiled code would call {', '.join(foreign)}")
    return merged


def _only(module: Any, native: str, name: str) -> Any:
    """A module with nothing but one function, under another name."""
    llvm = _untyped("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for item in [*module.functions, *module.global_variables]:
        if item.name == native:
            item.name = name
        elif not item.is_declaration:
            item.linkage = "internal"
    manager = llvm.create_new_module_pass_manager()
    manager.add_global_dead_code_eliminate_pass()
    manager.add_strip_symbols_pass()
    manager.add_strip_dead_prototype_pass()
    machine = llvm.Target.from_default_triple().create_target_machine()
    manager.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))
    return module


def _plain(text: str) -> str:
    """The code alone: without names, notes and attributes, which helped to optimise it and differ between versions."""
    text = re.sub(r"(?m)^(;|!|source_filename|target |attributes ).*\n", "", text)
    text = re.sub(r", !\S+ !\d+| #\d+|  +; preds.*", "", text)
    return re.sub(r"(?m)^define.*? i32 (@\w+)(\(.*\)).*\{$", _head, text)


def _head(found: re.Match[str]) -> str:
    return f"define i32 {found[1]}{re.sub('(ptr|i64)[^%,]*', lambda word: word[1] + ' ', found[2])} {{"


def _untyped(module: str) -> Any:
    return importlib.import_module(module)
