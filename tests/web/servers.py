"""Real servers for tests: started as commands on a free port, asked over the network, and ended by their number."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
from starlette.types import ASGIApp

from knobel.processes import process_tree

PATIENCE = 600.0
"""Seconds after which nothing is waited for any more. It only ends hangs: nothing is wrong for being slow."""

PAGE_PATIENCE = PATIENCE / 5
"""The same for one thing on the page: what a page never shows should not cost ten minutes."""

SMALL = """
from contextlib import suppress
from knobel.web import guard
from knobel.web.guard import Door
from knobel.web.server import listen, serve
guard.BODY_SECONDS = {patience!r}
with suppress(KeyboardInterrupt), listen("127.0.0.1", 0) as listener:
    door = Door.at("127.0.0.1", listener.getsockname()[1])
    print(door.address, flush=True)
    serve(listener, door, 2, {table!r})
"""


class Server(NamedTuple):
    """A running server."""

    process: subprocess.Popen[str]
    address: str
    log: Path
    """What it says beside its address."""

    @property
    def root(self) -> str:
        """The address without what follows the path."""
        return self.address.partition("?")[0]

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    def family(self) -> list[int]:
        """The numbers of its process, of its forkserver, and of all that they started."""
        return list(process_tree(self.process.pid))

    def workers(self) -> list[int]:
        """The processes at work."""
        return self.family()[2:]

    def raw(self, data: bytes) -> bytes:
        """What comes back for these bytes, until the server closes or the answer seems complete."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as connection:
            with suppress(ConnectionError):  # it need not read all of it
                connection.sendall(data)
            found = b""
            with suppress(ConnectionError):
                while not found.endswith((b"}", b"received.")) and (part := connection.recv(65536)):
                    found += part
            return found


@contextmanager
def running(command: list[str], log: Path = Path(os.devnull)) -> Iterator[Server]:
    """A server started by a command that prints its address; in the end nothing of it is left."""
    # What is imported here can be imported there.
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, sys.path)])
    }
    with (
        log.open("w") as errors,
        subprocess.Popen(
            [sys.executable, *command], stdout=subprocess.PIPE, stderr=errors, text=True, env=environment
        ) as process,
    ):
        assert process.stdout is not None
        server = Server(process, process.stdout.readline().strip(), log)
        try:
            yield server
        finally:
            if process.poll() is None:
                started = server.family()
                process.send_signal(signal.SIGINT)
                process.wait(PATIENCE)
                assert not alive(started)


def small(table: str = "web.small_services", patience: float = PATIENCE) -> list[str]:
    """The command of a server with the services of a module; it waits so many seconds for the body of a request."""
    return ["-c", SMALL.format(table=table, patience=patience)]


@contextmanager
def asking(server: Server, path: str, **fields: Any) -> Iterator[Callable[[], httpx.Response]]:
    """A question on its way; its answer can be waited for."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(httpx.post, f"{server.root}api/{path}", json=fields, timeout=PATIENCE)
        yield future.result


def alive(pids: Iterable[int]) -> set[int]:
    """Those of the processes that still run."""
    return {pid for pid in pids if _state(pid) not in ("", "Z", "X")}


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def wait_for(condition: Callable[[], bool]) -> None:
    """Until it holds; not to hold in the end is a failure."""
    ends = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < ends, "it never came true"
        time.sleep(0.02)


def asked(app: ASGIApp, method: str, url: str, headers: dict[str, str], base: str = "http://test") -> httpx.Response:
    """The answer of an application, without a server."""

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=base) as client:
            return await client.request(method, url, headers=headers)

    return asyncio.run(ask())


def refused(found: httpx.Response, *statuses: int) -> str:
    """The sentence of a refusal."""
    assert found.status_code in statuses or (not statuses and 400 <= found.status_code < 500), found.text
    assert found.headers["content-type"] == "application/json"
    (error,) = found.json().values()
    assert 5 < len(error) < 400 and not any(sign in error for sign in ("\n", "/knobel-", "/src/")), error
    return str(error)
