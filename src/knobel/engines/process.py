"""Sessions in a process of their own, for calls that cannot be stopped from inside: they are killed from outside.

CaDiCaL looks at no interrupt, and on millions of clauses even loading, or fifty conflicts, can take a minute.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import KnobelError
from ..forks import dying_with_parent
from ..formula import Lits
from ..interrupts import held
from ..limits import NO_LIMIT, Limit, OutOfTime, left
from . import UNDECIDED, Excluding, Session, Verdict

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

LARGE = 4_000_000
"""Formulas with more literals than this are solved in a process of their own."""

MAX_SECONDS = 1e6  # what the system can wait for at once is not much more

GRACE = 0.5
"""Seconds that a process gets to stop by itself after its limit."""


Answer = TypeVar("Answer")


def call_and_kill(work: Callable[[], Answer], limit: Limit, undecided: Answer) -> Answer:
    """Run one call in a new process, and kill it when the limit has passed."""
    if not hasattr(os, "fork"):
        return work()
    child: Child | None = None
    try:
        with held():
            child = Child(lambda: _Once(work))
        answer: Any = child.solve((), limit)
        return undecided if answer is UNDECIDED else answer
    finally:
        if child is not None:
            child.close()


class Guarded:
    """Collects clauses until the first question, then loads them here or, if there are very many, in a process.

    ``easy``, for engines that do not stop in time, is the number of conflicts after which a question goes on in a
    process: a fork, so that nothing has to be loaded or learnt again.
    """

    def __init__(self, start: Callable[[], Session], large: int = LARGE, easy: int | None = None) -> None:
        self._start, self._large, self._easy = start, large, easy
        self._pending: list[Callable[[Session], None]] = []  # what the session is to be told
        self._literals = 0  # of all that
        self._inner: Session | None = None

    def _session(self) -> Session:
        if self._inner is None:
            pending = self._pending

            def loaded() -> Session:
                session = self._start()
                for tell in pending:
                    tell(session)
                return session

            large = self._literals > self._large and hasattr(os, "fork")
            if large:
                with held():
                    self._inner = Child(loaded)
            else:
                self._inner = loaded()
            self._pending = []  # only now: loading may have been cut short, and the next question starts it anew
        return self._inner

    def add(self, flat: Lits) -> None:
        self._tell(len(flat), lambda session: session.add(flat))

    def exclude(self, flat: Lits, spare: bool = False) -> None:
        def tell(session: Session) -> None:
            if not isinstance(session, Excluding):
                raise TypeError(f"{type(session).__name__} takes no exclusive sets")
            session.exclude(flat, spare)

        self._tell(len(flat), tell)

    def _tell(self, literals: int, tell: Callable[[Session], None]) -> None:
        self._literals += literals
        if self._inner is None:
            self._pending.append(tell)
        else:
            tell(self._inner)

    def solve(self, assume: Sequence[int] = (), limit: Limit = NO_LIMIT) -> Verdict:
        session, easy = self._session(), self._easy
        if easy is None or isinstance(session, Child) or not hasattr(os, "fork"):
            return session.solve(assume, limit)
        if limit.conflicts is not None and limit.conflicts <= easy:
            return session.solve(assume, limit)
        started = time.monotonic()
        verdict = session.solve(assume, replace(limit, conflicts=easy))
        rest = None if limit.seconds is None else limit.seconds - (time.monotonic() - started)
        if verdict.sat is not None or (rest is not None and rest <= 0):
            return verdict
        with held():
            self._inner = child = Child(lambda: session)
        session.close()  # it lives on in the process
        return child.solve(assume, replace(limit, seconds=rest))

    def propagate(self, assume: Sequence[int] = ()) -> Lits | None:
        return self._session().propagate(assume)

    def prefer(self, lits: Lits) -> None:
        self._session().prefer(lits)

    def close(self) -> None:
        self._pending = []
        if self._inner is not None:
            self._inner.close()


class Child:
    """A session in a forked process: the formula is shared, not copied. Once killed, it stays undecided.

    To be made, and kept, while Ctrl-C is held: else it could get lost in the fork, or the process without its keeper.
    """

    def __init__(self, start: Callable[[], Session]) -> None:
        import multiprocessing  # 15 ms that ordinary formulas do not need

        context = multiprocessing.get_context("fork")
        self._pipe, theirs = context.Pipe()
        # To the system the parent is a thread, and only the main one lives as long as the program.
        bind = dying_with_parent() if threading.current_thread() is threading.main_thread() else None
        self._process = context.Process(target=_serve, args=(start, theirs, self._pipe, bind), daemon=True)
        self._process.start()
        theirs.close()
        self._closed = False

    def _ask(self, name: str, *args: Any, seconds: float | None) -> Any:
        if self._closed:
            raise OutOfTime
        try:
            self._pipe.send((name, args))
            if not self._pipe.poll(None if seconds is None else min(seconds, MAX_SECONDS)):
                self.close()
                raise OutOfTime
            answer = self._pipe.recv()
        except (EOFError, BrokenPipeError, ConnectionResetError):
            self.close()
            raise KnobelError("the engine's process died (out of memory?)") from None
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def add(self, flat: Lits) -> None:
        self._ask("add", flat, seconds=left())

    def exclude(self, flat: Lits, spare: bool = False) -> None:
        self._ask("exclude", flat, spare, seconds=left())

    def solve(self, assume: Sequence[int] = (), limit: Limit = NO_LIMIT) -> Verdict:
        # The deadline in force here is unknown there, so it goes along as part of the limit.
        limits = [seconds for seconds in (limit.seconds, left()) if seconds is not None]
        seconds = max(0.0, min(limits)) if limits else None
        patience = None if seconds is None else seconds + GRACE
        try:
            verdict: Verdict = self._ask(
                "solve", tuple(map(int, assume)), replace(limit, seconds=seconds, killed=True), seconds=patience
            )
        except OutOfTime:
            return UNDECIDED
        return verdict

    def propagate(self, assume: Sequence[int] = ()) -> Lits | None:
        found: Lits | None = self._ask("propagate", tuple(map(int, assume)), seconds=left())
        return found

    def prefer(self, lits: Lits) -> None:
        self._ask("prefer", lits, seconds=left())

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._process.kill()
            self._process.join()
            self._process.close()
            self._pipe.close()


class _Once:
    """A single call dressed as a session."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work

    def add(self, flat: Lits) -> None:
        raise NotImplementedError

    def solve(self, assume: Sequence[int] = (), limit: Limit = NO_LIMIT) -> Verdict:
        answer: Verdict = self._work()  # or what else the caller waits for
        return answer

    def propagate(self, assume: Sequence[int] = ()) -> Lits | None:
        raise NotImplementedError

    def prefer(self, lits: Lits) -> None:
        raise NotImplementedError

    def close(self) -> None:
        pass


def _serve(
    start: Callable[[], Session], pipe: Connection, parents: Connection, bind: Callable[[], object] | None
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides what it means
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # what the parent does then, in Python, could wait for an engine
    if bind is not None:
        bind()
    parents.close()
    gc.disable()
    try:
        session: Session | Exception
        try:
            session = start()
        except Exception as error:
            session = error  # the answer to every question
        while True:
            name, args = pipe.recv()
            answer: Any = session
            if not isinstance(session, Exception):
                try:
                    # In a fresh context: the deadline at the time of the fork is not that of later questions.
                    answer = Context().run(getattr(session, name), *args)
                except Exception as error:
                    answer = error
            pipe.send(answer)
    except (EOFError, BrokenPipeError):
        pass
    finally:
        os._exit(0)  # nothing to clean up, and freeing a large formula clause by clause takes seconds
