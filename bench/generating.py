"""What a new puzzle costs: CPU seconds to make it and to have it confirmed by a second engine, and to grade it.

Each puzzle is looked at once more: a third engine says that it is unique, and of one that is minimal no clue can go.
Small sizes are measured by the suite `generate` of `knobel bench`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import mean
from typing import Any

from suite import Suite, each, timed
from tables import Record, Table

import knobel
from knobel.puzzle import Puzzle
from knobel.tasks.drafts import labelled
from knobel.tasks.generate import Made
from knobel.tasks.grade import Name

SUITE = Suite(__name__, __doc__)
SEED = 1
ENGINES = ("minisat", "glucose", "cadical")
SIZES: Sequence[tuple[str, str, dict[str, Any], int]] = (
    ("nonogram", "20x20", {"size": "20"}, 20),
    ("nonogram", "30x30", {"size": "30"}, 10),
    ("doppelblock", "9, sums only", {"size": "9"}, 10),
    ("doppelblock", "10, with givens", {"size": "10"}, 10),
    ("dominosweeper", "30x30", {"size": "30"}, 5),
    ("dominosweeper", "50x50", {"size": "50"}, 3),
)
MANY: Sequence[tuple[str, str, dict[str, Any]]] = (
    ("bishops", "5", {"size": "5"}),
    ("bishops", "7", {"size": "7"}),
    ("dominosweeper", "6x6", {"size": "6"}),
    ("dominosweeper", "10x10", {"size": "10"}),
    ("doppelblock", "5", {"size": "5"}),
    ("doppelblock", "6", {"size": "6"}),
    ("nonogram", "5x5", {"size": "5"}),
    ("nonogram", "15x15", {"size": "15"}),
    ("satromino", "5x6, 4 pieces", {"size": "5x6", "pieces": 4}),
    ("satromino", "8x8, 6 pieces", {"size": "8", "pieces": 6}),
)
ASKED: Sequence[tuple[str, str, dict[str, Any], Name]] = (
    ("bishops", "5", {"size": "5"}, "medium"),
    ("bishops", "7", {"size": "7"}, "hard"),
    ("dominosweeper", "6x6", {"size": "6"}, "medium"),
    ("dominosweeper", "8x8", {"size": "8"}, "medium"),
    ("doppelblock", "4", {"size": "4"}, "easy"),
    ("doppelblock", "5", {"size": "5"}, "medium"),
    ("nonogram", "5x5", {"size": "5"}, "easy"),
    ("nonogram", "15x15", {"size": "15"}, "medium"),
    ("satromino", "5x5, 3 pieces", {"size": "5", "pieces": 3}, "easy"),
    ("satromino", "5x6, 4 pieces", {"size": "5x6", "pieces": 4}, "medium"),
)
"""Grades that many boards of these sizes have: hardly any of the smallest is hard, or of the largest easy."""
HUNDRED = 100
WANTED: tuple[Name, ...] = ("easy", "medium", "hard", "expert")
SMALL = {"bishops": "6", "dominosweeper": "7", "doppelblock": "5", "nonogram": "8", "satromino": "6"}
EACH = 5
AGAIN = 10

# measuring


@SUITE.section(Table(words=2))
def costs() -> Iterator[Record]:
    """Each size, after a first puzzle that loads what has to be loaded once."""
    for kind, size, options, count in each(SIZES):
        next(knobel.generating(kind, seed=SEED + 1, **options))
        puzzles = knobel.generating(kind, seed=SEED, **options)
        made = [timed(next, puzzles) for _ in each(range(count))]
        graded = [timed(getattr, one, "grade") for one, _ in made[: max(3, count // 4)]]
        yield {
            "kind": kind,
            "size": size,
            "puzzles": count,
            "seconds": round(mean(took for _, took in made), 4),
            "worst": max(took for _, took in made),
            "clues": f"{mean(one.clues for one, _ in made):.1f}",
            "minimal": None if kind == "nonogram" else sum(bool(one.minimal) for one, _ in made),
            "to grade": round(mean(took for _, took in graded), 4),
            "graded": f"{sum(known is not None for known, _ in graded)} of {len(graded)}",
        }


@SUITE.section(Table(words=2))
def hundred() -> Iterator[Record]:
    """A hundred of each kind at a small and a medium size, and what independent witnesses say about them."""
    for kind, size, options in each(MANY):
        yield {"kind": kind, "size": size} | witnessed(*twice(kind, options))


def twice(kind: str, options: dict[str, Any]) -> tuple[list[Made], list[Made]]:
    """Many puzzles, and the first of them made once more."""
    made = list(each(knobel.generating(kind, seed=SEED, count=HUNDRED, **options)))
    return made, list(each(knobel.generating(kind, seed=SEED, count=AGAIN, **options)))


@SUITE.section(Table(words=3))
def asked() -> Iterator[Record]:
    """The same with a grade asked for, which each puzzle gets once more, from nothing but its clues."""
    for kind, size, options, asked in each(ASKED):
        made, again = twice(kind, options | {"grade": asked})
        fresh = [knobel.grade(knobel.parse(str(one))) for one in made]
        has_it = [found is not None and found.name == asked for found in fresh]
        yield {
            "kind": kind,
            "size": size,
            "grade": asked,
            "have it": sum(one.fits for one in made),
            "confirmed": sum(one.fits and has for one, has in zip(made, has_it, strict=True)),
            "said wrongly": sum(one.fits != has for one, has in zip(made, has_it, strict=True)),
        } | witnessed(made, again)


def witnessed(made: Sequence[Made], again: Sequence[Made]) -> Record:
    """What is true of how many of these puzzles; nonograms always have all their clues."""
    spare = [one for one in made if one.minimal]
    all_clues = made[0].puzzle.kind == "nonogram"
    return {
        "different": len({str(one) for one in made}),
        "unique": sum(third_says(one.puzzle, one.verifier) for one in made),
        "checked": sum(one.solution is not None and not one.puzzle.check(one.solution) for one in made),
        "the same again": [str(one) for one in again] == [str(one) for one in made[: len(again)]],
        "minimal": None if all_clues else len(spare),
        "need every clue": None if all_clues else sum(map(needs_all, spare)),
    }


def third_says(puzzle: Puzzle, verifier: str) -> bool:
    """Whether it is unique by the word of an engine that neither made nor verified it."""
    third = next(name for name in ENGINES if name not in (labelled(puzzle).engine, verifier))
    return bool(knobel.unique(puzzle, engine=third, nearest=False))


def needs_all(made: Made) -> bool:
    """Whether each clue, taken away alone, leaves more than one solution."""
    places = made.puzzle.places()
    without = (made.puzzle.keep([other for other in places if other != place]) for place in places)
    return all(knobel.unique(fewer, nearest=False).status == "multiple" for fewer in without)


@SUITE.section(Table(words=3))
def grades() -> Iterator[Record]:
    """Puzzles at each grade asked for: how many have it, by the explanation itself."""
    for kind, size in each(SMALL.items()):
        for name in each(WANTED):
            puzzles = knobel.generating(kind, grade=name, seed=SEED, size=size, timeout=60.0)
            made = [timed(next, puzzles) for _ in each(range(EACH))]
            told = [(one, knobel.explain(one.puzzle).grade) for one, _ in made]
            yield {
                "kind": kind,
                "size": size,
                "grade": name,
                "puzzles": len(made),
                "met": sum(one.fits for one, _ in told),
                "said truly": sum(found is not None and one.fits == (found.name == name) for one, found in told),
                "seconds": round(mean(took for _, took in made), 3),
            }
