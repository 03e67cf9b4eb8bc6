"""Do grades put puzzles in the order of the time that people took? For anyone who has such times.

The file is CSV with the columns ``puzzle`` (an ID, an example, a file with one puzzle) and ``seconds``, a line for each
time that somebody solved it. Of several times for the same puzzle, the median counts.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from ..errors import BadInput
from ..files import read_text
from ..inputs import load
from ..puzzle import Puzzle
from ..tasks.grade import NAMES, Grade, grade
from .ranks import kendall, spearman
from .report_data import Grid, Section

COLUMNS = ("puzzle", "seconds")


@dataclass(frozen=True)
class Solved:
    """A puzzle and how long each of some people took."""

    puzzle: Puzzle
    seconds: tuple[float, ...]

    @property
    def middle(self) -> float:
        return median(self.seconds)


@dataclass(frozen=True)
class Correlation:
    """How well something orders puzzles as the times of people do; None where it, or the times, are all equal."""

    kind: str
    puzzles: int
    measure: str
    spearman: float | None
    kendall: float | None


def read_times(file: str) -> list[Solved]:
    """The puzzles of a file with the times of people; raises :class:`BadInput`."""
    rows = csv.DictReader(io.StringIO(read_text(file)), skipinitialspace=True)
    if not set(COLUMNS) <= set(rows.fieldnames or ()):
        raise BadInput("expected CSV with the columns puzzle and seconds in its first line", file=file, line=1)
    puzzles: dict[str, Puzzle] = {}
    found: dict[str, list[float]] = {}
    for row in rows:
        try:
            seconds = float(row["seconds"] or "")
        except ValueError:
            seconds = -1.0
        if not 0 < seconds < float("inf") or None in row:
            problem = f"the seconds are {row['seconds']!r}; expected a number above 0"
            hint = ", and an ID with commas in quotation marks" if None in row else ""
            raise BadInput(problem + hint, file=file, line=rows.line_num)
        try:
            puzzle = load((row["puzzle"] or "").strip())
        except BadInput as error:
            raise BadInput(str(error), file=file, line=rows.line_num) from error
        puzzles.setdefault(puzzle.id(), puzzle)
        found.setdefault(puzzle.id(), []).append(seconds)
    return [Solved(puzzle, tuple(found[name])) for name, puzzle in puzzles.items()]


def graded(times: Iterable[Solved], timeout: float | None = None) -> Iterator[tuple[Solved, Grade | None]]:
    """Each puzzle with its grade; None where there is not exactly one solution, or the limit was too tight."""
    for one in times:
        yield one, grade(one.puzzle, timeout=timeout)


def measures(found: Grade) -> dict[str, int]:
    """What could say how long a puzzle takes: the grade as a number, the rounds, and the steps."""
    return {"grade": NAMES.index(found.name), "rounds": found.rounds, "steps": sum(found.levels.values())}


def correlations(found: Sequence[tuple[Solved, Grade]]) -> list[Correlation]:
    """Of each kind, and of all kinds together where there are several."""
    kinds = sorted({one.puzzle.kind for one, _ in found})
    groups = {kind: [pair for pair in found if pair[0].puzzle.kind == kind] for kind in kinds}
    if len(kinds) > 1:
        groups["all"] = list(found)
    made = []
    for kind, pairs in groups.items():
        seconds = [one.middle for one, _ in pairs]
        by = [measures(grade) for _, grade in pairs]
        for name in by[0]:
            values = [one[name] for one in by]
            made.append(Correlation(kind, len(pairs), name, spearman(values, seconds), kendall(values, seconds)))
    return made


def section(found: Sequence[Correlation]) -> Section:
    """As a part of a report."""
    head = ("kind", "compared with the times", "puzzles", "Spearman's rho", "Kendall's tau-b")
    rows = [(one.kind, one.measure, str(one.puzzles), _number(one.spearman), _number(one.kendall)) for one in found]
    text = "1: the same order; 0: none; -1: the opposite one; a dash: all values are equal. Ties are counted as ties."
    return Section("Grades and the times of people", text, [Grid("", head, rows, words=2)])


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
