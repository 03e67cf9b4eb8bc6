"""A call in a fork of this process, which can be waited for beside others and killed with all that it has started."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from .errors import Misuse

PIECE = 1 << 16
READY = b"!"  # no pickle begins like this
PR_SET_PDEATHSIG = 1


class Died(Exception):
    """The process ended without an answer."""


class Fork:
    """A call under way. It has a file number, so that several can be waited for at once (``select``).

    To be made, and kept, while Ctrl-C is held: else it could get lost in the fork, or the process without its keeper.
    """

    def __init__(self, work: Callable[[], Any]) -> None:
        if not hasattr(os, "fork"):
            raise Misuse("this needs a system that can fork processes, such as Linux or macOS")
        self._parts: list[bytes] = []
        self._reader, writer = os.pipe()
        sys.stdout.flush()  # or what is not written yet would be written twice
        sys.stderr.flush()
        bind = dying_with_parent()
        self.pid = os.fork()
        if self.pid == 0:
            _call(work, self._reader, writer, bind)
        os.close(writer)
        self._usage: Any = None

    def fileno(self) -> int:
        return self._reader

    def received(self) -> bool:
        """Take what has come, waiting if nothing has; whether that was all."""
        part = os.read(self._reader, PIECE)
        self._parts.append(part)
        return not part

    def answer(self) -> Any:
        """What the call returned; raises what it raised, or :class:`Died`."""
        try:
            good, found = pickle.loads(b"".join(self._parts).removeprefix(READY))
        except (pickle.UnpicklingError, EOFError):
            raise Died from None
        if not good:
            raise found
        return found

    def end(self) -> Any:
        """Kill what is left of it, and tell what it used (``wait4``)."""
        if self._usage is None:
            os.close(self._reader)
            kill_family(self.pid)
            _, _, self._usage = os.wait4(self.pid, 0)
        return self._usage


_answers: list[int] = []  # in a fork: where its answer goes


def ready() -> None:
    """In a fork: tell whoever waits that something has come, though it is not the answer yet."""
    for writer in _answers:
        os.write(writer, READY)


def dying_with_parent() -> Callable[[], object] | None:
    """What a new process calls so that it ends when the one that started it does, whatever ends that one (Linux)."""
    if sys.platform != "linux":
        return None
    import ctypes  # here and not in the new process, which must not wait for locks that nobody holds any more

    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def family(pid: int) -> Iterator[int]:
    """A process and all that it started, where the system tells."""
    yield pid
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            for child in words_of(f"/proc/{pid}/task/{task}/children"):
                yield from family(int(child))


def words_of(path: str, after: bytes = b"") -> list[bytes]:
    """The words of a small file of the system; it is read often, so without the comforts of Python's files."""
    try:
        fd = os.open(path, os.O_RDONLY)
    except OSError:
        return []
    try:
        found = os.read(fd, 4096)
    except OSError:
        return []
    finally:
        os.close(fd)
    return (found.rpartition(after)[2] if after else found).split()


def kill_family(pid: int) -> None:
    """End a process, its group, and what has left the group: commands have groups of their own."""
    if not hasattr(os, "killpg"):
        os.kill(pid, signal.SIGTERM)
        return
    for one in list(family(pid)):
        for kill in (os.killpg, os.kill):
            with suppress(ProcessLookupError, PermissionError):
                kill(one, signal.SIGKILL)


def _call(work: Callable[[], Any], reader: int, writer: int, bind: Callable[[], object] | None) -> None:
    try:
        if bind is not None:
            bind()
        os.setsid()  # a group of its own, so that all of it can be killed
        _answers[:] = [writer]
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
        os.close(reader)
        try:
            answer = True, work()
        except Exception as error:
            answer = False, error
        data = pickle.dumps(answer)
        with os.fdopen(writer, "wb") as out:
            out.write(data)
    except BaseException as error:
        os.write(2, f"knobel: a process died: {error!r}\n".encode())
    finally:
        os._exit(0)  # whatever happened: the parent's code must not go on here
