"""Where the CPU time of puzzles goes: reading, facts beforehand, encoding, feeding, guessing, searching, checking.

    python bench/stages.py FILE ...                 solves the puzzles of files, IDs or examples (@nonogram/ship)
    python bench/stages.py --task unique FILE ...   decides whether they have one solution
    python bench/stages.py --each FILE ...          a line for each puzzle, and not only their sum

What is counted is the time inside a stage without the stages inside it; "rest" is all that belongs to none. Everything
runs in this process, even what would get one of its own otherwise.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any, TypeVar

import knobel
from knobel import registry
from knobel.encodings import Encoding
from knobel.engines import guarded, pysat
from knobel.engines.yasat import solver
from knobel.formula import Formula
from knobel.inputs import entries

STAGES = ("read", "presolve", "encode", "feed", "guess", "search", "check", "rest")
Function = TypeVar("Function", bound=Callable[..., Any])


class Clock:
    """Seconds by stage: the time of an inner stage is not that of the outer one."""

    def __init__(self) -> None:
        self.seconds = defaultdict[str, float](float)
        self._stage, self._since = "rest", time.process_time()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        outer = self._enter(name)
        try:
            yield
        finally:
            self._enter(outer)

    def _enter(self, name: str) -> str:
        now = time.process_time()
        self.seconds[self._stage] += now - self._since
        outer, self._stage, self._since = self._stage, name, now
        return outer

    def timed(self, name: str, function: Function) -> Function:
        @wraps(function)
        def call(*args: Any, **named: Any) -> Any:
            with self.stage(name):
                return function(*args, **named)

        return call  # type: ignore[return-value]

    def lap(self) -> dict[str, float]:
        """The seconds since the last lap."""
        self._enter(self._stage)
        lap, self.seconds = self.seconds, defaultdict[str, float](float)
        return lap


def watch(clock: Clock) -> None:
    """Let the stages of all that follows be timed."""
    build = Encoding.__call__

    def encode(encoding: Encoding, *args: Any) -> Any:
        built = build(encoding, *args)
        if isinstance(built, Formula) and built.guess is not None:
            built.guess = clock.timed("guess", built.guess)
        return built

    encodings: Any = Encoding
    formulas: Any = Formula
    engines: Any = pysat
    yasat: Any = solver.Solver
    encodings.__call__ = clock.timed("encode", encode)
    for part in ("flat", "exclusive", "spare"):
        setattr(formulas, part, clock.timed("feed", getattr(Formula, part)))
    engines.feed = clock.timed("feed", pysat.feed)
    engines.PysatSession.exclude = clock.timed("feed", pysat.PysatSession.exclude)
    engines.PysatSession.solve = clock.timed("search", pysat.PysatSession.solve)
    yasat._load = clock.timed("feed", yasat._load)  # called by the search, but no part of it
    yasat.solve = clock.timed("search", yasat.solve)
    engines.Guarded = lambda start, **_: guarded.Guarded(start, large=10**12)


def watch_kind(clock: Clock, name: str) -> None:
    """The same for what a kind brings."""
    kind = registry.kind(name)
    puzzle: Any = kind.puzzle
    puzzle.check = clock.timed("check", puzzle.check)
    for hook in ("presolve", "optimum"):
        if getattr(kind, hook) is not None:
            vars(kind)[hook] = clock.timed("presolve", getattr(kind, hook))


def total(lap: dict[str, float]) -> float:
    return sum(lap.values())


TASKS: dict[str, Callable[..., object]] = {
    "solve": knobel.solve,
    "unique": partial(knobel.unique, nearest=False),
    "nearest": knobel.unique,
    "count": knobel.count,
}


def row(name: str, lap: dict[str, float]) -> str:
    parts = "".join(f"{100 * lap[stage] / max(total(lap), 1e-9):9.0f}%" for stage in STAGES)
    return f"{name[-30:]:30} {total(lap):9.4f}{parts}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Where the CPU time of puzzles goes.")
    parser.add_argument("puzzles", nargs="+", metavar="FILE")
    parser.add_argument("--task", choices=TASKS, default="solve")
    parser.add_argument("--encoding")
    parser.add_argument("--engine")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for each puzzle")
    parser.add_argument("--each", action="store_true", help="a line for each puzzle")
    args = parser.parse_args()
    clock, watched, sums = Clock(), set[str](), defaultdict[str, float](float)
    watch(clock)
    task = partial(TASKS[args.task], encoding=args.encoding, engine=args.engine, timeout=args.timeout)
    print(f"{'':30} {'seconds':>9}" + "".join(f"{stage:>10}" for stage in STAGES))
    for source in args.puzzles:
        with clock.stage("read"):
            found = list(entries(source))
        for entry in found:
            if entry.puzzle is None:
                raise SystemExit(f"{entry.name}: {entry.error}")
            if entry.puzzle.kind not in watched:  # once for nothing: what is loaded at first use is not the puzzle's
                watched.add(entry.puzzle.kind)
                watch_kind(clock, entry.puzzle.kind)
                reading = clock.lap()["read"]
                task(entry.puzzle)
                clock.lap()
                clock.seconds["read"] = reading
            task(entry.puzzle)
            lap = clock.lap()
            for name, spent in lap.items():
                sums[name] += spent
            if args.each:
                print(row(entry.name, lap), flush=True)
    print(row("all", sums))


if __name__ == "__main__":
    main()
