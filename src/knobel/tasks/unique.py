"""Is there exactly one solution? If there are more: two of them, and where they differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, Unpack

import numpy as np

from ..errors import Interrupted
from ..limits import Deadline, OutOfTime
from ..puzzle import At, Puzzle, Values
from ..search import Ask, chosen, open_search

Verdict: TypeAlias = Literal["unique", "multiple", "none", "undecided"]
STATUS: tuple[Verdict, ...] = ("none", "unique", "multiple")  # by the number of witnesses


@dataclass(frozen=True)
class Uniqueness:
    """The verdict, the solutions that witness it (at most two), and the entries where two of them differ."""

    puzzle: Puzzle
    status: Verdict
    solutions: tuple[Values, ...] = ()
    encoding: str = ""
    engine: str = ""

    @property
    def differs(self) -> list[At]:
        if len(self.solutions) < 2:
            return []
        return [tuple(at) for at in np.argwhere(self.solutions[0] != self.solutions[1]).tolist()]

    def __str__(self) -> str:
        return self.status

    def __bool__(self) -> bool:
        return self.status == "unique"


def unique(puzzle: Puzzle, **ask: Unpack[Ask]) -> Uniqueness:
    """Whether the puzzle has exactly one solution.

    >>> from knobel import parse
    >>> unique(parse("nonogram:4x4:2/1/2/1/1.1/2/1/1")).status
    'unique'
    >>> unique(parse("nonogram:2x2:1/1/1/1")).differs
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    encoding, engine = chosen(puzzle, ask)
    witnesses: list[Values] = []
    search = None

    def result(status: Verdict) -> Uniqueness:
        return Uniqueness(puzzle, status, tuple(witnesses), encoding.full_name, engine.name)

    try:
        with Deadline(ask.get("timeout")):
            search = open_search(puzzle, ask)
            while len(witnesses) < 2:
                values = search.solve().values
                if values is None:
                    break
                witnesses.append(values)
                search.forbid(values)
                search.prefer(values)  # the second one as near to the first as comes cheaply
            return result(STATUS[len(witnesses)])
    except OutOfTime:
        return result("undecided")
    except KeyboardInterrupt:
        raise Interrupted(result("undecided")) from None
    finally:
        if search:
            search.close()
