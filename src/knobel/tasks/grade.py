"""How hard a puzzle is for a person, from the steps that explain it; they need not be told to be counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from .. import registry
from ..formula import Formula
from ..limits import Deadline, OutOfTime
from ..puzzle import Optimising, Puzzle, Values, possible_of
from ..reasoning import CHAIN, CORE, SEVERAL

Name: TypeAlias = Literal["easy", "medium", "hard", "expert", "search"]
NAMES: tuple[Name, ...] = ("easy", "medium", "hard", "expert", "search")
GRADING = 10_000_000
"""The work for a grade that is told by the way, of a new puzzle or one in a book: some seconds."""


@dataclass(frozen=True)
class FewSteps:
    """How many are few: rounds that are still easy, and steps with two to four clues at once that are still medium."""

    rounds: int = 12
    sets: int = 3

    @classmethod
    def of(cls, puzzle: Puzzle) -> FewSteps:
        """As the kind's folder says."""
        return cls(**registry.kind(puzzle.kind).grade_limits)


@dataclass(frozen=True)
class Grade:
    """The name of the grade, how many steps there are of each level, and in how many rounds they come.

    ``least`` says that counting stopped there: the puzzle is that hard, or harder.
    """

    name: Name
    levels: dict[int, int]
    rounds: int
    least: bool = False

    def __str__(self) -> str:
        return self.name


def graded(levels: Counter[int], rounds: int, few: FewSteps, least: bool = False) -> Grade:
    """The grade of an explanation with so many steps of each level, in so many rounds.

    easy: one clue or rule at a time, in few rounds. medium: more rounds, or a few steps that need several at once.
    hard: more of those. expert: chains of consequences of an assumption. search: steps that no such story tells.
    """
    sets = _sets(levels)
    name: Name = "easy" if rounds <= few.rounds else "medium"
    if sets:
        name = "medium" if sets <= few.sets else "hard"
    if CHAIN in levels:
        name = "expert"
    if CORE in levels:
        name = "search"
    return Grade(name, dict(sorted(levels.items())), rounds, least)


def _sets(levels: Counter[int]) -> int:
    return sum(count for level, count in levels.items() if 1 < level < CHAIN)


def grade(
    puzzle: Puzzle, *, at_most: Name = "search", solution: Values | None = None, timeout: float | None = None
) -> Grade | None:
    """The grade of a puzzle with exactly one solution; None if there is none or more, or the limit was too tight.

    The same as that of the explanation, but nothing is told or verified. Counting stops as soon as the grade is above
    ``at_most``. Whoever knows that there is only one solution can say which, and saves the time to find it.

    >>> from knobel import parse
    >>> print(grade(parse("nonogram:4x4:2/1/2/1/1.1/2/1/1")))
    medium
    """
    try:
        with Deadline(timeout):
            if solution is None:
                from .unique import unique

                found = unique(puzzle, nearest=False)
                if not found:
                    return None
                solution = found.solutions[0]
            return _counted(puzzle, solution, NAMES.index(at_most))
    except OutOfTime:
        return None


def _counted(puzzle: Puzzle, solution: Values, most: int) -> Grade:
    from ..reasoning.steps import Reasoner
    from ..reasoning.verify import explaining

    formula = explaining(puzzle)[0](puzzle)
    assert isinstance(formula, Formula)
    worth = puzzle.value(solution) if isinstance(puzzle, Optimising) and puzzle.best is not None else None
    goal = possible_of(solution.reshape(-1), formula.answer.shape[-1])
    reasoner = Reasoner(puzzle, formula, None, worth, lambda possible: goal)
    levels: Counter[int] = Counter()
    few = FewSteps.of(puzzle)
    try:
        while True:
            allowed = (1, SEVERAL if _sets(levels) < few.sets else 1, SEVERAL, CHAIN, CORE)[most]
            gain = reasoner.next(allowed)
            if gain is None:
                found = graded(levels, reasoner.round, few)
                solved = not (reasoner.possible & ~goal).any()
                return found if solved else replace(found, name=NAMES[most + 1], least=True)
            reasoner.learn(gain)
            levels[gain.level] += 1
            if not most and reasoner.round > few.rounds:
                return graded(levels, reasoner.round, few, least=True)
    finally:
        reasoner.close()
