"""The client's side: things are cut into chunks, chunks go to a scheduler, and answers come back in order.

Chunks begin with a single thing, so that answers come soon, and grow until each takes about half a second.
"""

from __future__ import annotations

import pickle
import queue
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from distributed import CancelledError, Client, Future
from distributed.client import ClosedClientError
from distributed.scheduler import KilledWorker

from ..errors import KnobelError
from . import worker

T = TypeVar("T")
R = TypeVar("R")

SECONDS = 0.5  # that a chunk should take
QUEUED = 2  # chunks for each thread of the cluster that are under way
AHEAD = 50  # chunks for each thread that are under way or finished, before the next one in order is
READ = 1000  # things that are read before they are needed
LOOK = 3.0  # seconds between two looks at who works there
LOST = "the connection to the scheduler is lost"
GONE = 60.0  # seconds without any worker, after which nobody waits any longer


@dataclass(eq=False)
class Chunk:
    """Calls that travel together."""

    calls: list[bytes]
    future: Future | None = None
    answers: list[bytes] | None = None


@dataclass(frozen=True)
class _End:
    """There is nothing more to read, perhaps because of an error."""

    error: BaseException | None = None


@contextmanager
def _connection() -> Iterator[None]:
    """What can go wrong with it is one error."""
    try:
        yield
    except (OSError, CancelledError, ClosedClientError):
        raise KnobelError(LOST) from None


class Batch(Generic[T, R]):
    """One piece of work for a cluster.

    Everything that happens goes through one queue: what was read, and chunks that are finished.
    """

    def __init__(
        self,
        client: Client,
        work: Callable[[T], R],
        items: Iterable[T],
        chunk: int,
        progress: Callable[[int], None] | None,
    ) -> None:
        self._client, self._work, self._items, self._most, self._progress = client, work, items, chunk, progress
        self._name = f"knobel-{uuid.uuid4().hex}"
        self._events = queue.SimpleQueue[bytes | _End | Chunk]()
        self._room, self._over = threading.Semaphore(READ), threading.Event()
        self._read: deque[bytes] = deque()
        self._end: _End | None = None
        self._chunks: list[Chunk] = []  # in the order of their things
        self._suspects: deque[Chunk] = deque()  # of these, those that may kill workers: each gets them for itself
        self._submitted = self._under_way = self._finished = 0
        self._size, self._threads = 1, 1
        self._looked = self._seen = 0.0  # when somebody looked for workers, and when there was one

    def results(self) -> Generator[R | Exception, None, None]:
        """What comes of each thing; closing this cancels what is under way."""
        threading.Thread(target=self._reading, daemon=True).start()
        try:
            while True:
                self._look()
                self._submit()
                if self._chunks and self._chunks[0].answers is not None:
                    for answer in self._chunks.pop(0).answers or ():
                        yield pickle.loads(answer)
                elif self._end and not self._read and not self._chunks:
                    if self._end.error:
                        raise self._end.error
                    return
                else:
                    self._wait()
        finally:
            self._over.set()
            self._room.release()
            with suppress(KnobelError), _connection():
                self._client.cancel([chunk.future for chunk in self._chunks if chunk.future], force=True)

    def _reading(self) -> None:
        """In a thread of its own, for whoever writes the things may wait for answers first."""
        try:
            for item in self._items:
                self._room.acquire()
                if self._over.is_set():
                    return
                self._events.put(pickle.dumps((self._work, item)))
            self._events.put(_End())
        except BaseException as error:
            self._events.put(_End(error))

    def _wait(self) -> None:
        """Until something happens, and for all that has happened by then."""
        try:
            self._heed(self._events.get(timeout=LOOK))
            while True:
                self._heed(self._events.get_nowait())
        except queue.Empty:
            return

    def _heed(self, event: bytes | _End | Chunk) -> None:
        if isinstance(event, bytes):
            self._read.append(event)
        elif isinstance(event, _End):
            self._end = event
        else:
            self._settle(event)

    def _submit(self) -> None:
        """Give the cluster as much as it needs to be busy; a suspect, nothing else."""
        if self._suspects:
            if not self._under_way:
                self._send(self._suspects[0])
            return
        while self._read and self._under_way < QUEUED * self._threads and len(self._chunks) < AHEAD * self._threads:
            calls = [self._read.popleft() for _ in range(min(self._size, len(self._read)))]
            self._room.release(len(calls))
            self._chunks.append(Chunk(calls))
            self._send(self._chunks[-1])

    def _send(self, chunk: Chunk) -> None:
        self._submitted += 1
        self._under_way += 1
        key = f"{self._name}-{self._submitted}"
        with _connection():
            chunk.future = self._client.submit(worker.run, chunk.calls, key=key, pure=False)
        self._watch(chunk)

    def _watch(self, chunk: Chunk) -> None:
        assert chunk.future is not None
        chunk.future.add_done_callback(lambda _: self._events.put(chunk))

    def _settle(self, chunk: Chunk) -> None:
        """A chunk is finished, or nobody was able to finish it."""
        future = chunk.future
        assert future is not None
        if future.status == "cancelled":
            raise KnobelError(LOST)
        if future.status not in ("finished", "error"):  # it was, but then its worker died: another one does it again
            self._watch(chunk)
            return
        chunk.future = None
        self._under_way -= 1
        with _connection():
            error = future.exception()
            done: worker.Chunk | None = None if error else future.result()
        suspect = self._suspects[0] if self._suspects else None
        if done is not None:
            chunk.answers = done.answers
            fitting = round(len(chunk.calls) * SECONDS / max(done.seconds, 1e-6))
            self._size = max(1, min(fitting, 2 * len(chunk.calls), self._most))
        elif chunk is not suspect:  # any of its things may be the reason, or what was on the same worker
            at, alone = self._chunks.index(chunk), [Chunk([call]) for call in chunk.calls]
            self._chunks[at : at + 1] = alone
            self._suspects.extend(alone)
            return
        else:
            killed = "the workers that worked on it died, one after the other (out of memory?)"
            words = killed if isinstance(error, KilledWorker) else f"no worker can do it: {error!r}"
            chunk.answers = [pickle.dumps(KnobelError(words))]
        if chunk is suspect:
            self._suspects.popleft()
        self._finished += len(chunk.calls)
        if self._progress:
            self._progress(self._finished)

    def _look(self) -> None:
        """How many work there; more may come, and all may go."""
        now = time.monotonic()
        if now - self._looked < LOOK:
            return
        with _connection():
            found: dict[str, int] = self._client.nthreads()
        if found or not self._looked:
            self._seen = now
        self._looked, self._threads = now, sum(found.values()) or 1
        if now - self._seen > GONE:
            raise KnobelError(f"there has been no worker for {GONE:.0f} s")
