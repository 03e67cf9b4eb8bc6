"""The one way to run what may have to be killed.

:mod:`.fork` makes a single call in a fork of this process, :mod:`.forkserver` is a process that forks workers on
request, :mod:`.client` talks to it, :mod:`.pool` gives many items to such workers and answers in their order, and
:mod:`.command` runs other programs. This module has what they share: process trees and how to end them.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

PR_SET_PDEATHSIG = 1


def dying_with_parent() -> Callable[[], object] | None:
    """What a new process calls so that it is killed when the one that started it ends, for whatever reason (Linux).

    It is asked for by the process that starts the other one, just before.
    """
    if sys.platform != "linux":
        return None
    import ctypes  # here and not in the new process, which must not wait for locks that nobody holds any more

    prctl, parent = ctypes.CDLL(None).prctl, os.getpid()

    def bind() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before this was said
            os._exit(1)

    return bind


def process_tree(pid: int) -> Iterator[int]:
    """A process and all its descendants, where the system tells them."""
    yield pid
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            for child in words_of(f"/proc/{pid}/task/{task}/children"):
                yield from process_tree(int(child))


def words_of(path: str, after: bytes = b"") -> list[bytes]:
    """The words of a small file of the system, read by system calls alone: this happens many times a second."""
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


def kill_tree(pid: int) -> None:
    """Kill a process, its descendants, and the process groups of them all."""
    if not hasattr(os, "killpg"):
        os.kill(pid, signal.SIGTERM)
        return
    for one in list(process_tree(pid)):
        for kill in (os.killpg, os.kill):
            with suppress(ProcessLookupError, PermissionError):
                kill(one, signal.SIGKILL)
