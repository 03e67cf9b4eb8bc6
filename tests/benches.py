"""The scripts of bench/ as modules. They are run as files, so they import from their own folder."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parents[1] / "bench"


def load(name: str) -> ModuleType:
    """A script by its name; ``import`` would not do, for scripts are named like folders of tests."""
    spec = importlib.util.spec_from_file_location(f"bench_{name}", BENCH / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(BENCH), *sys.path])
        patch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
    return module
