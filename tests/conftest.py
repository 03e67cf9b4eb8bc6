"""What all tests share: optional tools and packages, without which a test is skipped, or fails where they are promised.

``KNOBEL_REQUIRE_TOOLS=1`` says that everything is installed, so that a test that would be skipped is a failure.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from importlib.util import find_spec
from typing import NoReturn

import pytest


def _absent(what: str) -> NoReturn:
    if os.environ.get("KNOBEL_REQUIRE_TOOLS") == "1":
        pytest.fail(f"{what} is not installed, but KNOBEL_REQUIRE_TOOLS=1 promises it")
    pytest.skip(f"{what} is not installed")


@pytest.fixture(scope="session")
def need_tool() -> Callable[[str], str]:
    """``need_tool("minisat")`` is the path of the command."""

    def find(name: str) -> str:
        return shutil.which(name) or _absent(f"the command {name}")

    return find


@pytest.fixture(scope="session")
def need_module() -> Callable[[str], None]:
    """``need_module("ortools")`` makes sure that the package can be imported."""

    def find(name: str) -> None:
        if find_spec(name) is None:
            _absent(f"the package {name}")

    return find
