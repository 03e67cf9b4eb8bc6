"""A process that does the work for a worker: a call comes in, an answer goes out, both pickled.

Engines fork, crash and have to be stopped in the middle of a call; a worker of a cluster must do none of that, so it
has hands. A hand that is told to end gets a moment to end what it started; then its whole process group is killed.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection

from ..errors import KnobelError

IDLE = 30.0  # seconds without a call, after which a hand ends
LOOK = 0.2  # seconds between two looks whether an answer is still wanted
GRACE = 2.0  # seconds for a hand to end by itself
TRIES = 2  # hands that may die of a call


class Unwanted(Exception):
    """Nobody waits for the answer any more."""


class Died(Exception):
    """The hand died of a call."""


class Hand:
    """The worker's side of it."""

    def __init__(self) -> None:
        path = os.pathsep.join(filter(None, sys.path))  # what the worker can import, its hands can
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
            process_group=0,
        )
        assert self._process.stdin and self._process.stdout
        self._calls = Connection(os.dup(self._process.stdin.fileno()), readable=False)
        self._answers = Connection(os.dup(self._process.stdout.fileno()), writable=False)
        self._process.stdin.close()
        self._process.stdout.close()

    def alive(self) -> bool:
        return self._process.poll() is None

    def answer(self, call: bytes, unwanted: Callable[[], bool]) -> bytes:
        """The answer; raises :class:`Died` or :class:`Unwanted` if there is none."""
        try:
            self._calls.send_bytes(call)
            while not self._answers.poll(LOOK):
                if unwanted():
                    raise Unwanted
            return self._answers.recv_bytes()
        except (EOFError, ConnectionError):
            raise Died from None

    def end(self) -> None:
        """End it, and all that it started."""
        self._process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._calls.close()
        self._answers.close()


_idle: list[Hand] = []


@contextmanager
def _hand() -> Iterator[Hand]:
    """A hand that has nothing to do. It stays for the next one, unless something goes wrong."""
    hand = _free()
    try:
        yield hand
    except BaseException:
        hand.end()
        raise
    _idle.append(hand)


def _free() -> Hand:
    while True:
        try:
            hand = _idle.pop()  # not after a look whether there is one: others may look too
        except IndexError:
            return Hand()
        if hand.alive():
            return hand
        hand.end()


def end_hands() -> None:
    """End all hands that have nothing to do."""
    while _idle:
        _idle.pop().end()


def answered(call: bytes, unwanted: Callable[[], bool]) -> bytes:
    """What some hand makes of a call; a call that kills is an error, and no more."""
    for _ in range(TRIES):
        with suppress(Died), _hand() as hand:
            return hand.answer(call, unwanted)
    return pickle.dumps(KnobelError("the process that worked on it died, and so did a second one (out of memory?)"))


# the other side


def done(call: bytes) -> bytes:
    """Do what a call says: a function and its argument. Its error is an answer too."""
    try:
        work, item = pickle.loads(call)
        result = work(item)
    except Exception as error:
        error.add_note(traceback.format_exc())  # the traceback itself does not travel
        result = error
    try:
        answer = pickle.dumps(result)
        if isinstance(result, Exception):
            pickle.loads(answer)  # not every error that can be packed can be unpacked
    except Exception as error:
        answer = pickle.dumps(KnobelError(f"{type(result).__name__} cannot travel: {error}; {str(result)[:200]}"))
    return answer


def main() -> None:
    """Answer calls until nobody is there any more to ask."""
    calls = Connection(os.dup(0), writable=False)
    answers = Connection(os.dup(1), readable=False)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what engines print is no answer
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what was started is ended
    waiting = queue.SimpleQueue[bytes]()

    def read() -> None:
        try:
            while True:
                waiting.put(calls.recv_bytes())
        except (EOFError, OSError):  # the worker is gone, in the middle of a call perhaps
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(GRACE)
            os.killpg(0, signal.SIGKILL)

    threading.Thread(target=read, daemon=True).start()
    with suppress(queue.Empty, BrokenPipeError):
        while True:
            answers.send_bytes(done(waiting.get(timeout=IDLE)))


if __name__ == "__main__":
    main()
