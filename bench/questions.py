"""How long questions about all solutions take: forced cells, the nearest two, the fewest extra facts, their number.

The tournament's boards are not part of the project; without them, their sections are left as they were stored.
"""

from __future__ import annotations

from statistics import median

from stored import (
    DOCS,
    RESULTS,
    Bench,
    LeftOut,
    Record,
    cpu,
    markdown,
    measured_with,
    number,
    progress,
    rows_of,
    seconds,
)

import knobel
from knobel.puzzle import Puzzle
from knobel.tasks import exactly

TOURNAMENT = DOCS.parents[1] / "shared" / "corpus" / "nonogram" / "tournament-2016-sample.txt"
EVERY = 5  # of the tournament's boards, one in so many
TIMEOUT = 20.0  # seconds, where a question could take for ever

COUNTED = (
    ("bishops on 8x8, any number of them", "bishops:8:goal=some"),
    ("bishops on 10x10, as many as possible", "bishops:10"),
    ("pairs of mines on 6x6", "dominosweeper:6x6:" + "/".join(["......"] * 6)),
    ("pairs of mines on 8x8", "dominosweeper:8x8:" + "/".join(["........"] * 8)),
    ("one cell in each line of 7x7", "nonogram:7x7:" + "/".join("1" * 14)),
)

# measuring


def tournament() -> list[Puzzle]:
    """One in five boards, after a first one that loads what has to be loaded once."""
    if not TOURNAMENT.exists():
        raise LeftOut("the boards are not here")
    boards = list(knobel.loads(TOURNAMENT.read_text(encoding="utf-8")))
    knobel.unique(boards[1], suggest=True, timeout=TIMEOUT)
    return boards[::EVERY]


def measure_forced() -> list[Record]:
    """All forced cells of each board."""
    rows = []
    for i, board in enumerate(tournament()):
        started = cpu()
        found = knobel.forced(board, timeout=TIMEOUT)
        took = cpu() - started
        row = {"board": i * EVERY, "status": found.status, "forced": len(found.cells), "seconds": round(took, 4)}
        rows.append(progress(row))
    return rows


def measure_unique() -> list[Record]:
    """The verdict alone, then with the nearest pair, then with the fewest extra facts."""
    rows = []
    for i, board in enumerate(tournament()):
        row: Record = {"board": i * EVERY}
        started = cpu()
        row["status"] = knobel.unique(board, nearest=False).status
        row["verdict"] = round(cpu() - started, 4)
        started = cpu()
        found = knobel.unique(board)
        row |= {"nearest": round(cpu() - started, 4), "differs": len(found.differs), "least": found.least}
        started = cpu()
        found = knobel.unique(board, nearest=False, suggest=True)
        size = None if found.suggest is None else len(found.suggest)
        row |= {"suggest": round(cpu() - started, 4), "facts": size, "smallest": found.smallest}
        rows.append(progress(row))
    return rows


def measure_count() -> list[Record]:
    """The number of solutions, with the model counter."""
    if not exactly.installed():
        raise LeftOut("pyganak is not installed")
    rows = []
    for name, puzzle in COUNTED:
        started = cpu()
        found = knobel.count(knobel.parse(puzzle), timeout=10 * TIMEOUT)
        took = round(cpu() - started, 4)
        rows.append(
            progress({"board": name, "count": found.count, "exact": found.exact, "by": found.by, "seconds": took})
        )
    return rows


# showing


def shares(rows: list[Record], key: str) -> list[str]:
    """Median and worst of a column of seconds."""
    found = [row[key] for row in rows]
    return [seconds(median(found)), seconds(max(found))] if found else ["-", "-"]


def tables(stored: Record) -> dict[str, str]:
    """The tables of the page."""
    forced, unique = rows_of(stored, "forced"), rows_of(stored, "unique")
    done = sum(row["status"] == "solved" for row in forced)
    least, smallest = (sum(row[key] for row in unique) for key in ("least", "smallest"))
    questions = [
        ("forced cells", *shares(forced, "seconds"), f"{done} of {len(forced)} boards decided"),
        ("unique: the verdict alone", *shares(unique, "verdict"), f"{len(unique)} boards decided"),
        ("unique: the nearest pair", *shares(unique, "nearest"), f"{least} of {len(unique)} pairs proven nearest"),
        ("unique: extra facts", *shares(unique, "suggest"), f"{smallest} of {len(unique)} sets proven smallest"),
    ]
    asked = markdown(
        ("question", "outcome", "median", "worst"),
        ((name, outcome, middle, worst) for name, middle, worst, outcome in questions),
        words=2,
    )
    counted = markdown(
        ("board", "counted by", "solutions", "CPU seconds"),
        ((row["board"], row["by"], number(row["count"]), seconds(row["seconds"])) for row in rows_of(stored, "count")),
        words=2,
    )
    parts = [
        f"One in {EVERY} of 100 nonograms of a tournament, 25x25, all with several solutions:",
        asked,
        "Numbers of solutions:",
        counted,
        f"CPU seconds. {measured_with(stored)}",
    ]
    return {"questions": "\n\n".join(parts)}


BENCH = Bench(
    "Seconds of the questions about all solutions of a puzzle.",
    RESULTS / "questions.json",
    DOCS / "how-to" / "ask-about-all-solutions.md",
    {"forced": measure_forced, "unique": measure_unique, "count": measure_count},
    tables,
)

if __name__ == "__main__":
    BENCH.main()
