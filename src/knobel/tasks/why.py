"""Why a puzzle has no solution: clues that contradict each other, and which of them would have to go or to change."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal, TypeAlias

from ..formula import Formula, Group
from ..limits import Budget, OutOfTime, anytime, tick
from ..puzzle import Changeable, Place, Puzzle, Refutable
from ..reasoning.conflicts import smallest_conflict
from ..reasoning.refutations import story
from ..reasoning.steps import Reasoner, Step
from ..reasoning.verify import Verifier, explaining
from ..say import Say
from .count import solutions
from .explain import opened
from .solve import solve

MORE_WORK = 10_000_000  # to say more, where the puzzle itself has told why
STORY_WORK = 20_000_000  # to tell how the clues fail
CHANGE_WORK = 6_000_000  # for each clue, to prove that no smaller change would do
SHOWN = 20  # solutions without a clue that show what else it could say
MOST_CHANGES = 20_000  # looked through for one of these, where that work is done

Status: TypeAlias = Literal["contradiction", "solvable", "undecided"]


@dataclass(frozen=True)
class Why:
    """Groups that cannot all hold, each of them needed (``smallest``: no fewer do), and what would mend it.

    ``story`` tells, step by step, how they fail; it is empty where no such story was found. ``mend`` are the clues of
    which each would have to go alone to make the puzzle solvable; ``lasting`` says that there is certainly none. Where
    such a clue has numbers, ``change`` is what it could say instead, the nearest there is; ``near`` the same where it
    is not certain that nothing nearer would do. ``complete`` says that nothing of this is missing or uncertain because
    of a limit.
    """

    puzzle: Puzzle
    status: Status
    groups: tuple[Group, ...] = ()
    smallest: bool = False
    story: tuple[Step, ...] = ()
    mend: tuple[Say, ...] = ()
    lasting: bool = False
    change: tuple[tuple[Say, Say], ...] = ()
    near: tuple[tuple[Say, Say], ...] = ()
    argument: Say | None = None  # where the puzzle itself knows one
    complete: bool = False

    @property
    def clues(self) -> tuple[Say, ...]:
        """The sentences of the groups."""
        return tuple(group.say for group in self.groups)

    def __bool__(self) -> bool:
        return self.status == "contradiction"

    def __str__(self) -> str:
        return "\n".join(map(str, self.clues)) or self.status


def why(puzzle: Puzzle, *, timeout: float | None = None) -> Why:
    """Why there is no solution. Ctrl-C raises :class:`Interrupted` with what was known by then.

    >>> from knobel import parse
    >>> reason = why(parse("nonogram:2x1:1/1/1"))
    >>> print(reason)
    column 1 has the runs 1
    column 2 has the runs 1
    row 1 has the runs 1
    >>> reason.change[2]
    (row 1 has the runs 1, row 1 has the runs 2)
    """
    return anytime(Why(puzzle, "undecided"), answers(puzzle), timeout)


def answers(puzzle: Puzzle) -> Generator[Why, None, None]:
    """Answers that say ever more."""
    answer = Why(puzzle, "undecided")
    argument = puzzle.refutation() if isinstance(puzzle, Refutable) else None
    if argument is not None:
        answer = replace(answer, status="contradiction", argument=argument)
        yield answer
    with suppress(OutOfTime), Budget(None if argument is None else MORE_WORK):
        reasoner, verifier = opened(puzzle)
        with closing(reasoner), closing(verifier):
            yield from _reasons(answer, reasoner, verifier)


def _reasons(answer: Why, reasoner: Reasoner, verifier: Verifier) -> Generator[Why, None, None]:
    everything = range(len(reasoner.groups))
    if reasoner.all_groups.solve(reasoner.possible) is not None:
        yield replace(answer, status="solvable", complete=True)
        return
    numbers = reasoner.all_groups.shrunk(reasoner.possible, everything, ())
    answer = replace(answer, status="contradiction", groups=tuple(reasoner.groups[n] for n in numbers))
    yield answer
    given = [n for n in numbers if reasoner.groups[n].place is not None]  # what mends has to go out of this one too
    for number in given:
        if reasoner.all_groups.solve(reasoner.possible, [n for n in everything if n != number]) is not None:
            answer = replace(answer, mend=(*answer.mend, reasoner.groups[number].say))
            yield answer
    answer = replace(answer, lasting=not answer.mend)
    yield answer
    numbers, smallest = smallest_conflict(reasoner, numbers)
    answer = replace(answer, groups=tuple(reasoner.groups[n] for n in numbers), smallest=smallest)
    yield answer
    complete = False
    with suppress(OutOfTime), Budget(STORY_WORK):
        steps = story(reasoner, numbers)
        for step in steps:
            verifier.check(step)
        answer, complete = replace(answer, story=steps), smallest
    yield answer
    for number in numbers:
        clue, place = reasoner.groups[number].say, reasoner.groups[number].place
        if clue in answer.mend and place in answer.puzzle.places() and isinstance(answer.puzzle, Changeable):
            other, nearest = changed(answer.puzzle, place)
            complete &= nearest
            if other is not None and nearest:
                answer = replace(answer, change=(*answer.change, (clue, said(other, place))))
            elif other is not None:
                answer = replace(answer, near=(*answer.near, (clue, said(other, place))))
            yield answer
    yield replace(answer, complete=complete)


def changed(puzzle: Changeable, place: Place) -> tuple[Puzzle | None, bool]:
    """The puzzle with the nearest other numbers in one clue that make it solvable; None if no others do.

    False: it was not found out whether a nearer one would do.
    """
    fewer = puzzle.keep([other for other in puzzle.places() if other != place])
    seen = [fewer.full(values).keep([place]) for values in islice(solutions(fewer), SHOWN)]
    certain, budget = True, Budget(CHANGE_WORK)
    for other in islice(puzzle.changed(place), MOST_CHANGES):
        if other.keep([place]) in seen:
            return other, certain
        try:
            with budget:
                tick()
                result = solve(other)
                tick()
        except OutOfTime:
            tick()
            certain = False
        else:
            if result.solution is not None:
                return other, certain
            certain &= result.status == "unsolvable"
    return None, certain


def said(puzzle: Puzzle, place: Place) -> Say:
    """The sentence of the clue at a place."""
    formula = explaining(puzzle)[0](puzzle.keep([place]))
    assert isinstance(formula, Formula)
    return next(group.say for group in formula.groups if group.place == place)
