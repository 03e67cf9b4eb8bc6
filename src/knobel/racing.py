"""A race: the same question to several encodings and engines at once, and the first answer counts.

No engine is the best on all boards, and on single ones they differ by a factor of ten in both directions. Each runner
is a process of its own; when one has decided, the others are killed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from . import registry
from .backends import require_artifacts
from .errors import KnobelError, Misuse, WrongAnswer
from .processes.fork import Died, first_answer
from .puzzle import Puzzle
from .search import SearchOptions, artifacts_of

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
        def asked(*args: P.args, **options: P.kwargs) -> Answer:
            if str(options.get("engine")).partition(":")[0] != registry.RACE:
                return task(*args, **options)
            puzzle = cast(Puzzle, args[0] if args else options["puzzle"])
            runners = lanes(puzzle, cast(SearchOptions, options))
            for lane in runners:  # else those who cannot would drop out in silence
                require_artifacts(registry.engine(str(lane["engine"])), artifacts_of(cast(SearchOptions, options)))
            calls = [_call(task, *args, **{**options, **lane}) for lane in runners]
            if not hasattr(os, "fork"):
                return calls[0]()
            timeout = cast(SearchOptions, options).get("timeout")
            seconds = None if timeout is None else timeout + GRACE
            try:
                # A wrong answer is a defect: nobody should win over it in silence.
                answer = first_answer(calls, decided, seconds=seconds, fatal=WrongAnswer)
            except Died:
                raise KnobelError("all runners of the race died") from None
            # Where nobody could even say that the time is over, the task says it here.
            return _call(task, *args, **{**options, **runners[0], "timeout": 0.0})() if answer is None else answer

        return asked

    return raced


def _call(task: Callable[..., Answer], *args: Any, **options: Any) -> Callable[[], Answer]:
    return lambda: task(*args, **options)


def lanes(puzzle: Puzzle, options: SearchOptions) -> list[SearchOptions]:
    """Who runs: ``race`` as many as there are cores (at least three), ``race:N`` so many.

    ``race:ENCODING/ENGINE+ENCODING/ENGINE`` names them. By themselves run first the kind's choice, then its encoding
    on other engines and other encodings in turn. An encoding that is asked for is that of all.
    """
    _, _, told = str(options.get("engine")).partition(":")
    if told and not told.isdecimal():
        return [_named(puzzle, one) for one in told.split("+")]
    number = int(told) if told else max(FEWEST, os.cpu_count() or 1)
    if not 1 <= number <= MOST:
        raise Misuse(f"a race of {number} runners; expected 1 to {MOST}")
    kind, wanted = registry.kind(puzzle.kind), options.get("encoding")
    own = registry.encoding(kind, wanted)
    able = [name for name, one in registry.engines().items() if "race" in one.can]
    fitting = [name for name in able if ("model" in registry.engine(name).can) == own.model]
    engines = [SearchOptions(encoding=wanted, engine=name) for name in (registry.preferred(own, puzzle), *fitting)]
    others = [
        SearchOptions(encoding=name, engine=registry.preferred(one, puzzle))
        for name, one in kind.encodings.items()
        if wanted in (None, "auto") and not one.weaker and not one.default
    ]
    unique = {(lane["encoding"], lane["engine"]): lane for lane in _in_turn(engines, others)}
    return list(unique.values())[:number]


def _in_turn(engines: list[SearchOptions], others: list[SearchOptions]) -> list[SearchOptions]:
    """The kind's own choice and its rival engine first, then one of each."""
    head, rest = engines[:1], [lane for lane in engines[1:] if lane["engine"] != engines[0]["engine"]]
    mixed = [lane for pair in zip(rest, others, strict=False) for lane in pair]
    return [*head, *mixed, *rest[len(others) :], *others[len(rest) :]]


def _named(puzzle: Puzzle, text: str) -> SearchOptions:
    """A runner by its name; what cannot run is said at once."""
    encoding, slash, engine = text.partition("/")
    if not slash or not encoding or not engine:
        raise Misuse(f"the runner {text!r} of the race is not ENCODING/ENGINE")
    if registry.encoding(registry.kind(puzzle.kind), encoding).weaker_for(puzzle):
        raise Misuse(f"the encoding {encoding} asks for less than the puzzle; it cannot run in a race")
    registry.engine(engine)
    return SearchOptions(encoding=encoding, engine=engine)
