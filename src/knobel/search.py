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
from .backends import Backend, Found, ModelBackend, SatBackend, SettledBackend, require_artifacts
from .encodings import Encoding
from .engines import NO_ARTIFACTS, Artifacts, Engine, ModelEngine
from .errors import Misuse, Unable, WrongAnswer, instead
from .formula import Formula, Group
from .limits import OutOfTime, spend, tick
from .model import Model
from .puzzle import Atom, Optimising, Possible, Puzzle, Swappable, Transposable, Values, possible_of, values_of

SEEDS = 10**9  # engines take seeds below this
PRESOLVE = "presolve"
"""What stands in an engine's place where facts found before encoding, or an optimum found without a search, decide."""


class SearchOptions(TypedDict, total=False):
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

    ``engine`` may be a name with options: then the engine is loaded when it is needed, and not for a board that facts
    found beforehand settle. ``known`` are facts that follow from the puzzle; an entry without any value left says
    that there is no solution. ``presolve_may_answer`` lets facts that leave one value to each entry be the answer,
    without the engine.
    Methods raise :class:`OutOfTime` when the deadline in force has passed, or when a question took more ``conflicts``
    of a SAT engine than it may.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        encoding: Encoding,
        engine: Engine | ModelEngine | str,
        *,
        known: Possible | None = None,
        select: Callable[[Group], bool] | None = None,
        without: Collection[str] = (),
        transpose: bool = False,
        artifacts: Artifacts = NO_ARTIFACTS,
        conflicts: int | None = None,
        presolve_may_answer: bool = False,
    ) -> None:
        self.puzzle, self.encoding, self._engine = puzzle, encoding, engine
        self.weaker = encoding.weaker_for(puzzle)  # then what is found need not be a solution
        self.seconds = Seconds()
        self.stats: dict[str, int] = {}
        self.value: int | None = None  # of a best solution, once it is known
        self.refuted = False  # whether the engine has shown that nothing is better
        self._best: Found | None = None  # what climbing found, as long as it is an answer to "any solution"
        self.partial: Values | None = None  # how far the engine got before a limit, if it can tell
        self.known = known
        self.variables = self.clauses = 0
        self._backend: Backend
        if known is not None and _settled(known, presolve_may_answer):
            values = values_of(known) if known.any(axis=-1).all() else None
            spend(known.size)
            # What follows from the puzzle may leave one candidate that is no solution: then there is none.
            self._backend = SettledBackend(known, None if values is None or puzzle.check(values) else values)
            return
        engine = self.engine
        if encoding.model != ("model" in engine.can):
            wanted = "a constraint model" if encoding.model else "a formula in clauses"
            fitting = [e.name for e in registry.engines().values() if ("model" in e.can) == encoding.model]
            raise Misuse(
                f"the encoding {encoding.name} makes {wanted}, which the engine {engine.name} does not take; "
                f"{instead(fitting)}"
            )
        started = time.perf_counter()
        built = encoding(puzzle, known) if not transpose else _transposed(encoding, puzzle, known)
        self.variables, self.clauses = built.size
        spend(self.variables + self.clauses)
        if isinstance(built, Formula) and isinstance(engine, Engine):
            self._backend = SatBackend(built, engine, select, without, artifacts, conflicts)
        elif isinstance(built, Model) and isinstance(engine, ModelEngine):
            if select:
                raise Misuse(f"the encoding {encoding.name} has no labels; take one of the SAT encodings")
            self._backend = ModelBackend(built, engine)
        else:
            raise TypeError(f"{encoding.name} built {type(built).__name__}")
        self.seconds.encode = time.perf_counter() - started
        tick()

    @property
    def engine(self) -> Engine | ModelEngine:
        """The engine, loaded now if it was given by name."""
        return registry.engine(self._engine) if isinstance(self._engine, str) else self._engine

    @property
    def encoding_name(self) -> str | None:
        """The encoding's name with its settings; None where the board was decided before anything was encoded."""
        return None if isinstance(self._backend, SettledBackend) else self.encoding.full_name

    @property
    def engine_name(self) -> str:
        """The engine's name without its options, or what decided the board instead; asking loads nothing."""
        if isinstance(self._backend, SettledBackend):
            return PRESOLVE
        return engine_name(self._engine) if isinstance(self._engine, str) else self._engine.name

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
            found, self.stats = self._backend.solve(atoms, groups, one_of)
        finally:
            self.seconds.solve += time.perf_counter() - started
        return self._checked(found, groups is None)

    def _checked(self, found: Found, whole: bool = True) -> Found:
        """What was found, if the rules agree (those that were asked for)."""
        if found.sat is None:
            self.partial = found.values
            raise OutOfTime
        values = found.values
        judged = isinstance(self._backend, SettledBackend)  # before anything was asked
        if values is not None and whole and not judged and not self.weaker:
            broken = self.puzzle.check(values)
            if broken or (self.value is not None and self.puzzle.value(values) != self.value):  # type: ignore[attr-defined]
                what = f"breaks: {broken[0]}" if broken else f"has not the best value, {self.value}"
                line = self.puzzle.write(values)
                raise WrongAnswer(f"{self.encoding.full_name} on {self.engine_name} gave {line}, which {what}")
        return found

    def another(self, values: Values) -> Values | None:
        """Another solution, if the puzzle sees one in this solution by itself; None says nothing."""
        if not isinstance(self.puzzle, Swappable) or self.weaker or isinstance(self._backend, SettledBackend):
            return None
        other = self.puzzle.another(values)
        if other is not None and (self.puzzle.check(other) or not (other != values).any()):
            raise WrongAnswer(f"{self.puzzle.kind} took {self.puzzle.write(other)} for another solution")
        return other

    def climb(self) -> Found | None:
        """For a puzzle that asks for a best solution: find one, and ask for nothing less from now on.

        An encoding that asks for less than the puzzle does has none to offer. A search that cannot climb is closed.
        """
        if not isinstance(self.puzzle, Optimising) or self.puzzle.best is None or self.weaker:
            return None
        started = time.perf_counter()
        try:
            found, self.stats = self._backend.climb(self.puzzle.best, self.puzzle.value)
            found = self._checked(found)
        except BaseException:
            self.close()
            raise
        finally:
            self.seconds.solve += time.perf_counter() - started
        self.refuted = found.refuted
        if found.values is not None:
            self.value, self._best = self.puzzle.value(found.values), found
        return found

    def climbed(self) -> Search:
        """This search, once it has climbed."""
        self.climb()
        return self

    def propagate(self, assume: Iterable[Atom] = (), groups: Collection[int] | None = None) -> Possible | None:
        """What is still possible by unit propagation alone, or None for a contradiction."""
        return self._backend.propagate(list(assume), groups)

    def groups(self) -> Sequence[Group]:
        """The groups that can be switched off."""
        return self._backend.groups()

    def forbid(self, values: Values) -> None:
        """From now on, no solution agrees with these values in all (known) entries."""
        self._best = None
        self._backend.forbid(values)

    def prefer(self, values: Values) -> None:
        """Look near these values first."""
        self._best = None
        self._backend.prefer(values)

    def close(self) -> None:
        self._backend.close()

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def chosen(puzzle: Puzzle, options: SearchOptions) -> tuple[Encoding, str]:
    """The encoding and the engine (with its options) that are asked for, or that the kind prefers.

    Where the kind decides about the engine, it is not loaded.
    """
    kind, named, spec = registry.kind(puzzle.kind), options.get("encoding"), options.get("engine")
    encoding = registry.encoding(kind, named)
    seed, labeling = options.get("seed"), options.get("labeling")
    if spec not in (None, "auto"):
        spec = str(spec)
        if named in (None, "auto") and encoding.model != ("model" in registry.engine(spec).can):
            others = (e for e in kind.encodings.values() if e.model != encoding.model and not e.weaker)
            encoding = next(others, encoding)
    else:
        spec = registry.preferred(encoding, puzzle)
    if seed is None and labeling is None:
        return encoding, spec
    known, settings = getattr(registry.engine(spec), "options", ()), []
    if seed is not None and "seed" in known:
        settings.append(f"seed={seed % SEEDS}")
    if labeling is not None:
        if "labeling" not in known:
            able = [name for name, e in registry.engines().items() if "labeling" in getattr(e, "options", ())]
            raise Misuse(f"the engine {engine_name(spec)} takes no labeling; {instead(able)}")
        settings.append(f"labeling={labeling}")
    return encoding, ":".join([spec, *settings])


def engine_name(spec: str) -> str:
    """The name of an engine that is given with its options.

    >>> engine_name("cadical:seed=3")
    'cadical'
    """
    return spec.partition(":")[0]


def _settled(known: Possible, single_values: bool) -> bool:
    """Whether there is nothing to search: an entry without any value or, if that will do, one value for each."""
    left = known.sum(axis=-1)
    return not left.all() or (single_values and bool((left == 1).all()))


def _transposed(encoding: Encoding, puzzle: Puzzle, known: Possible | None) -> Formula | Model:
    """What the encoding makes of the mirrored board, with an answer that is mirrored back."""
    if not isinstance(puzzle, Transposable):
        raise Misuse(f"the boards of the kind {puzzle.kind} cannot be transposed")
    built = encoding(puzzle.transposed(), known if known is None else known.swapaxes(0, 1))
    built.answer = built.answer.swapaxes(0, 1)
    return built


def _optimum(puzzle: Puzzle, known: Possible | None) -> Possible | None:
    """What is known, or the one best solution that is found without a search."""
    optimum = registry.kind(puzzle.kind).optimum
    values = optimum(puzzle) if optimum is not None else None
    if values is None or not isinstance(puzzle, Optimising):
        return known
    bound = puzzle.bound()
    if puzzle.check(values) or bound is None or puzzle.value(values) != bound[0]:
        raise WrongAnswer(f"{puzzle.kind} took {puzzle.write(values)} for a best solution")
    return possible_of(values, puzzle.domain().shape[-1])


def artifacts_of(options: SearchOptions) -> Artifacts:
    """The files that a search is asked to write."""
    return Artifacts(keep=options.get("keep"), trace=options.get("trace"))


def require_exact(encoding: Encoding, puzzle: Puzzle) -> None:
    """Refuse an encoding whose answers need not be solutions of this puzzle, and name one whose answers are."""
    if encoding.weaker_for(puzzle):
        exact = registry.encoding(registry.kind(puzzle.kind)).name
        less = f"the encoding {encoding.name} asks for less than this puzzle"
        raise Unable(f"{less}, so it finds what is no solution; take {exact}")


def open_search(
    puzzle: Puzzle, options: SearchOptions, single: bool = False, choice: tuple[Encoding, str] | None = None
) -> Search:
    """A search as asked for; ``single`` says that one solution is wanted, and nothing else will be asked.

    Only then may the encoding ask for less than the puzzle: what it finds has to be shown as what it is.

    ``choice`` is what :func:`chosen` said, for those who have asked it already. Facts found before encoding are used
    only where the kind chooses the encoding: whoever names an encoding gets the formula as it is.
    """
    kind = registry.kind(puzzle.kind)
    encoding, engine = chosen(puzzle, options) if choice is None else choice
    if not single:
        require_exact(encoding, puzzle)
    started = time.perf_counter()
    auto = options.get("encoding") in (None, "auto") and encoding.default
    artifacts, transpose = artifacts_of(options), options.get("transpose", False)
    if artifacts != NO_ARTIFACTS:
        require_artifacts(registry.engine(engine), artifacts)
    named = options.get("engine") not in (None, "auto")  # whoever names an engine wants to see it at work
    presolve_may_answer = not named and not transpose and artifacts == NO_ARTIFACTS
    known = kind.presolve(puzzle) if auto and kind.presolve is not None else None
    if auto and single and presolve_may_answer:
        known = _optimum(puzzle, known)
    elapsed = time.perf_counter() - started
    search = Search(
        puzzle,
        encoding,
        engine,
        known=known,
        transpose=transpose,
        artifacts=artifacts,
        presolve_may_answer=presolve_may_answer,
    )
    search.seconds.encode += elapsed
    search.climb()
    return search
