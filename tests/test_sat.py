"""``knobel sat``: files plain or packed, proofs and traces, and what its output and exit codes say."""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from knobel.proofs import check_proof

YES = b"c var 1 door\nc var 2 window\np cnf 2 2\n1 2 0\n-1 2 0\n"
NO = YES.replace(b"2 2\n", b"2 4\n") + b"1 -2 0\n-1 -2 0\n"


@pytest.fixture(autouse=True)
def files(run: Any) -> None:
    Path("yes.cnf").write_bytes(YES)
    Path("no.cnf").write_bytes(NO)


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
        need_module("llvmlite")
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
    need_module("llvmlite")
    assert run("sat", "no.cnf", "--engine", "yasat", "--trace", "t.json")[0] == 20
    text = Path("t.json").read_text()
    assert "door" in text or "window" in text
    assert all(isinstance(json.loads(line), dict) for line in text.splitlines())


def test_engines_for_constraint_models_take_clauses_too(run: Any) -> None:
    code, out, _ = run("sat", "yes.cnf", "--engine", "fd")
    assert code == 10 and "v -1 2\n" in out.replace("v 1 2", "v -1 2")
    assert run("sat", "no.cnf", "--engine", "fd")[0] == 20
    code, _, err = run("sat", "no.cnf", "--engine", "fd", "--proof", "p.drat")
    assert code == 2 and "writes no proof" in err


def test_what_is_read_is_never_written_over(run: Any) -> None:
    for more in (("--proof", "no.cnf"), ("--trace", "./no.cnf"), ("--proof", "x", "--trace", "x")):
        code, _, err = run("sat", "no.cnf", "--engine", "yasat:pure=1", "--force", *more)
        assert code == 2 and err.count("\n") == 1
    assert Path("no.cnf").read_bytes() == NO and not Path("x").exists()
    assert run("sat", "no.cnf", "--engine", "yasat:pure=1", "--trace", "-")[0] == 2 and not Path("-").exists()


def test_a_formula_refuted_while_it_is_loaded_has_a_conflict_in_its_trace(run: Any) -> None:
    Path("units.cnf").write_text("p cnf 2 3\n1 0\n2 0\n-1 0\n")
    assert run("sat", "units.cnf", "--engine", "yasat:pure=1", "--trace", "t.jsonl")[0] == 20
    events = [json.loads(line) for line in Path("t.jsonl").read_text().splitlines()]
    assert [event["event"] for event in events] == ["imply", "imply", "conflict", "answer"]
    assert events[2]["clause"] == ["-1"]


def test_statistics_are_told_when_the_time_was_too_short(run: Any) -> None:
    holes = 9
    at = [[p * holes + h + 1 for h in range(holes)] for p in range(holes + 1)]
    clauses = [*at, *([-at[p][h], -at[q][h]] for h in range(holes) for p in range(holes + 1) for q in range(p))]
    lines = [f"p cnf {holes * (holes + 1)} {len(clauses)}", *(" ".join(map(str, [*c, 0])) for c in clauses)]
    Path("pigeons.cnf").write_text("\n".join(lines) + "\n")
    for engine in ("yasat:pure=1", "cadical"):
        code, out, _ = run("sat", "pigeons.cnf", "--engine", engine, "--timeout", "0.3")
        assert code == 0 and "s UNKNOWN" in out and "c conflicts " in out
