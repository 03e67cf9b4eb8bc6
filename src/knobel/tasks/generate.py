"""New puzzles with exactly one solution, at the grade asked for.

Every puzzle depends on the seed and its number alone: it does not matter how many are made at once, or in how many
processes. It is verified by a second engine before it is given out.
"""

from __future__ import annotations

import secrets
import time
import warnings
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from .. import registry
from ..errors import Misuse, Unable
from ..limits import Deadline, OutOfTime, tick
from ..making.choosing import Choice, Clues, choose
from ..making.settling import settled, sparable
from ..making.verifying import second, verify
from ..puzzle import Puzzle, Values
from ..recipes import Draft, Recipe, Size, prepared
from ..say import Say
from .grade import NAMES, Grade, Name, grade

if TYPE_CHECKING:
    from collections.abc import Mapping

DRAFTS = 200  # tried for one puzzle
TWINS = 50  # times that a puzzle is made anew because the same one is there already
SEEDS = 2**32
GRADING = 5.0  # seconds for the grade of a puzzle, where none is asked for


@dataclass(frozen=True)
class Wish:
    """What kind of puzzle is wanted; ``options`` are those of the kind's recipe."""

    kind: str
    options: Mapping[str, Any] = field(default_factory=dict)
    grade: Name | None = None
    clues: Clues = "few"
    timeout: float | None = None  # for each puzzle
    graded: bool = False  # whether the grade is found out even if none is asked for

    def recipe(self) -> Recipe:
        """How to make it; raises :class:`Misuse` where the wish makes no sense."""
        made = registry.kind(self.kind).recipe
        if made is None:
            able = [name for name, kind in registry.kinds().items() if kind.recipe is not None]
            raise Misuse(f"no recipe makes puzzles of the kind {self.kind}; there is one for: {', '.join(able)}")
        for what, value, known in (("grade", self.grade, (None, *NAMES)), ("clues", self.clues, get_args(Clues))):
            if value not in known:
                raise Misuse(f"the {what} is {value!r}; expected one of {', '.join(filter(None, known))}")
        return prepared(made, self.options)


@dataclass(frozen=True)
class Made:
    """A new puzzle, and what is known about it.

    ``fits`` says whether the grade is the one asked for; if not, this is the nearest that was found. ``minimal``
    says that no clue that might go can go. ``solution`` is None for a puzzle that was wanted without any.
    """

    puzzle: Puzzle
    solution: Values | None
    solutions: int
    asked: Grade | None  # the grade, if one was asked for
    fits: bool
    minimal: bool
    seed: int
    number: int
    verifier: str
    seconds: float
    note: Say | None = None

    @cached_property
    def grade(self) -> Grade | None:
        """The grade, found out when it is asked for; None if there is none, or if nobody can tell in a few seconds."""
        if self.asked is not None or self.solution is None or self.solutions != 1:
            return self.asked
        return grade(self.puzzle, at_most="expert", solution=self.solution, timeout=GRADING)

    @property
    def clues(self) -> int:
        """How many clues it has."""
        return len(self.puzzle.places())

    def __str__(self) -> str:
        return self.puzzle.id()

    def _repr_svg_(self) -> str:
        return self.puzzle.draw().svg()


def make(wish: Wish, seed: int, number: int, again: int = 0) -> Made:
    """The puzzle with this number; ``again`` is another one in its place.

    Raises :class:`Unable` if none was found, :class:`OutOfTime` if it took too long to find any.
    """
    started = time.perf_counter()
    recipe, random = wish.recipe(), np.random.default_rng([seed, number, again])
    best: tuple[Choice, Draft, bool] | None = None
    try:
        with Deadline(wish.timeout):
            for draft in islice(recipe.drafts(random), DRAFTS):
                tick()
                found = _finished(recipe, draft, wish, random)
                if found is None:
                    continue
                if best is None or abs(found[0].misses(wish.grade)) < abs(best[0].misses(wish.grade)):
                    best = found
                if best[0].misses(wish.grade) == 0:
                    break
    except OutOfTime:
        if best is None:
            raise
    if best is None:
        raise Unable(f"no {wish.kind} of this kind was found in {DRAFTS} drafts; other options may help")
    choice, draft, minimal = best
    made = Made(
        puzzle=choice.puzzle,
        solution=draft.solution,
        solutions=draft.solutions,
        asked=choice.grade,
        fits=choice.misses(wish.grade) == 0,
        minimal=minimal,
        seed=seed,
        number=number,
        verifier=second(choice.puzzle).name,
        seconds=time.perf_counter() - started,
        note=draft.note,
    )
    if wish.graded:
        _ = made.grade
    return made


def _finished(
    recipe: Recipe, draft: Draft, wish: Wish, random: np.random.Generator
) -> tuple[Choice, Draft, bool] | None:
    """The best puzzle that comes of a draft, verified; the draft may have been changed on the way."""
    rivals = settled(recipe, draft, random)
    if rivals is None:
        return None
    with closing(rivals):
        order = list(sparable(rivals))
    draft = rivals.draft

    def graded(puzzle: Puzzle, at_most: Name) -> Grade | None:
        return grade(puzzle, at_most=at_most, solution=draft.solution) if draft.solutions == 1 else None

    choice = choose(draft.puzzle, order, wish.clues, wish.grade, graded)
    if not verify(choice.puzzle, draft.solution, draft.solutions):
        return None
    return choice, draft, rivals.sure and choice.gone == len(order)


def generating(
    kind: str,
    *,
    grade: Name | None = None,
    clues: Clues = "few",
    seed: int | None = None,
    count: int | None = None,
    timeout: float | None = None,
    jobs: int = 1,
    graded: bool = False,
    **options: Any,
) -> Iterator[Made]:
    """New puzzles, no two the same, one after the other, for ever if no ``count`` is given.

    ``options`` are those of the kind, first of all its ``size``; ``timeout`` counts for each puzzle; ``jobs`` are the
    processes to use. The same seed gives the same puzzles. What is ``graded`` knows its grade when it comes; of others,
    it is found out when somebody looks at it.

    >>> [made.puzzle.id()[:12] for made in generating("nonogram", size=(5, 5), count=2, seed=1)]
    ['nonogram:5x5', 'nonogram:5x5']
    """
    wish = Wish(kind, options, grade, clues, timeout, graded)
    wish.recipe()  # what makes no sense is said at once
    chosen = secrets.randbelow(SEEDS) if seed is None else seed
    return _different(wish, chosen, count, jobs)


def _different(wish: Wish, seed: int, count: int | None, jobs: int) -> Iterator[Made]:
    """In the order of their numbers; one that was there already is made anew."""
    from ..making.crew import crew

    seen = set[str]()
    with crew(wish, seed, count, jobs) as many:
        for made in many:
            for again in range(1, TWINS + 1):
                if made.puzzle.id() not in seen:
                    break
                made = make(wish, seed, made.number, again)
            else:
                raise Unable(f"no more than {len(seen)} different puzzles were found; another size may have more")
            seen.add(made.puzzle.id())
            yield made


def generate(
    kind: str,
    *,
    size: Size | int | str | None = None,
    grade: Name | None = None,
    clues: Clues = "few",
    seed: int | None = None,
    timeout: float | None = None,
    **options: Any,
) -> Puzzle:
    """A new puzzle with exactly one solution; warns if its grade is not the one asked for.

    >>> generate("nonogram", size=5, seed=1) == generate("nonogram", size=(5, 5), seed=1)
    True
    """
    wishes = options if size is None else {"size": size, **options}
    made = next(generating(kind, grade=grade, clues=clues, seed=seed, timeout=timeout, count=1, **wishes))
    if not made.fits:
        warnings.warn(f"the grade is {made.grade or 'unknown'}, not {grade}: nothing nearer was found", stacklevel=2)
    return made.puzzle
