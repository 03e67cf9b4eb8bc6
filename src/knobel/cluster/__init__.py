"""The same work on many things, here or on many machines: results come in the order of the things.

Machines are those of a Dask cluster (the extra ``cluster``), which is only imported where one is named.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from importlib.util import find_spec
from typing import TypeVar

from ..errors import Misuse

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
    chunk: int = CHUNK,
    progress: Callable[[int], None] | None = None,
) -> Generator[R | Exception, None, None]:
    """What comes of each item, in their order; what goes wrong with one of them stands in its place.

    ``on`` is the address of a scheduler, or ``local`` for the processors of this machine; None is here, one after the
    other. There, ``work`` has to be a function of a module, or a partial one, and items and results can be pickled.
    Items are taken as they are needed, by another thread. An item is answered once, whatever happens to the machines:
    who dies is replaced, and an item that ends whoever works on it is an error. ``progress`` is told how many are
    finished, which can be more than have come out. Whoever closes this ends what is under way.

    >>> list(spread(abs, [-1, 2]))
    [1, 2]
    """
    if on is None:
        yield from _here(work, items, progress)
        return
    if on != LOCAL and "://" not in on:
        raise Misuse(f"{on[:40]!r} is no scheduler; expected local or an address such as tcp://HOST:8786")
    if find_spec("distributed") is None:
        raise Misuse("a cluster needs dask.distributed: pip install 'knobel[cluster]'")
    from .batch import Batch
    from .connecting import connected

    with connected(on) as client:
        yield from Batch(client, work, items, chunk, progress).results()


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
