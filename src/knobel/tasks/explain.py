"""From the clues to the solution, step by step, the easiest step first."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from ..formula import Formula
from ..limits import Deadline, OutOfTime, anytime
from ..picture import Mark, Picture
from ..picture.data import legend
from ..puzzle import At, Optimising, Possible, Puzzle, Values, code_of, possible_of, values_of
from ..reasoning.plan import planned, with_left, without_givens
from ..reasoning.steps import Reasoner, Step
from ..reasoning.verify import Verifier, explaining
from ..reasoning.wording import told
from ..say import catalogue
from .forced import forced
from .grade import Counts, Grade
from .solve import solve


@dataclass(frozen=True)
class Explanation:
    """The steps, and where they lead. ``solved``: to the only solution; ``contradiction``: there is none."""

    puzzle: Puzzle
    steps: tuple[Step, ...]  # as they are told
    values: Values  # as far as the steps lead, -1 elsewhere
    ended: bool  # by themselves; False where a limit came first
    found: tuple[Step, ...] = ()  # as they were found, each the easiest that there was: the grade counts these

    @property
    def complete(self) -> bool:
        """Whether nothing more follows: the steps have ended, or were cut short when they had led to the solution."""
        return self.ended or (bool((self.values >= 0).all()) and not self.puzzle.check(self.values))

    @property
    def contradiction(self) -> bool:
        return bool(self.steps) and not self.steps[-1].cells

    @property
    def solved(self) -> bool:
        return self.complete and not self.contradiction and bool((self.values >= 0).all())

    @property
    def open(self) -> list[At]:
        """The entries that no step decides."""
        return [tuple(int(i) for i in at) for at in zip(*(self.values < 0).nonzero(), strict=True)]

    @property
    def grade(self) -> Grade | None:
        """How hard it is for a person; None where the steps do not lead to the only solution."""
        if not self.solved:
            return None
        counts = Counts(self.puzzle)
        for step in self.found:
            counts.add(step.level, step.groups, step.argument, step.round)
        return counts.grade()

    def pictures(self, language: str = "en") -> list[Picture]:
        """The board after each step, with what is new and what it follows from marked, and a legend of the marks."""
        return [
            with_legend(self.puzzle.draw(values, marks_of(self.puzzle, step)), language)
            for step, values in zip(self.steps, self.boards(), strict=True)
        ]

    @property
    def begun(self) -> Values:
        """What is known before the first step: what no step settles, for it is given."""
        values = self.values.copy()
        for step in self.steps:
            for atom in step.cells:
                values[atom.at] = -1
        return values

    def boards(self) -> Iterator[Values]:
        """What is known after each step; givens are known from the start."""
        values = self.begun
        for step in self.steps:
            for atom in step.cells:
                if atom.holds:
                    values[atom.at] = atom.value
            yield values.copy()

    def first(self, count: int | None) -> Explanation:
        """The same with no more steps than this."""
        if count is None or count >= len(self.steps):
            return self
        *_, values = [self.begun, *islice(self.boards(), count)]
        return replace(self, steps=self.steps[:count], values=values, ended=False)

    def __str__(self) -> str:
        told_ = [" ".join(map(str, told(self.puzzle, step))) for step in self.steps]
        return "\n".join(f"{number}. {words}" for number, words in enumerate(told_, 1))

    def _repr_svg_(self) -> str:
        return self.puzzle.draw(self.values).svg()


def marks_of(puzzle: Puzzle, step: Step) -> list[Mark]:
    """What a step is about: the lines, regions and clues that it cites, what it needs, assumes, decides and rules out.

    A group that is about the whole board marks no line: that would say nothing.
    """
    entries = int(np.prod(puzzle.domain().shape[:-1]))
    lines = dict.fromkeys(at for group in step.groups if len(set(group.cells)) < entries for at in group.cells)
    new = dict.fromkeys(atom.at for atom in step.cells)
    known = dict.fromkeys(atom.at for atom in step.known if atom.at not in new)
    chains = [part.chain for part in told_in(step) if part.chain]
    failed = {chain[-1].group for chain in chains}
    marks = [*(Mark(at, "line") for at in lines), *(Mark(at, "known") for at in known)]
    for group in step.groups:
        if group.kind == "clue" and group.place is not None and group not in failed:
            marks.append(Mark(group.place))
    marks += [Mark(at, "new", _ruled_out(puzzle, at, step)) for at in new]
    marks += [Mark(atom.at, "assumed") for chain in chains for atom in chain[0].cells]
    for group in (group for group in step.groups if group in failed):
        marks += [Mark(at, "fails") for at in group.cells]
        marks += [Mark(group.place, "fails")] if group.kind == "clue" and group.place is not None else []
    return marks


def told_in(step: Step) -> Iterator[Step]:
    """The step and all that is told in it."""
    yield step
    for part in (*step.parts, *step.way):
        yield from told_in(part)


def _ruled_out(puzzle: Puzzle, at: At, step: Step) -> tuple[str, ...]:
    """The values that a step excludes at an entry of a grid, as the one-line form writes them."""
    values = [atom.value for atom in step.cells if atom.at == at and not atom.holds]
    if not values or len(at) != 2:
        return ()
    state = np.full(puzzle.domain().shape[:-1], -1, dtype=np.int64)
    empty, found = puzzle.write(state), []
    for state[at] in values:
        found.append(code_of(empty, puzzle.write(state)))
    return tuple(found)


def with_legend(picture: Picture, language: str) -> Picture:
    """The picture with the meaning of its marks."""
    words = catalogue(language)
    return replace(picture, legend=tuple((why, say.into(words)) for why, say in legend(picture.marks)))


def steps(
    puzzle: Puzzle, state: Values | None = None, *, timeout: float | None = None
) -> Iterator[tuple[Step, Values]]:
    """The steps one by one, verified, with what is known after each; from a partly filled board, if one is given.

    Ends where nothing more follows, or after a step without cells: a contradiction. Raises :class:`OutOfTime`.
    """
    deadline = Deadline(timeout)
    with deadline:
        reasoner, verifier = opened(puzzle, state)
    with closing(reasoner), closing(verifier):
        while True:
            with deadline:  # left before each yield: what the caller does meanwhile does not fall under it
                step = reasoner.step()
                if step is not None:
                    verifier.check(step)
            if step is None:
                return
            yield step, reasoner.values
            if not step.cells:
                return


def opened(puzzle: Puzzle, state: Values | None = None) -> tuple[Reasoner, Verifier]:
    """A reasoner for the puzzle, and a verifier for what it says."""
    first, second = explaining(puzzle)
    best = isinstance(puzzle, Optimising) and puzzle.best is not None
    worth = solve(puzzle).value if best else None
    formula = first(puzzle)
    assert isinstance(formula, Formula)
    possible: Possible | None = None if state is None else possible_of(state, formula.answer.shape[-1])

    def everything(possible: Possible) -> Possible | None:
        """The kind's own encoding is faster than the one that explains; what is filled in comes on top."""
        found = forced(puzzle)
        if found.status == "undecided":
            raise OutOfTime
        everywhere = found.possible.reshape(possible.shape) & possible
        if found.status == "unsolvable" or not everywhere.any(axis=1).all():
            return None
        return everywhere if state is None else reasoner.all_groups.forced(everywhere)

    reasoner = Reasoner(puzzle, formula, possible, worth, None if best else everything)
    try:
        return reasoner, Verifier(puzzle, second)
    except BaseException:
        reasoner.close()
        raise


def explain(puzzle: Puzzle, limit: int | None = None, *, timeout: float | None = None) -> Explanation:
    """The steps from the clues to the solution, or as far as logic goes; of these, the first ``limit`` that are found.

    >>> from knobel import parse
    >>> print(explain(parse("nonogram:3x1:1//1/1.1")))
    1. row 1 (1 1), filling all 3: columns 1, 3 are painted, 2 is empty.
    """
    begun = Explanation(puzzle, (), values_of(puzzle.domain()), False)
    return anytime(begun, _longer(begun, limit), timeout).first(limit)


def _longer(begun: Explanation, limit: int | None) -> Generator[Explanation, None, None]:
    """The steps as they are found, up to the limit; where all are found, as they are told. All are verified."""
    reasoner, verifier = opened(begun.puzzle)
    with closing(reasoner), closing(verifier):
        reasoner.conclude(reasoner.possible, reasoner.givens)  # what stands on the board needs no step
        found, sofar = list[Step](), list[Step]()
        while not found or found[-1].cells:
            before = reasoner.possible.copy()
            if len(sofar) == limit:
                return
            if (step := reasoner.step()) is None:
                break
            verifier.check(step)
            found.append(step)
            if (one := without_givens(reasoner, step)) is not None:
                sofar.append(with_left(reasoner, one, before, reasoner.possible))
            yield replace(begun, steps=tuple(sofar), values=reasoner.values, found=tuple(found))
        told = planned(reasoner, found)
        for step in told:
            verifier.check(step)
        yield Explanation(begun.puzzle, told, reasoner.values, True, tuple(found))
