"""Where the time of each kind's boards goes, and whether building the formula is the larger part of it.

The boards are those of `knobel bench scaling`, by themselves solved as the kind prefers. Takes some six minutes;
`stages.py` shows the same of any puzzle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from stages import STAGES, Clock, total, watch, watch_kind
from suite import Suite, each
from tables import Record, Table

import knobel
from knobel import registry
from knobel.bench.boards import experiments_of
from knobel.puzzle import Puzzle

SUITE = Suite(__name__, __doc__)
BOARDS = 10  # of each size
ROUNDS = 3  # of which the fastest counts: what others do on the machine is no part of it
LONG = 0.05  # seconds; below this, nobody waits for anything


@SUITE.section(Table(words=2))
def building() -> Iterator[Record]:
    """A row for each kind and size: the share of each stage, and of boards that take long the share of building."""
    clock = Clock()
    watch(clock)
    for name, kind in registry.kinds().items():
        supplied = experiments_of(kind)
        if supplied.board is None:
            continue
        watch_kind(clock, name)
        knobel.solve(
            supplied.board(supplied.sizes[0], 0)
        )  # once for nothing: what is loaded at first use is not counted
        for size in each(supplied.sizes):
            boards = (supplied.board(size, seed) for seed in each(range(BOARDS)))
            laps = [min((timed(clock, board) for _ in each(range(ROUNDS))), key=total) for board in boards]
            yield {"kind": name, "size": f"{size} {supplied.unit}", **shares(laps)}


def timed(clock: Clock, board: Puzzle) -> dict[str, float]:
    """The seconds of one board by stage."""
    clock.lap()
    knobel.solve(board, timeout=60)
    return clock.lap()


def built(lap: dict[str, float]) -> float:
    return lap.get("encode", 0.0) + lap.get("feed", 0.0)


def shares(laps: list[dict[str, float]]) -> Record:
    """The shares of the stages, and of those boards that take long the share of building."""
    stages, long = Counter[str](), [lap for lap in laps if total(lap) > LONG]
    for lap in laps:
        stages.update(lap)
    return {
        **{stage: percent(stages[stage], stages.total()) for stage in STAGES[1:]},
        "above 50 ms": f"{len(long)} of {len(laps)}",
        "building, of these": percent(sum(map(built, long)), sum(map(total, long))),
        "larger part on": sum(2 * built(lap) > total(lap) for lap in long) if long else None,
    }


def percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"
