"""Puzzles made by several processes, given out in the order of their numbers."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import count, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..tasks.generate import Made, Missed, Wish

AHEAD = 4  # puzzles under way or finished for each process, before the next one in order is


@contextmanager
def crew(wish: Wish, seed: int, number: int | None, jobs: int) -> Iterator[Iterator[Made | Missed]]:
    """The puzzles with the numbers from 1. Whoever leaves early ends what is under way."""
    from ..tasks.generate import tried

    numbers = count(1) if number is None else iter(range(1, number + 1))
    if jobs == 1:
        yield (tried(wish, seed, one) for one in numbers)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield _in_order(pool, wish, seed, numbers, jobs)
    finally:
        workers = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()


def _in_order(
    pool: ProcessPoolExecutor, wish: Wish, seed: int, numbers: Iterator[int], jobs: int
) -> Iterator[Made | Missed]:
    from ..tasks.generate import tried

    first = (pool.submit(tried, wish, seed, one) for one in islice(numbers, AHEAD * jobs))
    under_way = deque[Future["Made | Missed"]](first)
    while under_way:
        made = under_way.popleft().result()
        under_way.extend(pool.submit(tried, wish, seed, one) for one in islice(numbers, 1))
        yield made
