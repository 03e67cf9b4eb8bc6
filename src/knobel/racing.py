"""The engine ``race``: the same question to several encodings and engines at once, and the first answer counts.

No engine is the best on all boards, and on single ones they differ by a factor of ten in both directions. Each runner
is a process of its own; when one has decided, the others are killed.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from . import registry
from .engines import refuse
from .errors import KnobelError, Misuse, WrongAnswer
from .forks import Died, Fork
from .interrupts import held
from .puzzle import Puzzle
from .search import Ask, left_by

ABOUT = "several of them at once, each in a process; the first answer counts: race:4, race:ENCODING/ENGINE+..."
FEWEST = 3
"""Runners on a machine with fewer cores."""

MOST = 16
GRACE = 1.0
"""Seconds that runners get beyond their timeout to say how far they came."""

P = ParamSpec("P")
Answer = TypeVar("Answer")


def raceable(decided: Callable[[Any], bool]) -> Callable[[Callable[P, Answer]], Callable[P, Answer]]:
    """For a task, whose first argument is a puzzle: with ``engine="race"`` it is asked of several runners.

    ``decided`` tells whether an answer counts.
    """

    def raced(task: Callable[P, Answer]) -> Callable[P, Answer]:
        @wraps(task)
        def asked(*args: P.args, **ask: P.kwargs) -> Answer:
            if str(ask.get("engine")).partition(":")[0] != registry.RACE:
                return task(*args, **ask)
            puzzle = cast(Puzzle, args[0] if args else ask["puzzle"])
            runners = lanes(puzzle, cast(Ask, ask))
            for lane in runners:  # else those who cannot would drop out in silence
                refuse(registry.engine(str(lane["engine"])), left_by(cast(Ask, ask)))
            calls = [_call(task, *args, **{**ask, **lane}) for lane in runners]
            if not hasattr(os, "fork"):
                return calls[0]()
            timeout = cast(Ask, ask).get("timeout")
            answer = _first(calls, decided, None if timeout is None else timeout + GRACE)
            # Where nobody could even say that the time is over, the task says it here.
            return _call(task, *args, **{**ask, **runners[0], "timeout": 0.0})() if answer is None else answer

        return asked

    return raced


def _call(task: Callable[..., Answer], *args: Any, **ask: Any) -> Callable[[], Answer]:
    return lambda: task(*args, **ask)


def lanes(puzzle: Puzzle, ask: Ask) -> list[Ask]:
    """Who runs: ``race`` as many as there are cores (at least three), ``race:N`` so many.

    ``race:ENCODING/ENGINE+ENCODING/ENGINE`` names them. By themselves run first the kind's choice, then its encoding
    on other engines and other encodings in turn. An encoding that is asked for is that of all.
    """
    _, _, told = str(ask.get("engine")).partition(":")
    if told and not told.isdecimal():
        return [_named(puzzle, one) for one in told.split("+")]
    number = int(told) if told else max(FEWEST, os.cpu_count() or 1)
    if not 1 <= number <= MOST:
        raise Misuse(f"a race of {number} runners; expected 1 to {MOST}")
    kind, wanted = registry.kind(puzzle.kind), ask.get("encoding")
    own = registry.encoding(kind, wanted)
    able = [name for name, one in registry.engines().items() if "race" in one.can]
    fitting = [name for name in able if ("model" in registry.engine(name).can) == own.model]
    engines = [Ask(encoding=wanted, engine=name) for name in (registry.preferred(own, puzzle), *fitting)]
    others = [
        Ask(encoding=name, engine=registry.preferred(one, puzzle))
        for name, one in kind.encodings.items()
        if wanted in (None, "auto") and not one.weaker and not one.default
    ]
    unique = {(lane["encoding"], lane["engine"]): lane for lane in _in_turn(engines, others)}
    return list(unique.values())[:number]


def _in_turn(engines: list[Ask], others: list[Ask]) -> list[Ask]:
    """The kind's own choice and its rival engine first, then one of each."""
    head, rest = engines[:1], [lane for lane in engines[1:] if lane["engine"] != engines[0]["engine"]]
    mixed = [lane for pair in zip(rest, others, strict=False) for lane in pair]
    return [*head, *mixed, *rest[len(others) :], *others[len(rest) :]]


def _named(puzzle: Puzzle, text: str) -> Ask:
    """A runner by its name; what cannot run is said at once."""
    encoding, slash, engine = text.partition("/")
    if not slash or not encoding or not engine:
        raise Misuse(f"the runner {text!r} of the race is not ENCODING/ENGINE")
    if registry.encoding(registry.kind(puzzle.kind), encoding).weaker:
        raise Misuse(f"the encoding {encoding} asks for less than the puzzle; it cannot run in a race")
    registry.engine(engine)
    return Ask(encoding=encoding, engine=engine)


def _first(
    calls: list[Callable[[], Answer]], decided: Callable[[Answer], bool], seconds: float | None
) -> Answer | None:
    """The first answer that counts; else the first that came, or what went wrong. None if nothing came in time."""
    running: list[Fork] = []
    second_best: list[Answer] = []
    failed: list[Exception] = []
    ends = None if seconds is None else time.monotonic() + seconds
    try:
        with held():
            running.extend(map(Fork, calls))
        under_way = list(running)
        while under_way:
            left = None if ends is None else max(0.0, ends - time.monotonic())
            arrived = select.select(under_way, [], [], left)[0]
            if not arrived:
                break
            for fork in arrived:
                if not fork.received():
                    continue
                under_way.remove(fork)
                try:
                    answer = fork.answer()
                except WrongAnswer:
                    raise  # a defect: nobody should win over it in silence
                except Exception as error:
                    failed.append(error)
                    continue
                if decided(answer):
                    return cast(Answer, answer)
                second_best.append(answer)
    finally:
        for fork in running:
            fork.end()
    if second_best or under_way:
        return second_best[0] if second_best else None
    raise next((error for error in failed if not isinstance(error, Died)), KnobelError("all runners of the race died"))
