"""The foreman: a process with everything loaded that forks a worker for each job, and ends what it forked.

It is told over a socket (see :mod:`.pool`) what to start and what to kill. It watches what workers use: the longer one
works, the lower its priority, and one that takes too much memory is killed. When the socket closes, because the server
ended in whatever way, it kills all workers and ends too; workers die with it.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import resource
import select
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from ..forks import dying_with_parent, family, words_of
from .service import Service, Table
from .work import work

WATCH = 0.05  # seconds between looks at the workers
LONG = 0.5  # seconds of the clock after which a job counts as long; sooner, if it has used some CPU seconds:
PRIORITIES = ((0.1, 10), (1.5, 19))  # how nice it has to be from how many on
UNUSED = 6 * 2**30  # bytes that a worker may reserve without using them: reading a file does, and so do threads
LARGEST_FILE = 2**28  # bytes that a worker may write to a file, such as a proof
MEGABYTE = 2**20
PAGE, CLOCK = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")
PR_SET_CHILD_SUBREAPER = 36


@dataclass
class Worker:
    """A process at work; it leads a group, to which all that it starts belongs."""

    pid: int
    folder: Path
    memory: int
    """Bytes that it may use."""
    started: float = field(default_factory=time.monotonic)
    used: int = 0
    busy: float = 0.0
    """CPU seconds."""
    nice: int = 0
    long: bool = False
    why: str = ""
    """What it is killed for."""


class Foreman:
    """Starts and ends workers."""

    def __init__(self, control: socket.socket, table: Table, folder: Path) -> None:
        self.control, self.table, self.folder = control, table, folder
        self.workers: dict[int, Worker] = {}
        self.fds: deque[int] = deque()  # of jobs, in the order of the messages that come with them
        self.rest = b""
        self.own, self.reserved = memory_of(os.getpid())
        self.all_memory = PAGE * os.sysconf("SC_PHYS_PAGES") // 2
        self.looked = 0.0
        # Death of a child wakes the loop up.
        self.awake, self.alarm = socket.socketpair()
        for end in (self.awake, self.alarm):
            end.setblocking(False)
        signal.set_wakeup_fd(self.alarm.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def tell(self, **message: Any) -> None:
        self.control.sendall(json.dumps(message).encode() + b"\n")

    def run(self) -> None:
        """Until the server is gone."""
        try:
            self.tell(ready=True)
            while True:
                readable, _, _ = select.select([self.control, self.awake], [], [], WATCH if self.workers else None)
                if self.awake in readable:
                    self.awake.recv(4096)
                if self.control in readable and not self.obey():
                    return
                self.bury()
                self.watch()
        except (BrokenPipeError, ConnectionResetError):
            pass
        finally:
            for worker in self.workers.values():
                kill_group(worker.pid)
            shutil.rmtree(self.folder, ignore_errors=True)

    def obey(self) -> bool:
        """Do what the server says; False when it says nothing any more."""
        data, fds, _, _ = socket.recv_fds(self.control, 65536, 64)
        self.fds += fds
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            match json.loads(line):
                case {"start": int(job), "path": str(path)}:
                    self.start(job, self.table.services[path])
                case {"kill": int(job)} if job in self.workers:
                    kill_group(self.workers[job].pid)
        return bool(data)

    def start(self, job: int, service: Service) -> None:
        """Fork a worker for a job; it gets the other end of the socket that came with the message."""
        fd = self.fds.popleft()
        folder = self.folder / str(job)
        try:
            folder.mkdir()
            pid = os.fork()
        except OSError as error:  # no disk, no more processes; there may be again
            print(f"knobel: no worker can be started: {error}", file=sys.stderr)
            os.close(fd)
            return self.tell(ended=job, why="not started")
        if pid == 0:
            try:
                os.setpgid(0, 0)
                self.become_worker(folder, service)
                work(service, socket.socket(fileno=fd))
            finally:
                os._exit(0)  # nothing to clean up that the foreman does not
        with suppress(OSError):  # whoever comes first; the worker may have ended already
            os.setpgid(pid, pid)
        os.close(fd)
        self.workers[job] = Worker(pid, folder, service.memory * MEGABYTE)

    def become_worker(self, folder: Path, service: Service) -> None:
        """Leave the foreman's things, and set the limits that hold even if nobody looks."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        for thing in (self.control, self.awake, self.alarm):
            thing.close()
        for fd in self.fds:  # of jobs that come next
            os.close(fd)
        tempfile.tempdir = str(folder)
        for kind, value in (
            (resource.RLIMIT_AS, self.reserved + service.memory * MEGABYTE + UNUSED),
            (resource.RLIMIT_CPU, int(service.seconds + 5) * (os.cpu_count() or 1)),  # of all its threads
            (resource.RLIMIT_FSIZE, LARGEST_FILE),
            (resource.RLIMIT_CORE, 0),
        ):
            hard = resource.getrlimit(kind)[1]
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (value, hard))

    def bury(self) -> None:
        """Tell of the workers that ended, and end what they left running."""
        by_pid = {worker.pid: job for job, worker in self.workers.items()}
        while (found := _ended()) is not None:
            pid, code = found
            job = by_pid.get(pid)
            if job is not None:
                kill_group(pid)  # before its number can be given to another process
            os.waitpid(pid, 0)
            if job is not None:
                worker = self.workers.pop(job)
                shutil.rmtree(worker.folder, ignore_errors=True)
                self.tell(ended=job, why=worker.why or ("" if code == 0 else f"signal {code}"))

    def watch(self) -> None:
        """Look at what workers use."""
        if time.monotonic() - self.looked < WATCH:
            return
        self.looked = time.monotonic()
        for job, worker in self.workers.items():
            members = list(family(worker.pid))
            # Above what all have from the foreman.
            worker.used = sum(max(0, memory_of(pid)[0] - self.own) for pid in members)
            worker.busy = sum(map(busy_of, members))
            self.lower(job, worker)
        too_big = [worker for worker in self.workers.values() if worker.used > worker.memory]
        if not too_big and sum(worker.used for worker in self.workers.values()) > self.all_memory:
            too_big = [max(self.workers.values(), key=lambda worker: worker.used)]
        for worker in too_big:
            worker.why = "memory"
            kill_group(worker.pid)

    def lower(self, job: int, worker: Worker) -> None:
        """Give a worker the priority that fits what it has used. What only waits keeps its own."""
        nice = max((nice for least, nice in PRIORITIES if worker.busy >= least), default=0)
        if not worker.long and (nice or self.looked - worker.started >= LONG):
            worker.long = True
            self.tell(long=job)
        if nice > worker.nice:
            worker.nice = nice
            with suppress(OSError):
                os.setpriority(os.PRIO_PGRP, worker.pid, max(nice, os.getpriority(os.PRIO_PROCESS, 0)))


def _ended() -> tuple[int, int] | None:
    """A child that ended and is not yet buried, and the signal that ended it, or 0."""
    try:
        found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return None
    if found is None:
        return None
    return found.si_pid, found.si_status if found.si_code != os.CLD_EXITED else 0


def kill_group(pid: int) -> None:
    """End a process and all that belong to its group."""
    for kill in (os.killpg, os.kill):  # the group may not have been made yet
        with suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)


def memory_of(pid: int) -> tuple[int, int]:
    """Bytes that a process uses and has reserved; 0 where the system does not tell."""
    reserved, used = words_of(f"/proc/{pid}/statm")[:2] or (0, 0)
    return int(used) * PAGE, int(reserved) * PAGE


def busy_of(pid: int) -> float:
    """CPU seconds that a process has used; 0 where the system does not tell."""
    words = words_of(f"/proc/{pid}/stat", after=b")")  # in the name before it there may be anything
    return sum(map(int, words[11:13])) / CLOCK


def main() -> None:
    """``python -m knobel.web.foreman SOCKET TABLE FOLDER``"""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole terminal; the server decides
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)  # what workers leave behind is buried here
    control = socket.socket(fileno=int(sys.argv[1]))
    table: Table = import_module(sys.argv[2]).TABLE
    table.warm()
    if (bind := dying_with_parent()) is not None:
        os.register_at_fork(after_in_child=bind)
    gc.collect()
    gc.freeze()  # so that collecting in a worker does not copy what it shares with all others
    Foreman(control, table, Path(sys.argv[3])).run()


if __name__ == "__main__":
    main()
