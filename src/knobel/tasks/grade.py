"""How hard a puzzle is for a person, from the steps that explain it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, Unpack

from ..puzzle import Puzzle

if TYPE_CHECKING:
    from ..reasoning.steps import Step
    from .explain import Asked

Name: TypeAlias = Literal["easy", "medium", "hard", "expert", "search"]
NAMES: tuple[Name, ...] = ("easy", "medium", "hard", "expert", "search")

FEW_ROUNDS = 12  # rounds of single clues that are still easy
FEW_SETS = 3  # steps with two to four clues at once that are still of medium difficulty
CHAIN, CORE = 5, 6  # levels of steps, as in the reasoning


@dataclass(frozen=True)
class Grade:
    """The name of the grade, how many steps there are of each level, and how many rounds build on each other."""

    name: Name
    levels: dict[int, int]
    rounds: int

    def __str__(self) -> str:
        return self.name


def graded(steps: Iterable[Step]) -> Grade:
    """The grade of an explanation that leads to the solution.

    easy: one clue or rule at a time, in few rounds. medium: more rounds, or a few steps that need several at once.
    hard: more of those. expert: chains of consequences of an assumption. search: steps that no such story tells.
    """
    found = list(steps)
    levels = dict(sorted(Counter(step.level for step in found).items()))
    rounds = _rounds(found)
    sets = sum(count for level, count in levels.items() if 1 < level < CHAIN)
    name: Name = "easy" if rounds <= FEW_ROUNDS else "medium"
    if sets:
        name = "medium" if sets <= FEW_SETS else "hard"
    if CHAIN in levels:
        name = "expert"
    if CORE in levels:
        name = "search"
    return Grade(name, levels, rounds)


def _rounds(steps: list[Step]) -> int:
    """The longest row of steps of which each needs what the one before it found."""
    found: dict[tuple[int, ...], int] = {}
    for step in steps:
        after = 1 + max((found.get(atom.at, 0) for atom in step.known), default=0)
        for atom in step.cells:
            found[atom.at] = max(found.get(atom.at, 0), after)
    return max(found.values(), default=0)


def grade(puzzle: Puzzle, **asked: Unpack[Asked]) -> Grade | None:
    """The grade of a puzzle with exactly one solution; None if there is none or more, or the time was too short.

    >>> from knobel import parse
    >>> print(grade(parse("nonogram:4x4:2/1/2/1/1.1/2/1/1")))
    medium
    """
    from .explain import explain

    return explain(puzzle, **asked).grade
