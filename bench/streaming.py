"""Whether big input streams: answers in order from the beginning, however much follows, and in little memory.

5,000 random nonograms of 15x15 cells go through `knobel unique --json`: as a list of IDs in a file, the same list from
a pipe, as a file of the tournaments, and the list on all processors of this machine. Takes about ten minutes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil  # type: ignore[import-untyped]
from suite import Suite, each
from tables import Record

from knobel import registry
from knobel.puzzle import Puzzle

SUITE = Suite(__name__, __doc__)
PUZZLES = 5000
SIDE = 15
SEED = 8


def boards() -> list[Puzzle]:
    """Random boards, half of the cells painted."""
    random = np.random.default_rng(SEED)
    empty = registry.parse(f"nonogram:{SIDE}x{SIDE}:" + "/" * (2 * SIDE - 1))
    return [empty.full((random.random((SIDE, SIDE)) < 0.5).astype(np.int64)) for _ in range(PUZZLES)]


def measured(name: str, boards: list[Puzzle], text: str, *args: str, piped: bool = False) -> Record:
    """What the command does with a text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzles.txt"
        path.write_text(text)
        words = [sys.executable, "-m", "knobel", "unique", "--json", "-" if piped else str(path), *args]
        started = time.monotonic()
        with (
            subprocess.Popen(["cat", str(path)] if piped else ["true"], stdout=subprocess.PIPE) as source,
            subprocess.Popen(words, stdin=source.stdout, stdout=subprocess.PIPE, text=True) as process,
        ):
            first, ids = (0.0, 0.0), list[str]()
            for line in process.stdout or ():
                if not ids:
                    first = time.monotonic() - started, sum(psutil.Process(process.pid).cpu_times()[:2])
                ids.append(json.loads(line)["id"])
            _, process.returncode, used = os.wait4(process.pid, 0)
    return {
        "input": name,
        "answers": len(ids),
        "in order": ids == [board.id() for board in boards],
        "first after, clock": round(first[0], 3),
        "first after": round(first[1], 3),
        "all after": round(used.ru_utime + used.ru_stime),
        "largest process, MB": round(used.ru_maxrss / 1024),
    }


@SUITE.section()
def streams() -> Iterator[Record]:
    """All kinds of input."""
    made = list(each(boards()))
    tournament = next(one for one in registry.kind("nonogram").formats if one.name == "tournament")
    assert tournament.write is not None
    ids = "".join(f"{one.id()}\n" for one in made)
    yield measured("a file of IDs", made, ids)
    yield measured("IDs from a pipe", made, ids, piped=True)
    yield measured("a file of the tournaments", made, tournament.write(made))
    yield measured("a file of IDs, `--on local`", made, ids, "--on", "local")
