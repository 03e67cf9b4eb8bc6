"""Questions that can be asked elsewhere: asking is apart from showing, which is done here, in order, either way."""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
from typing import Any, NamedTuple, TypeVar

from ..cluster import spread
from ..errors import Interrupted, Misuse
from ..loading import Entry
from ..puzzle import Puzzle
from .answers import answer_each, puzzles, show_finished

R = TypeVar("R")


class Asked(NamedTuple):
    """A puzzle and what came of the question: a result and its seconds, or an error."""

    entry: Entry
    read: float
    outcome: Any


def ask_each(
    args: argparse.Namespace,
    ask: Callable[[Puzzle], R],
    show: Callable[[Puzzle, dict[str, Any], R], int],
    found: Iterator[Entry] | None = None,
) -> int:
    """Ask about every puzzle, here or on the cluster that ``--on`` names, and show each answer in its turn."""
    if args.on is None:

        def here(puzzle: Puzzle, record: dict[str, Any]) -> int:
            return with_partial(lambda: ask(puzzle), lambda result: show(puzzle, record, result))

        return answer_each(args, here, found)
    if args.keep or getattr(args, "trace", None):
        raise Misuse("--keep and --trace write files here; with --on the puzzles are elsewhere")
    current: list[Asked] = []

    def entries(asked: Iterator[Asked]) -> Iterator[Entry]:
        for one in asked:
            current[:] = [one]
            yield one.entry

    def there(puzzle: Puzzle, record: dict[str, Any]) -> int:
        [(_, record["seconds"]["read"], outcome)] = current
        if isinstance(outcome, BaseException):
            raise outcome
        result, record["seconds"]["asked"] = outcome
        return show(puzzle, record, result)

    with closing(asked_elsewhere(args.on, ask, found or puzzles(args))) as asked:
        return answer_each(args, there, entries(asked))


def asked_elsewhere(on: str, ask: Callable[[Puzzle], R], found: Iterator[Entry]) -> Generator[Asked, None, None]:
    """The puzzles in their order, each when the outcome is known; an unreadable one has none.

    Ctrl-C is the outcome for the puzzle that is waited for.
    """
    waiting = deque[tuple[Entry, float]]()

    def reading() -> Iterator[Puzzle | None]:
        started = time.perf_counter()
        for entry in found:
            waiting.append((entry, time.perf_counter() - started))
            yield entry.puzzle
            started = time.perf_counter()

    try:
        with closing(spread(partial(timed, ask), reading(), on, progress=show_finished)) as outcomes:
            for outcome in outcomes:
                yield Asked(*waiting.popleft(), outcome)
    except KeyboardInterrupt as stop:
        if not waiting:
            raise
        yield Asked(*waiting.popleft(), stop)


def timed(ask: Callable[[Puzzle], R], puzzle: Puzzle | None) -> tuple[R, float] | None:
    """The result for a puzzle, and its seconds."""
    if puzzle is None:
        return None
    started = time.perf_counter()
    return ask(puzzle), time.perf_counter() - started


def with_partial(ask: Callable[[], R], show: Callable[[R], int]) -> int:
    """Ask and show the result; after Ctrl-C show what was known by then, and go on ending."""
    try:
        result = ask()
    except Interrupted as stop:
        show(stop.result)  # type: ignore[arg-type]
        raise
    return show(result)
