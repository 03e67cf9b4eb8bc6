"""Sessions in a process of their own, for calls that cannot be stopped from inside: they are killed from outside.

CaDiCaL looks at no interrupt, and on millions of clauses even loading, or fifty conflicts, can take a minute.
"""

from __future__ import annotations

import gc
import os
import pickle
import time
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ..errors import KnobelError
from ..formula import Lits
from ..interrupts import held
from ..limits import NO_LIMIT, Budget, Limit, OutOfTime, left, spend, work_left
from ..processes.fork import GRACE, Fork, outcome
from . import UNDECIDED, Excluding, Session, Verdict

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

LARGE = 4_000_000
"""Formulas with more literals than this are solved in a process of their own."""

MAX_SECONDS = 1e6  # what the system can wait for at once is not much more


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

    To be made, and kept, while Ctrl-C is held, as every fork.
    """

    def __init__(self, start: Callable[[], Session]) -> None:
        self._fork = Fork(lambda connection: _serve(start, connection), group=False)
        self._closed = False

    def _ask(self, name: str, *args: Any, seconds: float | None) -> Any:
        if self._closed:
            raise OutOfTime
        connection = self._fork.connection
        try:
            work = work_left()
            connection.send((name, args, work))
            if not connection.poll(None if seconds is None else min(seconds, MAX_SECONDS)):
                self.close()
                raise OutOfTime
            good, found = pickle.loads(connection.recv_bytes())
        except (EOFError, BrokenPipeError, ConnectionResetError):
            self.close()
            raise KnobelError("the engine's process died (out of memory?)") from None
        if not good:
            if isinstance(found, OutOfTime) and work is not None:
                spend(work)  # all that was left
            raise found
        answer, spent = found
        spend(spent)
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
        self._closed = True
        self._fork.end()


def _serve(start: Callable[[], Session], connection: Connection) -> None:
    """In the process: answer questions to the session, which is loaded before the first."""
    gc.disable()
    session: Session | Exception
    try:
        session = start()
    except Exception as error:
        session = error  # the answer to every question

    def answer(name: str, args: tuple[Any, ...], work: int | None) -> tuple[Any, int]:
        """What the session says, and how much work that was."""
        if isinstance(session, Exception):
            raise session
        budget = Budget(work)

        def ask() -> Any:
            with budget:
                return getattr(session, name)(*args)

        # In a fresh context: the deadline at the time of the fork is not that of later questions.
        return Context().run(ask), budget.spent

    while True:
        name, args, work = connection.recv()
        connection.send_bytes(outcome(partial(answer, name, args, work)))
