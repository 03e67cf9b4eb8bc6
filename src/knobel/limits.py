"""How much a question may take: a deadline is in seconds, a budget in work that is counted.

Only users (``timeout``) and the page set deadlines. Whatever else is not to take for ever has a budget, so that an
answer is the same on a busy and on an idle machine. Both cover all that is done inside of them: reading facts off a
board, writing its formula, solving it. Code that can run for long calls :func:`tick`, engines :func:`spend` what they
have done; nothing else has to know that a limit exists.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing
from contextvars import ContextVar, Token
from dataclasses import dataclass
from types import TracebackType
from typing import TypeVar

from .errors import Interrupted

Answer = TypeVar("Answer")


class OutOfTime(Exception):
    """The deadline passed, or the budget was spent, before the question was decided."""


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


class Budget:
    """An amount of work after which :func:`tick` raises. What is spent in an inner budget is spent of the outer, too.

    A unit of work is about one literal that an engine propagates; most machines do some millions of them in a second.
    It can be entered again and again, and goes on with what is left.

    >>> with Budget(100) as budget:
    ...     spend(60)
    ...     tick()
    ...     spend(60)
    ...     tick()
    Traceback (most recent call last):
        ...
    knobel.limits.OutOfTime
    >>> budget.spent
    120
    """

    def __init__(self, work: int | None) -> None:
        self.work, self.spent = work, 0
        self._tokens: list[Token[tuple[Budget, ...]]] = []

    def __enter__(self) -> Budget:
        self._tokens.append(_budgets.set((*_budgets.get(), self)))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        _budgets.reset(self._tokens.pop())


_budgets: ContextVar[tuple[Budget, ...]] = ContextVar("knobel_budgets", default=())


def spend(work: int) -> None:
    """Count some work; the next :func:`tick` raises if it was too much."""
    for budget in _budgets.get():
        budget.spent += work


def work_left() -> int | None:
    """What is left of the budgets in force, or None where there is none."""
    return min((one.work - one.spent for one in _budgets.get() if one.work is not None), default=None)


def left() -> float | None:
    """Seconds until the deadline in force, or None where there is none."""
    ends = _ends.get()
    return None if ends is None else ends - time.monotonic()


def tick() -> None:
    """Raise :class:`OutOfTime` if the deadline in force has passed, or a budget is spent."""
    ends, work = _ends.get(), work_left()
    if (ends is not None and time.monotonic() >= ends) or (work is not None and work <= 0):
        raise OutOfTime


def anytime(answer: Answer, better: Generator[Answer, None, None], seconds: float | None) -> Answer:
    """The last of ever better answers that comes in time; ``answer`` is the one that is there without any of them.

    Ctrl-C raises :class:`Interrupted` with the last one.

    >>> anytime(0, (n for n in (1, 2)), None)
    2
    """
    try:
        with Deadline(seconds), closing(better):
            for answer in better:  # noqa: B007
                pass
    except OutOfTime:
        pass
    except KeyboardInterrupt:
        raise Interrupted(answer) from None
    return answer


def cpu() -> float:
    """CPU seconds so far, of this process and of those it started that have ended."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ImportError:  # not a Unix
        return time.process_time()
    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
