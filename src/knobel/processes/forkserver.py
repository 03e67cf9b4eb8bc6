"""The forkserver: a process with everything loaded that forks a worker on request, and ends what it forked.

It is told over a socket (see :mod:`.client`) what to start and what to kill. If asked to, it watches what workers use:
the longer one works, the lower its priority, and one that takes too much memory is killed. When the socket closes,
because the client ended in whatever way, it kills all workers and ends too.
"""

from __future__ import annotations

import gc
import os
import resource
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import recv_handle
from pathlib import Path
from typing import TypeAlias

from . import dying_with_parent, kill_tree, process_tree, words_of

WATCH = 0.05  # seconds between looks at the workers
LONG = 0.5  # seconds of the clock after which a job counts as long; sooner, if it has used some CPU seconds:
PRIORITIES = ((0.1, 10), (1.5, 19))  # how nice it has to be from how many on
UNUSED = 6 * 2**30  # bytes that a worker may reserve without using them: reading a file does, and so do threads
LARGEST_FILE = 2**28  # bytes that a worker may write to a file, such as a proof
MEGABYTE = 2**20
PAGE, CLOCK = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")
PR_SET_CHILD_SUBREAPER = 36

Serve: TypeAlias = Callable[[str, Connection], object]
"""What a worker does: it gets the name of the job, and the connection to whoever asked for it."""


@dataclass
class Worker:
    """A process at work; it leads a process group, to which what it starts belongs."""

    pid: int
    folder: Path
    memory: int
    """Bytes that it may use; 0 for no limit."""
    started: float = field(default_factory=time.monotonic)
    used: int = 0
    cpu: float = 0.0
    """CPU seconds."""
    nice: int = 0
    long: bool = False
    why: str = ""
    """What it is killed for."""


class Forkserver:
    """Forks workers and ends them. One that reports also watches them, and tells when one ended or takes long."""

    def __init__(self, control: Connection, serve: Serve, folder: Path, report: bool) -> None:
        self.control, self.serve, self.folder, self.report = control, serve, folder, report
        self.workers: dict[int, Worker] = {}
        self.own, self.reserved = memory_of(os.getpid())
        self.all_memory = PAGE * os.sysconf("SC_PHYS_PAGES") // 2
        self.looked = 0.0
        # Death of a child wakes the loop up.
        self.awake, self.alarm = socket.socketpair()
        for end in (self.awake, self.alarm):
            end.setblocking(False)
        signal.set_wakeup_fd(self.alarm.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def tell(self, *message: object) -> None:
        if self.report:
            self.control.send(message)

    def run(self) -> None:
        """Until the client is gone."""
        try:
            self.tell("ready")
            while True:
                pause = WATCH if self.workers and self.report else None
                readable = wait([self.control, self.awake], pause)
                if self.awake in readable:
                    self.awake.recv(4096)
                if self.control in readable:
                    self.obey()
                self.bury()
                if self.report:
                    self.watch()
        except (EOFError, BrokenPipeError, ConnectionResetError):
            pass
        finally:
            self.end_all()
            shutil.rmtree(self.folder, ignore_errors=True)

    def end_all(self) -> None:
        """Kill all workers and what they left running, and wait for them."""
        own = os.getpid()
        for pid in [*(worker.pid for worker in self.workers.values()), *process_tree(own)]:
            if pid != own:
                kill_tree(pid)
        with suppress(ChildProcessError):
            while True:
                os.wait()

    def obey(self) -> None:
        """Do what the client says."""
        match self.control.recv():
            case "start", job, name, seconds, memory:
                self.start(job, name, seconds, memory * MEGABYTE)
            case "kill", job if job in self.workers:
                kill_tree(self.workers[job].pid)

    def start(self, job: int, name: str, seconds: float | None, memory: int) -> None:
        """Fork a worker for a job; it gets the other end of the connection, which comes after the message."""
        fd = recv_handle(self.control)
        folder = self.folder / str(job)
        try:
            folder.mkdir()
            pid = os.fork()
        except OSError as error:  # no disk, no more processes; there may be again
            print(f"knobel: no worker can be started: {error}", file=sys.stderr)
            os.close(fd)
            return self.tell("ended", job, "not started")
        if pid == 0:
            try:
                os.setpgid(0, 0)
                self.become_worker(folder, seconds, memory)
                self.serve(name, Connection(fd))
            finally:
                os._exit(0)  # nothing to clean up that the forkserver does not
        with suppress(OSError):  # whoever comes first; the worker may have ended already
            os.setpgid(pid, pid)
        os.close(fd)
        self.workers[job] = Worker(pid, folder, memory)

    def become_worker(self, folder: Path, seconds: float | None, memory: int) -> None:
        """Leave the forkserver's things, and set the limits that hold even if nobody looks."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        for thing in (self.control, self.awake, self.alarm):
            thing.close()
        tempfile.tempdir = str(folder)
        limits = {resource.RLIMIT_CORE: 0}
        if memory:
            limits |= {resource.RLIMIT_AS: self.reserved + memory + UNUSED, resource.RLIMIT_FSIZE: LARGEST_FILE}
        if seconds is not None:
            limits[resource.RLIMIT_CPU] = int(seconds + 5) * (os.cpu_count() or 1)  # of all its threads
        for kind, value in limits.items():
            hard = resource.getrlimit(kind)[1]
            resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))

    def bury(self) -> None:
        """Tell of the workers that ended, and end what they left running."""
        by_pid = {worker.pid: job for job, worker in self.workers.items()}
        while (found := _ended()) is not None:
            pid, code = found
            job = by_pid.get(pid)
            if job is not None:
                kill_tree(pid)  # before its number can be given to another process
            os.waitpid(pid, 0)
            if job is not None:
                worker = self.workers.pop(job)
                shutil.rmtree(worker.folder, ignore_errors=True)
                self.tell("ended", job, worker.why or ("" if code == 0 else f"signal {code}"))

    def watch(self) -> None:
        """Look at what workers use."""
        if time.monotonic() - self.looked < WATCH:
            return
        self.looked = time.monotonic()
        for job, worker in self.workers.items():
            members = list(process_tree(worker.pid))
            # Above what all have from the forkserver.
            worker.used = sum(max(0, memory_of(pid)[0] - self.own) for pid in members)
            worker.cpu = sum(map(cpu_of, members))
            self.lower(job, worker)
        too_big = [worker for worker in self.workers.values() if 0 < worker.memory < worker.used]
        if not too_big and sum(worker.used for worker in self.workers.values()) > self.all_memory:
            too_big = [max(self.workers.values(), key=lambda worker: worker.used)]
        for worker in too_big:
            worker.why = "memory"
            kill_tree(worker.pid)

    def lower(self, job: int, worker: Worker) -> None:
        """Give a worker the priority that fits what it has used. What only waits keeps its own."""
        nice = max((nice for least, nice in PRIORITIES if worker.cpu >= least), default=0)
        if not worker.long and (nice or self.looked - worker.started >= LONG):
            worker.long = True
            self.tell("long", job)
        if nice > worker.nice:
            worker.nice = nice
            with suppress(OSError):
                os.setpriority(os.PRIO_PGRP, worker.pid, max(nice, os.getpriority(os.PRIO_PROCESS, 0)))


def _ended() -> tuple[int, int] | None:
    """A child that ended and is not yet reaped, and the signal that ended it, or 0."""
    try:
        found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return None
    if found is None:
        return None
    return found.si_pid, found.si_status if found.si_code != os.CLD_EXITED else 0


def memory_of(pid: int) -> tuple[int, int]:
    """Bytes that a process uses and has reserved; 0 where the system does not tell."""
    reserved, used = words_of(f"/proc/{pid}/statm")[:2] or (0, 0)
    return int(used) * PAGE, int(reserved) * PAGE


def cpu_of(pid: int) -> float:
    """CPU seconds that a process has used; 0 where the system does not tell."""
    words = words_of(f"/proc/{pid}/stat", after=b")")  # in the name before it there may be anything
    return sum(map(int, words[11:13])) / CLOCK


def _bind_forks() -> None:
    """From now on, whoever is forked is killed when the process that forked it ends."""
    binds: list[Callable[[], object] | None] = []

    def before() -> None:
        binds[:] = [dying_with_parent()]

    def in_child() -> None:
        for bind in filter(None, binds):
            bind()

    os.register_at_fork(before=before, after_in_child=in_child)


def run(control: Connection, serve: Serve, folder: Path, report: bool) -> None:
    """Be a forkserver, in a process that is nothing else, until the client is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole terminal; the client decides
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)  # what workers leave behind is reaped here
    _bind_forks()
    gc.freeze()  # so that collecting in a worker does not copy what it shares with all others
    Forkserver(control, serve, folder, report).run()


def main() -> None:
    """``python -m knobel.processes.forkserver SOCKET MODULE:FUNCTION ARGUMENT REPORT FOLDER``

    The function gets the argument, loads what workers need, and returns what they do.
    """
    _, fd, prepare, argument, report, folder = sys.argv
    module, name = prepare.split(":")
    serve = getattr(import_module(module), name)(argument)
    gc.collect()
    run(Connection(int(fd)), serve, Path(folder), bool(report))


if __name__ == "__main__":
    main()
