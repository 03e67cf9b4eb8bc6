"""Work that is numbered, done by several processes and given out in the order of the numbers."""

from __future__ import annotations

import atexit
import multiprocessing
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar, cast

from ..errors import KnobelError

T = TypeVar("T")

QUEUED = 2  # numbers that a process has at a time, so that it need not wait for the next one
AHEAD = 4  # numbers for each process that are under way or finished, before the next one in order is


@contextmanager
def crew(work: Callable[[int], T], number: int | None, jobs: int) -> Iterator[Iterator[T]]:
    """What comes of the numbers from 1, for ever if no ``number`` is given. Whoever leaves ends what is under way.

    Other processes need ``work`` that can be pickled. Its errors are raised in the place of its results.
    """
    numbers = count(1) if number is None else iter(range(1, number + 1))
    if jobs == 1:
        yield map(work, numbers)
        return
    with ExitStack() as processes:
        # An iterator that nobody leaves would keep its processes, and these would keep the interpreter from ending.
        atexit.register(processes.close)
        processes.callback(atexit.unregister, processes.close)
        yield _in_order([processes.enter_context(_process(work)) for _ in range(jobs)], numbers)


@contextmanager
def _process(work: Callable[[int], Any]) -> Iterator[Connection]:
    """A process at the other end of a pipe. No daemon, since it may have to start an engine in one of its own."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(work, theirs))
    process.start()
    theirs.close()
    try:
        yield ours
    finally:
        process.terminate()
        process.join()
        process.close()
        ours.close()


def _serve(work: Callable[[int], Any], pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides what it means
    with suppress(EOFError, BrokenPipeError):  # it is gone, and nobody waits for the rest
        while True:
            number = pipe.recv()
            try:
                pipe.send((number, work(number), None))
            except Exception as error:
                error.add_note(traceback.format_exc())  # the traceback itself does not travel
                pipe.send((number, None, error))


def _in_order(pipes: list[Connection], numbers: Iterator[int]) -> Iterator[Any]:
    free = pipes * QUEUED
    under_way, finished = deque[int](), dict[int, tuple[Any, Exception | None]]()
    while True:
        try:
            while free and len(under_way) < AHEAD * len(pipes) and (number := next(numbers, None)) is not None:
                free.pop(0).send(number)
                under_way.append(number)
            if under_way and under_way[0] not in finished:
                for pipe in cast("list[Connection]", wait(pipes)):
                    number, *outcome = pipe.recv()
                    finished[number] = tuple(outcome)
                    free.append(pipe)
                continue
        except (EOFError, BrokenPipeError, ConnectionResetError):
            raise KnobelError("one of the processes died (out of memory?)") from None
        if not under_way:
            return
        result, error = finished.pop(under_way.popleft())
        if error is not None:
            raise error
        yield result
