"""How hard a puzzle is for a person, from the steps that explain it; they need not be told to be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from .. import registry
from ..formula import Formula, Group
from ..limits import Deadline, OutOfTime
from ..puzzle import Optimising, Practised, Puzzle, Values, possible_of
from ..reasoning import CHAIN, CORE, SEVERAL
from ..say import Say, commas

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

    ``techniques`` says what the steps of level 1 are, and ``longest`` how many clues and rules the longest chain takes.
    ``least`` says that counting stopped there: the puzzle is that hard, or harder.
    """

    name: Name
    levels: dict[int, int]
    rounds: int
    least: bool = False
    techniques: dict[str, int] = field(default_factory=dict)
    longest: int = 0

    def __str__(self) -> str:
        return self.name

    def told(self) -> tuple[Say, ...]:
        r"""What the grade was counted from, in techniques and numbers.

        >>> from knobel import parse
        >>> print(*grade(parse("nonogram:4x4:2/1/2/1/1.1/2/1/1")).told(), sep="\n")
        6 deductions from one clue or rule: 3 x finished line, 2 x overlap and reach, 1 x last cells
        1 deduction from 4 clues or rules at once
        4 rounds
        """
        parts = [_of_level(level, count, self.longest) for level, count in self.levels.items()]
        if self.levels.get(1) and self.techniques:
            parts[0] = Say("{steps}: {techniques}", steps=parts[0], techniques=_listed(self.techniques))
        rounds = Say("1 round") if self.rounds == 1 else Say("{rounds} rounds", rounds=self.rounds)
        return (*parts, rounds)


def _of_level(level: int, count: int, longest: int) -> Say:
    """So many steps of a level, in words."""
    if count == 1:
        if level == 1:
            return Say("1 deduction from one clue or rule")
        if level < CHAIN:
            return Say("1 deduction from {level} clues or rules at once", level=level)
        if level == CHAIN:
            return Say("1 chain of {longest} clues or rules", longest=longest)
        return Say("1 deduction that no chain explains")
    if level == 1:
        return Say("{count} deductions from one clue or rule", count=count)
    if level < CHAIN:
        return Say("{count} deductions from {level} clues or rules at once", count=count, level=level)
    if level == CHAIN:
        return Say("{count} chains of up to {longest} clues or rules", count=count, longest=longest)
    return Say("{count} deductions that no chain explains", count=count)


def _listed(techniques: Mapping[str, int]) -> Say:
    """The most frequent one first."""
    return commas([Say("{count} x {technique}", count=n, technique=Say(name)) for name, n in techniques.items()])


OTHER = Say("other")
"""A step that has no name."""


class Counts:
    """The steps of an explanation, counted."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.few = FewSteps.of(puzzle)
        self.levels: Counter[int] = Counter()
        self.rounds = 0
        self._techniques: Counter[str] = Counter()
        self._longest = 0
        self._names = puzzle.techniques if isinstance(puzzle, Practised) else None

    def add(self, level: int, groups: Sequence[Group], argument: Say | None, round: int) -> None:
        """One more step."""
        self.levels[level] += 1
        self.rounds = max(self.rounds, round)
        if level == CHAIN:
            self._longest = max(self._longest, len(groups))
        if level == 1 and self._names is not None:
            said = groups[0].say if argument is None else argument
            self._techniques[self._names.get(said.template, OTHER.template)] += 1

    @property
    def sets(self) -> int:
        """Steps with several clues at once."""
        return _sets(self.levels)

    def grade(self, least: bool = False) -> Grade:
        """The grade of what was counted so far."""
        techniques = dict(sorted(self._techniques.items(), key=lambda item: (-item[1], item[0])))
        name = named(self.levels, self.rounds, self.few)
        return Grade(name, dict(sorted(self.levels.items())), self.rounds, least, techniques, self._longest)


def named(levels: Counter[int], rounds: int, few: FewSteps) -> Name:
    """The grade of an explanation with so many steps of each level, in so many rounds.

    easy: one clue or rule at a time, in few rounds. medium: more rounds, or a few steps that need several at once.
    hard: more of those. expert: chains of consequences of an assumption. search: steps that no such story tells.
    """
    if CORE in levels:
        return "search"
    if CHAIN in levels:
        return "expert"
    if sets := _sets(levels):
        return "medium" if sets <= few.sets else "hard"
    return "easy" if rounds <= few.rounds else "medium"


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
    counts = Counts(puzzle)
    try:
        reasoner.conclude(reasoner.possible, reasoner.givens)
        while True:
            allowed = (1, SEVERAL if counts.sets < counts.few.sets else 1, SEVERAL, CHAIN, CORE)[most]
            gain = reasoner.next(allowed)
            if gain is None:
                found = counts.grade()
                solved = not (reasoner.possible & ~goal).any()
                return found if solved else replace(found, name=NAMES[most + 1], least=True)
            groups = [reasoner.groups[number] for number in gain.groups]
            counts.add(gain.level, groups, reasoner.argument(gain), reasoner.round)
            reasoner.learn(gain)
            if not most and counts.rounds > counts.few.rounds:
                return counts.grade(least=True)
    finally:
        reasoner.close()
