"""How large the dominosweeper encodings are, and how long they take: measured, stored, and shown as tables.

All boards are bundled or made here from a seed. Measuring takes two minutes; `stored.py` says how to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from statistics import median

import numpy as np
from stored import DOCS, RESULTS, Bench, Record, cpu, markdown, measured_with, number, progress, rows_of, seconds

import knobel
from knobel import registry
from knobel.formula import Group
from knobel.kinds.dominosweeper.generate import pairs
from knobel.kinds.dominosweeper.rules import Dominosweeper
from knobel.puzzle import Values
from knobel.search import Ask, Search

DENSITY = 0.2
REPEATS = 3
TIMEOUT = 30.0  # seconds, for each run

# boards


def square(side: int, seed: int) -> Values:
    """Pairs of mines on a square board."""
    return pairs(side, side, DENSITY, np.random.default_rng(seed))


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
    values = square(50, seed=50)
    yield "50x50, minimal clues", fewest(full(values), values, seed=50)
    yield "100x100, all clues", full(square(100, seed=100))


# measuring


def timed(work: Callable[[], str]) -> tuple[str, float]:
    """What came out, and the median of the seconds it took."""
    took = []
    for _ in range(REPEATS):
        started = cpu()
        found = work()
        took.append(cpu() - started)
    return found, round(median(took), 4)


def measure_encodings() -> list[Record]:
    """Every encoding on the engine it prefers, and the default with what follows from single clues beforehand."""
    found = []
    for name, board in boards():
        for encoding in ("direct", "counter", "cp"):
            runs = [run for _ in range(REPEATS) for run in knobel.compare(board, [encoding], timeout=TIMEOUT)]
            record = {
                "board": name,
                "encoding": encoding,
                "engine": runs[0].engine,
                "status": runs[0].status,
                "variables": runs[0].variables,
                "clauses": runs[0].clauses,
                "encode": round(median(run.encode or 0 for run in runs), 4),
                "solve": round(median(run.solve or 0 for run in runs), 4),
            }
            found.append(progress(record))
    return found


def measure_default() -> list[Record]:
    """From the ID to the solution and to the verdict on uniqueness, as a user gets it."""
    found = []
    for name, board in boards():
        text = board.id()
        _, solve = timed(lambda text=text: knobel.solve(knobel.parse(text)).status)  # type: ignore[misc]
        status, unique = timed(lambda text=text: knobel.unique(knobel.parse(text), nearest=False).status)  # type: ignore[misc]
        clauses = knobel.solve(board).clauses
        record = {"board": name, "clauses": clauses, "solve": solve, "unique": unique, "status": status}
        found.append(progress(record))
    return found


def measure_engines() -> list[Record]:
    """Solving and deciding uniqueness, each formula as it is written."""
    found = []
    for name, board in [*boards()][2:]:
        for encoding in ("direct", "counter"):
            for engine in ("glucose", "cadical", "minisat"):
                ask: Ask = {"encoding": encoding, "engine": engine, "timeout": TIMEOUT}
                status, took = timed(lambda ask=ask, board=board: knobel.unique(board, nearest=False, **ask).status)  # type: ignore[misc]
                record = {"board": name, "encoding": encoding, "engine": engine, "status": status, "seconds": took}
                found.append(progress(record))
    return found


def measure_total() -> list[Record]:
    """The number of all mines on top of minimal clues: the right one, one that cannot be, and with fewer clues."""
    found: list[Record] = []
    for side in (10, 30, 50):
        values = square(side, seed=side)
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
                found.append(progress({**record, "clauses": run.clauses, "seconds": took}))
    return found


def measure_fewest() -> list[Record]:
    """From all clues to some of which none can be spared."""
    found = []
    for side in (10, 20, 30, 50):
        values = square(side, seed=side + 1)
        started = cpu()
        board = fewest(full(values), values, seed=side)
        took = round(cpu() - started, 4)
        record = {"side": side, "all": int((values == 0).sum()), "left": len(board.places()), "seconds": took}
        found.append(progress(record))
    return found


SECTIONS: dict[str, Callable[[], list[Record]]] = {
    "encodings": measure_encodings,
    "default": measure_default,
    "engines": measure_engines,
    "total": measure_total,
    "fewest": measure_fewest,
}


# tables


def outcome(record: Record, key: str) -> str:
    more = "> " if record["status"] == "undecided" else ""
    return more + seconds(record[key])


def tables(stored: Record) -> dict[str, str]:
    """All tables of the stored results as one, each under a sentence that says what it shows."""
    encodings = markdown(
        ("board", "encoding", "engine", "variables", "clauses", "encode, s", "load and solve, s"),
        (
            (
                *(r["board"], f"`{r['encoding']}`", r["engine"], number(r["variables"]), number(r["clauses"])),
                *(seconds(r["encode"]), outcome(r, "solve")),
            )
            for r in rows_of(stored, "encodings")
        ),
        words=3,
    )
    default = markdown(
        ("board", "clauses left", "solve, s", "unique, s", "verdict"),
        (
            (r["board"], number(r["clauses"]), seconds(r["solve"]), seconds(r["unique"]), r["status"])
            for r in rows_of(stored, "default")
        ),
    )
    engines = markdown(
        ("board", "encoding", "engine", "seconds"),
        ((r["board"], f"`{r['encoding']}`", r["engine"], outcome(r, "seconds")) for r in rows_of(stored, "engines")),
        words=3,
    )
    total = markdown(
        ("board", "with", "total by", "verdict", "mines", "clauses", "seconds"),
        (
            (
                *(f"{r['side']}x{r['side']}", r["what"], r["total"], r["status"], r["mines"]),
                *(number(r["clauses"]), outcome(r, "seconds")),
            )
            for r in rows_of(stored, "total")
        ),
        words=4,
    )
    left = markdown(
        ("board", "all clues", "clues left", "of all cells", "seconds"),
        (
            (
                f"{r['side']}x{r['side']}",
                r["all"],
                r["left"],
                f"{r['left'] / r['side'] ** 2:.0%}",
                seconds(r["seconds"]),
            )
            for r in rows_of(stored, "fewest")
        ),
    )
    parts = [
        "Each encoding as it is, nothing found out beforehand (of `cp`: variables and constraints):",
        encodings,
        "As a user gets it, from the ID to the answer, with the facts found beforehand:",
        default,
        "Uniqueness on three engines, formulas as they are, building included:",
        engines,
        "The number of all mines given too, with `direct`:",
        total,
        "Removing clues until none can be spared:",
        left,
        f"CPU seconds; medians of {REPEATS} runs but for the last two tables. {measured_with(stored)}",
    ]
    return {"dominosweeper": "\n\n".join(parts)}


BENCH = Bench(
    "Sizes and seconds of the dominosweeper encodings.",
    RESULTS / "dominosweeper.json",
    DOCS / "why" / "dominosweeper.md",
    SECTIONS,
    tables,
)

if __name__ == "__main__":
    BENCH.main()
