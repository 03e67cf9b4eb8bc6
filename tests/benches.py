"""The scripts of bench/ as modules."""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parents[1] / "bench"


@cache
def _scripts() -> dict[str, ModuleType]:
    """All of them, imported in one go: they are named like folders of tests, which may be imported by these names."""
    names = [path.stem for path in BENCH.glob("*.py") if path.stem != "__main__"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(BENCH), *sys.path])
        for name in names:
            patch.delitem(sys.modules, name, raising=False)
        found = {name: importlib.import_module(name) for name in names}
        for name, module in found.items():
            if hasattr(module, "SUITE"):
                found["suite"].suite(name)  # which remembers it
        for name in names:
            del sys.modules[name]  # the folder of tests with this name can be imported again
    return found


def load(name: str) -> ModuleType:
    """A script by its name."""
    return _scripts()[name]
