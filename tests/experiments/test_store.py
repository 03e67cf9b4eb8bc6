"""What is stored comes back as it was, is never made twice, and survives whatever ends the run."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.bench import suites
from knobel.bench.store import Store
from knobel.bench.suites import Plan
from knobel.bench.trial import Run, Trial, versions
from knobel.errors import BadInput

TRIAL = Trial("encodings", "kind", "solve", "nonogram", "cat", "nonogram:1x1:1/1")
number = st.none() | st.floats(0, 1e6)
whole = st.none() | st.integers(0, 2**40)


@given(
    run=st.builds(
        Run,
        trial=st.builds(replace, st.just(TRIAL), board=st.text(), seed=st.integers(0, 9), allowed=st.floats(0, 60)),
        verdict=st.sampled_from(["solved", "undecided", "wrong"]),
        checked=st.none() | st.booleans(),
        cpu=number,
        memory=number,
        variables=whole,
        note=st.text(),
        stats=st.dictionaries(st.text(), st.integers(0, 2**40)),
    )
)
def test_a_run_comes_back_as_it_was(run: Run) -> None:
    with Store(Path(":memory:")) as store:
        store.add(run)
        assert store.runs() == [run]


def stored(*runs: Run) -> Store:
    store = Store(Path(":memory:"))
    for run in runs:
        store.add(replace(run, versions=run.versions or versions()))
    return store


def test_of_two_runs_of_a_trial_the_later_one_counts() -> None:
    runs = Run(TRIAL, "undecided"), Run(replace(TRIAL, seed=1), "solved"), Run(TRIAL, "solved")
    with stored(*runs) as store:
        assert [(run.trial.seed, run.verdict) for run in store.runs()] == [(0, "solved"), (1, "solved")]


def with_limit(seconds: float) -> Trial:
    return replace(TRIAL, allowed=seconds)


def test_of_two_limits_the_one_that_tells_more_counts() -> None:
    short, long = Run(with_limit(1), "undecided"), Run(with_limit(9), "undecided")
    done = Run(with_limit(5), "solved", cpu=3.0)
    for order in ([short, done, long], [long, short, done], [done, long, short]):
        with stored(*order) as store:
            assert [run.verdict for run in store.runs()] == ["solved"]
    with stored(long, short) as store:
        assert [run.trial.allowed for run in store.runs()] == [9]


@pytest.mark.parametrize(
    ("run", "settled"),
    [
        (Run(TRIAL, "solved"), True),
        (Run(with_limit(1), "solved"), True),
        (Run(with_limit(1), "undecided"), False),
        (Run(with_limit(99), "undecided"), True),
        (Run(TRIAL, "error"), False),  # what went wrong may have been mended
        (Run(TRIAL, "unable"), False),
        (Run(TRIAL, "solved", versions="python 2"), False),
        (Run(replace(TRIAL, seed=7), "solved"), False),
    ],
)
def test_what_is_settled_is_not_run_again(run: Run, settled: bool) -> None:
    with stored(run) as store:
        assert store.settled(TRIAL) == settled


def test_a_store_that_refuses_is_an_error_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    with Store(path) as store:
        with sqlite3.connect(path) as other:
            other.execute("CREATE TRIGGER no BEFORE INSERT ON runs BEGIN SELECT RAISE(ABORT, 'full'); END")
        with pytest.raises(BadInput, match="full"):
            store.add(Run(TRIAL, "solved"))


def test_reading_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    with pytest.raises(BadInput):
        Store(path, new=False)
    assert path.read_bytes() == b""


@pytest.mark.parametrize("content", [b"not a database, but long enough to be one " * 9, None])
def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "mine"
    if content is None:
        with sqlite3.connect(path) as base:
            base.execute("CREATE TABLE letters (text TEXT)")
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(BadInput, match="mine"):
        Store(path)
    assert path.read_bytes() == before


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[Trial]:
    """A suite of five trials on one small board."""
    puzzle = "nonogram:2x2:1/1/1/1"
    trials = [Trial("small", "p", "solve", "nonogram", f"b{i}", puzzle, seed=i) for i in range(5)]
    monkeypatch.setattr(suites, "SUITES", {**suites.SUITES, "small": lambda plan: iter(trials)})
    return trials


def test_a_suite_goes_on_where_it_was_stopped(tmp_path: Path, small: list[Trial]) -> None:
    path = tmp_path / "runs.sqlite"
    with Store(path) as store:
        begun = suites.run_suite("small", Plan.of(["nonogram"]), store)
        first = [next(begun), next(begun)]
    with Store(path) as store:
        rest = list(suites.run_suite("small", Plan.of(["nonogram"]), store))
        assert [run.trial for run in (*first, *rest)] == small
        assert [run.verdict for run in store.runs()] == ["solved"] * 5
        assert list(suites.run_suite("small", Plan.of(["nonogram"]), store)) == []


def test_what_another_suite_has_answered_is_not_measured_again(
    small: list[Trial], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same thing has one figure; what is another question, or was not decided, is measured."""
    measured: list[Trial] = []

    def measure(trial: Trial, peers: Path | None) -> Run:
        measured.append(trial)
        return Run(trial, "solved", cpu=1.0)

    monkeypatch.setattr(suites, "measure", measure)
    known = [replace(trial, suite="other", part="q", board="another name") for trial in small[:4]]
    known[1] = replace(known[1], encoding="dnf")
    verdicts = ("solved", "solved", "undecided", "solved")
    runs = [Run(trial, verdict, cpu=7.0) for trial, verdict in zip(known, verdicts, strict=True)]
    with stored(*runs) as store:
        found = list(suites.run_suite("small", Plan.of(["nonogram"]), store))
        assert [run.trial for run in found] == small and store.runs(["small"]) == found
    assert [run.cpu for run in found] == [7.0, 1.0, 1.0, 7.0, 1.0]
    assert measured == [small[1], small[2], small[4]]


@pytest.mark.parametrize(
    ("known", "asked", "same"),
    [
        (("order", "auto"), ("order", "glucose"), True),
        (("order", "glucose"), ("order", "auto"), True),
        (("order", "cadical"), ("order", "auto"), False),
        (("auto", "auto"), ("auto", "glucose"), False),
        (("cp", "fd"), ("cp", "fd:labeling=ff,step,up"), True),
        (("cp", "fd"), ("cp", "fd:labeling=ff,step,down"), False),
    ],
)
def test_an_engine_is_the_same_whether_it_was_named_or_preferred(
    known: tuple[str, str], asked: tuple[str, str], same: bool
) -> None:
    """Only where nothing but the engine was left open: by default, something is found out before encoding."""
    before, trial = (replace(TRIAL, encoding=encoding, engine=engine) for encoding, engine in (known, asked))
    with stored(Run(replace(before, suite="other"), "solved", cpu=7.0)) as store:
        assert (suites.elsewhere(trial, store) is not None) == same


def rows(path: Path) -> list[Any]:
    if not path.exists():
        return []
    with sqlite3.connect(path) as base:
        try:
            return base.execute("SELECT * FROM runs").fetchall()
        except sqlite3.OperationalError:  # not there yet
            return []


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_what_was_measured_before_a_kill_is_there_and_not_measured_again(tmp_path: Path, how: signal.Signals) -> None:
    path = tmp_path / "runs.sqlite"
    command = [sys.executable, "-m", "knobel", "bench", "encodings", "--kind", "bishops", "--timeout", "5"]
    command += ["--store", str(path)]
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    try:
        ends = time.monotonic() + 600
        while len(rows(path)) < 3 and time.monotonic() < ends:
            time.sleep(0.02)
        os.kill(started.pid, how)
        _, said = started.communicate(timeout=600)
    finally:
        started.kill()
        started.wait()
    assert b"Traceback" not in said
    before = rows(path)
    assert len(before) >= 3
    with Store(path) as store:
        done = {run.trial for run in store.runs() if run.decided}
        begun = suites.run_suite("encodings", replace(Plan.of(["bishops"]), limit=5.0), store)
        assert next(begun).trial not in done
    assert rows(path)[: len(before)] == before
