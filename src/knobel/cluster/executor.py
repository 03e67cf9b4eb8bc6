"""Chunks of calls on a Dask cluster.

Workers of the cluster do no work themselves: each has a forkserver, whose processes can crash or be killed in the
middle of a call without any harm to the worker.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count

from distributed import CancelledError, Client, Future, get_worker
from distributed.client import ClosedClientError
from distributed.scheduler import KilledWorker

from ..errors import KnobelError
from ..processes import client as forkserver
from ..processes.pool import Answers, Lost, Worker, answer_calls

LOOK = 3.0  # seconds between two looks at who works there
LOST = "the connection to the scheduler is lost"
GONE = 60.0  # seconds without any worker, after which nobody waits any longer
KILLED = "the workers that worked on it died, one after the other (out of memory?)"


@contextmanager
def _connection() -> Iterator[None]:
    """What can go wrong with the connection to the scheduler is one error."""
    try:
        yield
    except (OSError, CancelledError, ClosedClientError):
        raise Lost(LOST) from None


class DaskExecutor:
    """The workers of a scheduler, to which chunks are submitted as tasks."""

    def __init__(self, client: Client) -> None:
        self._client, self._name, self._numbers = client, f"knobel-{uuid.uuid4().hex}", count(1)
        self._under_way: set[Future] = set()
        self._threads = 1
        self._looked = self._seen = 0.0  # when somebody looked for workers, and when there was one

    def slots(self) -> int:
        """How many threads work there; more may come, and all may go."""
        now = time.monotonic()
        if now - self._looked >= LOOK:
            with _connection():
                found: dict[str, int] = self._client.nthreads()
            if found or not self._looked:
                self._seen = now
            self._looked, self._threads = now, sum(found.values()) or 1
            if now - self._seen > GONE:
                raise KnobelError(f"there has been no worker for {GONE:.0f} s")
        return self._threads

    def submit(self, calls: list[bytes], done: Callable[[Answers | Exception], None]) -> None:
        with _connection():
            future = self._client.submit(run, calls, key=f"{self._name}-{next(self._numbers)}", pure=False)
        self._under_way.add(future)
        future.add_done_callback(partial(self._settle, done))

    def _settle(self, done: Callable[[Answers | Exception], None], future: Future) -> None:
        """In a thread of Dask: a task is finished, or no worker was able to finish it."""
        if future.status not in ("finished", "error", "cancelled"):  # its worker died since: another one does it again
            future.add_done_callback(partial(self._settle, done))
            return
        answers: Answers | Exception
        try:
            with _connection():
                if future.status == "cancelled":
                    raise CancelledError
                error = future.exception()
                if isinstance(error, KilledWorker):
                    answers = KnobelError(KILLED)
                else:
                    answers = KnobelError(f"no worker can do it: {error!r}") if error else future.result()
        except Lost as lost:
            answers = lost
        self._under_way.discard(future)
        done(answers)

    def close(self) -> None:
        with suppress(Lost), _connection():
            self._client.cancel(list(self._under_way), force=True)


# in a worker of the cluster

_lock, _forkservers = threading.Lock(), list[forkserver.Client]()
_thread = threading.local()  # each thread of a worker has a process


def run(calls: list[bytes]) -> Answers:
    """Answer calls. Who cancels this task, or goes away, ends the call under way too."""
    worker = get_worker()
    key, tasks = worker.get_current_task(), worker.state.tasks

    def unwanted() -> bool:
        task = tasks.get(key)
        return task is None or task.state == "cancelled"

    with _lock:
        if not _forkservers or not _forkservers[-1].alive():
            _forkservers.append(forkserver.Client.spawn(f"{answer_calls.__module__}:prepare"))
    if getattr(_thread, "forkserver", None) is not _forkservers[-1]:
        _thread.forkserver = _forkservers[-1]
        _thread.process = Worker(_thread.forkserver)
    answers: Answers = _thread.process.answers(calls, unwanted)
    return answers
