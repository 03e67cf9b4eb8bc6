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

import numpy as np

from . import registry
from .encodings import Encoding
from .engines import Engine, Fact, ModelEngine
from .errors import Misuse, WrongAnswer
from .formula import Formula, Group, Lits
from .limits import Limit, OutOfTime, left, tick
from .model import Clause, Model
from .puzzle import Atom, Possible, Puzzle, Values


class Ask(TypedDict, total=False):
    """How to search; what is left out, the kind decides."""

    encoding: str | None
    engine: str | None
    timeout: float | None
    seed: int | None
    keep: Path | None


@dataclass(frozen=True)
class Found:
    """What one question brought: a solution, or a part of the assumptions (atoms and groups) that has none."""

    sat: bool
    values: Values | None = None
    core: tuple[Atom | Group, ...] = ()


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
        self.known = known
        self.variables = self.clauses = 0
        self._side: _Clauses | _Constraints | _Refuted
        if known is not None and not known.any(axis=-1).all():
            self._side = _Refuted()
            return
        started = time.perf_counter()
        built = encoding(puzzle, known)
        self.variables, self.clauses = built.size
        if isinstance(built, Formula) and isinstance(engine, Engine):
            self._side = _Clauses(built, engine, select, without, keep)
        elif isinstance(built, Model) and isinstance(engine, ModelEngine):
            if select:
                raise Misuse(f"the encoding {encoding.name} has no labels; take one of the SAT encodings")
            self._side = _Constraints(built, engine)
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
            found, stats = self._side.solve(list(assume), groups, one_of)
        finally:
            self.seconds.solve += time.perf_counter() - started
        self.stats = stats
        if found is None:
            raise OutOfTime
        if found.values is not None and groups is None and not self.encoding.weaker:
            broken = self.puzzle.check(found.values)
            if broken:
                raise WrongAnswer(
                    f"{self.encoding.full_name} on {self.engine.name} gave {self.puzzle.write(found.values)}, "
                    f"which breaks: {broken[0]}"
                )
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


class _Clauses:
    """The side of a search that speaks in clauses."""

    def __init__(
        self,
        formula: Formula,
        engine: Engine,
        select: Callable[[Group], bool] | None,
        without: Collection[str],
        keep: Path | None,
    ) -> None:
        self.formula = formula
        self.selected: dict[int, int] = {}  # group -> selector
        selectors: Lits | None = None
        self._next = formula.variables + 1
        if select:
            selectors = np.zeros(len(formula.groups), dtype=np.int32)
            for group in formula.groups:
                if group.kind != "axiom" and select(group):
                    selectors[group.id] = self.selected[group.id] = self._fresh()
        self.session = engine.open(formula.variables, keep=keep)
        self.session.add(formula.flat(selectors, without))  # type: ignore[arg-type]

    def _fresh(self) -> int:
        self._next += 1
        return self._next - 1

    def _assumptions(self, assume: list[Atom], groups: Collection[int] | None) -> dict[int, Atom | Group]:
        lits: dict[int, Atom | Group] = {}
        for group, selector in self.selected.items():
            if groups is None or group in groups:
                lits[selector] = self.formula.groups[group]
        for atom in assume:
            lit = int(self.formula.answer[(*atom.at, atom.value)])
            lits[lit if atom.holds else -lit] = atom
        return lits

    def solve(
        self, assume: list[Atom], groups: Collection[int] | None, one_of: Possible | None
    ) -> tuple[Found | None, dict[str, int]]:
        lits = self._assumptions(assume, groups)
        extra = []
        if one_of is not None:
            extra = [self._fresh()]
            self._add([-extra[0], *self.formula.answer[one_of].tolist()])
        verdict = self.session.solve([*lits, *extra], Limit(left()))
        if extra:
            self._add([-extra[0]])
        if verdict.sat is None:
            return None, verdict.stats
        if verdict.model is not None:
            return Found(True, self.formula.decode(verdict.model)), verdict.stats
        return Found(False, None, tuple(lits[lit] for lit in verdict.core if lit in lits)), verdict.stats

    def propagate(self, assume: list[Atom], groups: Collection[int] | None) -> Possible | None:
        found = self.session.propagate(list(self._assumptions(assume, groups)))
        if found is None:
            return None
        false = np.zeros(2 * self._next + 1, dtype=np.bool_)
        false[-found] = True  # a negative index counts from the end: literal l and its negation never meet
        return ~false[self.formula.answer]

    def forbid(self, values: Values) -> None:
        self._add((-self.formula.literals(values)).tolist())

    def _add(self, clause: list[int]) -> None:
        self.session.add(np.array([*clause, 0], dtype=np.int32))

    def prefer(self, values: Values) -> None:
        self.session.prefer(self.formula.literals(values))

    def close(self) -> None:
        self.session.close()


class _Constraints:
    """The side of a search that speaks in constraints. Constraint engines start anew at each call."""

    def __init__(self, model: Model, engine: ModelEngine) -> None:
        self.model, self.engine = model, engine
        self.forbidden: list[Clause] = []

    def _facts(self, atoms: Iterable[Atom]) -> list[Fact]:
        return [(int(self.model.answer[atom.at]), atom.value, atom.holds) for atom in atoms]

    def solve(
        self, assume: list[Atom], groups: Collection[int] | None, one_of: Possible | None
    ) -> tuple[Found | None, dict[str, int]]:
        extra = list(self.forbidden)
        if one_of is not None:
            marked = [Atom(tuple(map(int, at)), int(value)) for *at, value in np.argwhere(one_of)]
            extra.append(Clause(tuple(self._facts(marked))))
        model = Model(self.model.domains, self.model.names, [*self.model.constraints, *extra], self.model.answer)
        sat, values = self.engine.solve_model(model, self._facts(assume), Limit(left()))
        if sat is None:
            return None, {}
        if not sat:
            return Found(False, None, tuple(assume)), {}
        return Found(True, np.array(values, dtype=np.int64)[self.model.answer]), {}

    def propagate(self, assume: list[Atom], groups: Collection[int] | None) -> Possible | None:
        raise Misuse(f"the engine {self.engine.name} cannot propagate; take one of the SAT encodings")

    def forbid(self, values: Values) -> None:
        atoms = (Atom(tuple(map(int, at)), int(values[tuple(at)]), False) for at in np.argwhere(values >= 0))
        self.forbidden.append(Clause(tuple(self._facts(atoms))))

    def prefer(self, values: Values) -> None:
        pass  # a preference is only ever a wish

    def close(self) -> None:
        pass


class _Refuted:
    """The side of a search whose board was refuted before there was anything to encode."""

    def solve(
        self, assume: list[Atom], groups: Collection[int] | None, one_of: Possible | None
    ) -> tuple[Found | None, dict[str, int]]:
        return Found(False), {}

    def propagate(self, assume: list[Atom], groups: Collection[int] | None) -> Possible | None:
        return None

    def forbid(self, values: Values) -> None:
        pass

    def prefer(self, values: Values) -> None:
        pass

    def close(self) -> None:
        pass


def open_search(puzzle: Puzzle, ask: Ask) -> Search:
    """A search as asked for. Facts found before encoding are used only where the kind chooses the encoding:

    whoever names an encoding gets the formula as it is.
    """
    kind = registry.kind(puzzle.kind)
    spec = ask.get("encoding")
    encoding = registry.encoding(kind, spec)
    engine_spec = ask.get("engine")
    engine = registry.engine(encoding.engine if engine_spec in (None, "auto") else str(engine_spec))
    seed = ask.get("seed")
    if seed is not None and "seed" in getattr(engine, "options", ()):
        engine = engine.configured(f"seed={seed}")
    started = time.perf_counter()
    auto = spec in (None, "auto")
    known = kind.presolve(puzzle) if auto and kind.presolve is not None else None
    elapsed = time.perf_counter() - started
    search = Search(puzzle, encoding, engine, known=known, keep=ask.get("keep"))
    search.seconds.encode += elapsed
    return search
