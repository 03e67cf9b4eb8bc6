"""A solution of a puzzle, checked by the rules before it is shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, TypeAlias, Unpack

from ..limits import Deadline, OutOfTime
from ..puzzle import Optimising, Puzzle, Refutable, Values, amount_of
from ..racing import raceable
from ..say import Say
from ..search import Search, SearchOptions, chosen, engine_name, open_search

Status: TypeAlias = Literal["solved", "unsolvable", "undecided"]


@dataclass(frozen=True)
class Result:
    """What became of a puzzle. ``solution`` is an integer array or None; ``str()`` draws it."""

    puzzle: Puzzle
    status: Status
    solution: Values | None = None
    encoding: str | None = None  # None: nothing had to be encoded, and the engine is "presolve"
    engine: str = ""
    variables: int = 0
    clauses: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    stats: dict[str, int] = field(default_factory=dict)
    value: int | None = None  # of the solution, or of what was found, for puzzles that ask for a best one
    because: tuple[Say, ...] = ()  # why there is no solution, or no better one
    weaker: bool = False  # the encoding asks for less than the puzzle: what it finds leaves the puzzle undecided
    broken: tuple[Say, ...] = ()  # rules that are broken by what a weaker encoding has found
    partial: Values | None = None  # where undecided: how far the engine got, if it can tell, or what was found
    named: Callable[[], dict[str, list[str]]] = field(default=dict, repr=False, compare=False)
    helpers: frozenset[str] = field(default=frozenset(), repr=False, compare=False)  # blocks of helper variables

    @property
    def atoms(self) -> dict[str, list[str]]:
        """The names of all that holds in the model, by block; there can be millions, so they are made here.

        A result that comes from another process has none: neither model nor formula travel with it. Nor has one that
        needed no formula.
        """
        return self.named()

    def __getstate__(self) -> dict[str, object]:
        names = self.named if isinstance(self.named, partial) else dict  # what was made already can go along
        return {**self.__dict__, "named": names}

    @property
    def line(self) -> str | None:
        """The solution in its one-line form."""
        return None if self.solution is None else self.puzzle.write(self.solution)

    def __str__(self) -> str:
        return self.status if self.solution is None else str(self.puzzle.draw(self.solution))

    def _repr_svg_(self) -> str:
        return self.puzzle.draw(self.partial if self.solution is None else self.solution).svg()


@raceable(lambda result: result.status != "undecided")
def solve(puzzle: Puzzle, **options: Unpack[SearchOptions]) -> Result:
    """A solution, or the certainty that there is none, or ``undecided`` when the time was too short.

    >>> from knobel import parse
    >>> solve(parse("nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1")).line
    '##.#/.##./#..#'
    """
    started = time.perf_counter()
    encoding, engine = choice = chosen(puzzle, options)
    status: Status = "undecided"
    solution, search, found = None, None, None
    try:
        with Deadline(options.get("timeout")):
            search = open_search(puzzle, options, single=True, choice=choice)
            found = search.solve()
            if not found.sat:
                status = "unsolvable"
            elif not search.weaker:
                status, solution = "solved", found.values
    except OutOfTime:
        pass
    finally:
        if search:
            search.close()
    total = time.perf_counter() - started
    answer = None if found is None else found.values
    if search is None:
        seconds = {"encode": total, "solve": 0.0, "total": total}
        return Result(puzzle, status, encoding=encoding.full_name, engine=engine_name(engine), seconds=seconds)
    return Result(
        puzzle,
        status,
        solution,
        search.encoding_name,
        search.engine_name,
        search.variables,
        search.clauses,
        {"encode": search.seconds.encode, "solve": search.seconds.solve, "total": total},
        search.stats,
        puzzle.value(answer) if answer is not None and isinstance(puzzle, Optimising) else None,
        why_none(puzzle) if status == "unsolvable" else why_best(search),
        search.weaker,
        tuple(puzzle.check(answer)) if answer is not None and search.weaker else (),
        (search.partial if answer is None else answer) if status == "undecided" else None,
        found.atoms if found else dict,
        found.helpers if found else frozenset(),
    )


def why_none(puzzle: Puzzle) -> tuple[Say, ...]:
    """Why there is no solution, where the puzzle itself can tell."""
    found = puzzle.refutation() if isinstance(puzzle, Refutable) else None
    return () if found is None else (found,)


def why_best(search: Search) -> tuple[Say, ...]:
    """How it was shown that no solution is better: a bound with an argument, and that the next value was refuted."""
    puzzle = search.puzzle
    if search.value is None or not isinstance(puzzle, Optimising):
        return ()
    words = {"amount": amount_of(puzzle), "value": search.value}
    shown = Say("{amount} is never more than {value}", **words)
    shown = shown if puzzle.best == "most" else Say("{amount} is never less than {value}", **words)
    if search.refuted and search.value:  # that there are none fewer than none needs no proof
        shown = Say("{claim}: {engine} proved it", claim=shown, engine=search.engine_name)
    bound = puzzle.bound()
    return (bound[1], shown) if bound and bound[0] == search.value else (shown,)
