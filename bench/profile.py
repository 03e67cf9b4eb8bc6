"""Where the CPU time of a puzzle goes: reading, facts beforehand, encoding, feeding, guessing, searching, checking.

    python bench/profile.py FILE ...                      solves the puzzles of files, IDs or examples (@nonogram/ship)
    python bench/profile.py --task unique FILE ...        decides whether they have one solution
    python bench/profile.py --each FILE ...               a line for each puzzle, and not only their sum

Everything runs in this process, even what would get one of its own otherwise. What is counted is the time inside a
stage without the stages inside it; "rest" is all that belongs to none.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import Any, TypeVar

import knobel
from knobel import registry
from knobel.encodings import Encoding
from knobel.engines import process, pysat
from knobel.formula import Formula

STAGES = ("read", "presolve", "encode", "feed", "guess", "search", "check", "rest")
TASKS: dict[str, Callable[..., object]] = {
    "solve": knobel.solve,
    "unique": partial(knobel.unique, nearest=False),
    "nearest": knobel.unique,
    "count": knobel.count,
}
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
    encodings.__call__ = clock.timed("encode", encode)
    formulas.flat = clock.timed("feed", Formula.flat)
    engines.feed = clock.timed("feed", pysat.feed)
    engines.PysatSession.solve = clock.timed("search", pysat.PysatSession.solve)
    engines.Guarded = lambda start, **_: process.Guarded(start, large=10**12)


def watch_kind(clock: Clock, name: str) -> None:
    """The same for what a kind brings."""
    kind = registry.kind(name)
    puzzle: Any = kind.puzzle
    puzzle.check = clock.timed("check", puzzle.check)
    if kind.presolve is not None:
        vars(kind)["presolve"] = clock.timed("presolve", kind.presolve)


def row(name: str, seconds: dict[str, float]) -> str:
    total = sum(seconds.values())
    parts = "".join(f"{100 * seconds[stage] / max(total, 1e-9):9.0f}%" for stage in STAGES)
    return f"{name[:30]:30} {total:9.4f}{parts}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Where the CPU time of puzzles goes.")
    parser.add_argument("puzzles", nargs="+", metavar="FILE")
    parser.add_argument("--task", choices=TASKS, default="solve")
    parser.add_argument("--encoding")
    parser.add_argument("--engine")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for each puzzle")
    parser.add_argument("--each", action="store_true", help="a line for each puzzle")
    args = parser.parse_args()
    clock, seen, sums = Clock(), set[str](), defaultdict[str, float](float)
    watch(clock)
    task = TASKS[args.task]
    print(f"{'':30} {'seconds':>9}" + "".join(f"{stage:>10}" for stage in STAGES))
    for source in args.puzzles:
        with clock.stage("read"):
            file = os.path.exists(source)  # an ID may be too long for a path, which is no reason to fail here
            puzzles = knobel.loads(Path(source).read_text(encoding="utf-8")) if file else [knobel.load(source)]
        for number, puzzle in enumerate(puzzles, 1):
            if puzzle.kind not in seen:  # once for nothing: what is loaded at first use is not the puzzle's
                seen.add(puzzle.kind)
                watch_kind(clock, puzzle.kind)
                reading = clock.lap()["read"]
                task(puzzle, encoding=args.encoding, engine=args.engine, timeout=args.timeout)
                clock.lap()
                clock.seconds["read"] = reading
            task(puzzle, encoding=args.encoding, engine=args.engine, timeout=args.timeout)
            lap = clock.lap()
            for name, spent in lap.items():
                sums[name] += spent
            if args.each:
                print(row(f"{source} {number}"[-30:], lap), flush=True)
    print(row("all", sums))


if __name__ == "__main__":
    main()
