"""How long the nonograms of the collections take, solution and uniqueness: measured, stored, and shown as tables.

The collections are not part of the project; without them, nothing is measured. The process is warm: it has decided
some boards before, so that what is loaded once (machine code among it) is not counted. `stored.py` says how to measure.
Fresh boards are drawn here, by lot, for figures that no choice was made on; please choose no parameter on them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import mean, median
from unittest.mock import patch

import numpy as np
from stored import DOCS, RESULTS, Bench, LeftOut, Record, cpu, markdown, measured_with, progress, rows_of, seconds

import knobel
from knobel import registry
from knobel.kinds.nonogram.encodings import order
from knobel.kinds.nonogram.rules import Nonogram
from knobel.limits import Deadline, OutOfTime
from knobel.search import Search

CORPUS = DOCS.parents[1] / "shared" / "corpus" / "nonogram"
TOURNAMENT = "tournament-2016-sample.txt"
LARGE = ("knotty.non", "faase.non")
EVERY = 5  # of the boards that the constraint solver gets
TIMEOUT = 120.0  # seconds on the clock, for each board
REPEATS = 5  # of runs that take milliseconds
FRESH = (25, 30)  # the sizes of fresh boards
FRESH_BOARDS = 100  # of each size
FRESH_TIMEOUT = 20.0
SEED = 1

# measuring


def boards_of(name: str) -> list[knobel.Puzzle]:
    path = CORPUS / name
    if not path.exists():
        raise LeftOut(f"{name} is not there")
    return knobel.loads(path.read_text(encoding="utf-8"))


def warm_up() -> None:
    for puzzle in boards_of(TOURNAMENT)[:30]:
        knobel.unique(puzzle, nearest=False)


def fresh_boards(size: int) -> list[knobel.Puzzle]:
    """Boards like those of the tournament: pictures by lot, the first half painted, each with a bit less, down to 35 %.

    That is how many cells the clues of the tournament's boards paint; their lines are as random as that.
    """
    random, cells = np.random.default_rng([SEED, size]), size * size
    boards: list[knobel.Puzzle] = []
    for i in range(1, FRESH_BOARDS + 1):
        picture = np.zeros(cells, dtype=np.int64)
        picture[random.choice(cells, int(cells * (0.5 - 0.15 * i / FRESH_BOARDS)), replace=False)] = 1
        boards.append(Nonogram.of(picture.reshape(size, size)))
    return boards


def decided(puzzle: knobel.Puzzle, nearest: bool = False, timeout: float = TIMEOUT) -> tuple[float, str]:
    """The seconds that it takes to decide uniqueness, and the verdict; both witnesses are checked."""
    started = cpu()
    verdict = knobel.unique(puzzle, nearest=nearest, timeout=None if nearest else timeout)
    took = cpu() - started
    assert all(not puzzle.check(values) for values in verdict.solutions)
    return took, verdict.status


def measure_tournament() -> list[Record]:
    """The verdict alone, and with the nearest pair of solutions, which is what `unique` does by itself."""
    warm_up()
    found = []
    for how, nearest in (("verdict", False), ("and the nearest pair", True)):
        runs = [decided(puzzle, nearest) for puzzle in boards_of(TOURNAMENT)]
        found.append(progress({"how": how, "boards": len(runs)} | _summary(runs)))
    return found


def measure_fresh() -> list[Record]:
    """The sample that parameters were chosen on beside fresh boards, each with the guess and without it.

    All verdicts of a board that come in time are the same.
    """
    warm_up()
    sets = {"sample, 25x25": boards_of(TOURNAMENT)} | {f"fresh, {n}x{n}": fresh_boards(n) for n in FRESH}
    found = []
    for name, puzzles in sets.items():
        nature, verdicts = _nature(puzzles), [set[str]() for _ in puzzles]
        for guess in (True, False):
            with patch.object(order, "MAX_STARTS", order.MAX_STARTS if guess else -1):
                runs = [decided(puzzle, timeout=FRESH_TIMEOUT) for puzzle in puzzles]
            for seen, (_, status) in zip(verdicts, runs, strict=True):
                seen.update({status} - {"undecided"})
            found.append(progress({"boards": name, "guess": guess, "number": len(runs)} | nature | _summary(runs)))
        assert all(len(seen) <= 1 for seen in verdicts)
    return found


def _nature(puzzles: list[knobel.Puzzle]) -> Record:
    """Which share of the cells is painted, and which share lines alone decide: the means."""
    presolve = registry.kind("nonogram").presolve
    assert presolve is not None
    painted, lines = [], []
    for puzzle in puzzles:
        assert isinstance(puzzle, Nonogram)
        known = presolve(puzzle)
        lines.append(float((known.sum(axis=-1) == 1).mean()))
        painted.append(sum(run.length for row in puzzle.rows for run in row or ()) / known[..., 0].size)
    return {"painted": round(mean(painted), 3), "lines": round(mean(lines), 3)}


def _summary(runs: list[tuple[float, str]]) -> Record:
    times, statuses = [took for took, _ in runs], [status for _, status in runs]
    return {
        "unique": statuses.count("unique"),
        "decided": len(runs) - statuses.count("undecided"),
        "mean": round(mean(times), 4),
        "median": round(median(times), 4),
        "worst": round(max(times), 4),
    }


def measure_peers() -> list[Record]:
    """The same question to CP-SAT, with one automaton a line: a solution, and another one."""
    if "cpsat" not in registry.engines():
        raise LeftOut("ortools is not installed")
    warm_up()
    some = boards_of(TOURNAMENT)[::EVERY]
    ours = sum(decided(puzzle)[0] for puzzle in some)
    model, engine = registry.kind("nonogram").encodings["cp"], registry.engine("cpsat")
    started, unfinished = cpu(), 0
    for puzzle in some:
        try:
            with Deadline(TIMEOUT), Search(puzzle, model, engine) as search:
                values = search.solve().values
                assert values is not None
                search.forbid(values)
                search.solve()
        except OutOfTime:
            unfinished += 1
    theirs = cpu() - started
    row = {"boards": len(some), "ours": round(ours, 2), "theirs": round(theirs, 2), "unfinished": unfinished}
    return [progress(row | {"ratio": round(theirs / ours, 1)})]


def measure_large() -> list[Record]:
    """Single boards that are hard for line solvers and for search."""
    warm_up()
    found = []
    for name in LARGE:
        (puzzle,) = boards_of(name)
        took, status = decided(puzzle)
        size = "x".join(map(str, puzzle.domain().shape[1::-1]))
        found.append(progress({"board": Path(name).stem, "size": size, "verdict": status, "seconds": round(took, 3)}))
    return found


def measure_lines() -> list[Record]:
    """The boards that lines alone settle: of several runs, the median."""
    presolve = registry.kind("nonogram").presolve
    assert presolve is not None
    found = []
    for path in sorted(CORPUS.glob("*.non")) + sorted(CORPUS.glob("*.xml")):
        (puzzle,) = boards_of(path.name)
        if (presolve(puzzle).sum(axis=-1) == 1).all():
            times = [decided(puzzle)[0] for _ in range(REPEATS + 1)][1:]
            size = "x".join(map(str, puzzle.domain().shape[1::-1]))
            found.append(progress({"board": path.stem, "size": size, "seconds": round(median(times), 4)}))
    if not found:
        raise LeftOut("the boards are not there")
    return found


SECTIONS: dict[str, Callable[[], list[Record]]] = {
    "tournament": measure_tournament,
    "fresh": measure_fresh,
    "peers": measure_peers,
    "large": measure_large,
    "lines": measure_lines,
}

# tables


def tables(stored: Record) -> dict[str, str]:
    """The Markdown tables of stored results, by name."""
    makers = {"tournament": _tournament, "fresh": _fresh, "peers": _peers, "large": _large, "lines": _lines}
    return {name: make(rows_of(stored, name)) for name, make in makers.items()} | {"versions": measured_with(stored)}


def _tournament(rows: list[Record]) -> str:
    head = ("what is asked", "boards", "decided", "mean, s", "median, s", "worst, s")
    return markdown(
        head,
        [(r["how"], r["boards"], r["decided"], *(seconds(r[k]) for k in ("mean", "median", "worst"))) for r in rows],
    )


def _fresh(rows: list[Record]) -> str:
    head = ("boards", "painted", "lines decide", "guess", "boards decided", "mean, s", "median, s", "worst, s")
    made = []
    for r in rows:
        shares = (f"{100 * r[key]:.0f} %" for key in ("painted", "lines"))
        times = (seconds(r[key]) for key in ("mean", "median", "worst"))
        made.append((r["boards"], *shares, "yes" if r["guess"] else "no", f"{r['decided']} of {r['number']}", *times))
    return markdown(head, made)


def _peers(rows: list[Record]) -> str:
    head = ("boards", "knobel, s in all", "CP-SAT, s in all", "not finished by CP-SAT", "ratio")
    made = [(r["boards"], seconds(r["ours"]), seconds(r["theirs"]), r["unfinished"], r["ratio"]) for r in rows]
    return markdown(head, made, words=0)


def _large(rows: list[Record]) -> str:
    made = [(f"`{r['board']}`", r["size"], r["verdict"], seconds(r["seconds"])) for r in rows]
    return markdown(("board", "size", "solutions", "seconds"), made, words=3)


def _lines(rows: list[Record]) -> str:
    made = [(f"`{r['board']}`", r["size"], f"{1000 * r['seconds']:.1f}") for r in rows]
    return markdown(("board", "size", "milliseconds"), made, words=2)


BENCH = Bench(
    "Seconds that nonograms take.",
    RESULTS / "nonogram_speed.json",
    DOCS / "why" / "nonogram-speed.md",
    SECTIONS,
    tables,
)

if __name__ == "__main__":
    BENCH.main()
