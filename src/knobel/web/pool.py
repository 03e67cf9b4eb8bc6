"""Jobs and who does them: one process each, so that any of them can be stopped at any time by killing it.

A few run at once, the others wait. A job that turns out to be long goes on with low priority and makes room for the
next: short questions never wait for long ones. Processes are started, watched and ended by the :mod:`.foreman`.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal, NamedTuple

from .hired import Hired
from .service import Service
from .work import ANSWER, END, ERROR, FILE, FRAME, TOO_BIG, Reply, too_slow

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
NO_FOREMAN = Reply(500, "no worker can be started; the server's terminal says why")
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
    """A question on its way."""

    number: int
    service: Service
    tab: Tab | None
    turn: asyncio.Future[socket.socket | None]
    """Done when it has started, with the connection to its process; with None when it never will."""
    ended: asyncio.Future[str]
    """Done when its process is gone; with a word where that was not by itself."""
    state: Literal["waiting", "quick", "long"] = "waiting"
    connected: bool = False
    stopped: Reply | None = None
    timer: asyncio.TimerHandle | None = None


class Pool:
    """Takes jobs. ``quick`` of them run at once, and ``long`` more that have taken long already."""

    def __init__(self, table: str, quick: int, long: int) -> None:
        self.table, self.quick, self.long = table, quick, long
        self._jobs: dict[int, Job] = {}
        self._waiting: deque[Job] = deque()
        self._numbers = count(1)
        self._foreman: Hired | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._ready = False
        self._closed = False

    async def __aenter__(self) -> Pool:
        self._keeper = asyncio.create_task(self._keep_a_foreman())
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
        if self._keeper is not None:
            await self._keeper

    def close(self) -> None:
        """Stop everything; no job is taken any more."""
        self._closed = True
        for job in list(self._jobs.values()):
            self._stop(job, STOPPING)
        if self._foreman is not None:
            self._foreman.dismiss()

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
            if not job.connected and job.turn.done() and (connection := job.turn.result()) is not None:
                connection.close()  # it started when nobody waited any more

    def cancel(self, tab: Tab, why: Reply = CANCELLED) -> int:
        """Stop what was asked there, and say how many that were."""
        found = [job for job in self._jobs.values() if job.tab == tab and job.stopped is None]
        for job in found:
            self._stop(job, why)
        return len(found)

    def _take(self, service: Service, tab: Tab | None) -> Job:
        if self._closed:
            raise Refused(STOPPING)
        if len(self._waiting) >= QUEUE:
            raise Refused(TOO_MANY)
        loop = asyncio.get_running_loop()
        job = Job(next(self._numbers), service, tab, loop.create_future(), loop.create_future())
        self._jobs[job.number] = job
        self._waiting.append(job)
        self._begin_next()
        return job

    async def _frames(self, job: Job, request: bytes) -> AsyncGenerator[Frame]:
        connection = await asyncio.shield(job.turn)  # whoever waits may go; the job has its own life
        if connection is None:
            raise Refused(job.stopped or STOPPING)
        job.connected = True
        reader, writer = await asyncio.open_unix_connection(sock=connection)
        try:
            writer.write(FRAME.pack(ANSWER, len(request)) + request)
            while True:
                try:
                    kind, length = FRAME.unpack(await reader.readexactly(FRAME.size))
                    if length > LARGEST:
                        raise Refused(Reply(413, f"the answer has {length >> 20} MB; that is too large for the page"))
                    payload = await reader.readexactly(length)
                except (asyncio.IncompleteReadError, ConnectionError):
                    raise await self._reason(job) from None
                if kind == ERROR:
                    raise Refused(Reply(**json.loads(payload)))
                if kind == END:
                    return
                yield Frame(kind, payload)
                if kind in (ANSWER, FILE):
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

    def _count(self, state: str) -> int:
        return sum(job.state == state for job in self._jobs.values())

    def _begin_next(self) -> None:
        while self._waiting and self._ready and self._foreman is not None and self._count("quick") < self.quick:
            job = self._waiting.popleft()
            connection = self._foreman.start(job.number, job.service.path)
            job.state = "quick"
            slow = too_slow(job.service.seconds)
            later = asyncio.get_running_loop().call_later
            job.timer = later(job.service.seconds + GRACE, self._stop, job, slow)
            job.turn.set_result(connection)

    def _is_long(self, job: Job) -> None:
        if self._count("long") >= self.long:
            self._stop(job, TOO_MANY_LONG)
        else:
            job.state = "long"
            self._begin_next()

    def _stop(self, job: Job, why: Reply) -> None:
        """End a job in whatever state it is. A running one makes room only when its process is gone."""
        if job.ended.done() or job.stopped is not None:
            return
        job.stopped = why
        if job.state == "waiting":
            self._waiting.remove(job)
            job.turn.set_result(None)
            self._end(job)
        elif self._foreman is not None:
            self._foreman.kill(job.number)

    def _end(self, job: Job, why: str = "") -> None:
        if job.timer is not None:
            job.timer.cancel()
        job.ended.set_result(why)
        del self._jobs[job.number]
        self._begin_next()

    # the foreman

    async def _keep_a_foreman(self) -> None:
        """Have a foreman, and a new one if it dies."""
        while not self._closed:
            self._foreman = foreman = await Hired.hire(self.table)
            if self._closed:
                foreman.dismiss()
            async for message in foreman.messages():
                self._hear(message)
            came_up, self._ready, self._foreman = self._ready, False, None
            await foreman.leave()
            for job in list(self._jobs.values()):
                if job.state != "waiting":
                    self._end(job, "died")
                elif not came_up:
                    self._stop(job, NO_FOREMAN)
            if not came_up and not self._closed:
                await asyncio.sleep(1)  # whatever is wrong with it, trying faster does not help

    def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"ready": True}:
                self._ready = True
                self._begin_next()
            case {"long": int(number)} if number in self._jobs:
                self._is_long(self._jobs[number])
            case {"ended": int(number), "why": str(why)} if number in self._jobs:
                self._end(self._jobs[number], why)
