"""Where the CPU time of a puzzle goes: reading, facts beforehand, encoding, feeding, guessing, searching, checking.

    python bench/profile.py FILE ...                      solves the puzzles of files, IDs or examples (@nonogram/ship)
    python bench/profile.py --task unique FILE ...        decides whether they have one solution
    python bench/profile.py --each FILE ...               a line for each puzzle, and not only their sum

`stages.py` says what is counted.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path

from stages import STAGES, Clock, watch, watch_kind

import knobel

TASKS: dict[str, Callable[..., object]] = {
    "solve": knobel.solve,
    "unique": partial(knobel.unique, nearest=False),
    "nearest": knobel.unique,
    "count": knobel.count,
}


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
