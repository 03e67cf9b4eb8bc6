"""Sessions in a process of their own: killed at the limit, gone after closing, and honest about what went wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np
import pytest

from knobel.engines import UNDECIDED, Session, Verdict
from knobel.engines.guarded import Guarded
from knobel.engines.pysat import Pysat, PysatSession
from knobel.errors import KnobelError, Misuse
from knobel.formula import Lits
from knobel.limits import NO_LIMIT, Deadline, Limit, OutOfTime, tick
from knobel.processes import dying_with_parent, process_tree
from knobel.processes.fork import call_and_kill

CLAUSE = np.array([1, 0], dtype=np.int32)
LONG = 600  # seconds: nobody has waited for it if less than half has passed, however busy the machine


def children() -> list[int]:
    """Processes that this one started, those that ended and were not waited for included."""
    return list(process_tree(os.getpid()))[1:]


class Scripted:
    """A session that does, when asked, what the test wants."""

    def __init__(self, act: Callable[[], Verdict], hard: bool = False) -> None:
        self.act, self.hard = act, hard

    def add(self, flat: Lits) -> None:
        pass

    def solve(self, assume: Sequence[int] = (), limit: Limit = NO_LIMIT) -> Verdict:
        return UNDECIDED if self.hard and limit.conflicts else self.act()

    def propagate(self, assume: Sequence[int] = ()) -> Lits | None:
        self.act()
        return None

    def prefer(self, lits: Lits) -> None:
        self.act()

    def close(self) -> None:
        pass


@pytest.fixture
def guarded() -> Iterator[Callable[[Callable[[], Session]], Guarded]]:
    """Opens sessions that always get a process; in the end none is left."""
    opened: list[Guarded] = []

    def start(session: Callable[[], Session]) -> Guarded:
        opened.append(Guarded(session, large=0))
        opened[-1].add(CLAUSE)
        return opened[-1]

    yield start
    for one in opened:
        one.close()
        one.close()
    assert not children()


Guard = Callable[[Callable[[], Session]], Guarded]


def sleep() -> Verdict:
    time.sleep(LONG)
    return Verdict(True)


def test_it_really_is_another_process(guarded: Guard) -> None:
    session = guarded(lambda: Scripted(my_process))
    assert session.solve().stats["process"] not in (0, os.getpid())


def my_process() -> Verdict:
    return Verdict(True, stats={"process": os.getpid()})


def test_a_question_that_turns_out_hard_goes_on_in_a_process() -> None:
    session = Guarded(lambda: Scripted(my_process, hard=True), easy=100)
    session.add(CLAUSE)
    assert session.solve(limit=Limit(conflicts=50)).sat is None
    assert not children()
    assert session.solve().stats["process"] != os.getpid()
    assert session.solve().stats["process"] != os.getpid()
    session.close()
    assert not children()
    easy = Guarded(lambda: Scripted(my_process), easy=100)
    assert easy.solve().stats["process"] == os.getpid()


def test_loading_cut_short_loses_nothing() -> None:
    def start() -> Session:
        tick()
        return PysatSession(Pysat("minisat", "", "minisat22"), 1)

    session = Guarded(start)
    session.add(CLAUSE)
    with Deadline(0), pytest.raises(OutOfTime):
        session.solve()
    assert session.solve([-1]).sat is False
    session.close()


def test_a_call_that_does_not_stop_is_killed(guarded: Guard) -> None:
    session = guarded(lambda: Scripted(sleep))
    started = time.monotonic()
    assert session.solve(limit=Limit(seconds=0.1)).sat is None
    assert not children()
    assert session.solve().sat is None  # it stays undecided
    with pytest.raises(OutOfTime):
        session.propagate()
    assert time.monotonic() - started < LONG / 2


@pytest.mark.parametrize("ask", [Guarded.solve, Guarded.propagate, lambda s: s.prefer(CLAUSE), lambda s: s.add(CLAUSE)])
def test_the_deadline_in_force_holds(guarded: Guard, ask: Callable[[Guarded], object]) -> None:
    def slow_start() -> Session:
        time.sleep(LONG)
        return Scripted(sleep)

    session = guarded(slow_start)
    session._session()
    started = time.monotonic()
    with Deadline(0.1):
        try:
            verdict = ask(session)
            assert isinstance(verdict, Verdict) and verdict.sat is None
        except OutOfTime:
            pass
    assert time.monotonic() - started < LONG / 2


def test_loading_past_the_deadline_is_undecided(guarded: Guard) -> None:
    def slow_start() -> Session:
        while True:
            tick()

    with Deadline(0.1):
        session = guarded(slow_start)
        assert session.solve().sat is None


def test_a_later_question_has_a_deadline_of_its_own(guarded: Guard) -> None:
    def look_at_the_clock() -> Verdict:
        tick()
        return Verdict(True)

    session = guarded(lambda: Scripted(look_at_the_clock))
    with Deadline(0.2):
        assert session.solve().sat is True
        time.sleep(0.3)
    with Deadline(60):
        assert session.solve().sat is True


def test_errors_cross_over(guarded: Guard) -> None:
    def refuse() -> Verdict:
        raise Misuse("not like this")

    def refuse_to_start() -> Session:
        raise Misuse("not here")

    with pytest.raises(Misuse, match="not like this"):
        guarded(lambda: Scripted(refuse)).solve()
    with pytest.raises(Misuse, match="not here"):
        guarded(refuse_to_start).solve()


def test_a_process_that_dies_is_an_error(guarded: Guard) -> None:
    def die() -> Verdict:
        os.kill(os.getpid(), signal.SIGKILL)
        return Verdict(True)

    with pytest.raises(KnobelError, match="died"):
        guarded(lambda: Scripted(die)).solve()
    with pytest.raises(KnobelError, match="died"):
        call_and_kill(die, NO_LIMIT, Verdict(None))


def test_many_clauses_before_and_after_the_start(guarded: Guard) -> None:
    session = guarded(lambda: PysatSession(Pysat("cadical", "", "cadical195"), 50_000))
    chain = np.array([lit for a, b in pairwise(range(1, 50_001)) for lit in (-a, b, 0)], dtype=np.int32)
    session.add(chain[: 3 * 25_000])
    assert session.solve([-49_000]).sat is True
    session.add(chain[3 * 25_000 :])  # more than a pipe holds at once
    verdict = session.solve([-49_000])
    assert verdict.sat is False and verdict.core == (-49_000,)


ON_FORK: list[Callable[[], None]] = []  # what the parent does in the middle of a fork
os.register_at_fork(after_in_parent=lambda: [act() for act in ON_FORK])


@pytest.fixture
def ctrl_c_in_forks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ON_FORK", [lambda: signal.raise_signal(signal.SIGINT)])


@pytest.mark.usefixtures("ctrl_c_in_forks")
def test_ctrl_c_in_the_middle_of_a_fork_ends_the_call_and_its_process() -> None:
    with pytest.raises(KeyboardInterrupt):
        call_and_kill(sleep, NO_LIMIT, UNDECIDED)
    assert not children()


@pytest.mark.usefixtures("ctrl_c_in_forks")
def test_ctrl_c_in_the_middle_of_a_fork_ends_the_question_to_a_session(guarded: Guard) -> None:
    with pytest.raises(KeyboardInterrupt):
        guarded(lambda: Scripted(sleep)).solve()


def test_what_the_parent_does_when_it_is_ended_is_not_what_the_process_does() -> None:
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        assert call_and_kill(lambda: signal.getsignal(signal.SIGTERM), NO_LIMIT, None) == signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not tell a process that its parent died")
def test_a_killed_parent_leaves_no_process() -> None:
    program = """
import os, time
from knobel.processes.fork import call_and_kill
from knobel.limits import NO_LIMIT

def work():
    os.write(1, b"here")
    time.sleep(600)

call_and_kill(work, NO_LIMIT, None)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None and parent.stdout.read(4) == b"here"
        parent.kill()
        assert not parent.communicate(timeout=600)[0]  # which comes only when nobody can write any more


def test_who_is_bound_too_late_ends_at_once() -> None:
    bind = dying_with_parent()
    if bind is None:
        pytest.skip("only Linux kills with the parent")
    pid = os.fork()
    if pid == 0:  # the child's own child has another parent than the one that asked, as if that had ended
        inner = os.fork()
        if inner == 0:
            bind()
            os._exit(0)
        os._exit(os.waitstatus_to_exitcode(os.waitpid(inner, 0)[1]))
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 1
