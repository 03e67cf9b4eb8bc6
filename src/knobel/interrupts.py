"""Ctrl-C where Python loses it: while a process is forked, and while libraries are imported.

Python turns it into an exception wherever the program happens to be. Some places drop exceptions, and some make others
of them.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object]


@contextmanager
def held() -> Iterator[None]:
    """Ctrl-C waits until the block is over: what Python runs around a fork would swallow it.

    It comes after the last line of the block, so that who assigns there what is to be closed can close it.
    """
    before = _handler()
    if before is None:
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            before(came[0], None)


@contextmanager
def heeded() -> Iterator[None]:
    """Ctrl-C ends the block, also where libraries swallow it or call it a failed import."""
    before = _handler()
    if before is None:
        yield
        return
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)
        before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    except Exception:
        if not came:
            raise
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


def _handler() -> Handler | None:
    """What Python does at Ctrl-C; None where it does nothing, as only the main thread is ever interrupted."""
    handler = signal.getsignal(signal.SIGINT)
    return handler if callable(handler) and threading.current_thread() is threading.main_thread() else None
