"""One trial, run in a process of its own: its seconds and memory are its own, and at its limit it is killed."""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..errors import KnobelError, Misuse, Unable, WrongAnswer
from ..interrupts import held
from ..limits import OutOfTime, cpu
from ..processes.fork import Call, Died, ready
from .questions import QUESTIONS, Question
from .trial import Run, Trial, machine, versions

GRACE = 2.0
"""Seconds that a run gets beyond its limit to stop by itself."""

WARMING = 120.0
"""Seconds until the question has to be asked, libraries loaded and a first board tried."""


@dataclass(frozen=True)
class Outcome:
    """What a process left: its answer, None if it was killed or died, and what it used."""

    answer: Any
    cpu: float
    wall: float
    memory: float
    killed: bool = False


def measure(trial: Trial, peers: Path | None = None, question: Question | None = None) -> Run:
    """Run a trial, with a question of one's own or the one it names. Whatever goes wrong becomes its verdict."""
    done = isolated(lambda: _answered(trial, peers, question), trial.allowed + GRACE)
    shared: dict[str, Any] = {
        "memory": round(done.memory, 1),
        "versions": versions(),
        "machine": machine(),
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    if done.answer is None:
        verdict, note = ("undecided", "killed at its limit") if done.killed else ("error", "the process died")
        return Run(trial, verdict, cpu=done.cpu, wall=done.wall, note=note, **shared)
    run: Run = done.answer
    return replace(run, **shared)


def _answered(trial: Trial, peers: Path | None, question: Question | None) -> Run:
    """In the process: warm up, then ask, and count the seconds of asking alone."""
    question = question or QUESTIONS.get(trial.question)
    try:
        if question is None:
            raise Misuse(f"unknown question {trial.question!r}; known: {', '.join(QUESTIONS)}")
        ask = question(trial, peers)
        ready()
        started, begun = cpu(), time.perf_counter()
        try:
            run = ask()
        except OutOfTime:
            run = Run(trial, "undecided", note="out of time")
        used = cpu() - started if run.cpu is None else run.cpu
        return replace(run, cpu=used, wall=time.perf_counter() - begun)
    except (Misuse, Unable) as error:
        return Run(trial, "unable", note=str(error))
    except WrongAnswer as error:
        return Run(trial, "wrong", checked=False, note=str(error))
    except KnobelError as error:
        return Run(trial, "error", note=str(error))
    except Exception as error:  # whatever a library or somebody's peer does, the other runs go on
        return Run(trial, "error", note=f"{type(error).__name__}: {error}")


def isolated(work: Callable[[], Any], seconds: float) -> Outcome:
    """Call something in a fork of this process, which is killed with all that it started when the time is over.

    Its time begins when it says that it is ready, or else after a while.
    """
    begun = time.monotonic()
    ends, killed, done, answer = begun + WARMING + seconds, False, False, None
    with ExitStack() as opened:
        with held():
            fork = Call(work)
            opened.callback(fork.end)
        while not done and not killed:
            killed = not select.select([fork], [], [], max(0.0, ends - time.monotonic()))[0]
            done = not killed and fork.received()
            ends = min(ends, time.monotonic() + seconds)
    usage = fork.end()
    if done:
        with suppress(Died):
            answer = fork.answer()
    used = usage.ru_utime + usage.ru_stime
    return Outcome(answer, used, time.monotonic() - begun, usage.ru_maxrss / 1024, killed)
