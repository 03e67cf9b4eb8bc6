"""What is behind a search: a formula in a SAT engine, a model in a constraint engine, or a board settled beforehand.

Each backend turns questions about the puzzle (atoms, values, groups) into its own terms, and the answers back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from . import registry
from .engines import NO_ARTIFACTS, Artifacts, Engine, Excluding, Fact, ModelEngine, ModelVerdict, Session, Verdict
from .errors import Misuse, Unable
from .formula import Formula, Group, Lits
from .limits import Limit, left, spend, tick, work_left
from .model import Clause, Constraint, Model
from .puzzle import Atom, Best, Possible, Values

Stats: TypeAlias = dict[str, int]

GUESS_AFTER = 20
"""Conflicts without an answer after which the formula's guess is worth its time."""

CONFLICT_WORK = 200
"""What a conflict of a constraint engine counts as."""


@dataclass(frozen=True)
class Found:
    """What one question brought: a solution, or a part of the assumptions (atoms and groups) that has none.

    ``sat`` is None where a limit came first; ``values`` are then as far as the engine got, if it can tell.
    """

    sat: bool | None
    values: Values | None = None
    core: tuple[Atom | Group, ...] = ()
    refuted: bool = False  # of a best solution: the engine was asked for a better one, and there is none
    atoms: Callable[[], dict[str, list[str]]] = dict  # the names of all that holds, by block
    helpers: frozenset[str] = frozenset()  # the blocks of variables that only help


class Backend(Protocol):
    """What a search asks of its backend. A backend that has no use for some of it inherits what stands here."""

    def solve(
        self, assume: list[Atom], groups: Collection[int] | None, one_of: Possible | None
    ) -> tuple[Found, Stats]: ...

    def climb(self, best: Best, value: Callable[[Values], int]) -> tuple[Found, Stats]:
        """A best solution; from then on every solution has to be as good."""
        ...

    def propagate(self, assume: list[Atom], groups: Collection[int] | None) -> Possible | None: ...

    def forbid(self, values: Values) -> None: ...

    def groups(self) -> Sequence[Group]:
        """Those that can be switched off."""
        return ()

    def prefer(self, values: Values) -> None:
        """Look near these values first; a preference is only ever a wish."""
        return

    def close(self) -> None:
        """Give everything back."""
        return


def require_artifacts(engine: Engine | ModelEngine, artifacts: Artifacts) -> None:
    """Raises :class:`Misuse` if the engine cannot write the files that are asked for."""
    for ability, wanted, lack in (
        ("keep", artifacts.keep, "keeps no files"),
        ("proof", artifacts.proof, "writes no proof"),
        ("trace", artifacts.trace, "writes no trace"),
    ):
        if wanted is not None and ability not in engine.can:
            raise Misuse(f"the engine {engine.name} {lack}; {registry.able(ability)}")


def open_session(engine: Engine, variables: int, artifacts: Artifacts = NO_ARTIFACTS) -> Session:
    """A session that writes the files asked for; raises :class:`Misuse` where the engine cannot."""
    require_artifacts(engine, artifacts)
    return engine.open(variables, artifacts)


class SatBackend(Backend):
    """A formula in a SAT engine."""

    def __init__(
        self,
        formula: Formula,
        engine: Engine,
        select: Callable[[Group], bool] | None,
        without: Collection[str],
        artifacts: Artifacts,
        conflicts: int | None,
    ) -> None:
        self.formula, self.engine, self.conflicts = formula, engine, conflicts
        self._helpers = frozenset(block.name for block in formula.blocks if block.helper)
        self.selected: dict[int, int] = {}  # group -> selector
        selectors: Lits | None = None
        self._next = formula.variables + 1
        if select:
            selectors = np.zeros(len(formula.groups), dtype=np.int32)
            for group in formula.groups:
                if group.kind != "axiom" and select(group):
                    selectors[group.id] = self.selected[group.id] = self._fresh()
        self._floor: list[int] = []  # demanded of every solution: to be as good as the best, or where a climb begins
        # A guess is about the whole puzzle: it says nothing where groups are switched off.
        self._guess = None if select or not {"prefer", "limit"} <= engine.can else formula.guess
        self._told = False  # whether the engine knows it
        self._last: Lits = np.empty(0, dtype=np.int32)  # the last model, to be told in its place
        self.session = open_session(engine, formula.variables, replace(artifacts, name=self._name))
        if "exclusive" in engine.can and isinstance(self.session, Excluding) and selectors is None:
            self.session.add(formula.flat(None, without, exclusive=False))
            self.session.exclude(formula.exclusive(without))
            self.session.exclude(formula.spare(without), spare=True)
        else:  # selectors switch clauses, and no sets
            self.session.add(formula.flat(selectors, without))

    def _name(self, lit: int) -> str:
        """The name of a literal; those of variables beyond the formula's are made up."""
        if abs(lit) <= self.formula.variables:
            return self.formula.name(lit)
        chosen = {selector: group for group, selector in self.selected.items()}.get(abs(lit))
        name = f"choice({abs(lit)})" if chosen is None else f"group({chosen})"
        return name if lit > 0 else f"-{name}"

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

    def solve(self, assume: list[Atom], groups: Collection[int] | None, one_of: Possible | None) -> tuple[Found, Stats]:
        lits = self._assumptions(assume, groups)
        extra = []
        if one_of is not None:
            extra = [self._fresh()]
            self._add([-extra[0], *self.formula.answer[one_of].tolist()])
        verdict = self._ask([*lits, *extra, *self._floor])
        while verdict.model is not None and self.formula.cuts and len(cuts := self.formula.cuts(verdict.model)):
            spend(len(cuts))
            self.session.add(cuts)
            verdict = self._ask([*lits, *extra, *self._floor])
        if extra:
            self._add([-extra[0]])
        model = verdict.model
        if model is not None:
            if self._told:
                self._last = (np.arange(len(model)) * np.where(model, 1, -1))[1:].astype(np.int32)
            values = self.formula.decode(model)
            return Found(True, values, atoms=lambda: self._atoms(model), helpers=self._helpers), verdict.stats
        return Found(verdict.sat, None, tuple(lits[lit] for lit in verdict.core if lit in lits)), verdict.stats

    def _ask(self, assume: list[int]) -> Verdict:
        """The engine's verdict; if it does not come at once, the engine is told what the formula's guess is."""
        if self._guess is None or (self.conflicts or GUESS_AFTER + 1) <= GUESS_AFTER:
            return self.session.solve(assume, Limit(left(), self.conflicts))
        verdict = self.session.solve(assume, Limit(left(), GUESS_AFTER))
        if verdict.sat is None:
            tick()
            self.session.prefer(self._guess())
            self._guess, self._told = None, True
            rest = None if self.conflicts is None else self.conflicts - GUESS_AFTER
            verdict = self.session.solve(assume, Limit(left(), rest))
        return verdict

    def _atoms(self, model: npt.NDArray[np.bool_]) -> dict[str, list[str]]:
        """The names of the variables that hold, by block."""
        return {
            block.name: [block.name_of(v) for v in range(block.first, block.first + block.size) if model[v]]
            for block in self.formula.blocks
        }

    def climb(self, best: Best, value: Callable[[Values], int]) -> tuple[Found, Stats]:
        self._floor = self.formula.begin.tolist()
        found, stats = self.solve([], None, None)
        if self._floor and found.sat is False:  # it was no solution
            self._floor = []
            found, stats = self.solve([], None, None)
        self._floor = []
        sign = 1 if best == "most" else -1
        better = sorted(self.formula.levels, key=lambda level: sign * level)
        tries, refuted = 0, False
        while found.values is not None:
            reached = value(found.values)
            better = [level for level in better if sign * level > sign * reached]
            if not better:
                self._floor = [self.formula.levels[reached]] if reached in self.formula.levels else []
                break
            # The highest demands are often met or refuted at once; after three of them, halve what is left.
            tries += 1
            middle = len(better) - 1 if tries <= 3 else len(better) // 2
            self._floor = [self.formula.levels[better[middle]]]
            higher, stats = self.solve([], None, None)
            self._floor = []
            if higher.sat is None:
                return replace(found, sat=None), stats
            if higher.sat:
                found = higher
            else:
                better, refuted = better[:middle], True
        return replace(found, refuted=refuted), stats

    def propagate(self, assume: list[Atom], groups: Collection[int] | None) -> Possible | None:
        if "propagate" not in self.engine.can:
            raise Unable(f"the engine {self.engine.name} cannot propagate; {registry.able('propagate')}")
        found = self.session.propagate([*self._assumptions(assume, groups), *self._floor])
        if found is None:
            return None
        false = np.zeros(2 * self._next + 1, dtype=np.bool_)
        false[-found] = True  # a negative index counts from the end: literal l and its negation never meet
        return ~false[self.formula.answer]

    def groups(self) -> Sequence[Group]:
        return [self.formula.groups[group] for group in self.selected]

    def forbid(self, values: Values) -> None:
        self._add((-self.formula.literals(values)).tolist())

    def _add(self, clause: list[int]) -> None:
        self.session.add(np.array([*clause, 0], dtype=np.int32))

    def prefer(self, values: Values) -> None:
        self.session.prefer(np.concatenate([self._last, self.formula.literals(values)]))

    def close(self) -> None:
        self.session.close()


class ModelBackend(Backend):
    """A model in a constraint engine, which starts anew at each call."""

    def __init__(self, model: Model, engine: ModelEngine) -> None:
        self.model, self.engine = model, engine
        self.extra: list[Constraint] = []
        self._value = {meant: value for value, meant in model.meaning.items()}

    def _facts(self, atoms: Iterable[Atom]) -> list[Fact]:
        value = self._value
        return [(int(self.model.answer[atom.at]), value.get(atom.value, atom.value), atom.holds) for atom in atoms]

    def solve(self, assume: list[Atom], groups: Collection[int] | None, one_of: Possible | None) -> tuple[Found, Stats]:
        verdict = self._asked(self._model(one_of), self._facts(assume))
        return self._found(verdict, assume), verdict.stats

    def _asked(self, model: Model, assume: Sequence[Fact], best: Best | None = None) -> ModelVerdict:
        """The engine's verdict, within what is left of the budget. An engine that gave up has spent all of it."""
        work = work_left()
        limit = Limit(left(), None if work is None else max(1, work // CONFLICT_WORK))
        verdict = self.engine.solve_model(model, assume, limit, best)
        spent = CONFLICT_WORK * (1 + verdict.stats.get("conflicts", verdict.stats.get("backtracks", 0)))
        spend(spent if verdict.sat is not None or work is None else max(work, spent))
        return verdict

    def _model(self, one_of: Possible | None = None) -> Model:
        extra: list[Constraint] = list(self.extra)
        if one_of is not None:
            marked = [Atom(tuple(map(int, at)), int(value)) for *at, value in np.argwhere(one_of)]
            extra.append(Clause(tuple(self._facts(marked))))
        return replace(self.model, constraints=[*self.model.constraints, *extra])

    def _found(self, verdict: ModelVerdict, assume: list[Atom]) -> Found:
        if not verdict.sat:
            values = self._meant(verdict.partial) if verdict.partial else None
            return Found(verdict.sat, values, () if verdict.sat is None else tuple(assume))
        return Found(True, self._meant(verdict.values), atoms=lambda: {"variables": self._named(verdict.values)})

    def _meant(self, values: Sequence[int | None]) -> Values:
        """The answer from the values of all variables; -1 for what is open."""
        meaning = self.model.meaning
        meant = [-1 if value is None else meaning.get(value, value) for value in values]
        return np.array(meant, dtype=np.int64)[self.model.answer]

    def _named(self, values: Sequence[int]) -> list[str]:
        return [f"{name}={value}" for name, value in zip(self.model.names, values, strict=True)]

    def climb(self, best: Best, value: Callable[[Values], int]) -> tuple[Found, Stats]:
        verdict = self._asked(self._model(), (), best)
        found = self._found(verdict, [])
        if found.sat and found.values is not None and self.model.objective is not None:
            reached = value(found.values)
            self.extra.append(replace(self.model.objective, low=reached, high=reached))
        return replace(found, refuted=True), verdict.stats

    def propagate(self, assume: list[Atom], groups: Collection[int] | None) -> Possible | None:
        raise Misuse(f"the engine {self.engine.name} cannot propagate; take one of the SAT encodings")

    def forbid(self, values: Values) -> None:
        atoms = (Atom(tuple(map(int, at)), int(values[tuple(at)]), False) for at in np.argwhere(values >= 0))
        self.extra.append(Clause(tuple(self._facts(atoms))))


class SettledBackend(Backend):
    """Nothing to search, and no engine: facts found beforehand leave one value, or none, to each entry."""

    def __init__(self, known: Possible, values: Values | None) -> None:
        self.known, self.values = known, values

    def solve(self, assume: list[Atom], groups: Collection[int] | None, one_of: Possible | None) -> tuple[Found, Stats]:
        values = self.values
        if values is None:
            return Found(False), {}
        wrong = [atom for atom in assume if (values[atom.at] == atom.value) != atom.holds]
        if wrong or (one_of is not None and not np.take_along_axis(one_of, values[..., None], axis=-1).any()):
            return Found(False, core=tuple(wrong[:1])), {}
        return Found(True, values), {}

    def climb(self, best: Best, value: Callable[[Values], int]) -> tuple[Found, Stats]:
        return self.solve([], None, None)

    def propagate(self, assume: list[Atom], groups: Collection[int] | None) -> Possible | None:
        return self.known if self.solve(assume, groups, None)[0].sat else None

    def forbid(self, values: Values) -> None:
        if self.values is not None and ((values == self.values) | (values < 0)).all():
            self.values = None
