"""A forkserver as its client sees it: told what to do over a connection, on which it may also say what happened."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from itertools import count
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.reduction import send_handle
from pathlib import Path

from ..interrupts import held
from . import kill_tree
from .fork import fork
from .forkserver import Serve, run

LEAVING = 2.0  # seconds that a forkserver gets to end by itself


class Client:
    """Starts and ends workers through a forkserver, which ends when this is closed or its process ends."""

    def __init__(self, pid: int, control: Connection, folder: Path) -> None:
        self.pid, self.control, self.folder = pid, control, folder
        self._jobs, self._lock = count(1), threading.Lock()
        self._reaped = False

    @classmethod
    def fork(cls, serve: Serve) -> Client:
        """A forkserver that is a fork of this process: whatever is loaded here is loaded there. To be made while Ctrl-C
        is held, and better before there are threads."""
        folder = Path(tempfile.mkdtemp(prefix="knobel-"))

        def serving(control: Connection) -> None:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(2, 1)  # what engines print is no answer
            run(control, serve, folder, report=False)

        # Not bound to its parent: when that ends, it still has to end what it forked.
        return cls(*fork(serving, bound=False), folder)

    @classmethod
    def spawn(cls, prepare: str, argument: str = "", report: bool = False) -> Client:
        """A forkserver that is a fresh process: it calls ``prepare``, a ``module:function``, with the argument, loads
        what workers need, and gets what they do. It leads a process group, so that Ctrl-C does not reach it."""
        ours, theirs = Pipe()
        folder = Path(tempfile.mkdtemp(prefix="knobel-"))
        path = os.pathsep.join(filter(None, sys.path))  # what this process can import, workers can
        with theirs:
            module = f"{__package__}.forkserver"
            words = [module, str(theirs.fileno()), prepare, argument, "report" if report else "", str(folder)]
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
                pass_fds=[theirs.fileno()],
                process_group=0,
            )
        process.returncode = 0  # it is waited for here, by its pid
        return cls(process.pid, ours, folder)

    def start(self, name: str = "", seconds: float | None = None, memory: int = 0) -> tuple[int, Connection]:
        """Let it fork a worker that may use so many seconds of the processor and megabytes (0: any number). Returned
        are the job's number and the connection to the worker, which is closed when the worker ends."""
        job, (ours, theirs) = next(self._jobs), Pipe()
        with theirs, self._lock, suppress(OSError):  # where it is gone, the connection is closed at once
            self.control.send(("start", job, name, seconds, memory))
            send_handle(self.control, theirs.fileno(), self.pid)
        return job, ours

    def kill(self, job: int) -> None:
        """Let it end the worker of a job."""
        with self._lock, suppress(OSError):
            self.control.send(("kill", job))

    def alive(self) -> bool:
        """Whether the forkserver has not ended."""
        if not self._reaped:
            try:
                self._reaped = os.waitpid(self.pid, os.WNOHANG)[0] != 0
            except ChildProcessError:  # somebody else has waited for it
                self._reaped = True
        return not self._reaped

    def close(self) -> None:
        """Let it kill all workers and go, and wait until it is gone."""
        with held():
            # Not only closed: other forks of this process may have a copy of this end.
            with suppress(OSError), socket.socket(fileno=os.dup(self.control.fileno())) as control:
                control.shutdown(socket.SHUT_RDWR)
            self.control.close()
            ends = time.monotonic() + LEAVING
            while self.alive():
                if time.monotonic() > ends:
                    kill_tree(self.pid)
                time.sleep(0.002)
            shutil.rmtree(self.folder, ignore_errors=True)  # if it could not do that itself
