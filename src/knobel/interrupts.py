"""Ctrl-C where Python loses it: while a process is forked, while libraries are imported, and in destructors.

Python turns it into an exception wherever the program happens to be. Some places drop exceptions, and some make others
of them.
"""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object]
SOON = 0.01  # seconds until what was dropped comes once more


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


@contextmanager
def repeated() -> Iterator[None]:
    """Ctrl-C that comes in a destructor, where Python drops exceptions, comes once more, a moment later."""
    before = sys.unraisablehook

    def hook(dropped: sys.UnraisableHookArgs) -> None:
        if not issubclass(dropped.exc_type, KeyboardInterrupt):
            before(dropped)
            return
        again = threading.Timer(SOON, _interrupt)  # not from here: what a hook raises is dropped, too
        again.daemon = True
        again.start()

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before


def _interrupt() -> None:
    """A signal to the main thread, which ends its waiting, too."""
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        _thread.interrupt_main()


def _handler() -> Handler | None:
    """What Python does at Ctrl-C; None where it does nothing, as only the main thread is ever interrupted."""
    handler = signal.getsignal(signal.SIGINT)
    return handler if callable(handler) and threading.current_thread() is threading.main_thread() else None
