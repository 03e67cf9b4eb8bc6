"""How long the steps of explanations take, and how long grading without telling them, for each kind and size.

The boards are new ones, as `knobel generate` makes them: with as few clues as possible. Takes some minutes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from statistics import median
from typing import Any

from suite import Suite, corpus, each, timed
from tables import Record, Table

import knobel
from knobel.kinds.nonogram.experiments import TOURNAMENT
from knobel.limits import cpu
from knobel.puzzle import Puzzle
from knobel.tasks.explain import steps
from knobel.tasks.grade import Name

SUITE = Suite(__name__, __doc__)
BOARDS = 6  # of each sort
TAKEN = 12  # of the tournament's boards
MOST_SECONDS = 20.0  # for a grade
SEED = 11

Sorts = Mapping[tuple[str, str], Mapping[str, Any]]
SORTS: Sorts = {
    ("nonogram", "10x10"): {"size": "10"},
    ("nonogram", "20x20"): {"size": "20"},
    ("dominosweeper", "10x10"): {"size": "10"},
    ("doppelblock", "6, sums only"): {"size": "6"},
    ("doppelblock", "7, sums only"): {"size": "7"},
    ("satromino", "8x8, 5 pieces"): {"size": "8", "pieces": 5},
    ("satromino", "8x8, 6 pieces"): {"size": "8", "pieces": 6},
}
LARGE: Sorts = {("dominosweeper", "30x30"): {"size": "30"}, ("doppelblock", "8, sums only"): {"size": "8"}}


def new_boards(sorts: Sorts, count: int) -> Iterator[tuple[str, list[Puzzle]]]:
    """So many boards of each sort."""
    for (kind, size), options in sorts.items():
        made = each(knobel.generating(kind, seed=SEED, count=count, **options))
        yield f"{kind} {size}", [one.puzzle for one in made]


@SUITE.section(name="steps")
def all_steps() -> Iterator[Record]:
    """Every step of every board."""
    next(steps(knobel.parse("nonogram:2x1:1//1")))  # what is loaded once
    return (explained(name, boards) for name, boards in each(new_boards(SORTS, BOARDS)))


@SUITE.section()
def tournament() -> Iterator[Record]:
    """Boards of a tournament, as far as logic goes: some have several solutions."""
    yield explained("nonogram 25x25, of a tournament", list(each(corpus(TOURNAMENT)[:TAKEN])))


def explained(name: str, puzzles: list[Puzzle]) -> Record:
    """The seconds of the steps and of whole explanations."""
    took, wholes, above = list[float](), list[float](), 0
    for puzzle in puzzles:
        started = before = cpu()
        for step, _ in steps(puzzle):
            took.append(cpu() - before)
            above += step.level > 1
            before = cpu()
        wholes.append(cpu() - started)
    record: Record = {"boards": f"{len(puzzles)} x {name}", "steps": len(took), "above level 1": above}
    record |= {"step, s (median)": round(median(took), 4), "worst": round(max(took), 3)}
    return record | {"whole, s (median)": round(median(wholes), 2), "slowest": round(max(wholes), 2)}


@SUITE.section(Table(words=2))
def grades() -> Iterator[Record]:
    """Grades alone, where the solution is known: whether a board is easy, and which grade it has."""
    knobel.grade(knobel.parse("nonogram:2x1:1//1"))  # what is loaded once
    for name, puzzles in each(chain(new_boards(SORTS, BOARDS), new_boards(LARGE, 2))):
        took: dict[Name, list[float]] = {"easy": [], "search": []}
        names: Counter[str] = Counter()
        for puzzle in puzzles:
            solution = knobel.solve(puzzle).solution
            for most, times in took.items():
                found, spent = timed(knobel.grade, puzzle, at_most=most, solution=solution, timeout=MOST_SECONDS)
                times.append(spent)
            names[found.name if found else "not in time"] += 1
        grades = ", ".join(f"{count} {grade}" for grade, count in names.items())
        record: Record = {"boards": f"{len(puzzles)} x {name}", "grades": grades}
        for head, times in zip(("easy or not, s", "grade, s"), took.values(), strict=True):
            record |= {head: round(median(times), 3), f"{head} (worst)": round(max(times), 3)}
        yield record


NAMED = ("@bishops/chessboard", "@dominosweeper/sixteen", "@doppelblock/eight", "@doppelblock/ten")
LONGEST = 400.0  # seconds for one explanation, of a clock: far more than any should take


@SUITE.section(name="slowest")
def slowest_boards() -> Iterator[Record]:
    """Boards that were slow to explain: the first step alone, and all of them, told and verified."""
    next(steps(knobel.parse("nonogram:2x1:1//1")))  # what is loaded once
    for name in each(NAMED):
        puzzle = knobel.load(name)
        first, one = timed(knobel.explain, puzzle, 1)
        whole, all_ = timed(knobel.explain, puzzle, timeout=LONGEST)
        level = first.steps[0].level
        record: Record = {
            "board": name.removeprefix("@").replace("/", " "),
            "first step, s": round(one, 2),
            "level of it": level,
        }
        yield record | {"steps": len(whole.steps), "whole, s": round(all_, 1) if whole.complete else "not in time"}
