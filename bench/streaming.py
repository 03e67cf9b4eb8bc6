"""Whether big input streams: answers in order from the beginning, however much follows, and in little memory.

5,000 random nonograms of 15x15 cells go through `knobel unique --json`: as a list of IDs in a file, the same list from
a pipe, as a file of the tournaments, and the list on all processors of this machine. Takes about ten minutes;
`stored.py` says how to measure.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from stored import DOCS, RESULTS, Bench, Record, markdown, measured_with, number, progress, rows_of, seconds

from knobel import registry
from knobel.puzzle import Puzzle

PUZZLES = 5000
SIDE = 15
SEED = 8


def boards() -> list[Puzzle]:
    """Random boards, half of the cells painted."""
    random = np.random.default_rng(SEED)
    empty = registry.parse(f"nonogram:{SIDE}x{SIDE}:" + "/" * (2 * SIDE - 1))
    return [empty.full((random.random((SIDE, SIDE)) < 0.5).astype(np.int64)) for _ in range(PUZZLES)]


def formats() -> dict[str, Callable[[list[Puzzle]], str]]:
    tournament = next(one for one in registry.kind("nonogram").formats if one.name == "tournament")
    assert tournament.write is not None
    return {"ids": lambda found: "".join(f"{one.id()}\n" for one in found), "tournament": tournament.write}


def measured(name: str, text: str, *args: str, piped: bool = False) -> Record:
    """What the command does with a text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzles.txt"
        path.write_text(text)
        started = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "knobel", "unique", "--json", "-" if piped else str(path), *args],
            stdin=subprocess.PIPE if piped else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        if process.stdin:
            threading.Thread(target=fed, args=(process, text), daemon=True).start()
        first, ids = (0.0, 0.0), list[str]()
        for line in process.stdout or ():
            if not ids:
                first = time.monotonic() - started, cpu_of(process.pid)
            ids.append(json.loads(line)["id"])
        took = time.monotonic() - started
        _, _, used = os.wait4(process.pid, 0)
    return progress(
        {
            "input": name,
            "puzzles": PUZZLES,
            "answers": len(ids),
            "in order": ids == [board.id() for board in boards()],
            "first": round(first[0], 3),
            "first cpu": round(first[1], 3),
            "clock": round(took, 1),
            "cpu": round(used.ru_utime + used.ru_stime, 1),
            "megabytes": round(used.ru_maxrss / 1024, 1),
        }
    )


def cpu_of(pid: int) -> float:
    """CPU seconds of a running process, without those that it started."""
    fields = Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def fed(process: subprocess.Popen[str], text: str) -> None:
    assert process.stdin
    with process.stdin:
        process.stdin.write(text)


def streams() -> list[Record]:
    return list(_streams())


def _streams() -> Iterator[Record]:
    texts = {name: write(boards()) for name, write in formats().items()}
    yield measured("a file of IDs", texts["ids"])
    yield measured("IDs from a pipe", texts["ids"], piped=True)
    yield measured("a file of the tournaments", texts["tournament"])
    yield measured("a file of IDs, `--on local`", texts["ids"], "--on", "local")


def tables(stored: Record) -> dict[str, str]:
    rows = [
        (
            row["input"],
            number(row["answers"]),
            "yes" if row["in order"] else "no",
            seconds(row["first"]),
            seconds(row["first cpu"]),
            number(round(row["cpu"])),
            number(round(row["megabytes"])),
        )
        for row in rows_of(stored, "streams")
    ]
    head = ("input", "answers", "in order", "first after, clock", "first after", "all after", "largest process, MB")
    return {"streams": markdown(head, rows), "versions": measured_with(stored)}


BENCH = Bench(
    about=__doc__ or "",
    stored=RESULTS / "streaming.json",
    page=DOCS / "how-to" / "many-machines.md",
    sections={"streams": streams},
    tables=tables,
)

if __name__ == "__main__":
    BENCH.main()
