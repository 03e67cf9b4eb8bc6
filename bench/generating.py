"""What a new puzzle costs: CPU seconds to make it and to have it confirmed by a second engine, and to grade it.

Each puzzle is looked at once more: a third engine says that it is unique, and of one that is minimal no clue can go.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from statistics import mean
from typing import Any

from stored import DOCS, RESULTS, Bench, Record, cpu, markdown, measured_with, progress, rows_of, seconds

import knobel
from knobel.making.settling import labelled
from knobel.puzzle import Puzzle
from knobel.tasks.generate import GRADING, Made
from knobel.tasks.grade import NAMES, Name

SEED = 1
ENGINES = ("minisat", "glucose", "cadical")
SIZES: tuple[tuple[str, str, dict[str, Any], int], ...] = (
    ("dominosweeper", "10x10", {"size": "10"}, 20),
    ("dominosweeper", "30x30", {"size": "30"}, 5),
    ("dominosweeper", "50x50", {"size": "50"}, 3),
    ("doppelblock", "6, sums only", {"size": "6"}, 20),
    ("doppelblock", "8, sums only", {"size": "8"}, 10),
    ("doppelblock", "9, sums only", {"size": "9"}, 10),
    ("doppelblock", "10, with givens", {"size": "10"}, 10),
    ("nonogram", "10x10", {"size": "10"}, 20),
    ("nonogram", "20x20", {"size": "20"}, 20),
    ("nonogram", "30x30", {"size": "30"}, 10),
    ("satromino", "8x8, 6 pieces", {"size": "8", "pieces": 6}, 10),
    ("bishops", "8", {"size": "8"}, 20),
)
MANY: tuple[tuple[str, str, dict[str, Any]], ...] = (
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
ASKED: tuple[tuple[str, str, dict[str, Any], Name], ...] = (
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


def measure_costs() -> list[Record]:
    """Each size, after a first puzzle that loads what has to be loaded once."""
    rows = []
    for kind, size, options, count in SIZES:
        next(knobel.generating(kind, seed=SEED + 1, **options))
        puzzles = knobel.generating(kind, seed=SEED, **options)
        made, took, graded = list[Made](), list[float](), list[float]()
        for _ in range(count):
            started = cpu()
            made.append(next(puzzles))
            took.append(cpu() - started)
        known = 0
        for one in made[: max(3, count // 4)]:
            started = cpu()
            known += one.grade is not None
            graded.append(cpu() - started)
        rows.append(
            progress(
                {
                    "kind": kind,
                    "size": size,
                    "puzzles": count,
                    "mean": round(mean(took), 4),
                    "worst": round(max(took), 4),
                    "clues": round(mean(one.clues for one in made), 1),
                    "minimal": None if made[0].minimal is None else sum(map(bool, (one.minimal for one in made))),
                    "graded": round(mean(graded), 4),
                    "known": f"{known} of {len(graded)}",
                }
            )
        )
    return rows


def measure_hundred() -> list[Record]:
    """A hundred of each kind at a small and a medium size, and what independent witnesses say about them."""
    rows = []
    for kind, size, options in MANY:
        made = list(knobel.generating(kind, seed=SEED, count=HUNDRED, **options))
        again = list(knobel.generating(kind, seed=SEED, count=AGAIN, **options))
        rows.append(progress({"kind": kind, "size": size} | _witnessed(made, again)))
    return rows


def measure_asked() -> list[Record]:
    """The same with a grade asked for, which each puzzle gets once more, from nothing but its clues."""
    rows = []
    for kind, size, options, asked in ASKED:
        started = cpu()
        made = list(knobel.generating(kind, grade=asked, seed=SEED, count=HUNDRED, **options))
        took = (cpu() - started) / HUNDRED
        again = list(knobel.generating(kind, grade=asked, seed=SEED, count=AGAIN, **options))
        fresh = [knobel.grade(knobel.parse(str(one))) for one in made]
        has_it = [found is not None and found.name == asked for found in fresh]
        rows.append(
            progress(
                {
                    "kind": kind,
                    "size": size,
                    "grade": asked,
                    "fit": sum(one.fits for one in made),
                    "confirmed": sum(one.fits and has for one, has in zip(made, has_it, strict=True)),
                    "wrong": sum(one.fits != has for one, has in zip(made, has_it, strict=True)),
                    "mean": round(took, 3),
                }
                | _witnessed(made, again)
            )
        )
    return rows


def _witnessed(made: Sequence[Made], again: Sequence[Made]) -> Record:
    """What is true of how many of these puzzles; ``again`` are the first of them, made a second time."""
    spare = [one for one in made if one.minimal and one.puzzle.kind != "nonogram"]
    return {
        "different": len({str(one) for one in made}),
        "unique": sum(_unique(one.puzzle, one.verifier) for one in made),
        "checked": sum(one.solution is not None and not one.puzzle.check(one.solution) for one in made),
        "again": [str(one) for one in again] == [str(one) for one in made[: len(again)]],
        "minimal": len(spare),
        "needed": sum(map(_needs_all, spare)),
    }


def _unique(puzzle: Puzzle, verifier: str) -> bool:
    """The word of an engine that neither made nor verified it."""
    third = next(name for name in ENGINES if name not in (labelled(puzzle).engine, verifier))
    return bool(knobel.unique(puzzle, engine=third, nearest=False))


def _needs_all(made: Made) -> bool:
    """Whether each clue, taken away alone, leaves more than one solution."""
    places = made.puzzle.places()
    without = (made.puzzle.keep([other for other in places if other != place]) for place in places)
    return all(knobel.unique(fewer, nearest=False).status == "multiple" for fewer in without)


def measure_grades() -> list[Record]:
    """Puzzles at each grade asked for: how many have it, by the explanation itself."""
    rows = []
    for kind, size in SMALL.items():
        for name in WANTED:
            started = cpu()
            made = list(islice(knobel.generating(kind, grade=name, seed=SEED, size=size, timeout=60.0), EACH))
            took = (cpu() - started) / EACH
            told = [knobel.explain(one.puzzle).grade for one in made]
            right = sum(
                found is not None and one.fits == (found.name == name) for one, found in zip(made, told, strict=True)
            )
            rows.append(
                progress(
                    {
                        "kind": kind,
                        "size": size,
                        "grade": name,
                        "puzzles": EACH,
                        "met": sum(one.fits for one in made),
                        "true": right,
                        "mean": round(took, 3),
                    }
                )
            )
    return rows


# tables


def tables(stored: Record) -> dict[str, str]:
    """All tables of the page."""
    costs = markdown(
        ("kind", "size", "puzzles", "seconds", "worst", "clues", "minimal", "to grade", "graded"),
        [
            (
                row["kind"],
                row["size"],
                row["puzzles"],
                seconds(row["mean"]),
                seconds(row["worst"]),
                row["clues"],
                row["minimal"] if row["kind"] != "nonogram" else "-",
                seconds(row["graded"]),
                row["known"],
            )
            for row in rows_of(stored, "costs")
        ],
        2,
    )
    hundred = markdown(
        ("kind", "size", *WITNESSES),
        [(row["kind"], row["size"], *_witnesses(row)) for row in rows_of(stored, "hundred")],
        2,
    )
    asked = markdown(
        ("kind", "size", "grade", "have it", "confirmed", "said wrongly", "seconds", *WITNESSES),
        [
            (
                *(row[name] for name in ("kind", "size", "grade", "fit", "confirmed", "wrong")),
                seconds(row["mean"]),
                *_witnesses(row),
            )
            for row in rows_of(stored, "asked")
        ],
        3,
    )
    grades = markdown(
        ("kind", "size", "grade", "puzzles", "met", "said truly", "seconds"),
        [
            (row["kind"], row["size"], row["grade"], row["puzzles"], row["met"], row["true"], seconds(row["mean"]))
            for row in rows_of(stored, "grades")
        ],
        3,
    )
    return {
        "costs": costs,
        "hundred": hundred,
        "asked": asked,
        "grades": grades,
        "limits": f"Grades are looked for {GRADING:g} seconds; there are {len(NAMES)} of them. {measured_with(stored)}",
    }


WITNESSES = ("different", "unique", "checked", "the same again", "minimal", "need every clue")


def _witnesses(row: Record) -> tuple[object, ...]:
    """The columns with these names; nonograms always have all their clues."""
    spared = ("-", "-") if row["kind"] == "nonogram" else (row["minimal"], row["needed"])
    return row["different"], row["unique"], row["checked"], "yes" if row["again"] else "no", *spared


BENCH = Bench(
    __doc__ or "",
    RESULTS / "generating.json",
    DOCS / "why" / "generators.md",
    {"costs": measure_costs, "hundred": measure_hundred, "asked": measure_asked, "grades": measure_grades},
    tables,
)

if __name__ == "__main__":
    BENCH.main()
