"""Certificates: the claim is right, the files stand for it by themselves, and nothing unproven is called verified."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import knobel
from knobel import registry
from knobel.cli import main
from knobel.dimacs import read_dimacs
from knobel.engines import Engine
from knobel.errors import Misuse, Unable, WrongAnswer
from knobel.formula import Lits
from knobel.proofs import check_proof
from knobel.puzzle import Optimising
from knobel.tasks.prove import prove

FIRST = "nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1"
TWO = "nonogram:2x2:1/1/1/1"
NONE = "nonogram:2x2:2/2/1/1"
EXAMPLES = [
    ("@nonogram/first", "unique"),
    ("@nonogram/rainbow", "unique"),
    ("@nonogram/impossible", "none"),
    ("@doppelblock/S5", "unique"),
    ("@dominosweeper/report", "unique"),
    ("@bishops/three", "best"),
    ("@bishops/rooks", "best"),
    ("@bishops/guards", "best"),
    ("@bishops/clash", "none"),
]


def has_model(flat: Lits) -> bool:
    """As an engine says that wrote no proof here."""
    engine = registry.engine("minisat")
    assert isinstance(engine, Engine)
    session = engine.open(int(np.abs(flat).max(initial=0)))
    session.add(flat)
    sat = session.solve().sat
    session.close()
    assert sat is not None
    return sat


def without_last_group(text: str) -> str:
    """The puzzle itself: a file without the one clause of the group that says the opposite of the claim."""
    last = max(
        (line for line in text.splitlines() if line.startswith("c group")), key=lambda line: int(line.split()[2])
    )
    head, tail = text.split(f"{last}\n")
    sizes = re.search(r"p cnf (\d+) (\d+)", head)
    assert sizes is not None
    return head.replace(sizes[0], f"p cnf {sizes[1]} {int(sizes[2]) - 1}") + tail.partition("\n")[2]


@pytest.mark.parametrize(("name", "claim"), EXAMPLES)
def test_the_formula_is_the_puzzle_and_the_opposite_of_the_claim(name: str, claim: str, tmp_path: Path) -> None:
    puzzle = knobel.load(name)
    made = prove(puzzle, tmp_path / "out")
    assert made and made.claim == claim and made.formula and made.proof
    flat = read_dimacs(made.formula.read_text()).flat
    assert not has_model(flat) and check_proof(made.formula, made.proof)
    if claim == "none":
        assert made.solution is None and knobel.count(puzzle).count == 0
        return
    assert has_model(read_dimacs(without_last_group(made.formula.read_text())).flat)
    assert made.solution is not None and puzzle.check(made.solution) == []
    if claim == "unique":
        assert knobel.unique(puzzle)
    else:
        assert (
            isinstance(puzzle, Optimising) and made.value == puzzle.value(made.solution) == knobel.solve(puzzle).value
        )
        assert made.bound == made.value + (1 if puzzle.best == "most" else -1)


@pytest.mark.parametrize("engine", ["cadical", "glucose", "yasat"])
def test_every_encoding_and_prover(engine: str, tmp_path: Path, need_module: Callable[[str], None]) -> None:
    if engine == "yasat":
        need_module("llvmlite")
    for name in ("@nonogram/lattice", "@doppelblock/S5", "@bishops/three"):
        puzzle = knobel.load(name)
        for encoding in registry.kind(puzzle.kind).encodings.values():
            if not (encoding.model or encoding.weaker):
                made = prove(puzzle, tmp_path / puzzle.kind / encoding.name, encoding=encoding.name, engine=engine)
                assert made and made.encoding == encoding.name and made.engine == engine


def test_the_readme_says_what_was_claimed_and_its_commands_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import shlex

    for name, puzzle in (("one", FIRST), ("none", NONE), ("best", "bishops:3")):
        prove(knobel.parse(puzzle), tmp_path / name)
        monkeypatch.chdir(tmp_path / name)
        text = Path("README").read_text()
        assert puzzle in text
        commands = [line.strip() for line in text.splitlines() if line.startswith("    knobel ")]
        for command in commands:
            capsys.readouterr()
            assert main(shlex.split(command)[1:]) == 0, command
        formula = capsys.readouterr().out.splitlines()  # the last command writes it anew
        stored = Path("formula.cnf").read_text().splitlines()
        here = [line for line in stored if not line.startswith(("c", "p"))]
        anew = [line for line in formula if not line.startswith(("c", "p"))]
        assert here[: len(anew)] == anew and len(here) - len(anew) == (name == "one")


def test_several_solutions_are_no_claim(tmp_path: Path) -> None:
    made = prove(knobel.parse(TWO), tmp_path / "out")
    assert not made and made.status == "multiple" and made.claim is None
    assert not any(tmp_path.iterdir())


def test_nothing_is_overwritten_unless_forced(tmp_path: Path) -> None:
    puzzle = knobel.parse(FIRST)
    (tmp_path / "proof.drat").write_text("precious")
    (tmp_path / "other").write_text("mine")
    with pytest.raises(Unable, match="--force"):
        prove(puzzle, tmp_path)
    assert (tmp_path / "proof.drat").read_text() == "precious" and len(list(tmp_path.iterdir())) == 2
    assert prove(puzzle, tmp_path, force=True)
    assert {path.name for path in tmp_path.iterdir()} == {"proof.drat", "other", "formula.cnf", "README"}
    assert check_proof(tmp_path / "formula.cnf", tmp_path / "proof.drat")


def test_too_little_time_is_undecided_and_leaves_nothing(tmp_path: Path) -> None:
    made = prove(knobel.parse(FIRST), tmp_path / "out", timeout=0)
    assert made.status == "undecided" and not any(tmp_path.iterdir())


def test_encodings_and_engines_that_cannot_are_named(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="writes no proof; take one of: cadical"):
        prove(knobel.parse(FIRST), tmp_path / "out", engine="minisat")
    with pytest.raises(Misuse, match="constraint model"):
        prove(knobel.load("@doppelblock/S5"), tmp_path / "out", encoding="cp")
    with pytest.raises(Misuse, match="asks for less"):
        prove(knobel.parse("bishops:3"), tmp_path / "out", encoding="pairs")
    assert not any(tmp_path.iterdir())


LIAR = """
import sys
open(sys.argv[2], "w").write(sys.argv[3].replace("/", "\\n"))
print("s UNSATISFIABLE")
"""


@pytest.mark.parametrize("proof", ["0/", "", "17 0/0/", "1 0/-1 0/0/", "nonsense"])
def test_a_lying_solver_is_found_out(proof: str, tmp_path: Path) -> None:
    """It says that there is no solution at all, where there are two, and whatever it writes is no proof of that."""
    (tmp_path / "liar.py").write_text(LIAR)
    engine = f"external:{sys.executable} {tmp_path / 'liar.py'} {{formula}} {{proof}} '{proof}'"
    with pytest.raises(WrongAnswer, match=r"does not show it|wrote no proof that can be read"):
        prove(knobel.parse(TWO), tmp_path / "out", engine=engine)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("says", "agrees"), [("s VERIFIED", True), ("s NOT VERIFIED", False), ("Segmentation", False)])
def test_drat_trim_is_asked_where_it_is_installed(
    says: str, agrees: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = tmp_path / "bin" / "drat-trim"
    referee.parent.mkdir()
    referee.write_text(f"#!/bin/sh\nhead -c 1 $1 $2 >/dev/null || exit 1\nprintf 'c\\rc hello\\n{says}\\n'\n")
    referee.chmod(0o755)
    monkeypatch.setenv("PATH", str(referee.parent), prepend=":")
    if agrees:
        assert prove(knobel.parse(FIRST), tmp_path / "out").referees == ("knobel", "drat-trim")
        assert "By knobel and by drat-trim" in (tmp_path / "out" / "README").read_text()
    else:
        with pytest.raises(WrongAnswer, match="drat-trim says"):
            prove(knobel.parse(FIRST), tmp_path / "out")
        assert not (tmp_path / "out").exists()


@pytest.mark.skipif(shutil.which("drat-trim") is None, reason="no package has drat-trim: it has to be built by hand")
def test_drat_trim_itself_agrees(tmp_path: Path) -> None:
    for name, _ in EXAMPLES:
        assert prove(knobel.load(name), tmp_path / name[1:]).referees == ("knobel", "drat-trim")


# the command line


def test_prove_on_the_command_line(run: Any) -> None:
    assert run("prove", FIRST, "--out", "a") == (0, "verified\n", "")
    assert run("prove", TWO, "--out", "b") == (1, "multiple\n", "")
    code, out, err = run("prove", FIRST, "--out", "a")
    assert (code, out) == (2, "") and err == "knobel: a exists; --force overwrites what is in it\n"
    code, out, _ = run("prove", FIRST, NONE, FIRST, TWO, "nonogram:oops", "--out", "many", "--json")
    objects = [json.loads(line) for line in out.splitlines()]
    assert code == 3 and [one.get("claim") for one in objects] == ["unique", "none", "unique", None, None]
    assert [one.get("verified") for one in objects] == [True, True, True, False, None]
    for one in objects[:3]:
        assert run("check-proof", one["formula"], one["proof"]) == (0, "verified\n", "")
    assert len({one["proof"] for one in objects[:3]}) == 3


def test_check_proof_on_the_command_line(run: Any, tmp_path: Path) -> None:
    (tmp_path / "a.cnf").write_text("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")
    for text, code, words in (
        ("2 0\n0\n", 0, "verified\n"),
        ("0\n", 1, "not a proof: step 1 adds the empty clause, which does not follow\n"),
        ("2 0\n", 1, "not a proof: it never adds the empty clause\n"),
        ("2 0\n0", 0, "verified\n"),
    ):
        (tmp_path / "a.drat").write_text(text)
        for pure in ([], ["--pure"]):
            assert run("check-proof", "a.cnf", "a.drat", *pure) == (code, words, "")
            found = json.loads(run("check-proof", "a.cnf", "a.drat", "--json", *pure)[1])
            assert found["verified"] is (code == 0) and (found["reason"] is None) is (code == 0)
    (tmp_path / "a.drat").write_text("2 0\nx\n")
    assert run("check-proof", "a.cnf", "a.drat") == (3, "", "knobel: a.drat:2: expected a literal, 0 or d, not 'x'\n")
    (tmp_path / "a.drat").write_bytes(b"a\x04\x00a")
    assert run("check-proof", "a.cnf", "a.drat")[0] == 3
    assert run("check-proof", "a.drat", "a.cnf")[0] == 3
    assert run("check-proof", "a.cnf", "none.drat") == (3, "", "knobel: none.drat: no such file\n")
    (tmp_path / "a.drat").write_text("2 0\n0\n")
    assert run("check-proof", "a.cnf", "a.drat", "--timeout", "0") == (4, "undecided\n", "")
