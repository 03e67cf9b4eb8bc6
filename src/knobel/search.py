"""The one thing tasks see: a puzzle under search, whatever encoding and engine are behind it.

Questions and answers are about the puzzle (atoms, values, groups), never about literals. Every solution that comes out
has been checked by the rules.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from . import registry
from .encodings import Encoding
from .engines import NOTHING, Engine, Leave, ModelEngine, refuse
from .errors import Misuse, WrongAnswer
from .formula import Formula, Group
from .limits import OutOfTime, tick
from .model import Model
from .puzzle import Atom, Optimising, Possible, Puzzle, Swappable, Transposable, Values, possible_of, values_of
from .sides import Clauses, Constraints, Found, Settled, Side

SEEDS = 10**9  # engines take seeds below this


class Ask(TypedDict, total=False):
    """How to search; what is left out, the kind decides."""

    encoding: str | None
    engine: str | None
    timeout: float | None
    seed: int | None
    labeling: str | None  # for engines that take one: the order of variables and values
    transpose: bool  # read the board the other way round
    keep: Path | None
    trace: Path | None


@dataclass
class Seconds:
    """Where the time went."""

    encode: float = 0.0
    solve: float = 0.0


class Search:
    """A puzzle as a formula in an engine.

    ``known`` are facts that follow from the puzzle; an entry without any value left says that there is no solution.
    ``easily`` lets facts that leave one value to each entry be the answer, and the engine in peace.
    Methods raise :class:`OutOfTime` when the deadline in force has passed, or when a question took more ``conflicts``
    of a SAT engine than it may.
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
        transpose: bool = False,
        leave: Leave = NOTHING,
        conflicts: int | None = None,
        easily: bool = False,
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
        self.refuted = False  # whether the engine has shown that nothing is better
        self._best: Found | None = None  # what climbing found, as long as it is an answer to "any solution"
        self.partial: Values | None = None  # how far the engine got before a limit, if it can tell
        self.known = known
        self.variables = self.clauses = 0
        self._side: Side
        if known is not None and _settled(known, easily):
            values = values_of(known) if known.any(axis=-1).all() else None
            # What follows from the puzzle may leave one candidate that is no solution: then there is none.
            self._side = Settled(known, None if values is None or puzzle.check(values) else values)
            return
        started = time.perf_counter()
        built = encoding(puzzle, known) if not transpose else _transposed(encoding, puzzle, known)
        self.variables, self.clauses = built.size
        if isinstance(built, Formula) and isinstance(engine, Engine):
            self._side = Clauses(built, engine, select, without, leave, conflicts)
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
        atoms = list(assume)
        if self._best is not None and not atoms and groups is None and one_of is None:
            return self._best
        try:
            found, self.stats = self._side.solve(atoms, groups, one_of)
        finally:
            self.seconds.solve += time.perf_counter() - started
        return self._checked(found, groups is None)

    def _checked(self, found: Found, whole: bool = True) -> Found:
        """What was found, if the rules agree (those that were asked for)."""
        if found.sat is None:
            self.partial = found.values
            raise OutOfTime
        values = found.values
        judged = isinstance(self._side, Settled)  # before anything was asked
        if values is not None and whole and not judged and not self.encoding.weaker:
            broken = self.puzzle.check(values)
            if broken or (self.value is not None and self.puzzle.value(values) != self.value):  # type: ignore[attr-defined]
                what = f"breaks: {broken[0]}" if broken else f"is not worth {self.value}"
                line = self.puzzle.write(values)
                raise WrongAnswer(f"{self.encoding.full_name} on {self.engine.name} gave {line}, which {what}")
        return found

    def another(self, values: Values) -> Values | None:
        """Another solution, if the puzzle sees one in this solution by itself; None says nothing."""
        if not isinstance(self.puzzle, Swappable) or self.encoding.weaker or isinstance(self._side, Settled):
            return None
        other = self.puzzle.another(values)
        if other is not None and (self.puzzle.check(other) or not (other != values).any()):
            raise WrongAnswer(f"{self.puzzle.kind} took {self.puzzle.write(other)} for another solution")
        return other

    def climb(self) -> Found | None:
        """For a puzzle that asks for a best solution: find one, and ask for nothing less from now on.

        An encoding that asks for less than the puzzle does has none to offer.
        """
        if not isinstance(self.puzzle, Optimising) or self.puzzle.best is None or self.encoding.weaker:
            return None
        started = time.perf_counter()
        try:
            found, self.stats = self._side.climb(self.puzzle.best, self.puzzle.value)
        finally:
            self.seconds.solve += time.perf_counter() - started
        found = self._checked(found)
        self.refuted = found.refuted
        if found.values is not None:
            self.value, self._best = self.puzzle.value(found.values), found
        return found

    def propagate(self, assume: Iterable[Atom] = (), groups: Collection[int] | None = None) -> Possible | None:
        """What is still possible by unit propagation alone, or None for a contradiction."""
        return self._side.propagate(list(assume), groups)

    def groups(self) -> Sequence[Group]:
        """The groups that can be switched off."""
        return self._side.groups()

    def forbid(self, values: Values) -> None:
        """From now on, no solution agrees with these values in all (known) entries."""
        self._best = None
        self._side.forbid(values)

    def prefer(self, values: Values) -> None:
        """Look near these values first."""
        self._best = None
        self._side.prefer(values)

    def close(self) -> None:
        self._side.close()

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def chosen(puzzle: Puzzle, ask: Ask) -> tuple[Encoding, Engine | ModelEngine]:
    """The encoding and the engine that are asked for, or that the kind prefers."""
    kind, named = registry.kind(puzzle.kind), ask.get("encoding")
    encoding = registry.encoding(kind, named)
    spec = ask.get("engine")
    engine = registry.engine(registry.preferred(encoding, puzzle) if spec in (None, "auto") else str(spec))
    if named in (None, "auto") and encoding.model != ("model" in engine.can):
        encoding = next((e for e in kind.encodings.values() if e.model != encoding.model and not e.weaker), encoding)
    options, settings = getattr(engine, "options", ()), []
    seed, labeling = ask.get("seed"), ask.get("labeling")
    if seed is not None and "seed" in options:
        settings.append(f"seed={seed % SEEDS}")
    if labeling is not None:
        if "labeling" not in options:
            able = [name for name, e in registry.engines().items() if "labeling" in getattr(e, "options", ())]
            raise Misuse(f"the engine {engine.name} takes no labeling; take one of: {', '.join(able)}")
        settings.append(f"labeling={labeling}")
    return encoding, engine.configured(":".join(settings)) if settings else engine


def _settled(known: Possible, easily: bool) -> bool:
    """Whether there is nothing to search: an entry without any value or, where that will do, one for each."""
    left = known.sum(axis=-1)
    return not left.all() or (easily and bool((left == 1).all()))


def _transposed(encoding: Encoding, puzzle: Puzzle, known: Possible | None) -> Formula | Model:
    """What the encoding makes of the mirrored board, with an answer that is mirrored back."""
    if not isinstance(puzzle, Transposable):
        raise Misuse(f"the boards of the kind {puzzle.kind} cannot be transposed")
    built = encoding(puzzle.transposed(), known if known is None else known.swapaxes(0, 1))
    built.answer = built.answer.swapaxes(0, 1)
    return built


def _seen(puzzle: Puzzle, known: Possible | None) -> Possible | None:
    """What is known, or the one best solution that is seen without a search."""
    seen = registry.kind(puzzle.kind).seen
    values = seen(puzzle) if seen is not None else None
    if values is None or not isinstance(puzzle, Optimising):
        return known
    bound = puzzle.bound()
    if puzzle.check(values) or bound is None or puzzle.value(values) != bound[0]:
        raise WrongAnswer(f"{puzzle.kind} took {puzzle.write(values)} for a best solution")
    return possible_of(values, puzzle.domain().shape[-1])


def left_by(ask: Ask) -> Leave:
    """What a search is asked to leave behind."""
    return Leave(keep=ask.get("keep"), trace=ask.get("trace"))


def open_search(puzzle: Puzzle, ask: Ask, single: bool = False) -> Search:
    """A search as asked for; ``single`` says that one solution is wanted, and nothing else will be asked.

    Facts found before encoding are used only where the kind chooses the encoding: whoever names an encoding gets the
    formula as it is.
    """
    kind = registry.kind(puzzle.kind)
    encoding, engine = chosen(puzzle, ask)
    started = time.perf_counter()
    auto = ask.get("encoding") in (None, "auto") and encoding.default
    leave = left_by(ask)
    refuse(engine, leave)
    transpose = ask.get("transpose", False)
    named = ask.get("engine") not in (None, "auto")
    easily = not (named or transpose or leave.keep or leave.trace)  # whoever names an engine wants to see it at work
    known = kind.presolve(puzzle) if auto and kind.presolve is not None else None
    if auto and single and easily:
        known = _seen(puzzle, known)
    elapsed = time.perf_counter() - started
    search = Search(puzzle, encoding, engine, known=known, transpose=transpose, leave=leave, easily=easily)
    search.seconds.encode += elapsed
    try:
        search.climb()
    except BaseException:
        search.close()
        raise
    return search
