"""Many items for several workers: answers come in the order of the items, and an item's error stands in its place.

Items are cut into chunks, which begin with a single item, so that answers come soon, and grow until each takes a part
of a second. Chunks go to an executor: processes of this machine (:class:`LocalExecutor`), or a cluster.
"""

from __future__ import annotations

import pickle
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ..errors import KnobelError
from .client import Client
from .fork import outcome
from .forkserver import Serve

T = TypeVar("T")
R = TypeVar("R")

SECONDS = 0.5  # that a chunk should take
QUEUED = 2  # chunks for each slot of the executor that are under way
AHEAD = 50  # chunks for each slot that are under way or finished, before the next one in order is
READ = 1000  # items that are read before they are needed
LOOK = 0.2  # seconds between two looks whether an answer is still wanted
WAIT = 3.0  # seconds between two looks at how much the executor can take
IDLE = 30.0  # seconds without a call, after which a worker ends
DIED = "the process that worked on it died, and so did a second one (out of memory?)"
KILLED = [pickle.dumps((False, KnobelError(DIED)))]


# in a worker


def answer_calls(name: str, connection: Connection) -> None:
    """Answer chunks of calls, each a function and its argument, until nobody asks any more."""
    while connection.poll(IDLE):
        connection.send([outcome(partial(_call, call)) for call in connection.recv()])


def _call(call: bytes) -> Any:
    work, item = pickle.loads(call)
    return work(item)


def prepare(argument: str) -> Serve:
    """What a fresh forkserver runs in its workers."""
    return answer_calls


# beside it


class Unwanted(Exception):
    """Nobody waits for the answers any more."""


class Lost(KnobelError):
    """The executor is gone, and nothing can go on."""


class Answers(NamedTuple):
    """The pickled outcomes of some calls, and how long they took."""

    outcomes: list[bytes]
    seconds: float


class Worker:
    """A process that answers calls, started anew by a forkserver when it dies. For one thread."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._job, self._connection = client.start()

    def answers(self, calls: list[bytes], unwanted: Callable[[], bool]) -> Answers:
        """Answer calls; raises :class:`Unwanted` soon after they are. If the process dies, each call gets one for
        itself: a call that kills is an error, and no more."""
        started = time.perf_counter()
        outcomes = self._outcomes(calls, unwanted)
        if outcomes is None:
            outcomes = [found for call in calls for found in self._outcomes([call], unwanted) or KILLED]
        return Answers(outcomes, time.perf_counter() - started)

    def _outcomes(self, calls: list[bytes], unwanted: Callable[[], bool]) -> list[bytes] | None:
        """The outcomes of calls; None if the process died."""
        try:
            self._connection.send(calls)
            while not self._connection.poll(LOOK):
                if unwanted():
                    raise Unwanted
            outcomes: list[bytes] = self._connection.recv()
            return outcomes
        except (EOFError, OSError, Unwanted):
            self._client.kill(self._job)
            self._connection.close()
            if unwanted():
                raise Unwanted from None
            if not self._client.alive():
                raise Lost("the process that starts all others died") from None
            self._job, self._connection = self._client.start()
            return None


# in order


class Executor(Protocol):
    """Who works on chunks. What comes of one is told to ``done``, by any thread: its answers, or why nobody was able to
    work on it."""

    def slots(self) -> int:
        """How many chunks are worked on at the same time."""

    def submit(self, calls: list[bytes], done: Callable[[Answers | Exception], None]) -> None:
        """Begin with a chunk, or soon."""

    def close(self) -> None:
        """End what is under way."""


class LocalExecutor:
    """Processes of this machine, each with a thread that waits for it."""

    def __init__(self, jobs: int) -> None:
        self._jobs, self._over = jobs, threading.Event()
        self._client = Client.fork(answer_calls)
        self._chunks = queue.SimpleQueue[tuple[list[bytes], Callable[[Answers | Exception], None]]]()
        self._threads: list[threading.Thread] = []

    def slots(self) -> int:
        return self._jobs

    def submit(self, calls: list[bytes], done: Callable[[Answers | Exception], None]) -> None:
        self._chunks.put((calls, done))
        if len(self._threads) < self._jobs:
            self._threads.append(threading.Thread(target=self._work, daemon=True))
            self._threads[-1].start()

    def _work(self) -> None:
        worker: Worker | None = None
        while True:
            calls, done = self._chunks.get()
            try:
                worker = worker or Worker(self._client)
                done(worker.answers(calls, self._over.is_set))
            except Unwanted:
                return
            except Lost as error:
                return done(error)
            except Exception as error:  # no more processes, or files: whoever waits has to know
                return done(Lost(f"no process can be started: {error}"))

    def close(self) -> None:
        self._over.set()
        self._client.close()
        for _ in self._threads:
            self._chunks.put(([], lambda answers: None))
        for thread in self._threads:
            thread.join()


@dataclass(eq=False)
class Chunk:
    """Calls that travel together."""

    calls: list[bytes]
    outcomes: list[bytes] | None = None


class Ordered(Generic[T, R]):
    """Some work on items, in order. All that happens goes through one queue: items that were read, finished chunks."""

    def __init__(
        self,
        executor: Executor,
        work: Callable[[T], R],
        items: Iterable[T],
        most: int,
        progress: Callable[[int], None] | None,
    ) -> None:
        self._executor, self._work, self._items, self._most, self._progress = executor, work, items, most, progress
        self._events = queue.SimpleQueue[Callable[[], None]]()
        self._room, self._over = threading.Semaphore(READ), threading.Event()
        self._read: deque[bytes] = deque()
        self._all_read = False
        self._error: BaseException | None = None  # that ended the items
        self._chunks: list[Chunk] = []  # in the order of their items
        self._suspects: deque[Chunk] = deque()  # of these, single items that may kill whoever works on them
        self._under_way = self._finished = 0
        self._size = 1

    def results(self) -> Generator[R | Exception, None, None]:
        """What comes of each item; closing this ends what is under way."""
        threading.Thread(target=self._reading, daemon=True).start()
        try:
            while True:
                self._submit()
                if self._chunks and self._chunks[0].outcomes is not None:
                    for outcome in self._chunks.pop(0).outcomes or ():
                        yield pickle.loads(outcome)[1]
                elif self._all_read and not self._read and not self._chunks:
                    if self._error:
                        raise self._error
                    return
                else:
                    self._wait()
        finally:
            self._over.set()
            self._room.release()

    def _reading(self) -> None:
        """In a thread of its own, for whoever writes the items may wait for answers first."""
        error: BaseException | None = None
        try:
            for item in self._items:
                self._room.acquire()
                if self._over.is_set():
                    return
                self._events.put(partial(self._read.append, pickle.dumps((self._work, item))))
        except BaseException as raised:
            error = raised
        self._events.put(partial(self._end, error))

    def _end(self, error: BaseException | None) -> None:
        self._all_read, self._error = True, error

    def _wait(self) -> None:
        """Until something happens, and for all that has happened by then."""
        with suppress(queue.Empty):
            self._events.get(timeout=WAIT)()
            while True:
                self._events.get_nowait()()

    def _submit(self) -> None:
        """Give the executor as much as it needs to be busy; a suspect, and nothing beside it."""
        if self._suspects:
            if not self._under_way:
                self._send(self._suspects[0])
            return
        slots = self._executor.slots()
        while self._read and self._under_way < QUEUED * slots and len(self._chunks) < AHEAD * slots:
            # The last items are shared out evenly.
            size = min(self._size, -(-len(self._read) // slots)) if self._all_read else self._size
            calls = [self._read.popleft() for _ in range(min(size, len(self._read)))]
            self._room.release(len(calls))
            self._chunks.append(Chunk(calls))
            self._send(self._chunks[-1])

    def _send(self, chunk: Chunk) -> None:
        self._under_way += 1
        self._executor.submit(chunk.calls, lambda answers: self._events.put(lambda: self._settle(chunk, answers)))

    def _settle(self, chunk: Chunk, answers: Answers | Exception) -> None:
        """A chunk is finished, or nobody was able to finish it."""
        if isinstance(answers, Lost):
            raise answers
        self._under_way -= 1
        suspect = bool(self._suspects) and chunk is self._suspects[0]
        if isinstance(answers, Answers):
            chunk.outcomes = answers.outcomes
            fitting = round(len(chunk.calls) * SECONDS / max(answers.seconds, 1e-6))
            self._size = max(1, min(fitting, 2 * len(chunk.calls), self._most))
        elif suspect:
            chunk.outcomes = [pickle.dumps((False, answers))]
        else:  # any of its items may be the reason, or what was worked on at the same place
            at, alone = self._chunks.index(chunk), [Chunk([call]) for call in chunk.calls]
            self._chunks[at : at + 1] = alone
            self._suspects.extend(alone)
            return
        if suspect:
            self._suspects.popleft()
        self._finished += len(chunk.calls)
        if self._progress:
            self._progress(self._finished)
