"""How large the dominosweeper encodings are, and how long they take: measured, stored, and shown as tables.

    python bench/dominosweeper.py           measures everything (two minutes)
    python bench/dominosweeper.py --table   prints the tables of the stored results
    python bench/dominosweeper.py --fill    writes these tables into the documentation

Seconds are CPU seconds of this process and of those it started. All boards are bundled or made here from a seed.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import Any

import numpy as np

import knobel
from knobel import registry
from knobel.formula import Group
from knobel.kinds.dominosweeper.rules import Dominosweeper
from knobel.puzzle import Values
from knobel.search import Ask, Search

HERE = Path(__file__).parent
STORED = HERE / "results" / "dominosweeper.json"
PAGE = HERE.parent / "docs" / "why" / "dominosweeper.md"
DENSITY = 0.2
REPEATS = 3
TIMEOUT = 30.0  # seconds, for each run

Record = dict[str, Any]


# boards


def pairs(side: int, seed: int) -> Values:
    """Pairs of mines on a square board, put down at random while they touch at corners at most."""
    random = np.random.default_rng(seed)
    mine = np.zeros((side + 2, side + 2), dtype=np.int64)  # with a frame, which stays free
    for at in random.permutation(2 * side * side).tolist():
        r, c = 1 + at // 2 // side, 1 + at // 2 % side
        r1, c1 = r + at % 2, c + 1 - at % 2  # the other half
        touched = mine[r - 1 : r1 + 2, c : c1 + 1].sum() + mine[r : r1 + 1, c - 1 : c1 + 2].sum()
        if r1 <= side and c1 <= side and not touched and mine.sum() < DENSITY * side * side:
            mine[r : r1 + 1, c : c1 + 1] = 1
    return mine[1:-1, 1:-1]


def full(values: Values) -> Dominosweeper:
    """The board with all clues of a solution."""
    height, width = values.shape
    return Dominosweeper(("." * width,) * height).full(values)


def fewest(board: Dominosweeper, values: Values, seed: int) -> Dominosweeper:
    """Of the clues as many as force the solution, none of which can be spared: a minimal core against another one."""
    random = np.random.default_rng(seed)
    encoding = registry.kind(board.kind).encodings["direct"]
    engine = registry.engine(encoding.engine)
    with Search(board, encoding, engine, select=lambda group: group.kind == "clue", without=("implied",)) as search:
        search.forbid(values)
        needed = {item.id: item for item in search.solve().core if isinstance(item, Group)}
        for one in random.permutation(list(needed)).tolist():
            if one in needed:
                found = search.solve(groups=needed.keys() - {one})
                if not found.sat:
                    needed = {item.id: item for item in found.core if isinstance(item, Group)}
    return board.keep([group.place for group in needed.values() if group.place])


def bundled(name: str) -> Dominosweeper:
    board = knobel.load(f"@dominosweeper/{name}")
    assert isinstance(board, Dominosweeper)
    return board


def boards() -> Iterable[tuple[str, Dominosweeper]]:
    yield "6x6 of the report", bundled("report")
    yield "16x16, minimal clues", bundled("sixteen")
    values = pairs(50, seed=50)
    yield "50x50, minimal clues", fewest(full(values), values, seed=50)
    yield "100x100, all clues", full(pairs(100, seed=100))


# measuring


def cpu() -> float:
    """CPU seconds so far, of finished child processes too."""
    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def timed(work: Callable[[], str]) -> tuple[str, float]:
    """What came out, and the median of the seconds it took."""
    seconds = []
    for _ in range(REPEATS):
        started = cpu()
        outcome = work()
        seconds.append(cpu() - started)
    return outcome, round(median(seconds), 4)


def versions() -> dict[str, str]:
    """What the numbers depend on."""
    found = {"python": platform.python_version(), "knobel": knobel.__version__}
    for name in ("numpy", "python-sat", "ortools"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def measure_encodings() -> list[Record]:
    """Every encoding on the engine it prefers, and the default with what follows from single clues beforehand."""
    found = []
    for name, board in boards():
        for encoding in ("direct", "counter", "cp"):
            runs = [run for _ in range(REPEATS) for run in knobel.compare(board, [encoding], timeout=TIMEOUT)]
            found.append(
                {
                    "board": name,
                    "encoding": encoding,
                    "engine": runs[0].engine,
                    "status": runs[0].status,
                    "variables": runs[0].variables,
                    "clauses": runs[0].clauses,
                    "encode": round(median(run.encode or 0 for run in runs), 4),
                    "solve": round(median(run.solve or 0 for run in runs), 4),
                }
            )
            print(*found[-1].values(), flush=True)
    return found


def measure_default() -> list[Record]:
    """From the ID to the solution and to the verdict on uniqueness, as a user gets it."""
    found = []
    for name, board in boards():
        text = board.id()
        _, solve = timed(lambda text=text: knobel.solve(knobel.parse(text)).status)  # type: ignore[misc]
        status, unique = timed(lambda text=text: knobel.unique(knobel.parse(text)).status)  # type: ignore[misc]
        clauses = knobel.solve(board).clauses
        found.append({"board": name, "clauses": clauses, "solve": solve, "unique": unique, "status": status})
        print(*found[-1].values(), flush=True)
    return found


def measure_engines() -> list[Record]:
    """Solving and deciding uniqueness, each formula as it is written."""
    found = []
    for name, board in [*boards()][2:]:
        for encoding in ("direct", "counter"):
            for engine in ("glucose", "cadical", "minisat"):
                ask: Ask = {"encoding": encoding, "engine": engine, "timeout": TIMEOUT}
                status, took = timed(lambda ask=ask, board=board: knobel.unique(board, **ask).status)  # type: ignore[misc]
                found.append({"board": name, "encoding": encoding, "engine": engine, "status": status, "seconds": took})
                print(*found[-1].values(), flush=True)
    return found


def measure_total() -> list[Record]:
    """The number of all mines on top of minimal clues: the right one, one that cannot be, and with fewer clues."""
    found: list[Record] = []
    for side in (10, 30, 50):
        values = pairs(side, seed=side)
        board, mines = fewest(full(values), values, seed=side), int(values.sum())
        random = np.random.default_rng(side)
        fewer = board.keep([place for place in board.places() if random.random() < 0.7])
        asked = {
            "minimal clues": replace(board, mines=mines),
            "two mines too many": replace(board, mines=mines + 2),
            "three clues in ten left out": replace(fewer, mines=mines),
        }
        for what, puzzle in asked.items():
            for total in ("totalizer", "adders"):
                [run] = knobel.compare(puzzle, [f"direct:total={total}"], timeout=TIMEOUT)
                took = round((run.encode or 0) + (run.solve or 0), 4)
                record = {"side": side, "what": what, "total": total, "mines": puzzle.mines, "status": run.status}
                found.append({**record, "clauses": run.clauses, "seconds": took})
                print(*found[-1].values(), flush=True)
    return found


def measure_fewest() -> list[Record]:
    """From all clues to some of which none can be spared."""
    found = []
    for side in (10, 20, 30, 50):
        values = pairs(side, seed=side + 1)
        started = cpu()
        board = fewest(full(values), values, seed=side)
        seconds = round(cpu() - started, 4)
        found.append({"side": side, "all": int((values == 0).sum()), "left": len(board.places()), "seconds": seconds})
        print(*found[-1].values(), flush=True)
    return found


SECTIONS: dict[str, Callable[[], list[Record]]] = {
    "encodings": measure_encodings,
    "default": measure_default,
    "engines": measure_engines,
    "total": measure_total,
    "fewest": measure_fewest,
}


# tables


def table(head: Sequence[str], rows: Iterable[Sequence[object]], words: int = 1) -> str:
    """A Markdown table whose first columns hold words and whose others hold numbers."""
    rule = ["---"] * words + ["--:"] * (len(head) - words)
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in (head, rule, *rows))


def number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}".replace(",", " ")


def seconds(value: float) -> str:
    return f"{value:.3f}" if value < 1 else f"{value:.1f}"


def outcome(record: Record, key: str) -> str:
    more = "> " if record["status"] == "undecided" else ""
    return more + seconds(record[key])


def tables(stored: Record) -> str:
    """All tables of the stored results, each under a sentence that says what it shows."""
    encodings = table(
        ("board", "encoding", "engine", "variables", "clauses", "encode, s", "load and solve, s"),
        (
            (
                *(r["board"], f"`{r['encoding']}`", r["engine"], number(r["variables"]), number(r["clauses"])),
                *(seconds(r["encode"]), outcome(r, "solve")),
            )
            for r in stored["encodings"]
        ),
        words=3,
    )
    default = table(
        ("board", "clauses left", "solve, s", "unique, s", "verdict"),
        (
            (r["board"], number(r["clauses"]), seconds(r["solve"]), seconds(r["unique"]), r["status"])
            for r in stored["default"]
        ),
    )
    engines = table(
        ("board", "encoding", "engine", "seconds"),
        ((r["board"], f"`{r['encoding']}`", r["engine"], outcome(r, "seconds")) for r in stored["engines"]),
        words=3,
    )
    total = table(
        ("board", "with", "total by", "verdict", "mines", "clauses", "seconds"),
        (
            (
                *(f"{r['side']}x{r['side']}", r["what"], r["total"], r["status"], r["mines"]),
                *(number(r["clauses"]), outcome(r, "seconds")),
            )
            for r in stored["total"]
        ),
        words=4,
    )
    left = table(
        ("board", "all clues", "clues left", "of all cells", "seconds"),
        (
            (
                f"{r['side']}x{r['side']}",
                r["all"],
                r["left"],
                f"{r['left'] / r['side'] ** 2:.0%}",
                seconds(r["seconds"]),
            )
            for r in stored["fewest"]
        ),
    )
    used = ", ".join(f"{package} {found}" for package, found in stored["versions"].items())
    return "\n\n".join(
        [
            "Each encoding as it is, nothing found out beforehand (of `cp`: variables and constraints):\n\n"
            + encodings,
            "As a user gets it, from the ID to the answer, with the facts found beforehand:\n\n" + default,
            "Uniqueness on three engines, formulas as they are, building included:\n\n" + engines,
            "The number of all mines given too, with `direct`:\n\n" + total,
            "Removing clues until none can be spared:\n\n" + left,
            f"CPU seconds; medians of {REPEATS} runs but for the last two tables. Measured with {used}.",
        ]
    )


MARKED = re.compile(r"(<!-- table: dominosweeper -->\n)(.*?)(\n<!-- end -->)", re.DOTALL)
"""Where the tables stand in the documentation."""


def filled(page: str, stored: Record) -> str:
    """The page with its tables made anew."""
    return MARKED.sub(lambda match: f"{match[1]}{tables(stored)}{match[3]}", page)


# the command


def load_stored() -> Record:
    found: Record = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Sizes and seconds of the dominosweeper encodings.")
    parser.add_argument("--table", action="store_true", help="print the tables of the stored results, measure nothing")
    parser.add_argument("--fill", action="store_true", help="write them into the documentation, measure nothing")
    args = parser.parse_args()
    if args.table:
        print(f"<!-- table: dominosweeper -->\n{tables(load_stored())}\n<!-- end -->")
    elif args.fill:
        PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), load_stored()), encoding="utf-8")
    else:
        stored: Record = {"versions": versions()}
        stored |= {name: measure() for name, measure in SECTIONS.items()}
        STORED.parent.mkdir(exist_ok=True)
        STORED.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
