"""Why a puzzle has no solution: clues that contradict each other, and which of them would have to go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import Literal, TypeAlias, Unpack

from ..formula import Formula
from ..limits import Deadline, OutOfTime
from ..puzzle import Place, Puzzle, Refutable
from ..reasoning.chains import Link, story
from ..reasoning.conflicts import smallest_conflict
from ..reasoning.steps import Reasoner
from ..reasoning.verify import explaining
from ..say import Say
from .count import solutions
from .explain import Asked, opened

TRIED = 20  # solutions without a clue that are looked at for what it could say instead
FAR = 1000
ENOUGH = 5.0  # seconds for more, where the puzzle itself has told why

Status: TypeAlias = Literal["contradiction", "solvable", "undecided"]


@dataclass(frozen=True)
class Why:
    """Sentences that cannot all hold, none of which can be spared (``smallest``: no fewer do), and what would mend it.

    ``story`` tells, one after the other, how the last of them fails; it is empty where no such story was found.
    ``mend`` are the clues of which each would have to go alone to make the puzzle solvable, and ``change`` is what
    each of them could say instead: the nearest of what it says in some of the solutions without it.
    """

    puzzle: Puzzle
    status: Status
    clues: tuple[Say, ...] = ()
    smallest: bool = False
    story: tuple[Link, ...] = ()
    mend: tuple[Say, ...] = ()
    change: tuple[tuple[Say, Say], ...] = ()
    argument: Say | None = None  # where the puzzle itself knows one

    def __bool__(self) -> bool:
        return self.status == "contradiction"

    def __str__(self) -> str:
        return "\n".join(map(str, self.clues)) or self.status


def why(puzzle: Puzzle, **asked: Unpack[Asked]) -> Why:
    """Why there is no solution.

    >>> from knobel import parse
    >>> print(why(parse("nonogram:2x1:1/1/1")))
    column 1 has the runs 1
    column 2 has the runs 1
    row 1 has the runs 1
    """
    argument = puzzle.refutation() if isinstance(puzzle, Refutable) else None
    found: Why | None = None
    try:
        with Deadline(asked.get("timeout")), Deadline(None if argument is None else ENOUGH):
            reasoner, verifier = opened(puzzle)
            try:
                if not isinstance(reasoner.whole.solve(reasoner.possible), tuple):
                    return Why(puzzle, "solvable")
                groups = reasoner.whole.shrunk(reasoner.possible, range(len(reasoner.groups)), ())
                found = _told(puzzle, reasoner, groups, False, argument)
                groups, smallest = smallest_conflict(reasoner, groups)
                found = _told(puzzle, reasoner, groups, smallest, argument)
                return replace(found, change=tuple(changes(puzzle, reasoner, found.mend)))
            finally:
                reasoner.close()
                verifier.close()
    except OutOfTime:
        status: Status = "undecided" if argument is None else "contradiction"
        return found or Why(puzzle, status, argument=argument)


def _told(puzzle: Puzzle, reasoner: Reasoner, groups: list[int], smallest: bool, argument: Say | None) -> Why:
    clues = [number for number in groups if reasoner.groups[number].kind == "clue"]
    everything = range(len(reasoner.groups))
    mend = [
        number
        for number in clues
        if not isinstance(reasoner.whole.solve(reasoner.possible, [g for g in everything if g != number]), tuple)
    ]
    return Why(
        puzzle,
        "contradiction",
        tuple(reasoner.groups[number].say for number in groups),
        smallest,
        story(reasoner, groups),
        tuple(reasoner.groups[number].say for number in mend),
        argument=argument,
    )


def changes(puzzle: Puzzle, reasoner: Reasoner, mend: tuple[Say, ...]) -> Iterator[tuple[Say, Say]]:
    """For each of these clues, another one in its place that would do, as near to it as some solutions show."""
    for group in reasoner.groups:
        if group.say in mend and group.place is not None:
            fewer = puzzle.keep([place for place in puzzle.places() if place != group.place])
            found = {said(puzzle.full(values), group.place) for values in islice(solutions(fewer), TRIED)}
            others = sorted((say for say in found if say not in (None, group.say)), key=str)
            if others:
                yield group.say, min(others, key=lambda say: distance(group.say, say))


def said(puzzle: Puzzle, place: Place) -> Say | None:
    """The sentence of the clue at a place."""
    formula = explaining(puzzle)[0](puzzle.keep([place]))
    assert isinstance(formula, Formula)
    return next((group.say for group in formula.groups if group.place == place), None)


def distance(one: Say, other: Say) -> int:
    """How far apart the numbers in two sentences are; other sentences are far away.

    >>> distance(Say("{runs}", runs=(2, 1)), Say("{runs}", runs=(4, 1)))
    2
    """
    mine, theirs = numbers(one), numbers(other)
    apart = sum(abs(a - b) for a, b in zip_longest(mine, theirs, fillvalue=0))
    return apart + FAR * (one.template != other.template) + FAR * abs(len(mine) - len(theirs))


def numbers(value: object) -> list[int]:
    """The numbers in a sentence, in order."""
    if isinstance(value, Say):
        return [number for part in value.args.values() for number in numbers(part)]
    if isinstance(value, tuple):
        return [number for part in value for number in numbers(part)]
    return [value] if isinstance(value, int) else []
