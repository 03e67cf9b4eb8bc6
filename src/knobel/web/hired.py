"""The foreman as the server sees it: told what to do over a socket, on which it also says what happened.

Messages are lines of JSON. To start a job, the worker's end of a connection goes along with the message.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

LEAVING = 2.0  # seconds that a foreman gets to end by itself


class Hired:
    """A foreman: the process that forks workers."""

    def __init__(self, process: asyncio.subprocess.Process, control: socket.socket, folder: str) -> None:
        self._process, self._control, self._folder = process, control, folder

    @classmethod
    async def hire(cls, table: str) -> Hired:
        """Start it. It is in a process group of its own, so that Ctrl-C in a terminal reaches the server alone."""
        ours, theirs = socket.socketpair()
        folder = tempfile.mkdtemp(prefix="knobel-")
        with theirs:
            command = [sys.executable, "-m", f"{__package__}.foreman", str(theirs.fileno()), table, folder]
            nothing = asyncio.subprocess.DEVNULL
            process = await asyncio.create_subprocess_exec(
                *command, stdin=nothing, stdout=nothing, pass_fds=[theirs.fileno()], process_group=0
            )
        ours.setblocking(False)
        return cls(process, ours, folder)

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """What it has to say, until it is gone or dismissed."""
        rest = b""
        with suppress(OSError):
            while data := await asyncio.get_running_loop().sock_recv(self._control, 65536):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    yield json.loads(line)

    def start(self, job: int, path: str) -> socket.socket:
        """Let it fork a worker for a job; returned is the connection to that."""
        ours, theirs = socket.socketpair()
        with theirs:
            self._send({"start": job, "path": path}, theirs.fileno())
        return ours

    def kill(self, job: int) -> None:
        """Let it end the worker of a job."""
        self._send({"kill": job})

    def _send(self, message: dict[str, Any], *fds: int) -> None:
        with suppress(OSError):  # it is gone; that is noticed when reading
            socket.send_fds(self._control, [json.dumps(message).encode() + b"\n"], fds)

    def dismiss(self) -> None:
        """Let it kill all workers and go."""
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)

    async def leave(self) -> None:
        """Wait until it is gone."""
        self._control.close()
        try:
            await asyncio.wait_for(self._process.wait(), LEAVING)
        except TimeoutError:
            self._process.kill()  # its workers die with it
            await self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)  # if it could not do that itself
