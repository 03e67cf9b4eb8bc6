"""Jobs and who does them: one process each, so that any of them can be stopped at any time by killing it.

A few run at once, the others wait. A job that turns out to be long goes on with low priority and makes room for the
next: short questions never wait for long ones. Workers are forked, watched and ended by a forkserver.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import struct
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import NamedTuple

from ..processes.client import Client
from .service import Service
from .work import ANSWER, END, ERROR, FILE, TOO_BIG, Reply, too_slow

LENGTH = struct.Struct("!i")
"""What stands before each message of a connection: how many bytes it has."""

QUEUE = 200
"""Jobs that may wait."""

LARGEST = 2**26
"""Bytes of the largest answer."""

GRACE = 1.0  # seconds that a worker gets to stop by itself at its limit


class Refused(Exception):
    """There will be no answer; the reply says why."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.error)
        self.reply = reply


REPLACED = Reply(409, "cancelled: a newer request took its place")
CANCELLED = Reply(409, "cancelled")
STOPPING = Reply(503, "the server is stopping")
NO_FORKSERVER = Reply(500, "no worker can be started; the server's terminal says why")
TOO_MANY = Reply(503, "too many questions at once; ask again in a moment")
TOO_MANY_LONG = Reply(503, "too many long questions at once; ask again when one of them has ended")


class Frame(NamedTuple):
    """A piece of an answer, as the worker sent it."""

    kind: bytes
    payload: bytes


class Tab(NamedTuple):
    """Who asks, and what for: of each there is one job at most."""

    client: str
    lane: str


@dataclass(eq=False)
class Job:
    """A question on its way: it waits, then runs in a worker, and may turn out to be long."""

    service: Service
    tab: Tab | None
    begun: asyncio.Future[None]
    """Done when it runs, or never will."""
    ended: asyncio.Future[str]
    """Done when its worker is gone; with a word where that was not by itself."""
    number: int = 0
    connection: Connection | None = None
    """To its worker."""
    long: bool = False
    stopped: Reply | None = None
    timer: asyncio.TimerHandle | None = None


class Pool:
    """Takes jobs. ``quick`` of them run at once, and ``long`` more that have taken long already."""

    def __init__(self, table: str, quick: int, long: int) -> None:
        self.table, self.quick, self.long = table, quick, long
        self._waiting: deque[Job] = deque()
        self._running: dict[int, Job] = {}
        self._client: Client | None = None  # once its forkserver is ready
        self._keeper: asyncio.Task[None] | None = None
        self._gone: asyncio.Future[None] | None = None
        self._closed = False

    async def __aenter__(self) -> Pool:
        self._keeper = asyncio.create_task(self._keep_a_forkserver())
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
        if self._keeper is not None:
            await self._keeper

    def close(self) -> None:
        """Stop everything; no job is taken any more."""
        self._closed = True
        for job in [*self._waiting, *self._running.values()]:
            self._stop(job, STOPPING)
        self._leave()

    # asking

    @asynccontextmanager
    async def job(self, service: Service, request: bytes, tab: Tab | None) -> AsyncIterator[AsyncGenerator[Frame]]:
        """The frames of an answer, while the block lasts; whatever still runs at its end is stopped."""
        if tab is not None:
            self.cancel(tab, REPLACED)
        job = self._take(service, tab)
        try:
            async with aclosing(self._frames(job, request)) as frames:
                yield frames
        finally:
            self._stop(job, CANCELLED)
            if job.connection is not None:
                job.connection.close()

    def cancel(self, tab: Tab, why: Reply = CANCELLED) -> int:
        """Stop what was asked there, and say how many that were."""
        jobs = [*self._waiting, *self._running.values()]
        found = [job for job in jobs if job.tab == tab and job.stopped is None]
        for job in found:
            self._stop(job, why)
        return len(found)

    def _take(self, service: Service, tab: Tab | None) -> Job:
        if self._closed:
            raise Refused(STOPPING)
        if len(self._waiting) >= QUEUE:
            raise Refused(TOO_MANY)
        loop = asyncio.get_running_loop()
        job = Job(service, tab, loop.create_future(), loop.create_future())
        self._waiting.append(job)
        self._begin_next()
        return job

    async def _frames(self, job: Job, request: bytes) -> AsyncGenerator[Frame]:
        await asyncio.shield(job.begun)  # whoever waits may go; the job has its own life
        if job.connection is None:
            raise Refused(job.stopped or STOPPING)
        copy = socket.socket(fileno=os.dup(job.connection.fileno()))
        reader, writer = await asyncio.open_unix_connection(sock=copy)
        try:
            writer.write(LENGTH.pack(len(request)) + request)
            while True:
                try:
                    (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
                    if not 0 <= length <= LARGEST:
                        raise Refused(Reply(413, f"the answer has {length >> 20} MB; that is too large for the page"))
                    message = await reader.readexactly(length)
                except (asyncio.IncompleteReadError, ConnectionError):
                    raise await self._reason(job) from None
                frame = Frame(message[:1], message[1:])
                if frame.kind == ERROR:
                    raise Refused(Reply(**json.loads(frame.payload)))
                if frame.kind == END:
                    return
                yield frame
                if frame.kind in (ANSWER, FILE):
                    return
        finally:
            writer.close()

    async def _reason(self, job: Job) -> Refused:
        """Why a worker stopped in the middle."""
        why = await asyncio.shield(job.ended)
        if job.stopped is not None:
            return Refused(job.stopped)
        return Refused(TOO_BIG if why == "memory" else Reply(500, "the worker died; the server goes on"))

    # the life of a job

    def _begin_next(self) -> None:
        while self._waiting and self._client is not None:
            if sum(not job.long for job in self._running.values()) >= self.quick:
                return
            job = self._waiting.popleft()
            service = job.service
            job.number, job.connection = self._client.start(service.path, service.seconds, service.memory)
            self._running[job.number] = job
            later = asyncio.get_running_loop().call_later
            job.timer = later(service.seconds + GRACE, self._stop, job, too_slow(service.seconds))
            job.begun.set_result(None)

    def _is_long(self, job: Job) -> None:
        if sum(other.long for other in self._running.values()) >= self.long:
            self._stop(job, TOO_MANY_LONG)
        else:
            job.long = True
            self._begin_next()

    def _stop(self, job: Job, why: Reply) -> None:
        """End a job in whatever state it is. A running one makes room only when its worker is gone."""
        if job.ended.done() or job.stopped is not None:
            return
        job.stopped = why
        if job in self._waiting:
            self._waiting.remove(job)
            job.begun.set_result(None)
            job.ended.set_result("")
        elif self._client is not None:
            self._client.kill(job.number)

    def _end(self, job: Job, why: str) -> None:
        """The worker of a job is gone."""
        if job.timer is not None:
            job.timer.cancel()
        job.ended.set_result(why)
        del self._running[job.number]
        self._begin_next()

    # the forkserver

    async def _keep_a_forkserver(self) -> None:
        """Have a forkserver, and a new one if it dies."""
        loop = asyncio.get_running_loop()
        while not self._closed:
            client = Client.spawn(f"{__package__}.work:prepare", self.table, report=True)
            self._gone = loop.create_future()
            loop.add_reader(client.control.fileno(), self._hear, client)
            await self._gone
            loop.remove_reader(client.control.fileno())
            came_up, self._client = self._client is not None, None
            await asyncio.to_thread(client.close)
            for job in list(self._running.values()):
                self._end(job, "died")
            if not came_up:
                for job in list(self._waiting):
                    self._stop(job, NO_FORKSERVER)
                if not self._closed:
                    await asyncio.sleep(1)  # whatever is wrong with it, trying faster does not help

    def _hear(self, client: Client) -> None:
        """Take a message of the forkserver."""
        try:
            message = client.control.recv()
        except (EOFError, ConnectionError):
            return self._leave()
        match message:
            case ("ready",):
                self._client = client
                self._begin_next()
            case ("long", number) if number in self._running:
                self._is_long(self._running[number])
            case ("ended", number, why) if number in self._running:
                self._end(self._running[number], why)

    def _leave(self) -> None:
        """Let the forkserver go."""
        if self._gone is not None and not self._gone.done():
            self._gone.set_result(None)
