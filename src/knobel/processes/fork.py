"""Forks of this process: what is in memory need not be sent to them, and they can be killed with all that they started.

Whoever makes one does so, and keeps it, while Ctrl-C is held (:func:`~knobel.interrupts.held`): else it could get lost
in the middle of the fork, or the process without its keeper.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
import traceback
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..errors import KnobelError, Misuse
from ..interrupts import held
from ..limits import Limit, OutOfTime, left
from . import dying_with_parent, kill_tree

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Answer = TypeVar("Answer")
GRACE = 0.5
"""Seconds that a fork gets to stop by itself after its limit."""

READY = b"ready"  # no pickle is like this


class Died(KnobelError):
    """The process ended without an answer."""

    def __init__(self, words: str = "the engine's process died (out of memory?)") -> None:
        super().__init__(words)


def fork(run: Callable[[Connection], object], group: bool = True, bound: bool = True) -> tuple[int, Connection]:
    """Fork this process. The new one runs the function with its end of a connection, and ends; returned are its pid and
    our end. It leads a process ``group``, so that all of it can be killed, or is in that of its parent. If it is
    ``bound``, it is killed when its parent ends; else it has to notice that itself."""
    from multiprocessing import Pipe  # 15 ms that ordinary questions do not need

    if not hasattr(os, "fork"):
        raise Misuse("this needs a system that can fork processes, such as Linux or macOS")
    ours, theirs = Pipe()
    # To the system the parent is a thread, and only the main one lives as long as the program.
    main = threading.current_thread() is threading.main_thread()
    bind = dying_with_parent() if bound and main else None
    sys.stdout.flush()  # or what is not written yet would be written twice
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        try:
            if bind is not None:
                bind()
            if group:
                os.setsid()
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent decides
            signal.signal(signal.SIGTERM, signal.SIG_DFL)  # what the parent does then, in Python, could take long
            ours.close()
            run(theirs)
        except (EOFError, BrokenPipeError, ConnectionResetError):
            pass  # nobody waits for it any more
        except BaseException as error:
            os.write(2, f"knobel: a process died: {error!r}\n".encode())
        finally:
            os._exit(0)  # the parent's code must not go on here, and freeing a large formula would take seconds
    theirs.close()
    return pid, ours


class Fork:
    """A fork and a connection to it. It has a file number, so that several can be waited for at once (``select``)."""

    def __init__(self, run: Callable[[Connection], object], group: bool = True) -> None:
        self.pid, self.connection = fork(run, group)
        # Also when nobody holds it any more, and when the program ends.
        self._finalizer = weakref.finalize(self, _end, os.getpid(), self.pid, self.connection)
        self._usage: Any = None

    def fileno(self) -> int:
        return self.connection.fileno()

    def end(self) -> Any:
        """Kill what is left of it, and tell what it used (``wait4``)."""
        self._usage = self._usage or self._finalizer()
        return self._usage


def _end(parent: int, pid: int, connection: Connection) -> Any:
    connection.close()
    if os.getpid() == parent:  # and not in another fork, which has a copy of the object
        kill_tree(pid)
        return os.wait4(pid, 0)[2]
    return None


def outcome(work: Callable[[], Any]) -> bytes:
    """What comes of a call, pickled: True and its result, or False and its error."""
    good, found = True, None
    try:
        found = work()
    except Exception as error:
        error.add_note(traceback.format_exc())  # the traceback itself does not travel
        good, found = False, error
    try:
        packed = pickle.dumps((good, found))
        if isinstance(found, Exception):
            pickle.loads(packed)  # not every error that can be packed can be unpacked
        return packed
    except Exception as error:
        words = f"{type(found).__name__} cannot travel: {error}; {str(found)[:200]}"
        return pickle.dumps((False, KnobelError(words)))


class Call(Fork):
    """A single call in a fork."""

    def __init__(self, work: Callable[[], Any], group: bool = True) -> None:
        def run(connection: Connection) -> None:
            _callers[:] = [connection]
            connection.send_bytes(outcome(work))

        super().__init__(run, group)
        self._outcome = b""

    def received(self) -> bool:
        """Take what has come, waiting if nothing has; whether the call is over."""
        with suppress(EOFError, ConnectionResetError):
            self._outcome = self.connection.recv_bytes()
            return self._outcome != READY
        self._outcome = b""
        return True

    def answer(self) -> Any:
        """What the call returned; raises what it raised, or :class:`Died`."""
        if not self._outcome:
            raise Died
        good, found = pickle.loads(self._outcome)
        if not good:
            raise found
        return found


_callers: list[Connection] = []  # in a call: who waits for its answer


def ready() -> None:
    """In a call: tell whoever waits that the work begins now."""
    for connection in _callers:
        connection.send_bytes(READY)


def call_and_kill(work: Callable[[], Answer], limit: Limit, undecided: Answer) -> Answer:
    """Make one call in a fork, and kill it when its limit, or the deadline in force, has passed."""
    if not hasattr(os, "fork"):
        return work()
    limits = [seconds for seconds in (limit.seconds, left()) if seconds is not None]
    try:
        seconds = max(0.0, min(limits)) + GRACE if limits else None
        answer = first_answer([work], seconds=seconds, group=False)
    except OutOfTime:
        return undecided
    return undecided if answer is None else answer


def first_answer(
    calls: Sequence[Callable[[], Answer]],
    decided: Callable[[Answer], bool] = lambda answer: True,
    *,
    seconds: float | None = None,
    fatal: type[Exception] = MemoryError,
    group: bool = True,
) -> Answer | None:
    """Make calls in forks at the same time and return the first answer that is decided; the others are killed.

    If none is, the first answer counts, or else the first error is raised. None if nothing came within the seconds. An
    error that is ``fatal`` is raised at once.
    """
    from multiprocessing.connection import wait

    running: list[Call] = []
    undecided: list[Answer] = []
    failed: list[Exception] = []
    ends = None if seconds is None else time.monotonic() + seconds
    try:
        with held():
            running.extend(Call(call, group) for call in calls)
        under_way = list(running)
        while under_way:
            left = None if ends is None else max(0.0, ends - time.monotonic())
            arrived = wait([call.connection for call in under_way], left)
            if not arrived:
                break
            for call in [call for call in under_way if call.connection in arrived]:
                if not call.received():
                    continue
                under_way.remove(call)
                try:
                    answer = cast(Answer, call.answer())
                except fatal:
                    raise
                except Exception as error:
                    failed.append(error)
                    continue
                if decided(answer):
                    return answer
                undecided.append(answer)
    finally:
        for call in running:
            call.end()
    if undecided or under_way:
        return undecided[0] if undecided else None
    raise next((error for error in failed if not isinstance(error, Died)), Died())
