"""From a draft to a puzzle that can be given out: its solution made the only one, clues left out, graded, verified.

Nothing here depends on the clock, unless a timeout is set: for the same draft, the same puzzle comes out. Where a
question is too hard, a number of conflicts says when to stop, and the clue it was about stays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from .. import registry
from ..encodings import Encoding
from ..engines import Engine
from ..errors import WrongAnswer
from ..formula import Group
from ..limits import OutOfTime, tick
from ..minimal import removable
from ..puzzle import Place, Puzzle, Values
from ..recipes import Draft, Recipe
from ..search import Search
from .count import solutions
from .grade import NAMES, Grade, Name

MOST_CHANGES = 200  # of a draft before it is given up
CONFLICTS = 10_000  # for one question

Clues: TypeAlias = Literal["few", "some", "many"]
SHARE: dict[Clues, float] = {"few": 1.0, "some": 2 / 3, "many": 1 / 3}  # of the clues that can go, how many do


def labelled(puzzle: Puzzle) -> Encoding:
    """The encoding whose clues can be switched off: the kind's own choice if it is one, else the first that is."""
    found = registry.kind(puzzle.kind).encodings.values()
    trusted = [one for one in found if one.labels != "none" and not one.weaker]
    return next((one for one in trusted if one.default), trusted[0])


# uniqueness


class UniqueDraft:
    """A draft that is to have one solution: is there another one, if only some of the clues hold?"""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.sure = True  # whether every question was answered
        encoding = labelled(draft.puzzle)
        self._search = Search(
            draft.puzzle,
            encoding,
            registry.engine(registry.preferred(encoding, draft.puzzle)),
            select=lambda group: group.kind == "clue",
            without=("implied",),
            conflicts=CONFLICTS,
        ).climbed()
        self._group = {group.place: group.id for group in self._search.groups() if group.place is not None}
        if draft.solution is not None:
            self._search.forbid(draft.solution)
            self._search.prefer(draft.solution)  # other solutions nearby say more

    def other(self, places: Collection[Place] | None = None) -> Values | set[Place]:
        """Another solution if only these clues hold (default: all), or a part of the clues that leaves none.

        Raises :class:`OutOfTime`.
        """
        groups = None if places is None else {self._group[place] for place in places}
        found = self._search.solve(groups=groups)
        if found.values is not None:
            return found.values
        return {one.place for one in found.core if isinstance(one, Group) and one.place is not None}

    def enough(self, places: Collection[Place]) -> Collection[Place] | None:
        """A part of the clues that leaves no other solution; None if there is none, or if that is too hard to say."""
        try:
            found = self.other(places)
        except OutOfTime:
            tick()  # if that was the timeout, there is no going on
            self.sure = False
            return None
        return found if isinstance(found, set) else None

    def close(self) -> None:
        self._search.close()


class CountedDraft(UniqueDraft):
    """The same questions about a draft that is to have more than one solution, or none."""

    def __init__(self, draft: Draft) -> None:
        self.draft, self.sure = draft, True

    def other(self, places: Collection[Place] | None = None) -> Values | set[Place]:
        """A solution too many, or all of the clues."""
        puzzle = self.draft.puzzle if places is None else self.draft.puzzle.keep(places)
        found = list(islice(solutions(puzzle), self.draft.solutions + 1))
        if len(found) <= self.draft.solutions:
            return set(puzzle.places())
        own = self.draft.solution
        return next(values for values in found if own is None or not np.array_equal(values, own))

    def close(self) -> None:
        """Nothing was opened."""


def made_unique(recipe: Recipe, draft: Draft, random: np.random.Generator) -> UniqueDraft | None:
    """The draft, changed until it has no solution too many; None if that does not come to an end."""
    for _ in range(MOST_CHANGES):
        with ExitStack() as opened:
            try:
                unique = UniqueDraft(draft) if draft.solutions == 1 else CountedDraft(draft)
                opened.callback(unique.close)
                other = unique.other()
            except OutOfTime:
                tick()  # if that was the timeout, there is no going on
                return None
            if isinstance(other, set):
                opened.pop_all()
                return unique
        changed = recipe.mend(draft, other, random)
        if changed is None:
            return None
        draft = changed
    return None


def removable_clues(unique: UniqueDraft) -> Iterator[Place]:
    """The clues that can go, one after the other; without those before it, each can go too."""
    kept = dict.fromkeys(unique.draft.puzzle.places())
    for tried in unique.draft.spare:  # what is in a later round stays for now, even if the solver would not need it
        for place in removable(list(kept), tried, unique.enough):
            del kept[place]
            yield place


# how many clues


class Choice(NamedTuple):
    """A puzzle, how many of the clues that could go are gone, and its grade, None if unasked or unknown."""

    puzzle: Puzzle
    gone: int
    grade: Grade | None

    def misses(self, asked: Name | None) -> int:
        """How far it is from the grade asked for: 0 if that is met, negative if it is too easy."""
        if asked is None:
            return 0
        return NAMES.index(self.grade.name if self.grade else "search") - NAMES.index(asked)


def choose(
    puzzle: Puzzle,
    order: Sequence[Place],
    clues: Clues,
    asked: Name | None,
    graded: Callable[[Puzzle, Name], Grade | None],
) -> Choice:
    """The puzzle without some of the first clues of ``order``. ``graded`` need not go on above the grade asked for.

    The fewer clues, the harder, as a rule: so a puzzle that is too hard with all its clues is not worth more questions.
    Any other gets back half of what it lost, and so on, until it is the hardest that is not too hard.
    """
    places = puzzle.places()

    def without(gone: int) -> Choice:
        lost = set(order[:gone])
        fewer = puzzle.keep([place for place in places if place not in lost]) if gone else puzzle
        return Choice(fewer, gone, None if asked is None else graded(fewer, asked))

    best = without(round(len(order) * SHARE[clues]))
    if best.misses(asked) <= 0 or not best.gone:
        return best
    high, best = best.gone, without(0)
    if best.misses(asked) > 0:
        return best
    while high - best.gone > 1:  # without so many it is too hard, and without those that are gone it is not
        tried = without((best.gone + high) // 2)
        if tried.misses(asked) <= 0:
            best = tried
        else:
            high = tried.gone
    return best


# a second opinion


def second_engine(puzzle: Puzzle) -> Engine:
    """Another engine than the one that makes puzzles of this kind, such that it answers many questions in turn."""
    first = registry.engine(registry.preferred(labelled(puzzle), puzzle)).name
    return next(
        engine
        for engine in registry.engines().values()
        if isinstance(engine, Engine) and "assume" in engine.can and engine.name != first
    )


def verify(puzzle: Puzzle, own: Values | None, number: int) -> bool:
    """Whether the puzzle has so many solutions, one of them its own, by an engine that had no part in making it.

    For one solution or none, anything else is a defect of whoever made it: :class:`WrongAnswer`.
    """
    encoding, engine = labelled(puzzle).name, second_engine(puzzle).name
    found = list(islice(solutions(puzzle, encoding=encoding, engine=engine), number + 1))
    right = len(found) == number and (own is None or any(np.array_equal(own, values) for values in found))
    if not right and number < 2:
        raise WrongAnswer(f"{engine} does not agree that {puzzle.id()} has exactly {number} solutions")
    return right
