"""Why a puzzle has no solution: clues that contradict each other, and which of them would have to go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, Unpack

from ..limits import Deadline, OutOfTime
from ..puzzle import Puzzle, Refutable
from ..reasoning.chains import Link, story
from ..reasoning.conflicts import smallest_conflict
from ..reasoning.steps import Reasoner
from ..say import Say
from .explain import Asked, opened

ENOUGH = 5.0  # seconds for more, where the puzzle itself has told why

Status: TypeAlias = Literal["contradiction", "solvable", "undecided"]


@dataclass(frozen=True)
class Why:
    """Sentences that cannot all hold, none of which can be spared (``smallest``: no fewer do), and what would mend it.

    ``story`` tells, one after the other, how the last of them fails; it is empty where no such story was found.
    ``mend`` are the clues of which each would have to go alone to make the puzzle solvable.
    """

    puzzle: Puzzle
    status: Status
    clues: tuple[Say, ...] = ()
    smallest: bool = False
    story: tuple[Link, ...] = ()
    mend: tuple[Say, ...] = ()
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
                return _told(puzzle, reasoner, groups, smallest, argument)
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
        argument,
    )
