"""The next step from a partly filled board; or, if it is already wrong, what in it contradicts the clues."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeAlias, Unpack

from ..limits import Deadline, OutOfTime
from ..puzzle import Atom, Puzzle, Values
from ..reasoning.steps import Reasoner, Step
from ..reasoning.telling import told, where
from ..say import Say
from .explain import Asked, opened

Status: TypeAlias = Literal["step", "wrong", "done", "nothing", "unsolvable", "undecided"]
SMALL = 3  # filled entries that are tried together, all of them, before a set is only made minimal


@dataclass(frozen=True)
class Hint:
    """``step``: what comes next. ``wrong``: filled entries that cannot all be right (``smallest``: no fewer do).

    ``done``: the board is full and right. ``nothing``: no more follows, the puzzle has several solutions from here.
    """

    puzzle: Puzzle
    status: Status
    step: Step | None = None
    wrong: tuple[Atom, ...] = ()
    smallest: bool = False

    def told(self, depth: int = 3) -> list[Say]:
        """In words: 1 where to look, 2 which clues too, 3 the full reason."""
        if self.status == "wrong":
            return [Say("These cannot all be right: {facts}.", facts=tuple(map(self.puzzle.say, self.wrong)))]
        if self.step is None:
            return [WORDS[self.status]]
        places = tuple(where(at) for at in dict.fromkeys(atom.at for atom in self.step.cells))
        look = Say("Look at {places}.", places=places)
        if depth == 1:
            return [look]
        return [look, Say("{because}.", because=self.step.because)] if depth == 2 else told(self.puzzle, self.step)


WORDS: dict[str, Say] = {
    "done": Say("The board is solved."),
    "nothing": Say("Nothing more follows: there are several solutions."),
    "unsolvable": Say("There is no solution."),
    "undecided": Say("The time was too short."),
}


def hint(puzzle: Puzzle, state: Values | str, **asked: Unpack[Asked]) -> Hint:
    """What to do next; ``state`` is an array with -1 for unknown entries, or the one-line form with ``?``.

    >>> from knobel import parse
    >>> p = parse("nonogram:3x1:1//1/1.1")
    >>> print(*hint(p, "#??").told(1))
    Look at row 1 column 2; row 1 column 3.
    >>> print(*hint(p, ".??").told())
    These cannot all be right: row 1 column 1 is empty.
    """
    values = puzzle.read(state) if isinstance(state, str) else state
    try:
        with Deadline(asked.get("timeout")):
            return _hint(puzzle, values)
    except OutOfTime:
        return Hint(puzzle, "undecided")


def _hint(puzzle: Puzzle, values: Values) -> Hint:
    reasoner, verifier = opened(puzzle, values)
    try:
        if isinstance(reasoner.whole.solve(reasoner.domain), tuple):
            return Hint(puzzle, "unsolvable")
        if isinstance(reasoner.whole.solve(reasoner.possible), tuple):
            wrong, smallest = _wrong(reasoner, values)
            return Hint(puzzle, "wrong", None, wrong, smallest)
        if (values >= 0).all():
            return Hint(puzzle, "done")
        step = reasoner.step()
        if step is None:
            return Hint(puzzle, "nothing" if (reasoner.values < 0).any() else "done")
        verifier.check(step)
        return Hint(puzzle, "step", step)
    finally:
        reasoner.close()
        verifier.close()


def _wrong(reasoner: Reasoner, values: Values) -> tuple[tuple[Atom, ...], bool]:
    """A smallest set of filled entries that no solution has; if that is large, one of which none can be spared."""
    filled = [(int(entry), int(value)) for entry, value in enumerate(values.ravel()) if value >= 0]
    kept = _minimal(reasoner, filled)
    smallest = len(kept) == 1
    for size in range(1, min(SMALL, len(kept) - 1) + 1):
        found = next((few for few in combinations(filled, size) if _contradicts(reasoner, list(few))), None)
        if found is not None:
            return _atoms(reasoner, list(found)), True
        smallest = size == len(kept) - 1
    return _atoms(reasoner, kept), smallest


def _minimal(reasoner: Reasoner, facts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    needed, rest = list[tuple[int, int]](), list(facts)
    while rest:
        tried = rest.pop()
        if not _contradicts(reasoner, needed + rest):
            needed.append(tried)
    return needed


def _contradicts(reasoner: Reasoner, facts: list[tuple[int, int]]) -> bool:
    allowed = all(reasoner.domain[fact] for fact in facts)
    return not allowed or isinstance(reasoner.whole.solve(reasoner.domain, None, facts), tuple)


def _atoms(reasoner: Reasoner, facts: list[tuple[int, int]]) -> tuple[Atom, ...]:
    return tuple(Atom(reasoner.at(entry), value) for entry, value in sorted(facts))
