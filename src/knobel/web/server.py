"""Runs the application until it is told to end, and ends with it all that it started."""

from __future__ import annotations

import asyncio
import errno
import socket
from types import FrameType

import uvicorn

from ..errors import Misuse
from .app import SERVICES, application
from .guard import Door
from .pool import Pool

LONG = 3
"""Long questions that run beside each quick one."""

KEEP_ALIVE = 75  # seconds of silence after which a connection is closed; clients give them up before that
LEAVING = 2  # seconds that open connections get at the end


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there, and nowhere else."""
    if port >= 2**16:
        raise Misuse(f"there is no port {port}; expected 0 (any free one) to {2**16 - 1}")
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server((str(address[0]), int(address[1])), family=family, backlog=256)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        advice = "; --port 0 takes any free port" if getattr(error, "errno", None) == errno.EADDRINUSE else ""
        raise Misuse(f"cannot listen at {host} port {port}: {reason}{advice}") from None
    # Connections inherit it. Small answers would wait 40 ms without.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def serve(listener: socket.socket, door: Door, jobs: int, table: str = SERVICES) -> None:
    """Answer until Ctrl-C or SIGTERM, which is then raised again."""

    async def run() -> None:
        pool = Pool(table, quick=jobs, long=LONG * jobs)
        config = uvicorn.Config(
            application(pool, door, table),
            log_level="error",  # what others send is no reason to complain
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=LEAVING,
        )
        await _Server(config, pool).serve(sockets=[listener])

    asyncio.run(run())


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, pool: Pool) -> None:
        super().__init__(config)
        self._pool, self._loop = pool, asyncio.get_running_loop()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop what is being answered too, so that nobody has to wait for it."""
        self._loop.call_soon_threadsafe(self._pool.close)
        super().handle_exit(sig, frame)
