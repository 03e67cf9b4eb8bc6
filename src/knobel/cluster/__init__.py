"""The same work on many items, in one process, several ones or on several machines: results in the order of the items.

Machines are those of a Dask cluster (the extra ``cluster``), which is only imported where one is named.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar

from ..errors import Misuse
from ..interrupts import held

if TYPE_CHECKING:
    from ..processes.pool import Executor

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"
CHUNK = 100
"""The most things that a worker gets at once; fewer where they take long."""


def spread(
    work: Callable[[T], R],
    items: Iterable[T],
    on: str | None = None,
    *,
    jobs: int = 1,
    chunk: int = CHUNK,
    progress: Callable[[int], None] | None = None,
) -> Generator[R | Exception, None, None]:
    """What comes of each item, in their order; what goes wrong with one of them stands in its place.

    ``jobs`` is the number of processes on this machine: 1 is here, one item after the other, and 0 as many as cores.
    ``on`` is the address of a scheduler, for several machines, or ``local``, which is the same as 0 jobs. In other
    processes, ``work`` has to be a function of a module, or a partial one, and items and results can be pickled. Items
    are read as they are needed, by another thread. An item is answered once, whatever happens: who dies is replaced,
    and an item that ends whoever works on it is an error. ``progress`` is told how many are finished, which can be more
    than have come out. Whoever closes this ends what is under way.

    >>> list(spread(abs, [-1, 2]))
    [1, 2]
    """
    if jobs < 0:
        raise Misuse(f"the number of processes is {jobs}; expected a whole number from 0")
    if on is not None and jobs != 1:
        raise Misuse("processes of this machine, or a cluster: not both")
    if on == LOCAL:
        on, jobs = None, 0
    if on is None and (jobs == 1 or not hasattr(os, "fork")):
        yield from _here(work, items, progress)
        return
    from ..processes.pool import Ordered

    with _executor(on, jobs) as executor:
        yield from Ordered(executor, work, items, chunk, progress).results()


@contextmanager
def _executor(on: str | None, jobs: int) -> Iterator[Executor]:
    """So many processes of this machine (0: as many as cores), or the workers of a scheduler."""
    if on is None:
        from ..processes.pool import LocalExecutor

        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        with ExitStack() as opened:
            with held():
                executor = opened.enter_context(closing(LocalExecutor(jobs or cores)))
            yield executor
        return
    if "://" not in on:
        raise Misuse(f"{on[:40]!r} is no scheduler; expected local or an address such as tcp://HOST:8786")
    if find_spec("distributed") is None:
        raise Misuse("a cluster needs dask.distributed: pip install 'knobel[cluster]'")
    from .executor import DaskExecutor
    from .scheduler import connected

    with connected(on) as client, closing(DaskExecutor(client)) as workers:
        yield workers


def _here(
    work: Callable[[T], R], items: Iterable[T], progress: Callable[[int], None] | None
) -> Generator[R | Exception, None, None]:
    for number, item in enumerate(items, 1):
        result: R | Exception
        try:
            result = work(item)
        except Exception as error:
            result = error
        if progress:
            progress(number)
        yield result
