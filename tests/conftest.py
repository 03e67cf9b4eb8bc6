"""What all tests share: optional tools and packages, without which a test is skipped, or fails where they are promised.

``KNOBEL_REQUIRE_TOOLS=1`` says that everything is installed, so that a test that would be skipped is a failure.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest
from hypothesis import settings

from knobel import checks
from knobel.cli import main

settings.register_profile("knobel", deadline=None)  # a busy machine is no reason to fail
settings.load_profile("knobel")

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as in the background of a script; children would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)


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


@pytest.fixture(scope="session", autouse=True)
def all_solutions_once() -> Iterator[None]:
    """Many encodings are judged on the same puzzles: brute force tries all arrays of each only once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks, "brute_force", lru_cache(1024)(checks.brute_force))
        yield


@pytest.fixture
def cpsat_here(need_module: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """``cpsat_here()`` lets CP-SAT answer in this process, for laws about many answers: a fork takes longer than most.

    In a process of its own, as always elsewhere, it is judged by ``test_model_engines.py``.
    """

    def stay() -> None:
        need_module("ortools")
        monkeypatch.setattr("knobel.engines.cpsat.call_and_kill", lambda work, limit, undecided: work())

    handler = signal.getsignal(signal.SIGINT)
    yield stay
    signal.signal(signal.SIGINT, handler)  # which CP-SAT replaces


class Outcome(NamedTuple):
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Outcome]:
    """``run("solve", ...)`` runs the command in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> Outcome:
        try:
            code = main(args)
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Outcome(code, out, err)

    return call
