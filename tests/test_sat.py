"""``knobel sat``: files plain or packed, proofs and traces, and what its output and exit codes say."""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from knobel.cli import main
from knobel.proofs import check_proof

YES = b"c var 1 door\nc var 2 window\np cnf 2 2\n1 2 0\n-1 2 0\n"
NO = YES.replace(b"2 2\n", b"2 4\n") + b"1 -2 0\n-1 -2 0\n"


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., tuple[int, str, str]]:
    monkeypatch.chdir(tmp_path)
    Path("yes.cnf").write_bytes(YES)
    Path("no.cnf").write_bytes(NO)

    def call(*args: str) -> tuple[int, str, str]:
        code = main(args)
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_packed_files_are_told_by_their_content(run: Any, pack: Callable[[bytes], bytes]) -> None:
    Path("packed.cnf").write_bytes(pack(NO))
    code, out, _ = run("sat", "packed.cnf")
    assert code == 20 and out.endswith("s UNSATISFIABLE\n")
    Path("packed.cnf").write_bytes(pack(NO)[:-6])
    code, out, err = run("sat", "packed.cnf")
    assert code == 3 and out == "" and err.startswith("knobel: packed.cnf: is packed by") and err.count("\n") == 1


def test_statistics_are_comments_and_the_model_ends_in_0(run: Any) -> None:
    code, out, _ = run("sat", "yes.cnf")
    lines = out.splitlines()
    assert code == 10 and "s SATISFIABLE" in lines and lines[-1] == "v 0"
    assert any(line.startswith("c conflicts ") for line in lines)
    assert {line[0] for line in lines} == {"c", "s", "v"}


@pytest.mark.parametrize("engine", ["cadical", "glucose", "yasat"])
def test_the_proof_of_a_no_is_written_whole_and_that_of_a_yes_not_at_all(
    run: Any, engine: str, need_module: Callable[[str], None]
) -> None:
    if engine == "yasat":
        need_module("numba")
    assert run("sat", "yes.cnf", "--proof", "p.drat", "--engine", engine)[0] == 10
    assert not Path("p.drat").exists()
    assert run("sat", "no.cnf", "--proof", "p.drat", "--engine", engine)[0] == 20
    assert check_proof("no.cnf", "p.drat")
    assert sorted(path.name for path in Path().iterdir()) == ["no.cnf", "p.drat", "yes.cnf"]


def test_proofs_overwrite_nothing_unless_forced(run: Any) -> None:
    Path("p.drat").write_text("precious")
    code, out, err = run("sat", "no.cnf", "--proof", "p.drat")
    assert code == 2 and out == "" and "--force" in err and Path("p.drat").read_text() == "precious"
    assert run("sat", "yes.cnf", "--proof", "p.drat", "--force")[0] == 10
    assert Path("p.drat").read_text() == "precious"
    assert run("sat", "no.cnf", "--proof", "p.drat", "--force")[0] == 20
    assert check_proof("no.cnf", "p.drat")
    code, _, err = run("sat", "no.cnf", "--proof", "nowhere/p.drat")
    assert code == 3 and err.startswith("knobel: nowhere/p.drat: cannot be written")


def test_engines_without_proofs_say_who_has_them(run: Any) -> None:
    code, _, err = run("sat", "no.cnf", "--proof", "p.drat", "--engine", "minisat")
    assert code == 2 and "take one of: cadical, glucose" in err and not Path("p.drat").exists()


def test_a_trace_speaks_of_the_names_in_the_file(run: Any, need_module: Callable[[str], None]) -> None:
    need_module("numba")
    assert run("sat", "no.cnf", "--engine", "yasat", "--trace", "t.json")[0] == 20
    text = Path("t.json").read_text()
    assert "door" in text or "window" in text
    assert all(isinstance(json.loads(line), dict) for line in text.splitlines())
