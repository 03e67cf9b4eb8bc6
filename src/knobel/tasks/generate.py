"""New puzzles with exactly one solution, at the grade asked for.

Every puzzle depends on the seed and its number alone: it does not matter how many are made at once, or in how many
processes. It is verified by a second engine before it is given out.
"""

from __future__ import annotations

import secrets
import time
import warnings
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import count, islice
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

import numpy as np

from .. import registry
from ..cluster import spread
from ..errors import KnobelError, Misuse, Unable
from ..limits import Budget, Deadline, OutOfTime, tick
from ..puzzle import Puzzle, Values
from ..recipes import Draft, Recipe, Size, prepared
from ..say import Say
from .drafts import Choice, Clues, UniqueDraft, choose, made_unique, removable_clues, second_engine, verify
from .grade import GRADING, NAMES, Grade, Name, grade

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

DRAFTS = 200  # tried for one puzzle
TWINS = 50  # times that a puzzle is made anew because the same one is there already
SEEDS = 2**32


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
        if self.grade not in (None, *NAMES):
            raise Misuse(f"the grade is {self.grade!r}; expected one of {', '.join(NAMES)}")
        if self.clues not in get_args(Clues):
            raise Misuse(f"so many clues: {self.clues!r}; expected one of {', '.join(get_args(Clues))}")
        return prepared(made, self.options)


@dataclass(frozen=True)
class Made:
    """A new puzzle, and what is known about it.

    ``fits`` says whether the grade is the one asked for; if not, this is the nearest that was found. ``minimal``
    says that no clue can go; None where none was tried. ``solution`` is None for a puzzle that was wanted without any,
    ``solutions`` for one that may have any number of them, unless it turned out to have one.
    """

    puzzle: Puzzle
    solution: Values | None
    solutions: int | None
    asked: Grade | None  # the grade, if one was asked for
    fits: bool
    minimal: bool | None
    seed: int
    number: int
    verifier: str  # the engine that proved the number of solutions, if that is known
    seconds: float
    note: Say | None = None
    timeout: float | None = None  # for its grade

    @cached_property
    def grade(self) -> Grade | None:
        """The grade, found out when it is asked for; None if there is none, or if it takes too much work to tell."""
        counted = self.asked is not None and not self.asked.least  # who asked for less stopped counting at once
        if counted or self.solution is None or self.solutions != 1:
            return self.asked
        with Budget(GRADING):
            found = grade(self.puzzle, at_most="expert", solution=self.solution, timeout=self.timeout)
        return found or self.asked

    @property
    def clues(self) -> int:
        """How many clues it has."""
        return len(self.puzzle.places())

    def __str__(self) -> str:
        return self.puzzle.id()

    def _repr_svg_(self) -> str:
        return self.puzzle.draw().svg()


Finished: TypeAlias = tuple[Choice, Draft, bool | None]
"""A puzzle, what it was made of, and whether it is minimal."""


@dataclass(frozen=True)
class Missed:
    """A puzzle that was not found, and why."""

    seed: int
    number: int
    error: OutOfTime | Unable


def tried(wish: Wish, seed: int, number: int, again: int = 0) -> Made | Missed:
    """The puzzle with this number, or what came in its way."""
    try:
        return make(wish, seed, number, again)
    except (OutOfTime, Unable) as error:
        return Missed(seed, number, error)


def make(wish: Wish, seed: int, number: int, again: int = 0) -> Made:
    """The puzzle with this number; ``again`` is another one in its place.

    Raises :class:`Unable` if none was found, :class:`OutOfTime` if it took too long to find any.
    """
    started = time.perf_counter()
    recipe, random = wish.recipe(), np.random.default_rng([seed, number, again])
    best: Finished | None = None
    try:
        with Deadline(wish.timeout):
            for draft in islice(recipe.drafts(random), DRAFTS):
                tick()
                if (draft.several or draft.solutions != 1) and wish.grade is not None:
                    raise Misuse("a puzzle with several solutions, or without any, has no grade")
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
    seconds = time.perf_counter() - started
    made = Made(
        puzzle=choice.puzzle,
        solution=draft.solution,
        solutions=None if draft.several else draft.solutions,
        asked=choice.grade,
        fits=choice.misses(wish.grade) == 0,
        minimal=minimal,
        seed=seed,
        number=number,
        verifier="" if draft.several else second_engine(choice.puzzle).name,
        seconds=seconds,
        note=draft.note,
        timeout=None if wish.timeout is None else max(0.0, wish.timeout - seconds),
    )
    if wish.graded:
        _ = made.grade
    return made


def _finished(recipe: Recipe, draft: Draft, wish: Wish, random: np.random.Generator) -> Finished | None:
    """The best puzzle that comes of a draft, verified; the draft may have been changed on the way."""
    if draft.several:
        return Choice(draft.puzzle, 0, None), _noted(draft), None
    unique = made_unique(recipe, draft, random)
    if unique is None:
        return None
    with closing(unique):
        order = list(removable_clues(unique))
    draft = unique.draft

    def graded(puzzle: Puzzle, at_most: Name) -> Grade | None:
        return grade(puzzle, at_most=at_most, solution=draft.solution) if draft.solutions == 1 else None

    choice = choose(draft.puzzle, order, wish.clues, wish.grade, graded)
    if not verify(choice.puzzle, draft.solution, draft.solutions):
        return None
    return choice, draft, (unique.sure and choice.gone == len(order)) if draft.spare else None


def _noted(draft: Draft) -> Draft:
    """A draft that may have any number of solutions, with a note if there are others, as far as that can be told."""
    with closing(UniqueDraft(draft)) as question:
        try:
            other = question.other()
        except OutOfTime:
            tick()  # if that was the timeout, there is no going on
            return replace(draft, note=Say("whether it has other solutions is too hard to tell"))
    if not isinstance(other, set):
        return replace(draft, note=Say("it is not unique: it has other solutions, too"))
    verify(draft.puzzle, draft.solution, 1)
    return replace(draft, several=False)


def generating(
    kind: str,
    *,
    grade: Name | None = None,
    clues: Clues = "few",
    seed: int | None = None,
    count: int | None = None,
    timeout: float | None = None,
    jobs: int = 1,
    on: str | None = None,
    graded: bool = False,
    missed: Callable[[Missed], None] | None = None,
    **options: Any,
) -> Iterator[Made]:
    """New puzzles, no two the same, one after the other, for ever if no ``count`` is given.

    ``options`` are those of the kind, first of all its ``size``; ``timeout`` counts for each puzzle; ``jobs`` are the
    processes to use, and ``on`` is a cluster, as for :func:`~knobel.cluster.spread`. The same seed gives the same
    puzzles. What is ``graded`` knows its grade when it comes; of others, it is found out when somebody looks at it. Who
    wants to go on after a puzzle that was not found says so by a function that is told about it, ``missed``; else its
    error is raised. Where there seem to be no further puzzles, nothing comes after that.

    >>> [made.puzzle.id()[:12] for made in generating("nonogram", size=(5, 5), count=2, seed=1)]
    ['nonogram:5x5', 'nonogram:5x5']
    """
    wish = Wish(kind, options, grade, clues, timeout, graded)
    wish.recipe()  # what makes no sense is said at once
    chosen = secrets.randbelow(SEEDS) if seed is None else seed
    for what, value, least in (("seed", chosen, 0), ("number of processes", jobs, 0), ("count", count or 0, 0)):
        if not isinstance(value, int) or value < least:
            raise Misuse(f"the {what} is {value!r}; expected a whole number from {least}")
    if on is not None and jobs != 1:
        raise Misuse("processes of this machine, or a cluster: not both")
    return _different(wish, chosen, _numbered(wish, chosen, count, jobs, on), missed)


def _numbered(
    wish: Wish, seed: int, number: int | None, jobs: int, on: str | None
) -> Generator[Made | Missed, None, None]:
    """The puzzles by their numbers. One that kills whoever makes it is not found."""
    numbers = count(1) if number is None else iter(range(1, number + 1))
    with closing(spread(partial(tried, wish, seed), numbers, on, jobs=jobs)) as found:
        for at, made in enumerate(found, 1):
            if not isinstance(made, Exception):
                yield made
            elif type(made) is KnobelError:
                yield Missed(seed, at, Unable(str(made)))
            else:
                raise made


def _different(
    wish: Wish,
    seed: int,
    numbered: Generator[Made | Missed, None, None],
    missed: Callable[[Missed], None] | None,
) -> Iterator[Made]:
    """In the order of their numbers; one that was there already is made anew. Where none is new, that is the end."""
    seen, exhausted = set[str](), False
    with closing(numbered):
        for made in numbered:
            for again in range(1, TWINS + 1):
                if isinstance(made, Missed) or made.puzzle.id() not in seen:
                    break
                made = tried(wish, seed, made.number, again)
            else:
                error = Unable(f"{TWINS} tries gave no new puzzle; another size or other options may have more")
                made, exhausted = Missed(seed, made.number, error), True
            if isinstance(made, Made):
                seen.add(made.puzzle.id())
                yield made
                continue
            if missed is None:
                raise made.error
            missed(made)
            if exhausted:
                return


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
    """A new puzzle with exactly one solution; warns if its grade is not the one asked for, or if it has others.

    >>> generate("nonogram", size=5, seed=1) == generate("nonogram", size=(5, 5), seed=1)
    True
    """
    wishes = options if size is None else {"size": size, **options}
    made = next(generating(kind, grade=grade, clues=clues, seed=seed, timeout=timeout, count=1, **wishes))
    if made.solutions is None:
        warnings.warn(str(made.note), stacklevel=2)
    if not made.fits:
        warnings.warn(f"the grade is {made.grade or 'unknown'}, not {grade}: nothing nearer was found", stacklevel=2)
    return made.puzzle
