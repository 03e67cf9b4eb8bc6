"""The one thing tasks see: a puzzle under search, whatever encoding and engine are behind it.

Questions and answers are about the puzzle (atoms, values, groups), never about literals. Every solution that comes out
has been checked by the rules.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from . import registry
from .encodings import Encoding
from .engines import Engine, ModelEngine
from .errors import Misuse, WrongAnswer
from .formula import Formula, Group
from .limits import OutOfTime, tick
from .model import Model
from .puzzle import Atom, Optimising, Possible, Puzzle, Values
from .sides import Clauses, Constraints, Found, Refuted, Side

SEEDS = 10**9  # engines take seeds below this


class Ask(TypedDict, total=False):
    """How to search; what is left out, the kind decides."""

    encoding: str | None
    engine: str | None
    timeout: float | None
    seed: int | None
    keep: Path | None


@dataclass
class Seconds:
    """Where the time went."""

    encode: float = 0.0
    solve: float = 0.0


class Search:
    """A puzzle as a formula in an engine.

    ``known`` are facts that follow from the puzzle; an entry without any value left says that there is no solution.
    Methods raise :class:`OutOfTime` when the deadline in force has passed.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        encoding: Encoding,
        engine: Engine | ModelEngine,
        *,
        known: Possible | None = None,
        select: Callable[[Group], bool] | None = None,
        without: Collection[str] = (),
        keep: Path | None = None,
    ) -> None:
        if encoding.model != ("model" in engine.can):
            wanted = "a constraint model" if encoding.model else "a formula in clauses"
            fitting = [e.name for e in registry.engines().values() if ("model" in e.can) == encoding.model]
            raise Misuse(
                f"the encoding {encoding.name} makes {wanted}, which the engine {engine.name} does not take; "
                f"take one of: {', '.join(fitting)}"
            )
        self.puzzle, self.encoding, self.engine = puzzle, encoding, engine
        self.seconds = Seconds()
        self.stats: dict[str, int] = {}
        self.value: int | None = None  # of a best solution, once it is known
        self.known = known
        self.variables = self.clauses = 0
        self._side: Side
        if known is not None and not known.any(axis=-1).all():
            self._side = Refuted()
            return
        started = time.perf_counter()
        built = encoding(puzzle, known)
        self.variables, self.clauses = built.size
        if isinstance(built, Formula) and isinstance(engine, Engine):
            self._side = Clauses(built, engine, select, without, keep)
        elif isinstance(built, Model) and isinstance(engine, ModelEngine):
            if select:
                raise Misuse(f"the encoding {encoding.name} has no labels; take one of the SAT encodings")
            self._side = Constraints(built, engine)
        else:
            raise TypeError(f"{encoding.name} built {type(built).__name__}")
        self.seconds.encode = time.perf_counter() - started
        tick()

    def solve(
        self, assume: Iterable[Atom] = (), *, groups: Collection[int] | None = None, one_of: Possible | None = None
    ) -> Found:
        """A solution in which the atoms hold; ``groups`` are the selected groups to keep on (default: all).

        ``one_of`` marks facts of which at least one must hold.
        """
        started = time.perf_counter()
        tick()
        try:
            found, self.stats = self._side.solve(list(assume), groups, one_of)
        finally:
            self.seconds.solve += time.perf_counter() - started
        return self._checked(found, groups is None)

    def _checked(self, found: Found | None, whole: bool = True) -> Found:
        """What was found, if the rules agree (those that were asked for)."""
        if found is None:
            raise OutOfTime
        values = found.values
        if values is not None and whole and not self.encoding.weaker:
            broken = self.puzzle.check(values)
            if broken or (self.value is not None and self.puzzle.value(values) != self.value):  # type: ignore[attr-defined]
                what = f"breaks: {broken[0]}" if broken else f"is not worth {self.value}"
                line = self.puzzle.write(values)
                raise WrongAnswer(f"{self.encoding.full_name} on {self.engine.name} gave {line}, which {what}")
        return found

    def climb(self) -> Found | None:
        """For a puzzle that asks for a best solution: find one, and ask for nothing less from now on.

        An encoding that asks for less than the puzzle does has none to offer.
        """
        if not isinstance(self.puzzle, Optimising) or self.puzzle.best is None or self.encoding.weaker:
            return None
        started = time.perf_counter()
        try:
            found = self._checked(self._side.climb(self.puzzle.best, self.puzzle.value))
        finally:
            self.seconds.solve += time.perf_counter() - started
        if found.values is not None:
            self.value = self.puzzle.value(found.values)
        return found

    def propagate(self, assume: Iterable[Atom] = (), groups: Collection[int] | None = None) -> Possible | None:
        """What is still possible by unit propagation alone, or None for a contradiction."""
        return self._side.propagate(list(assume), groups)

    def forbid(self, values: Values) -> None:
        """From now on, no solution agrees with these values in all (known) entries."""
        self._side.forbid(values)

    def prefer(self, values: Values) -> None:
        """Look near these values first."""
        self._side.prefer(values)

    def close(self) -> None:
        self._side.close()

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def chosen(puzzle: Puzzle, ask: Ask) -> tuple[Encoding, Engine | ModelEngine]:
    """The encoding and the engine that are asked for, or that the kind prefers."""
    encoding = registry.encoding(registry.kind(puzzle.kind), ask.get("encoding"))
    spec = ask.get("engine")
    engine = registry.engine(encoding.engine if spec in (None, "auto") else str(spec))
    seed = ask.get("seed")
    if seed is not None and "seed" in getattr(engine, "options", ()):
        engine = engine.configured(f"seed={seed % SEEDS}")
    return encoding, engine


def open_search(puzzle: Puzzle, ask: Ask) -> Search:
    """A search as asked for. Facts found before encoding are used only where the kind chooses the encoding:

    whoever names an encoding gets the formula as it is.
    """
    kind, spec = registry.kind(puzzle.kind), ask.get("encoding")
    encoding, engine = chosen(puzzle, ask)
    started = time.perf_counter()
    auto = spec in (None, "auto")
    known = kind.presolve(puzzle) if auto and kind.presolve is not None else None
    elapsed = time.perf_counter() - started
    search = Search(puzzle, encoding, engine, known=known, keep=ask.get("keep"))
    search.seconds.encode += elapsed
    try:
        search.climb()
    except BaseException:
        search.close()
        raise
    return search
