"""A race answers what every runner would answer, takes the first, and leaves nobody running."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import knobel
from conftest import Outcome
from knobel import registry
from knobel.errors import KnobelError, Misuse, WrongAnswer
from knobel.racing import lanes
from knobel.search import SearchOptions

SMALL = [
    one.id
    for kind in registry.kinds().values()
    for one in kind.examples.values()
    if registry.parse(one.id).domain().size < 400
]


@pytest.mark.parametrize("puzzle", SMALL[::4])
def test_a_race_says_what_one_engine_says(puzzle: str) -> None:
    p = knobel.parse(puzzle)
    assert knobel.solve(p, engine="race").status == knobel.solve(p).status
    assert knobel.unique(p, engine="race:2", nearest=False).status == knobel.unique(p, nearest=False).status
    alone, raced = knobel.count(p, 50), knobel.count(p, 50, engine="race:2")
    assert (raced.count, raced.exact) == (alone.count, alone.exact)
    assert knobel.forced(p, engine="race:2").board == knobel.forced(p).board


def test_the_winner_is_named() -> None:
    result = knobel.solve(knobel.parse("bishops:5"), engine="race:cells/minisat")
    assert (result.encoding, result.engine, result.value) == ("cells", "minisat", 8)


def ran(engine: str, kind: str = "nonogram", **ask: str) -> list[tuple[str | None, str | None]]:
    puzzle = registry.parse(next(iter(registry.kind(kind).examples.values())).id)
    asked: SearchOptions = {"engine": engine, **ask}  # type: ignore[typeddict-item]
    return [(lane["encoding"], lane["engine"]) for lane in lanes(puzzle, asked)]


@pytest.mark.parametrize("kind", registry.kinds())
def test_runners_are_all_different_and_the_kinds_own_choice_is_among_them(kind: str) -> None:
    found = ran("race:6", kind)
    assert len(set(found)) == len(found) > 3
    assert found[0] == (None, registry.encoding(registry.kind(kind)).engine)
    assert len({engine for _, engine in found}) > 1 and len({encoding for encoding, _ in found}) > 1
    assert not any(registry.kind(kind).encodings[one].weaker for one, _ in found if one)


def test_an_encoding_that_is_asked_for_is_that_of_all() -> None:
    assert {encoding for encoding, _ in ran("race:4", encoding="order")} == {"order"}
    assert {engine for _, engine in ran("race:2", encoding="cp")} == {"cpsat", "fd"}


def test_runners_can_be_named() -> None:
    assert ran("race:auto/cadical+dnf/glucose") == [("auto", "cadical"), ("dnf", "glucose")]


SENSELESS = "race:0 race:99 race:compact race:compact/ race:/glucose+x race:-1 race:nosuch/glucose race:order/nosuch"


@pytest.mark.parametrize("spec", SENSELESS.split())
def test_a_race_that_makes_no_sense_is_refused(spec: str) -> None:
    with pytest.raises(Misuse):
        ran(spec)


@pytest.fixture
def slow(tmp_path: Path) -> tuple[str, Path]:
    """A solver that writes down its number and sleeps; and where it writes it."""
    script, pid = tmp_path / "slow", tmp_path / "pid"
    script.write_text(f"#!/bin/sh\necho $$ > {pid}.new && mv {pid}.new {pid}\nexec sleep 60\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return f"external:{script}", pid


def gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody has buried yet has."""
    ends = time.monotonic() + 600
    while time.monotonic() < ends:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.01)
    return False


def appears(path: Path) -> int:
    ends = time.monotonic() + 600
    while not path.exists() and time.monotonic() < ends:
        time.sleep(0.01)
    return int(path.read_text())


def test_losers_are_stopped_at_once(slow: tuple[str, Path], tmp_path: Path) -> None:
    engine, pid = slow
    # The winner waits until the loser is on its way, and then asks somebody who knows.
    quick = tmp_path / "quick"
    body = f"#!/bin/sh\nwhile [ ! -e {pid} ]; do sleep 0.05; done\necho 's UNSATISFIABLE'\nexit 20\n"
    quick.write_text(body)
    quick.chmod(quick.stat().st_mode | stat.S_IXUSR)
    puzzle = knobel.parse("nonogram:2x2:1/1/1/")
    found = knobel.solve(puzzle, engine=f"race:order/{engine}+order/external:{quick}", timeout=600)
    assert found.status == "unsolvable"
    assert gone(int(pid.read_text()))


def test_who_cannot_answer_is_passed_over() -> None:
    puzzle = knobel.parse("nonogram:2x2:1/1/1/1")
    assert knobel.solve(puzzle, engine="race:order/external:false+order/minisat").engine == "minisat"
    assert knobel.solve(puzzle, engine="race:cp/glucose+order/minisat").engine == "minisat"
    with pytest.raises(KnobelError):
        knobel.solve(puzzle, engine="race:order/external:false+cp/glucose")


def test_a_wrong_answer_is_never_passed_over(tmp_path: Path) -> None:
    liar = tmp_path / "liar"
    liar.write_text("#!/bin/sh\necho 's SATISFIABLE'\necho 'v 1 2 3 4 0'\nexit 10\n")
    liar.chmod(liar.stat().st_mode | stat.S_IXUSR)
    with pytest.raises(WrongAnswer):
        knobel.solve(knobel.parse("nonogram:2x2:1/1/1/1"), engine=f"race:order/external:{liar}")


def test_who_asks_for_less_cannot_run() -> None:
    with pytest.raises(Misuse, match="less"):
        knobel.solve(knobel.parse("bishops:5"), engine="race:pairs/minisat+cells/cadical")


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_nobody_runs_on_when_the_command_is_ended(slow: tuple[str, Path], how: signal.Signals) -> None:
    engine, pid = slow
    command = [sys.executable, "-m", "knobel", "solve", "nonogram:2x2:1/1/1/1", "--engine", f"race:order/{engine}"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as process:
        runner = appears(pid)
        os.kill(process.pid, how)
        process.wait(600)
    assert gone(runner)


def test_without_a_winner_it_is_undecided(slow: tuple[str, Path]) -> None:
    engine, pid = slow
    found = knobel.solve(knobel.parse("nonogram:2x2:1/1/1/1"), engine=f"race:order/{engine}", timeout=5)
    assert found.status == "undecided"
    assert gone(appears(pid))


def test_ctrl_c_ends_everybody(slow: tuple[str, Path]) -> None:
    engine, pid = slow
    command = [sys.executable, "-m", "knobel", "solve", "nonogram:2x2:1/1/1/1", "--engine", f"race:order/{engine}"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    try:
        runner = appears(pid)
        os.kill(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=600)
    finally:
        process.kill()
        process.wait()
        assert process.stderr
        process.stderr.close()
    assert (process.returncode, said) == (130, b"")
    assert gone(runner)


def test_the_command_line_races(run: Callable[..., Outcome]) -> None:
    (answer,) = run("solve", "@doppelblock/S6", "--engine", "race", "--json").objects
    assert answer["status"] == "solved" and answer["engine"] != "race" and answer["encoding"]
    assert run("unique", "@doppelblock/S7", "--engine", "race").out.startswith("multiple")
    assert "race" in [one["engine"] for one in run("list", "engines", "--json").objects]


@pytest.mark.parametrize(
    "words",
    [
        ("all", "@doppelblock/S6", "--engine", "race"),
        ("prove", "@doppelblock/S6", "--engine", "race", "--out", "x"),
        ("solve", "@doppelblock/S6", "--engine", "race:x"),
        ("solve", "@doppelblock/S6", "--engine", "race", "--atoms"),
    ],
)
def test_where_a_race_makes_no_sense_it_is_refused_in_a_line(
    run: Callable[..., Outcome], words: tuple[str, ...]
) -> None:
    done = run(*words)
    assert done.code == 2 and done.err.startswith("knobel: ") and len(done.err.splitlines()) == 1
