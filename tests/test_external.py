"""Solvers as commands: real ones agree with brute force, and bad ones are caught, stopped and cleaned up after."""

from __future__ import annotations

import random
import re
import shlex
import signal
import tempfile
import time
import zipfile
from collections.abc import Callable
from glob import glob
from itertools import product
from pathlib import Path
from types import FrameType

import numpy as np
import pytest

from knobel import registry
from knobel.dimacs import read_dimacs
from knobel.engines import Artifacts, Engine, Session, Verdict
from knobel.errors import KnobelError, Misuse, WrongAnswer
from knobel.formula import Lits
from knobel.limits import Deadline, Limit

SAT4J = sorted(glob("/usr/share/java/org.ow2.sat4j.core*.jar"))
CLAUSES = [[1, -2], [2, 3], [-1, -3]]
LONG = 600  # seconds: nobody has waited for it if less than half has passed, however busy the machine

Script = Callable[[str], str]


def flat(clauses: list[list[int]]) -> Lits:
    return np.array([lit for clause in clauses for lit in (*clause, 0)], dtype=np.int32)


def opened(command: str, variables: int = 3, keep: Path | None = None) -> Session:
    engine = registry.engine(f"external:{command}")
    assert isinstance(engine, Engine)
    return engine.open(variables, Artifacts(keep))


def asked(command: str, keep: Path | None = None, limit: float | None = None) -> Verdict:
    session = opened(command, keep=keep)
    session.add(flat(CLAUSES))
    return session.solve(limit=Limit(limit))


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for temporary files, to see that none stays."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


@pytest.fixture
def script(tmp_path: Path, need_tool: Callable[[str], str]) -> Script:
    """Makes a solver out of shell commands; it gets the formula's path as its argument."""
    shell = need_tool("sh")

    def make(text: str) -> str:
        path = tmp_path / "a solver.sh"
        path.write_text(text, encoding="utf-8")
        return f"{shell} {shlex.quote(str(path))}"

    return make


def gone(pid: int) -> bool:
    """Whether the process has ended; one that waits for its parent to notice counts as ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.parametrize("tool", ["minisat", "cadical", "sat4j"])
def test_real_solvers(tool: str, need_tool: Callable[[str], str], temporary: Path) -> None:
    commands = {"minisat": "minisat {formula} {result}", "cadical": "cadical -q {formula}"}
    if tool == "sat4j":
        need_tool("java")
        if not SAT4J:
            need_tool("sat4j")
        commands["sat4j"] = f"java -jar {SAT4J[-1]} {{formula}}"
    else:
        need_tool(tool)
    rng = random.Random(1)
    for _ in range(2 if tool == "sat4j" else 12):
        clauses = [[rng.choice((1, -1)) * rng.randint(1, 4) for _ in range(rng.randint(1, 3))] for _ in range(9)]
        session = opened(commands[tool], 5)
        session.add(flat(clauses))
        for assume in ([], [rng.choice((3, -3)), 6]):
            verdict = session.solve(assume, Limit(30))
            needed = [*clauses, *([lit] for lit in assume)]
            assert verdict.sat is any(satisfies(needed, values) for values in product((False, True), repeat=6))
            if verdict.sat:
                assert verdict.model is not None and satisfies(needed, (*verdict.model[1:].tolist(), False))
            else:
                assert set(verdict.core) == set(assume)
    assert not list(temporary.iterdir())


def satisfies(clauses: list[list[int]], values: tuple[bool, ...]) -> bool:
    return all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses)


def test_a_command_is_needed() -> None:
    engine = registry.engine("external")
    assert isinstance(engine, Engine)
    for one in (engine, engine.configured(" ")):
        with pytest.raises(Misuse, match=re.escape("minisat {formula} {result}")):
            one.open(1)
    with pytest.raises(Misuse, match="quot"):
        engine.configured("minisat 'a")
    with pytest.raises(Misuse, match="'no-such-solver' was not found"):
        engine.configured("no-such-solver {formula}").open(1)


def test_the_formula_file(script: Script, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    for place in ("", " {formula}", " --in={formula}"):
        command = script(f"cp \"${{1#--in=}}\" '{seen}'; echo s SATISFIABLE; echo v 1 2 -3 0")
        assert asked(command + place).sat is True
        cnf = read_dimacs(seen.read_text(encoding="utf-8"))
        assert cnf.variables == 3 and np.array_equal(cnf.flat, flat(CLAUSES))


@pytest.mark.parametrize("answer", ["s SATISFIABLE\nv 1 2 -3 0", "s SATISFIABLE\nv 1\nv 2 0", "1 2 0"])
def test_missing_literals_are_false(script: Script, answer: str) -> None:
    verdict = asked(script(f"echo '{answer}'"))
    assert verdict.model is not None and verdict.model.tolist() == [False, True, True, False]


def test_undecided(script: Script) -> None:
    assert asked(script("echo s UNKNOWN")).sat is None


@pytest.mark.parametrize("text", ["echo v 1 2 3 0", "echo v -1 2 0; exit 10"])
def test_a_wrong_model_never_passes(script: Script, text: str, temporary: Path) -> None:
    with pytest.raises(WrongAnswer, match="breaks the clause"):
        asked(script(f"echo s SATISFIABLE; {text}"))
    assert not list(temporary.iterdir())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("exit 3", "exit code 3, it said nothing"),
        ("echo out of luck >&2; exit 3", "exit code 3, it said: out of luck"),
        ("echo hello; echo there", "exit code 0, it said: hello"),
        ("echo warning: old; echo ERROR: no file; exit 1", "it said: ERROR: no file"),
        ("kill -SEGV $$", "exit code -11"),
        ("echo s UNSATISFIABLE; kill -SEGV $$", "says unsatisfiable, but ended with the exit code -11"),
        ("echo s UNSATISFIABLE; exit 1", "says unsatisfiable, but ended with the exit code 1"),
        ("echo s UNSATISFIABLE; exit 10", "says unsatisfiable, but ended with the exit code 10"),
        ("echo s SATISFIABLE; echo v 1 2 -3 0; exit 20", "says satisfiable, but ended with the exit code 20"),
        ("echo s SATISFIABLE; exit 10", "shows no model"),
        ("echo s SATISFIABLE; echo v 1 2 -3 4 0; exit 10", "more than the 3 variables"),
        ("printf 'v 1 \\377 0'", "exit code 0"),
    ],
)
def test_bad_solvers_are_reported(script: Script, text: str, words: str, temporary: Path) -> None:
    with pytest.raises(KnobelError, match=re.escape(words)) as caught:
        asked(script(text))
    assert "\n" not in str(caught.value)
    assert not list(temporary.iterdir())


def test_a_result_file_that_was_not_written(script: Script) -> None:
    with pytest.raises(KnobelError, match="gave no answer"):
        asked(script("echo s UNSATISFIABLE") + " {formula} {result}")


@pytest.mark.parametrize("ambient", [False, True])
def test_the_whole_group_is_killed_at_the_limit(script: Script, tmp_path: Path, ambient: bool, temporary: Path) -> None:
    pids = tmp_path / "pids"
    command = script(f"sleep {LONG} & echo $$ $! > '{pids}'; wait")
    started = time.monotonic()
    with Deadline(0.4 if ambient else None):
        assert asked(command, limit=None if ambient else 0.4).sat is None
    assert 0.3 < time.monotonic() - started < LONG / 2
    assert_gone(pids)
    assert not list(temporary.iterdir())


def assert_gone(pids: Path) -> None:
    found = [int(pid) for pid in pids.read_text(encoding="utf-8").split()]
    assert len(found) == 2
    patience = time.monotonic() + LONG
    while not all(map(gone, found)):
        assert time.monotonic() < patience, f"still running: {found}"
        time.sleep(0.01)


def test_nothing_survives_an_interrupt(script: Script, tmp_path: Path, temporary: Path) -> None:
    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    pids = tmp_path / "pids"
    command = script(f"sleep {LONG} & echo $$ $! > '{pids}'; wait")
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.4)
        with pytest.raises(KeyboardInterrupt):
            asked(command)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert_gone(pids)
    assert not list(temporary.iterdir())


def test_files_can_be_kept_and_are_never_overwritten(script: Script, tmp_path: Path) -> None:
    keep = tmp_path / "a new" / "place"
    command = script('printf "SAT\\n1 2 -3 0\\n" > "$2"; echo done') + " {formula} {result}"
    session = opened(command, keep=keep)
    session.add(flat(CLAUSES))
    assert session.solve().sat is True
    (keep / "result-2.txt").write_text("mine", encoding="utf-8")
    (keep / "formula-3.cnf").write_text("mine, too", encoding="utf-8")
    assert session.solve([1]).sat is True
    assert asked(command, keep=keep).sat is True
    assert (keep / "result-2.txt").read_text(encoding="utf-8") == "mine"
    assert (keep / "formula-3.cnf").read_text(encoding="utf-8") == "mine, too"
    for number, clauses in ((1, 3), (4, 4), (5, 3)):
        assert read_dimacs((keep / f"formula-{number}.cnf").read_text(encoding="utf-8")).clauses == clauses
        assert (keep / f"result-{number}.txt").read_text(encoding="utf-8") == "SAT\n1 2 -3 0\n"
        assert (keep / f"output-{number}.txt").read_text(encoding="utf-8") == "done\n"


def test_a_place_where_nothing_can_be_kept(script: Script, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(KnobelError, match="cannot be written"):
        asked(script("echo s UNKNOWN"), keep=tmp_path / "file")


def test_a_command_that_cannot_be_started(tmp_path: Path) -> None:
    broken = tmp_path / "solver"
    broken.write_bytes(b"\x7fELF no program")
    broken.chmod(0o755)
    with pytest.raises(Misuse, match="cannot be started"):
        asked(str(broken))


def test_java_starts_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive, java = tmp_path / "sat4j.jar", tmp_path / "java"
    with zipfile.ZipFile(archive, "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Misuse, match="Java archive"):
        asked(str(archive))
    java.write_text('#!/bin/sh\n[ "$1 $2" = "-jar $JAR" ] && [ -f "$3" ] && echo s UNSATISFIABLE\n')
    java.chmod(0o755)
    monkeypatch.setenv("JAR", str(archive))
    assert asked(str(archive)).sat is False
