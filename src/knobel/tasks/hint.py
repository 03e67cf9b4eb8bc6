"""The next step from a partly filled board; or, if it is already wrong, what in it contradicts the clues."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeAlias

from ..limits import anytime
from ..minimal import minimal
from ..puzzle import Atom, Puzzle, Values
from ..reasoning.phrases import phrases
from ..reasoning.plan import with_way
from ..reasoning.steps import Reasoner, Step
from ..reasoning.wording import place, technique, told
from ..say import Say
from .explain import opened

Status: TypeAlias = Literal["step", "wrong", "done", "nothing", "unsolvable", "undecided"]
SMALL = 3  # filled entries that are tried together, all of them, before a set is only made minimal


@dataclass(frozen=True)
class Hint:
    """``step``: what comes next. ``wrong``: filled entries that cannot all be right (``smallest``: no fewer do).

    ``done``: the board is full and right. ``nothing``: no more follows, the puzzle has several solutions from here.
    ``complete`` says that this is the whole answer; it is False where the time was over before.
    """

    puzzle: Puzzle
    status: Status
    step: Step | None = None
    wrong: tuple[Atom, ...] = ()
    smallest: bool = False
    complete: bool = False

    def told(self, depth: int = 3) -> list[Say]:
        """In words: 1 the technique and where to look, 2 which clues and rules too, 3 the full reason."""
        if len(self.wrong) == 1:
            return [Say("This cannot be right: {fact}.", fact=self.puzzle.say(self.wrong[0]))]
        if self.status == "wrong":
            return [Say("These cannot all be right: {facts}.", facts=phrases(self.puzzle, self.wrong))]
        if self.step is None:
            return [WORDS[self.status]]
        name, where = technique(self.puzzle, self.step), place(self.puzzle, self.step)
        look = Say("Look at {places}.", places=where)
        if name is not None:
            look = Say("{technique}: {places}.", technique=name, places=where)
        if depth == 1:
            return [look]
        return [look, Say("{because}.", because=self.step.because)] if depth == 2 else told(self.puzzle, self.step)


WORDS: dict[str, Say] = {
    "done": Say("The board is solved."),
    "nothing": Say("Nothing more follows: there are several solutions."),
    "unsolvable": Say("There is no solution."),
    "undecided": Say("Nothing was found in this time."),
}


def hint(puzzle: Puzzle, state: Values | str, *, timeout: float | None = None) -> Hint:
    """What to do next; ``state`` is an array with -1 for unknown entries, or the one-line form with ``?``.

    >>> from knobel import parse
    >>> p = parse("nonogram:3x1:1//1/1.1")
    >>> print(*hint(p, "#??").told(1))
    full line: row 1.
    >>> print(*hint(p, ".??").told())
    This cannot be right: row 1 column 1 is empty.
    """
    values = puzzle.read(state) if isinstance(state, str) else state
    return anytime(Hint(puzzle, "undecided"), _answers(puzzle, values), timeout)


def _answers(puzzle: Puzzle, values: Values) -> Generator[Hint, None, None]:
    """Answers that say ever more, where there is more than one."""
    reasoner, verifier = opened(puzzle, values)
    with closing(reasoner), closing(verifier):
        if reasoner.all_groups.solve(reasoner.domain) is None:
            yield Hint(puzzle, "unsolvable", complete=True)
        elif reasoner.all_groups.solve(reasoner.possible) is None:
            yield from _wrong(reasoner, values)
        elif (values >= 0).all():
            yield Hint(puzzle, "done", complete=True)
        else:
            reasoner.conclude(reasoner.possible, reasoner.givens)  # nobody needs a hint for what stands on the board
            before = reasoner.possible.copy()
            step = reasoner.step()
            if step is None:
                yield Hint(puzzle, "nothing" if (reasoner.values < 0).any() else "done", complete=True)
            else:
                verifier.check(step)
                yield Hint(puzzle, "step", with_way(reasoner, step, before, reasoner.possible), complete=True)


def _wrong(reasoner: Reasoner, values: Values) -> Iterator[Hint]:
    """A smallest set of filled entries that no solution has; if that is large, one of which none can be spared."""

    def found(facts: list[tuple[int, int]], smallest: bool = False, complete: bool = False) -> Hint:
        return Hint(reasoner.puzzle, "wrong", None, _atoms(reasoner, facts), smallest, complete)

    filled = [(int(entry), int(value)) for entry, value in enumerate(values.ravel()) if value >= 0]
    yield found(filled)
    kept = minimal(filled[::-1], lambda part: _contradicts(reasoner, part))
    yield found(kept, len(kept) == 1)
    for size in range(1, min(SMALL, len(kept) - 1) + 1):
        few = next((few for few in combinations(filled, size) if _contradicts(reasoner, list(few))), None)
        if few is not None:
            yield found(list(few), True, True)
            return
    yield found(kept, len(kept) <= SMALL + 1, True)


def _contradicts(reasoner: Reasoner, facts: Collection[tuple[int, int]]) -> bool:
    allowed = all(reasoner.domain[fact] for fact in facts)
    return not allowed or reasoner.all_groups.solve(reasoner.domain, None, list(facts)) is None


def _atoms(reasoner: Reasoner, facts: list[tuple[int, int]]) -> tuple[Atom, ...]:
    return tuple(Atom(reasoner.at(entry), value) for entry, value in sorted(facts))
