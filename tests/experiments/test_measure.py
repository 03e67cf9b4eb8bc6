"""A run is measured in a process of its own, which ends at its limit whatever it does."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from knobel.bench import measure as measuring
from knobel.bench.measure import isolated, measure
from knobel.bench.questions import QUESTIONS
from knobel.bench.trial import Run, Trial

CAT = "nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1"


def trial(question: str, puzzle: str = CAT, **rest: object) -> Trial:
    return Trial("s", "p", question, puzzle.partition(":")[0], "board", puzzle, **rest)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [("solve", "solved"), ("unique", "unique"), ("again", "unique"), ("count", "solved"), ("explain", "unique")],
)
def test_questions_are_answered(question: str, verdict: str) -> None:
    run = measure(trial(question))
    assert (run.verdict, run.decided) == (verdict, True)
    assert run.cpu is not None and run.wall is not None and run.memory is not None
    assert 0 < run.cpu < 20 and run.memory > 5


def test_other_questions_are_answered() -> None:
    made = measure(Trial("s", "p", "generate", "nonogram", "", "size=5x5", seed=1))
    assert made.verdict == "unique" and measure(trial("unique", made.answer)).verdict == "unique"
    started = measure(Trial("s", "p", "start", "", "", "--version", "", ""))
    assert started.decided and started.cpu is not None and started.cpu > 0.001
    assert {"solve", "unique", "again", "count", "explain", "generate", "start"} == set(QUESTIONS)


def test_what_the_run_answers_is_kept() -> None:
    run = measure(trial("solve", "bishops:4"))
    assert (run.value, run.checked, run.solver.split()[0]) == (6, True, "diagonals")
    assert measure(trial("count", "bishops:4")).value == 16
    assert measure(trial("solve", encoding="dnf")).variables == 12 + 14  # cells, and colourings of the seven lines
    assert measure(trial("unique", "nonogram:2x2:1/1/1/1")).checked is True
    assert measure(trial("unique", "nonogram:1x1:1/")).verdict == "none"


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        (trial("solve", encoding="nosuch"), "unable"),
        (trial("solve", engine="nosuch"), "unable"),
        (trial("solve", encoding="cp", engine="glucose"), "unable"),
        (trial("solve", engine="peer:nosuch"), "unable"),
        (trial("nosuch"), "unable"),
        (trial("solve", engine="external:false"), "error"),
        (Trial("s", "p", "start", "", "", "nosuch", "", ""), "error"),
    ],
)
def test_what_cannot_be_asked_is_a_verdict(asked: Trial, verdict: str) -> None:
    run = measure(asked)
    assert (run.verdict, run.decided) == (verdict, False)
    assert run.note


@pytest.mark.parametrize(("puzzle", "verdict"), [("nonogram:1x1:1/", "none"), ("nonogram:2x2:1/1/1/1", "multiple")])
def test_an_explanation_says_where_it_leads(puzzle: str, verdict: str) -> None:
    assert measure(trial("explain", puzzle)).verdict == verdict


def test_whatever_happens_in_a_run_is_its_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(trial: Trial, peers: Path | None) -> Callable[[], Run]:
        raise RuntimeError("unheard of")

    monkeypatch.setattr(measuring, "QUESTIONS", {"solve": broken})
    run = measure(trial("solve"))
    assert (run.verdict, run.note) == ("error", "RuntimeError: unheard of")


def test_warming_up_is_not_taken_from_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "GRACE", 0.5)

    def slow(trial: Trial, peers: Path | None) -> Callable[[], Run]:
        time.sleep(2)
        return lambda: Run(trial, "solved", True)

    monkeypatch.setattr(measuring, "QUESTIONS", {"solve": slow})
    run = measure(trial("solve", allowed=0.5))
    assert run.verdict == "solved" and run.wall is not None and run.wall < 1.5


def test_a_run_ends_at_its_limit() -> None:
    hard = Trial("s", "p", "solve", "bishops", "", "bishops:20:piece=knight", "cells", "minisat", allowed=0.02)
    started = time.monotonic()
    run = measure(hard)
    assert run.verdict == "undecided" and not run.decided
    assert time.monotonic() - started < 30


def sleeping(path: Path) -> Callable[[], object]:
    def work() -> object:
        started = subprocess.Popen(["sleep", "60"])
        path.write_text(str(started.pid))
        time.sleep(60)
        return 1

    return work


def test_who_does_not_stop_is_killed_with_all_it_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "WARMING", 1.0)
    done = isolated(sleeping(tmp_path / "pid"), 1.0)
    assert (done.answer, done.killed) == (None, True)
    pid = int((tmp_path / "pid").read_text())
    ends = time.monotonic() + 300
    while Path(f"/proc/{pid}").exists() and time.monotonic() < ends:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        if state == "Z":
            break
        time.sleep(0.01)
    else:
        assert not Path(f"/proc/{pid}").exists()


def test_ctrl_c_while_it_is_forked_loses_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    fork, made = os.fork, list[int]()

    def interrupted() -> int:
        pid = fork()
        if pid:
            made.append(pid)
            signal.raise_signal(signal.SIGINT)
        return pid

    monkeypatch.setattr(os, "fork", interrupted)
    with pytest.raises(KeyboardInterrupt):
        isolated(lambda: time.sleep(60), 60)
    [pid] = made
    with pytest.raises(ChildProcessError):  # it was killed and waited for
        os.waitpid(pid, os.WNOHANG)


def test_a_process_that_dies_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "_answered", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    run = measure(trial("solve"))
    assert (run.verdict, run.note) == ("error", "the process died")


def test_memory_and_seconds_are_those_of_the_process() -> None:
    def greedy() -> int:
        held = bytearray(200 << 20)
        ends = time.process_time() + 0.3
        while time.process_time() < ends:
            held[0] += 1 if held[0] < 255 else -255
        return len(held)

    small, large = isolated(lambda: 1, 30), isolated(greedy, 30)
    assert large.answer == 200 << 20
    assert large.memory > small.memory + 150
    assert large.cpu >= 0.3 > small.cpu
