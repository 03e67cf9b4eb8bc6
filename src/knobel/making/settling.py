"""A draft and a solver: whether its solution is the only one, and without which clues it still is."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import ExitStack
from itertools import islice

import numpy as np

from .. import registry
from ..encodings import Encoding
from ..formula import Group
from ..limits import OutOfTime, tick
from ..puzzle import Place, Puzzle, Values
from ..recipes import Draft, Recipe
from ..search import Search
from ..sparing import spared
from ..tasks.count import solutions

MENDED = 200  # times that a draft is changed before it is given up
CONFLICTS = 10_000  # for one question


def labelled(puzzle: Puzzle) -> Encoding:
    """The encoding whose clues can be switched off: the kind's own choice if it is one, else the first that is."""
    found = registry.kind(puzzle.kind).encodings.values()
    trusted = [one for one in found if one.labels != "none" and not one.weaker]
    return next((one for one in trusted if one.default), trusted[0])


class Rivals:
    """Other solutions than the draft's own, with clues that can be switched off."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.sure = True  # whether every question was answered
        self._own = draft.solution
        encoding = labelled(draft.puzzle)
        self._search = Search(
            draft.puzzle,
            encoding,
            registry.engine(registry.preferred(encoding, draft.puzzle)),
            select=lambda group: group.kind == "clue",
            without=("implied",),
            conflicts=CONFLICTS,
        )
        self._group = {group.place: group.id for group in self._search.groups() if group.place is not None}
        try:
            self._search.climb()
        except BaseException:
            self._search.close()
            raise
        if self._own is not None:
            self._search.forbid(self._own)
            self._search.prefer(self._own)  # rivals nearby say more

    def rival(self, places: Collection[Place] | None = None) -> Values | set[Place]:
        """Another solution if only these clues hold (default: all), or a part of the clues that leaves none.

        Raises :class:`OutOfTime`.
        """
        groups = None if places is None else {self._group[place] for place in places}
        found = self._search.solve(groups=groups)
        if found.values is not None:
            return found.values
        return {one.place for one in found.core if isinstance(one, Group) and one.place is not None}

    def enough(self, places: Collection[Place]) -> Collection[Place] | None:
        """A part of the clues that leaves no rival; None if all of them do leave one, or if that is too hard to say."""
        try:
            found = self.rival(places)
        except OutOfTime:
            tick()  # if it was the clock, there is no going on
            self.sure = False
            return None
        return found if isinstance(found, set) else None

    def close(self) -> None:
        self._search.close()


class Several:
    """The same questions about a draft that has to have more than one solution, or none."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.sure = True

    def rival(self, places: Collection[Place] | None = None) -> Values | set[Place]:
        """A solution too many, or all of the clues."""
        puzzle = self.draft.puzzle if places is None else self.draft.puzzle.keep(places)
        found = list(islice(solutions(puzzle), self.draft.solutions + 1))
        own = self.draft.solution
        others = [values for values in found if own is None or not np.array_equal(values, own)]
        return others[0] if len(found) > self.draft.solutions else set(puzzle.places())

    def enough(self, places: Collection[Place]) -> Collection[Place] | None:
        found = self.rival(places)
        return found if isinstance(found, set) else None

    def close(self) -> None:
        pass


def settled(recipe: Recipe, draft: Draft, random: np.random.Generator) -> Rivals | Several | None:
    """The draft, changed until it has no solution too many; None if that does not come to an end."""
    for _ in range(MENDED):
        with ExitStack() as opened:
            try:
                rivals = Rivals(draft) if draft.solutions == 1 else Several(draft)
                opened.callback(rivals.close)
                other = rivals.rival()
            except OutOfTime:
                tick()  # if it was the clock, there is no going on
                return None
            if isinstance(other, set):
                opened.pop_all()
                return rivals
        changed = recipe.mend(draft, other, random)
        if changed is None:
            return None
        draft = changed
    return None


def sparable(rivals: Rivals | Several) -> Iterator[Place]:
    """The clues that can go, one after the other; without those before it, each can go too."""
    kept = dict.fromkeys(rivals.draft.puzzle.places())
    for tried in rivals.draft.spare:  # what is in a later round stays for now, even if the solver would not need it
        for place in spared(list(kept), tried, rivals.enough):
            del kept[place]
            yield place
