"""How many of the clues that can go do go: as few clues as wished for, at the grade asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ..puzzle import Place, Puzzle
from ..tasks.grade import NAMES, Grade, Name

Clues: TypeAlias = Literal["few", "some", "many"]
SHARE: dict[Clues, float] = {"few": 1.0, "some": 2 / 3, "many": 1 / 3}  # of what can go, how much goes


class Choice(NamedTuple):
    """A puzzle, how many of the clues that could go are gone, and its grade; None: nobody asked, or could tell."""

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
