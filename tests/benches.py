"""The scripts of bench/, loaded as modules: they are run as files, so that their folder is where they import from."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parents[1] / "bench"


def load(name: str) -> ModuleType:
    """A script by its name. Not to be imported: a script may be called like a folder of tests."""
    found = f"bench_{name}"
    if found not in sys.modules:
        spec = importlib.util.spec_from_file_location(found, BENCH / f"{name}.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "path", [str(BENCH), *sys.path])
            spec.loader.exec_module(module)
        sys.modules[found] = module
    return sys.modules[found]
