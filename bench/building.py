"""Where the time of each kind's boards goes, and whether building the formula is the larger part of it.

The boards are those of `knobel bench scaling`, by themselves solved as the kind prefers. Takes some six minutes;
`stored.py` says how to measure, `profile.py` shows the same of any puzzle.
"""

from __future__ import annotations

from collections import defaultdict

from stages import Clock, watch, watch_kind
from stored import DOCS, RESULTS, Bench, Record, markdown, measured_with, number, progress, rows_of, seconds

import knobel
from knobel import registry
from knobel.bench.course import Course
from knobel.puzzle import Puzzle

BOARDS = 10  # of each size
ROUNDS = 3  # of which the fastest counts: what others do on the machine is no part of it
LONG = 0.05  # seconds; below this, nobody waits for anything
SHOWN = ("presolve", "encode", "feed", "guess", "search", "check", "rest")


def measure() -> list[Record]:
    """A row for each kind and size."""
    clock, rows = Clock(), []
    watch(clock)
    for name, kind in registry.kinds().items():
        course = getattr(kind.experiments, "COURSE", None)
        if not isinstance(course, Course) or course.board is None:
            continue
        watch_kind(clock, name)
        knobel.solve(course.board(course.sizes[0], 0))  # once for nothing: what is loaded at first use is not counted
        for size in course.sizes:
            boards = (course.board(size, seed) for seed in range(BOARDS))
            laps = [min((timed(clock, board) for _ in range(ROUNDS)), key=total) for board in boards]
            rows.append(progress({"kind": name, "size": f"{size} {course.measure}", **summed(laps)}))
    return rows


def timed(clock: Clock, board: Puzzle) -> dict[str, float]:
    """The seconds of one board by stage."""
    clock.lap()
    knobel.solve(board, timeout=60)
    return clock.lap()


def total(lap: dict[str, float]) -> float:
    return sum(lap.values())


def built(lap: dict[str, float]) -> float:
    return lap.get("encode", 0.0) + lap.get("feed", 0.0)


def summed(laps: list[dict[str, float]]) -> Record:
    """The seconds of some boards by stage, and of those that take long the seconds in all and for their formula."""
    stages, long = defaultdict[str, float](float), [lap for lap in laps if total(lap) > LONG]
    for lap in laps:
        for stage, spent in lap.items():
            stages[stage] += spent
    return {
        "boards": len(laps),
        "stages": {stage: round(spent, 5) for stage, spent in stages.items()},
        "long": len(long),
        "long_seconds": round(sum(map(total, long)), 5),
        "long_building": round(sum(map(built, long)), 5),
        "long_larger": sum(2 * built(lap) > total(lap) for lap in long),
    }


def share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def table(rows: list[Record]) -> str:
    def line(row: Record) -> list[str]:
        stages = row["stages"]
        shares = [share(stages.get(stage, 0.0), total(stages)) for stage in SHOWN]
        long = f"{number(row['long'])} of {row['boards']}"
        return [
            row["kind"], row["size"], seconds(total(stages) / row["boards"]), *shares,
            long, share(row["long_building"], row["long_seconds"]), number(row["long_larger"]) if row["long"] else "-",
        ]  # fmt: skip

    head = ("kind", "size", "mean, s", *SHOWN, "above 50 ms", "building, of these", "larger part on")
    return markdown(head, map(line, rows), words=2)


BENCH = Bench(
    about="Where the time of boards goes.",
    stored=RESULTS / "building.json",
    page=DOCS / "why" / "where-time-goes.md",
    sections={"building": measure},
    tables=lambda stored: {"building": table(rows_of(stored, "building")), "versions": measured_with(stored)},
)

if __name__ == "__main__":
    BENCH.main()
