"""Ctrl-C is neither lost nor taken for something else."""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import pytest

from knobel.engines.cpsat import CpSat
from knobel.interrupts import heeded, held
from knobel.limits import NO_LIMIT
from knobel.model import Model


def interrupt() -> None:
    signal.raise_signal(signal.SIGINT)


def test_held_it_comes_after_the_block() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), held():
        interrupt()
        done.append("the block")
    assert done


def test_held_twice_it_comes_after_the_outer_block() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), held():
        with held():
            interrupt()
        done.append("the inner block")
    assert done


def test_heeded_it_ends_the_block_at_once() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), heeded():
        interrupt()
        done.append("too late")
    assert not done


def test_heeded_it_is_not_swallowed() -> None:
    with pytest.raises(KeyboardInterrupt), heeded(), suppress(KeyboardInterrupt):
        interrupt()


def test_without_it_errors_are_what_they_are() -> None:
    for block in (held, heeded):
        with pytest.raises(ImportError, match="no such thing"), block():
            raise ImportError("no such thing")


def test_afterwards_it_means_what_it_meant() -> None:
    before = signal.getsignal(signal.SIGINT)
    for block in (held, heeded):
        with suppress(KeyboardInterrupt), block():
            interrupt()
        assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupted_import_is_not_a_missing_library(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(ModuleType):
        def __getattr__(self, name: str) -> object:
            try:
                interrupt()
            except KeyboardInterrupt:
                raise ImportError("initialization failed") from None  # as libraries in C++ do
            return None

    monkeypatch.setitem(sys.modules, "ortools.sat.python", Interrupted("ortools.sat.python"))
    with pytest.raises(KeyboardInterrupt):
        CpSat().solve_model(Model(), (), NO_LIMIT)


def test_ctrl_c_while_the_command_is_imported_ends_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting:
        @staticmethod
        def find_spec(name: str, *rest: object) -> None:
            if name == "knobel.cli":
                raise KeyboardInterrupt

    for name in [name for name in sys.modules if name.startswith(("knobel.cli", "knobel.__main__"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Interrupting, *sys.meta_path])
    with pytest.raises(SystemExit) as end:
        runpy.run_module("knobel", run_name="__main__")
    assert end.value.code == 130


def test_the_exit_code_is_ours_whatever_was_interrupted(tmp_path: Path) -> None:
    """Also where Ctrl-C came while Python executed a text, as it does for dataclasses."""
    (tmp_path / "sitecustomize.py").write_text(
        "import knobel.cli\n"
        "def main():\n"
        "    try:\n"
        "        exec('raise KeyboardInterrupt')\n"
        "    except KeyboardInterrupt:\n"
        "        return 130\n"
        "knobel.cli.main = main\n"
    )
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    assert subprocess.run([sys.executable, "-m", "knobel"], env=environment, check=False).returncode == 130
