"""What the grades mean for each kind: many new boards, how they are solved, and the thresholds that this suggests.

A kind is a section, with 500 boards or more. `python bench grades --fill` also writes the thresholds and the pictures.

Rounds that are still easy are as many as half of the boards need that fall to single clues. Steps with several clues
that are still medium are as many as half of the boards need that need such steps, and no chains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from statistics import median_low
from typing import Any

import numpy as np
from suite import DOCS, Stored, Suite, each
from tables import Record, Table

import knobel
from knobel import registry
from knobel.limits import Budget
from knobel.reasoning import CHAIN
from knobel.tasks.drafts import Clues
from knobel.tasks.grade import GRADING, NAMES, FewSteps, Grade, grade, named

BOARDS = 84  # for each way: with two sizes and three amounts of clues, 504 a kind
SEED = 9
SIZES: dict[str, tuple[dict[str, Any], ...]] = {
    "bishops": ({"size": "6"}, {"size": "8"}),
    "dominosweeper": ({"size": "6"}, {"size": "9"}),
    "doppelblock": ({"size": "5"}, {"size": "6"}),
    "nonogram": ({"size": "10"}, {"size": "15"}),
    "satromino": ({"size": "5x6", "pieces": 4}, {"size": "6", "pieces": 4}),
}
CLUES: tuple[Clues, ...] = ("few", "some", "many")
DENSITIES = (0.45, 0.5, 0.6)  # where clues cannot go, the picture makes the difference
SHOWN = 4  # techniques of each grade, the most frequent ones
PICTURES = DOCS / "pictures"
COLOURS = ("#7fc8a9", "#4c7bd9", "#f2b705", "#e07b39", "#a8324a")

# measuring


def measure(kind: str) -> Iterator[Record]:
    """Many boards of a kind: how many of them need so many rounds and steps; none where it took too much work."""
    found: Counter[tuple[Any, ...]] = Counter()
    for options in each(SIZES[kind]):
        for clues, density in each(zip(CLUES, DENSITIES, strict=True)):
            more: dict[str, Any] = {"density": density} if kind == "nonogram" else {}
            for made in each(knobel.generating(kind, clues=clues, seed=SEED, count=BOARDS, **options, **more)):
                with Budget(GRADING):
                    graded = grade(made.puzzle, solution=made.solution)
                found[clues, steps_of(graded)] += 1
            print(kind, options, clues, found.total(), flush=True)
    for (clues, steps), count in found.items():
        yield {"clues": clues, "boards": count} | dict(zip(STEPS, steps, strict=True))


STEPS = ("rounds", "levels", "techniques", "longest")


def steps_of(graded: Grade | None) -> tuple[Any, ...]:
    """What is stored of a grade: rounds, steps by level, those of level 1 by technique, and the longest chain."""
    if graded is None:
        return None, "", "", 0
    levels = " ".join(f"{level}:{number}" for level, number in graded.levels.items())
    techniques = ", ".join(f"{number} {name}" for name, number in graded.techniques.items())
    return graded.rounds, levels, techniques, graded.longest


@dataclass(frozen=True)
class Solved:
    """How a board of a kind can be solved: rounds and steps; no rounds where that took too much work."""

    clues: str
    rounds: int | None
    levels: Counter[int]
    techniques: Counter[str]
    longest: int

    @property
    def several(self) -> int:
        """Steps with several clues at once."""
        return sum(count for level, count in self.levels.items() if 1 < level < CHAIN)

    def name(self, few: FewSteps) -> str:
        """Its grade."""
        return "unknown" if self.rounds is None else named(self.levels, self.rounds, few)


def solved(stored: Stored, kind: str) -> list[Solved]:
    """The stored boards of a kind."""
    found = []
    for row in stored("grades", kind):
        pairs = (word.split(":") for word in row["levels"].split())
        levels = Counter({int(level): int(count) for level, count in pairs})
        words = (word.partition(" ") for word in row["techniques"].split(", ") if word)
        techniques = Counter({name: int(count) for count, _, name in words})
        found += [Solved(row["clues"], row["rounds"], levels, techniques, row["longest"])] * row["boards"]
    return found


def thresholds(boards: list[Solved]) -> FewSteps:
    """The thresholds that a kind's boards suggest."""
    known = [one for one in boards if one.rounds is not None]
    alone = [one.rounds or 0 for one in known if max(one.levels, default=1) == 1]
    sets = [one.several for one in known if one.several and max(one.levels) < CHAIN]
    few = FewSteps()
    return FewSteps(median_low(alone) if alone else few.rounds, median_low(sets) if sets else few.sets)


# tables and pictures


def by_kind(stored: Stored) -> Iterator[tuple[str, list[Solved], FewSteps]]:
    """The stored boards of each kind, and the thresholds that they suggest."""
    for kind in sorted(SIZES):
        boards = solved(stored, kind)
        yield kind, boards, thresholds(boards)


def limits(stored: Stored) -> str:
    """The thresholds of all kinds."""
    heads = ("kind", "boards", "easy: rounds up to", "medium: such steps up to")
    values = ((kind, len(boards), few.rounds, few.sets) for kind, boards, few in by_kind(stored))
    return Table()([dict(zip(heads, row, strict=True)) for row in values])


def shares(stored: Stored) -> str:
    """How many boards have which grade."""
    rows = [
        {"kind": kind, "clues": clues} | counts(boards, clues, few)
        for kind, boards, few in by_kind(stored)
        for clues in CLUES
    ]
    return Table({"kind": "kind", "clues": "clues", **{name: name for name in NAMES}, "too long": "unknown"}, 2)(rows)


def techniques(stored: Stored) -> str:
    """What the boards of each grade take: medians, the longest chain, and the techniques of steps of level 1."""
    rows: list[Record] = []
    for kind, boards, few in by_kind(stored):
        for name in NAMES:
            same = [one for one in boards if one.name(few) == name]
            if not same:
                continue
            total = sum((one.techniques for one in same), Counter[str]())
            shares = [f"{word} {100 * count / total.total():.0f} %" for word, count in total.most_common(SHOWN)]
            row: Record = {"kind": kind, "grade": name, "by technique": ", ".join(shares), "boards": len(same)}
            row |= {"rounds": median_low(one.rounds or 0 for one in same)}
            row |= {"of one": median_low(one.levels[1] for one in same)}
            row |= {"of several": median_low(one.several for one in same)}
            row |= {"chains": median_low(one.levels[CHAIN] for one in same)}
            rows.append(row | {"longest": max(one.longest for one in same)})
    heads = ("kind", "grade", "by technique", "boards", "rounds", "of one", "of several", "chains", "longest")
    return Table({head: head for head in heads}, 3)(rows)


def counts(boards: list[Solved], clues: str, few: FewSteps) -> Record:
    """How many boards with so many clues have which grade."""
    found = Counter(one.name(few) for one in boards if one.clues == clues)
    return {name: found[name] for name in (*NAMES, "unknown")}


def draw(kind: str, boards: list[Solved], few: FewSteps) -> None:
    """One picture: how many boards have which grade, and how many rounds and steps they need."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "knobel", "font.size": 9})
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3), layout="constrained")
    shown, bottom = [counts(boards, clues, few) for clues in CLUES], np.zeros(len(CLUES), dtype=int)
    for name, colour in zip(NAMES, COLOURS, strict=True):
        heights = np.array([found[name] for found in shown])
        left.bar(CLUES, heights, bottom=bottom, color=colour, label=name)
        bottom += heights
        points = sorted({(one.rounds or 0, one.several) for one in boards if one.name(few) == name})
        right.plot([x for x, _ in points], [y for _, y in points], "o", color=colour, markersize=4, alpha=0.7)
    left.set(title=f"{kind}: grades by clues", ylabel="boards")
    left.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    right.axvline(few.rounds + 0.5, color="#8a93a6", linewidth=0.8)
    right.axhline(few.sets + 0.5, color="#8a93a6", linewidth=0.8)
    right.set(title="each board", xlabel="rounds", ylabel="steps with several clues")
    figure.savefig(PICTURES / f"grades-{kind}.svg", metadata={"Date": None, "Creator": None})
    plt.close(figure)


def write() -> None:
    """The thresholds to the kinds' folders, and the pictures."""
    for kind, boards, few in by_kind(Stored()):
        words = ("of single clues, still easy", "steps with several clues at once, still medium")
        text = f"rounds = {few.rounds} # {words[0]}\nsets = {few.sets} # {words[1]}\n"
        (registry.kind(kind).folder / "grades.toml").write_text(text, encoding="utf-8")
        draw(kind, boards, few)


SUITE = Suite(
    __name__,
    __doc__,
    {kind: partial(measure, kind) for kind in SIZES},
    {"thresholds": limits, "shares": shares, "techniques": techniques},
    write,
)
