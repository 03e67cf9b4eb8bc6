"""How long a question may take: one deadline covers reading facts off a board, writing its formula and solving it.

Code that can run for long calls :func:`tick`; nothing else has to know that a deadline exists.
"""

from __future__ import annotations

import time
from contextvars import ContextVar, Token
from dataclasses import dataclass
from types import TracebackType


class OutOfTime(Exception):
    """The deadline passed before the question was decided."""


@dataclass(frozen=True)
class Limit:
    """What one call of an engine may use; ``None`` means as much as it likes.

    ``killed`` says that whoever asks ends the call by force when the time is over, so that it need not look up often.
    """

    seconds: float | None = None
    conflicts: int | None = None
    killed: bool = False


NO_LIMIT = Limit()

_ends: ContextVar[float | None] = ContextVar("knobel_deadline", default=None)


class Deadline:
    """A moment after which :func:`tick` raises. It can be entered again and again, and an inner one never lasts longer.

    >>> with Deadline(60):
    ...     tick()
    >>> with Deadline(0):
    ...     tick()
    Traceback (most recent call last):
        ...
    knobel.limits.OutOfTime
    """

    def __init__(self, seconds: float | None) -> None:
        self.ends = None if seconds is None else time.monotonic() + seconds
        self._tokens: list[Token[float | None]] = []

    def __enter__(self) -> Deadline:
        outer = _ends.get()
        ends = self.ends if outer is None else outer if self.ends is None else min(outer, self.ends)
        self._tokens.append(_ends.set(ends))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        _ends.reset(self._tokens.pop())


def left() -> float | None:
    """Seconds until the deadline in force, or None where there is none."""
    ends = _ends.get()
    return None if ends is None else ends - time.monotonic()


def tick() -> None:
    """Raise :class:`OutOfTime` if the deadline in force has passed."""
    ends = _ends.get()
    if ends is not None and time.monotonic() >= ends:
        raise OutOfTime


def cpu() -> float:
    """CPU seconds so far, of this process and of those it started that have ended."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ImportError:  # not a Unix
        return time.process_time()
    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
