"""The engine ``race``: the same question to several encodings and engines at once, and the first answer counts.

No engine is the best on all boards, and on single ones they differ by a factor of ten in both directions. Each runner
is a process of its own; when one has decided, the others are killed.
"""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from . import registry
from .errors import KnobelError, Misuse
from .forks import Died, Fork
from .puzzle import Puzzle
from .search import RACE, Ask

ABOUT = "several of them at once, each in a process; the first answer counts: race:4, race:ENCODING/ENGINE+..."
FEWEST = 3
"""Runners on a machine with fewer cores."""

MOST = 16

P = ParamSpec("P")
Answer = TypeVar("Answer")


def raceable(decided: Callable[[Any], bool]) -> Callable[[Callable[P, Answer]], Callable[P, Answer]]:
    """For a task, whose first argument is a puzzle: with ``engine="race"`` it is asked of several runners.

    ``decided`` tells whether an answer counts.
    """

    def raced(task: Callable[P, Answer]) -> Callable[P, Answer]:
        @wraps(task)
        def asked(*args: P.args, **ask: P.kwargs) -> Answer:
            if str(ask.get("engine")).partition(":")[0] != RACE:
                return task(*args, **ask)
            puzzle = cast(Puzzle, args[0] if args else ask["puzzle"])
            calls = [_call(task, *args, **{**ask, **lane}) for lane in lanes(puzzle, cast(Ask, ask))]
            return _first(calls, decided) if hasattr(os, "fork") else calls[0]()

        return asked

    return raced


def _call(task: Callable[..., Answer], *args: Any, **ask: Any) -> Callable[[], Answer]:
    return lambda: task(*args, **ask)


def lanes(puzzle: Puzzle, ask: Ask) -> list[Ask]:
    """Who runs: ``race`` as many as there are cores (at least three), ``race:N`` so many.

    ``race:ENCODING/ENGINE+ENCODING/ENGINE`` names them. By themselves run first the kind's choice, then its encoding
    on other engines and other encodings in turn. An encoding that is asked for is that of all.

    >>> board = registry.parse("nonogram:1x1:1/1")
    >>> [lane["engine"] for lane in lanes(board, {"engine": "race:auto/cadical+dnf/glucose"})]
    ['cadical', 'glucose']
    """
    _, _, told = str(ask.get("engine")).partition(":")
    if told and not told.isdecimal():
        return [_named(one) for one in told.split("+")]
    number = int(told) if told else max(FEWEST, os.cpu_count() or 1)
    if not 1 <= number <= MOST:
        raise Misuse(f"a race of {number} runners; expected 1 to {MOST}")
    kind, wanted = registry.kind(puzzle.kind), ask.get("encoding")
    own = registry.encoding(kind, wanted)
    able = [name for name, one in registry.engines().items() if "race" in one.can]
    fitting = [name for name in able if ("model" in registry.engine(name).can) == own.model]
    engines = [Ask(encoding=wanted, engine=name) for name in (own.engine, *fitting)]
    others = [
        Ask(encoding=name, engine=one.engine)
        for name, one in kind.encodings.items()
        if wanted in (None, "auto") and not one.weaker and not one.default and _there(one.engine)
    ]
    unique = {(lane["encoding"], lane["engine"]): lane for lane in _in_turn(engines, others)}
    return list(unique.values())[:number]


def _there(engine: str) -> bool:
    """Whether an engine can be used here."""
    from .tasks.compare import warm

    try:
        warm(registry.engine(engine))
    except KnobelError:
        return False
    return True


def _in_turn(engines: list[Ask], others: list[Ask]) -> list[Ask]:
    """The kind's own choice and its rival engine first, then one of each."""
    head, rest = engines[:1], [lane for lane in engines[1:] if lane["engine"] != engines[0]["engine"]]
    mixed = [lane for pair in zip(rest, others, strict=False) for lane in pair]
    return [*head, *mixed, *rest[len(others) :], *others[len(rest) :]]


def _named(text: str) -> Ask:
    encoding, slash, engine = text.partition("/")
    if not slash or not encoding or not engine:
        raise Misuse(f"the runner {text!r} of the race is not ENCODING/ENGINE")
    return Ask(encoding=encoding, engine=engine)


def _first(calls: list[Callable[[], Answer]], decided: Callable[[Answer], bool]) -> Answer:
    """The first answer that counts; without any, the first that came, or what went wrong."""
    running: list[Fork] = []
    second_best: list[Answer] = []
    failed: list[Exception] = []
    try:
        running.extend(map(Fork, calls))
        under_way = list(running)
        while under_way:
            for fork in select.select(under_way, [], [])[0]:
                if not fork.received():
                    continue
                under_way.remove(fork)
                try:
                    answer = fork.answer()
                except Exception as error:
                    failed.append(error)
                    continue
                if decided(answer):
                    return cast(Answer, answer)
                second_best.append(answer)
    finally:
        for fork in running:
            fork.end()
    if second_best:
        return second_best[0]
    raise next((error for error in failed if not isinstance(error, Died)), KnobelError("all runners of the race died"))
