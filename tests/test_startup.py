"""What is imported when: start-up time is spent only on what a command needs."""

from __future__ import annotations

import subprocess
import sys

import pytest


def imported_by(code: str) -> set[str]:
    """The modules that are loaded after the code has run in a fresh interpreter."""
    script = f"import sys\n{code}\nprint('\\n'.join(['---', *sys.modules]))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.rpartition("---")[2].split())


RUN = "from knobel.cli import main\ntry: main({args!r})\nexcept SystemExit: pass"


def test_importing_knobel_loads_no_engine() -> None:
    assert not imported_by("import knobel") & {"numpy", "pysolvers", "pysat", "rich", "ortools"}


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["solve", "--help"]])
def test_help_reads_no_kind_and_no_library(args: list[str]) -> None:
    modules = imported_by(RUN.format(args=args))
    assert not modules & {"numpy", "pysolvers", "rich", "knobel.puzzle", "knobel.registry", "importlib.metadata"}
    assert not {name for name in modules if name.startswith("knobel.kinds")}


def test_solving_loads_one_engine_and_one_kind() -> None:
    modules = imported_by(RUN.format(args=["solve", "nonogram:4x4:2/1/2/1/1.1/2/1/1"]))
    assert "pysolvers" in modules
    unwanted = {"pysat", "rich", "ortools", "importlib.metadata", "xml.etree.ElementTree", "subprocess", "hypothesis"}
    assert not modules & unwanted
    assert {name.split(".")[2] for name in modules if name.startswith("knobel.kinds.")} == {"nonogram"}


def test_numpy_gets_one_thread_from_the_command() -> None:
    code = RUN.format(args=["--version"]) + "\nimport os; print(os.environ['OPENBLAS_NUM_THREADS'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == "1"
