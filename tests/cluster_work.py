"""What the workers of the tests do: functions of a module that they can import."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

DEADLY = 40


class Broken:
    """Can be packed, but not unpacked."""

    def __reduce__(self) -> tuple[type[int], tuple[str]]:
        return int, ("no number",)


class Stubborn(Exception):
    """The same as an error, also where libraries have changed how errors are packed."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} {two}")
        self.part = Broken()


def double(number: int) -> int:
    return 2 * number


def hated(number: int) -> int:
    """Some numbers are errors."""
    if number % 7 == 3:
        raise ValueError(f"no {number}")
    return number


def worker_of(number: int) -> int:
    """The process of the cluster's worker, which started the forkserver that forked this process."""
    time.sleep(0.05)
    return int(Path(f"/proc/{os.getppid()}/stat").read_text().rpartition(")")[2].split()[1])


def kill_the_process(number: int) -> int:
    if number == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def kill_the_worker(number: int) -> int:
    if number == DEADLY:
        os.kill(worker_of(number), signal.SIGKILL)
        time.sleep(60)
    return number


def kill_the_forkserver(number: int) -> int:
    if number == DEADLY:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(60)
    return number


def sleep_long(folder: Path, number: int) -> None:
    """Leaves word of who sleeps."""
    (folder / str(os.getpid())).touch()
    time.sleep(600)


def run_long(folder: Path, number: int) -> None:
    """Leaves word of a process, not of this group, that is ended by whoever started it."""
    with subprocess.Popen(["sleep", "600"], start_new_session=True) as process:
        try:
            (folder / str(process.pid)).touch()
            process.wait()
        finally:
            process.kill()


def no_answer(number: int) -> object:
    return (lambda: number) if number else Stubborn(1, 2)


def fail(error: Exception) -> None:
    raise error
