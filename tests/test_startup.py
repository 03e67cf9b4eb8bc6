"""What is imported when: start-up time is spent only on what a command needs."""

from __future__ import annotations

import subprocess
import sys
from typing import get_args

import pytest

from knobel import registry
from knobel.cli import main
from knobel.encodings import CLAUSES
from knobel.picture import MARKS
from knobel.tasks.drafts import Clues
from knobel.tasks.grade import NAMES
from knobel.tasks.prove import prover_of


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


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        ("generate", "{" + ",".join(NAMES) + "}"),
        ("generate", "{" + ",".join(get_args(Clues)) + "}"),
        ("sat", f"which solver decides (default: {CLAUSES})"),
        ("prove", f"which solver finds the proof (default: {prover_of(None).name})"),
        ("solve", f"(engine {', '.join(one.name for one in registry.engines().values() if 'trace' in one.can)})"),
    ],
)
def test_what_the_help_repeats_without_reading_it_is_so(
    verb: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    with pytest.raises(SystemExit):
        main([verb, "--help"])
    assert words in capsys.readouterr().out


def test_what_the_page_repeats_without_reading_it_is_so() -> None:
    schemas = pytest.importorskip("knobel.web.schemas")
    assert get_args(schemas.Grade) == tuple(NAMES)
    assert get_args(schemas.Clues) == get_args(Clues)
    assert get_args(schemas.Why) == tuple(MARKS)


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


def test_a_board_that_is_settled_beforehand_loads_no_engine() -> None:
    modules = imported_by(RUN.format(args=["solve", "@nonogram/heart"]))
    assert not {name for name in modules if name.startswith("knobel.engines.")} | (modules & {"pysolvers", "ortools"})
