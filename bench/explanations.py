"""How long the steps of explanations take, and how long grading without telling them, for each kind and size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from statistics import median

import numpy as np
from stored import (
    DOCS,
    RESULTS,
    Bench,
    LeftOut,
    Record,
    cpu,
    markdown,
    measured_with,
    progress,
    rows_of,
    seconds,
)

import knobel
from knobel import registry
from knobel.kinds.nonogram.rules import Nonogram
from knobel.puzzle import Puzzle
from knobel.tasks.explain import steps

BOARDS = 6  # of each sort
TAKEN = 12  # of the tournament's boards
TOURNAMENT = DOCS.parents[1] / "shared" / "corpus" / "nonogram" / "tournament-2016-sample.txt"


def smoothed(size: int, random: np.random.Generator) -> Puzzle:
    """A nonogram of random patches: most of them can be solved line by line."""
    noise = random.random((size, size))
    noise = np.mean([np.roll(noise, shift, axis) for axis in (0, 1) for shift in (-1, 0, 1)], axis=0)
    return Nonogram.of((noise > np.median(noise)).astype(np.int64))


def random_nonogram(size: int) -> Callable[[np.random.Generator], Puzzle]:
    return lambda random: Nonogram.of((random.random((size, size)) < 0.5).astype(np.int64))


def fewer_clues(puzzle: Puzzle, random: np.random.Generator, last: int = 1) -> Puzzle:
    """The same board without clues that can be spared, tried in handfuls, the last of them of this size."""
    kept = puzzle.places()
    random.shuffle(kept)
    handful = max(last, len(kept) // 4)
    while True:
        tried = 0
        while tried < len(kept):
            fewer = kept[:tried] + kept[tried + handful :]
            if knobel.unique(puzzle.keep(fewer), nearest=False):
                kept = fewer
            else:
                tried += handful
        if handful == last:
            return puzzle.keep(kept)
        handful = max(last, handful // 2)


def mines(size: int, last: int = 1) -> Callable[[np.random.Generator], Puzzle]:
    """Random dominoes that do not touch side by side, with as few clues as possible, or nearly."""

    def make(random: np.random.Generator) -> Puzzle:
        mine = np.zeros((size + 2, size + 2), dtype=np.int64)
        for _ in range(3 * size * size):
            r, c = random.integers(1, size + 1, 2)
            down = int(random.integers(2))
            cells = [(r, c), (r + down, c + 1 - down)]
            around = {(a + i, b + j) for a, b in cells for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
            if max(cells[1]) <= size and not any(mine[cell] for cell in around):
                for cell in cells:
                    mine[cell] = 1
        empty = registry.parse(f"dominosweeper:{size}x{size}:" + "/".join(["." * size] * size))
        full = empty.full(mine[1:-1, 1:-1])
        return fewer_clues(full, random, last) if knobel.unique(full, nearest=False) else full

    return make


def sums(n: int) -> Callable[[np.random.Generator], Puzzle]:
    """Random grids with all their sums."""
    from knobel.kinds.doppelblock.generate import random_grid
    from knobel.kinds.doppelblock.rules import Doppelblock

    return lambda random: Doppelblock((None,) * n, (None,) * n).full(random_grid(n, random))


def drops(width: int, height: int, pieces: int) -> Callable[[np.random.Generator], Puzzle]:
    """Random pieces that fall anywhere, and all that can be seen at the end."""
    from knobel.kinds.satromino.rules import Satromino

    def make(random: np.random.Generator) -> Puzzle:
        sequence = "".join(random.choice(list("IOTLJSZ"), pieces))
        level = Satromino(width, height, sequence, ("." * width,) * height, ("?" * width,) * height)
        while True:
            values = np.array([random.choice(np.flatnonzero(row)) for row in level.domain()])
            if not level.check(values):
                return level.full(values)

    return make


SORTS: dict[str, tuple[Callable[[np.random.Generator], Puzzle], int]] = {
    "nonogram 10x10": (random_nonogram(10), BOARDS),
    "nonogram 20x20, in patches": (lambda random: smoothed(20, random), BOARDS),
    "dominosweeper 10x10, fewest clues": (mines(10), BOARDS),
    "doppelblock 6, sums only": (sums(6), BOARDS),
    "doppelblock 7, sums only": (sums(7), 4),
    "satromino 8x8, 5 pieces": (drops(8, 8, 5), BOARDS),
    "satromino 8x8, 6 pieces": (drops(8, 8, 6), BOARDS),
}
GRADED: dict[str, tuple[Callable[[np.random.Generator], Puzzle], int]] = {
    name: SORTS[name] for name in SORTS if "doppelblock 7" not in name
} | {
    "dominosweeper 30x30, few clues": (mines(30, 8), 2),
    "dominosweeper 50x50, few clues": (mines(50, 40), 1),
    "doppelblock 8, sums only": (sums(8), 2),
}
MOST_SECONDS = 20.0  # for a grade


def unique_boards(make: Callable[[np.random.Generator], Puzzle], count: int) -> Iterator[Puzzle]:
    """So many boards with one solution."""
    random = np.random.default_rng(11)
    while count:
        puzzle = make(random)
        if knobel.unique(puzzle, nearest=False):
            yield puzzle
            count -= 1


def measure() -> list[Record]:
    """Every step of every board."""
    next(steps(knobel.parse("nonogram:2x1:1//1")))  # what is loaded once
    return [progress(_explained(name, list(unique_boards(make, count)))) for name, (make, count) in SORTS.items()]


def measure_tournament() -> list[Record]:
    """Boards of a tournament, as far as logic goes: some have several solutions."""
    if not TOURNAMENT.exists():
        raise LeftOut("the boards are not here")
    boards = list(knobel.loads(TOURNAMENT.read_text(encoding="utf-8")))
    return [progress(_explained("nonogram 25x25, of a tournament", boards[:TAKEN]))]


def _explained(name: str, puzzles: list[Puzzle]) -> Record:
    took: list[float] = []
    wholes: list[float] = []
    levels: Counter[int] = Counter()
    for puzzle in puzzles:
        started = before = cpu()
        for step, _ in steps(puzzle):
            took.append(cpu() - before)
            levels[step.level] += 1
            before = cpu()
        wholes.append(cpu() - started)
    record: Record = {
        "boards": name,
        "number": len(puzzles),
        "steps": len(took),
        "levels": dict(sorted(levels.items())),
    }
    record |= {"median": round(median(took), 4), "worst": round(max(took), 3)}
    return record | {"whole": round(median(wholes), 2), "whole_worst": round(max(wholes), 2)}


def measure_grades() -> list[Record]:
    """Grades alone, where the solution is known: whether a board is easy, and which grade it has."""
    knobel.grade(knobel.parse("nonogram:2x1:1//1"))  # what is loaded once
    return [progress(_graded(name, list(unique_boards(make, count)))) for name, (make, count) in GRADED.items()]


def _graded(name: str, puzzles: list[Puzzle]) -> Record:
    took: dict[str, list[float]] = {"easy": [], "search": []}
    names: Counter[str] = Counter()
    for puzzle in puzzles:
        solution = knobel.solve(puzzle).solution
        for most in ("easy", "search"):
            started = cpu()
            found = knobel.grade(puzzle, at_most=most, solution=solution, timeout=MOST_SECONDS)
            took[most].append(cpu() - started)
        names[found.name if found else "not in time"] += 1
    record: Record = {"boards": name, "number": len(puzzles), "grades": dict(names)}
    for most, times in took.items():
        record |= {most: round(median(times), 3), f"{most}_worst": round(max(times), 3)}
    return record


def tables(stored: Record) -> dict[str, str]:
    head = ("boards", "steps", "above level 1", "step, s (median)", "worst", "whole, s (median)", "worst ")
    lines = []
    for row in (*rows_of(stored, "steps"), *rows_of(stored, "tournament")):
        above = sum(count for level, count in row["levels"].items() if str(level) != "1")
        times = (seconds(row[key]) for key in ("median", "worst", "whole", "whole_worst"))
        lines.append((f"{row['number']} x {row['boards']}", row["steps"], above, *times))
    graded = []
    for row in rows_of(stored, "grades"):
        times = (seconds(row[key]) for key in ("easy", "easy_worst", "search", "search_worst"))
        grades = ", ".join(f"{count} {name}" for name, count in row["grades"].items())
        graded.append((f"{row['number']} x {row['boards']}", grades, *times))
    grades = markdown(("boards", "grades", "easy or not, s", "worst", "grade, s", "worst "), graded, 2)
    return {"steps": markdown(head, lines), "grades": grades, "versions": measured_with(stored)}


BENCH = Bench(
    "How long the steps of explanations take, and how long grading.",
    RESULTS / "explanations.json",
    DOCS / "why" / "explanations.md",
    {"steps": measure, "tournament": measure_tournament, "grades": measure_grades},
    tables,
)

if __name__ == "__main__":
    BENCH.main()
