"""What is behind a search: a formula in a SAT engine, a model in a constraint engine, or a board refuted beforehand.

Each side turns questions about the puzzle (atoms, values, groups) into its own terms, and the answers back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np

from .engines import Engine, Fact, ModelEngine
from .errors import Misuse
from .formula import Formula, Group, Lits
from .limits import Limit, left
from .model import Clause, Model
from .puzzle import Atom, Possible, Values

Stats: TypeAlias = dict[str, int]


@dataclass(frozen=True)
class Found:
    """What one question brought: a solution, or a part of the assumptions (atoms and groups) that has none."""

    sat: bool
    values: Values | None = None
    core: tuple[Atom | Group, ...] = ()


class Side(Protocol):
    """What a search asks of its side. ``solve`` gives None where a limit came first."""

    def solve(
        self, assume: list[Atom], groups: Collection[int] | None, one_of: Possible | None
    ) -> tuple[Found | None, Stats]: ...

    def propagate(self, assume: list[Atom], groups: Collection[int] | None) -> Possible | None: ...

    def forbid(self, values: Values) -> None: ...

    def prefer(self, values: Values) -> None: ...

    def close(self) -> None: ...


class Clauses:
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
        self.session.add(formula.flat(selectors, without))

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
    ) -> tuple[Found | None, Stats]:
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


class Constraints:
    """The side of a search that speaks in constraints. Constraint engines start anew at each call."""

    def __init__(self, model: Model, engine: ModelEngine) -> None:
        self.model, self.engine = model, engine
        self.forbidden: list[Clause] = []

    def _facts(self, atoms: Iterable[Atom]) -> list[Fact]:
        return [(int(self.model.answer[atom.at]), atom.value, atom.holds) for atom in atoms]

    def solve(
        self, assume: list[Atom], groups: Collection[int] | None, one_of: Possible | None
    ) -> tuple[Found | None, Stats]:
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


class Refuted:
    """The side of a search whose board was refuted before there was anything to encode."""

    def solve(
        self, assume: list[Atom], groups: Collection[int] | None, one_of: Possible | None
    ) -> tuple[Found | None, Stats]:
        return Found(False), {}

    def propagate(self, assume: list[Atom], groups: Collection[int] | None) -> Possible | None:
        return None

    def forbid(self, values: Values) -> None:
        pass

    def prefer(self, values: Values) -> None:
        pass

    def close(self) -> None:
        pass
