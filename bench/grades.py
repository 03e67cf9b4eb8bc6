"""What the grades mean for each kind: many new boards, how they are solved, and the thresholds that this suggests.

    python bench/grades.py                 measures everything: at least 500 boards a kind
    python bench/grades.py --only KIND     measures one kind
    python bench/grades.py --fill          writes the tables, the pictures and the thresholds

Rounds that are still easy are as many as half of the boards need that fall to single clues. Steps with several clues
that are still medium are as many as half of the boards need that need such steps, and no chains.
"""

from __future__ import annotations

import sys
from collections import Counter
from statistics import median_low
from typing import Any

from stored import DOCS, RESULTS, Bench, Record, markdown, measured_with, rows_of

import knobel
from knobel import registry
from knobel.making.choosing import Clues
from knobel.reasoning.levels import CHAIN
from knobel.tasks.grade import NAMES, FewSteps, grade, graded

BOARDS = 84  # for each way: with two sizes and three amounts of clues, 504 a kind
SEED = 9
LIMIT = 8.0  # seconds for a grade
SIZES: dict[str, tuple[dict[str, Any], ...]] = {
    "bishops": ({"size": "6"}, {"size": "8"}),
    "dominosweeper": ({"size": "6"}, {"size": "9"}),
    "doppelblock": ({"size": "5"}, {"size": "6"}),
    "nonogram": ({"size": "10"}, {"size": "15"}),
    "satromino": ({"size": "5x6", "pieces": 4}, {"size": "6", "pieces": 4}),
}
CLUES: tuple[Clues, ...] = ("few", "some", "many")
DENSITIES = (0.45, 0.5, 0.6)  # where clues cannot go, the picture makes the difference
PICTURES = DOCS / "pictures"
COLOURS = ("#7fc8a9", "#4c7bd9", "#f2b705", "#e07b39", "#a8324a")

# measuring


def measure(kind: str) -> list[Record]:
    """Many boards of a kind, of each the steps by level and the rounds; none where it took too long."""
    rows: list[Record] = []
    for options in SIZES[kind]:
        for clues, density in zip(CLUES, DENSITIES, strict=True):
            more: dict[str, Any] = {"density": density} if kind == "nonogram" else {}
            for made in knobel.generating(kind, clues=clues, seed=SEED, count=BOARDS, **options, **more):
                found = grade(made.puzzle, solution=made.solution, timeout=LIMIT)
                row = {"size": options["size"], "clues": clues, "number": made.number}
                rows.append(row | ({} if found is None else {"rounds": found.rounds, "levels": found.levels}))
            print(kind, options, clues, len(rows), flush=True)
    return rows


def thresholds(rows: list[Record]) -> FewSteps:
    """The thresholds that a kind's boards suggest."""
    known = [(row["rounds"], levels(row)) for row in rows if "levels" in row]
    alone = [rounds for rounds, counts in known if max(counts, default=1) == 1]
    sets = [several(counts) for _, counts in known if several(counts) and max(counts) < CHAIN]
    few = FewSteps()
    return FewSteps(median_low(alone) if alone else few.rounds, median_low(sets) if sets else few.sets)


def levels(row: Record) -> Counter[int]:
    """Steps by level; JSON has made strings of the levels."""
    return Counter({int(level): count for level, count in row["levels"].items()})


def several(counts: Counter[int]) -> int:
    """Steps with several clues at once."""
    return sum(count for level, count in counts.items() if 1 < level < CHAIN)


def names(rows: list[Record], few: FewSteps) -> Counter[str]:
    """How many boards have which grade."""
    return Counter(graded(levels(row), row["rounds"], few).name if "levels" in row else "unknown" for row in rows)


# tables and pictures


def tables(stored: Record) -> dict[str, str]:
    """What was found, and the thresholds."""
    shares, limits = [], []
    for kind in sorted(stored):
        rows = rows_of(stored, kind)
        few = thresholds(rows)
        limits.append((kind, len(rows), few.rounds, few.sets))
        for clues in CLUES:
            of_these = [row for row in rows if row["clues"] == clues]
            counts = names(of_these, few)
            shares.append((kind, clues, *(counts[name] for name in (*NAMES, "unknown"))))
    return {
        "thresholds": markdown(("kind", "boards", "easy: rounds up to", "medium: such steps up to"), limits),
        "shares": markdown(("kind", "clues", *NAMES, "too long"), shares, 2) + "\n\n" + measured_with(stored),
    }


def draw(kind: str, rows: list[Record]) -> None:
    """One picture: how many boards have which grade, and how many rounds and steps they need."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "knobel", "font.size": 9})
    few = thresholds(rows)
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3), layout="constrained")
    bottom = [0] * len(CLUES)
    shown = [names([row for row in rows if row["clues"] == clues], few) for clues in CLUES]
    for name, colour in zip(NAMES, COLOURS, strict=True):
        heights = [counts[name] for counts in shown]
        left.bar(CLUES, heights, bottom=bottom, color=colour, label=name)
        bottom = [one + other for one, other in zip(bottom, heights, strict=True)]
    left.set(title=f"{kind}: grades by clues", ylabel="boards")
    left.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    for name, colour in zip(NAMES, COLOURS, strict=True):
        of_these = [r for r in rows if "levels" in r and graded(levels(r), r["rounds"], few).name == name]
        points = sorted({(row["rounds"], several(levels(row))) for row in of_these})
        right.plot([x for x, _ in points], [y for _, y in points], "o", color=colour, markersize=4, alpha=0.7)
    right.axvline(few.rounds + 0.5, color="#8a93a6", linewidth=0.8)
    right.axhline(few.sets + 0.5, color="#8a93a6", linewidth=0.8)
    right.set(title="each board", xlabel="rounds", ylabel="steps with several clues")
    figure.savefig(PICTURES / f"grades-{kind}.svg", metadata={"Date": None, "Creator": None})
    plt.close(figure)


def write(stored: Record) -> None:
    """The thresholds to the kinds' folders, and the pictures."""
    for kind in stored:
        few = thresholds(rows_of(stored, kind))
        words = ("of single clues, still easy", "steps with several clues at once, still medium")
        text = f"rounds = {few.rounds} # {words[0]}\nsets = {few.sets} # {words[1]}\n"
        (registry.kind(kind).folder / "grades.toml").write_text(text, encoding="utf-8")
        draw(kind, rows_of(stored, kind))


BENCH = Bench(
    __doc__ or "",
    RESULTS / "grades.json",
    DOCS / "why" / "grades.md",
    {kind: lambda kind=kind: measure(kind) for kind in SIZES},  # type: ignore[misc]
    tables,
)

if __name__ == "__main__":
    BENCH.main()
    if "--fill" in sys.argv:
        write(BENCH.load())
