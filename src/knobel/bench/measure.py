"""One trial, run in a process of its own: its seconds and memory are its own, and at its limit it is killed."""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..errors import KnobelError, Misuse, Unable, WrongAnswer
from ..limits import OutOfTime
from .questions import QUESTIONS, Asked
from .trial import Run, Trial, machine, versions

GRACE = 2.0
"""Seconds that a run gets beyond its limit to stop by itself."""


@dataclass(frozen=True)
class Outcome:
    """What a process left: its answer, None if it was killed or died, and what it used."""

    answer: Any
    cpu: float
    wall: float
    memory: float
    killed: bool = False


def measure(trial: Trial, peers: Path | None = None) -> Run:
    """Run a trial. Whatever goes wrong becomes the verdict of this run."""
    done = isolated(lambda: _answered(trial, peers), trial.allowed + GRACE)
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


def _answered(trial: Trial, peers: Path | None) -> Run:
    """In the process: warm up, then ask, and count the seconds of asking alone."""
    question = QUESTIONS.get(trial.question)
    try:
        if question is None:
            raise Misuse(f"unknown question {trial.question!r}; known: {', '.join(QUESTIONS)}")
        ask = question(Asked(trial, peers))
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
    except MemoryError:
        return Run(trial, "error", note="out of memory")


def cpu() -> float:
    """CPU seconds so far, of finished child processes too."""
    from resource import RUSAGE_CHILDREN, getrusage

    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def isolated(work: Callable[[], Any], seconds: float) -> Outcome:
    """Call something in a fork of this process, which is killed with all that it started when the time is over."""
    begun = time.monotonic()
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        _child(work, reader, writer)
    os.close(writer)
    killed = False
    try:
        data, killed = _received(reader, begun + seconds)
    finally:
        os.close(reader)
        for kill in (os.killpg, os.kill):  # what it started; and itself, if it had no time to lead a group
            with suppress(ProcessLookupError, PermissionError):
                kill(pid, signal.SIGKILL)
        _, _, usage = os.wait4(pid, 0)
    answer = None
    if not killed and data:
        with suppress(pickle.UnpicklingError, EOFError):
            answer = pickle.loads(data)
    used = usage.ru_utime + usage.ru_stime
    return Outcome(answer, used, time.monotonic() - begun, usage.ru_maxrss / 1024, killed)


def _child(work: Callable[[], Any], reader: int, writer: int) -> None:
    try:
        os.setsid()  # a group of its own, so that all of it can be killed
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.close(reader)
        gc.collect()
        data = pickle.dumps(work())
        with os.fdopen(writer, "wb") as out:
            out.write(data)
    except BaseException as error:
        os.write(2, f"knobel: a run died: {error!r}\n".encode())
    finally:
        os._exit(0)  # whatever happened: the parent's code must not go on here


def _received(reader: int, ends: float) -> tuple[bytes, bool]:
    """All that the child writes, and whether its time was over first."""
    parts: list[bytes] = []
    while True:
        ready, _, _ = select.select([reader], [], [], max(0.0, ends - time.monotonic()))
        if not ready:
            return b"", True
        part = os.read(reader, 1 << 16)
        if not part:
            return b"".join(parts), False
        parts.append(part)
