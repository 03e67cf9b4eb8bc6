"""Which few facts would make a puzzle unique: a smallest set of entries to give away.

Facts from a solution make it the only one if every other solution differs from it in one of them. So two questions
take turns: a small set of facts that tells a solution from all others seen so far, and another solution that these
facts do not exclude. If there is no other, the set will do; if there is no smaller set, it is a smallest one
(implicit hitting sets).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from typing import TypeAlias

import numpy as np

from ..formula import Lits, truth
from ..puzzle import At, Atom, Values
from .nearest_pair import Cardinality, GrowingSession, PairSearch, SolutionFormula, literals

Facts: TypeAlias = tuple[Atom, ...]


class Suggestions:
    """The search for a smallest set."""

    def __init__(self, puzzle: SolutionFormula, pairs: PairSearch) -> None:
        self._puzzle, self._pairs = puzzle, pairs
        self._seen: list[Values] = []

    def run(self, solutions: Sequence[Values]) -> Iterator[Facts]:
        """Ever smaller sets; at the end none is smaller, whichever solution the facts are taken from.

        There must be two solutions. Raises :class:`OutOfTime`.
        """
        self._seen = list(solutions)
        best = None
        for solution in solutions:
            for facts in self._minimal(solution):
                if best is None or len(facts) < len(best):
                    best = facts
                    yield best
        assert best
        if len(best) == 1:
            return  # none at all would be too few
        with closing(Chooser(self._puzzle)) as chooser:
            for target in (*solutions, None):  # first for these, where it is quicker, then for all that there are
                while True:
                    chooser.tell_apart(self._seen)
                    self._seen = []
                    chosen = chooser.fewer(len(best), target)
                    if chosen is None:
                        break
                    facts = self._sufficient(*chosen)
                    if facts:
                        best = facts
                        yield best

    def _sufficient(self, solution: Values, kept: Collection[At]) -> Facts:
        """A part of these entries that makes the solution the only one; if there is none, one more has been seen."""
        other = self._pairs.other(solution, kept)
        if isinstance(other, np.ndarray):
            self._seen.append(other)
            return ()
        return tuple(Atom(at, int(solution[at])) for at in sorted(other))

    def _minimal(self, solution: Values) -> Iterator[Facts]:
        """Ever smaller sets for one solution, until nothing can be left out."""
        self._pairs.prefer(solution)  # a difference in few entries says more
        facts = self._sufficient(solution, self._puzzle.open)
        yield facts
        for fact in facts:
            if fact in facts:
                fewer = self._sufficient(solution, [other.at for other in facts if other != fact])
                if fewer:
                    facts = fewer
                    yield facts


class Chooser:
    """Chooses a solution and few of its entries, such that each solution seen differs from it in one of these."""

    def __init__(self, puzzle: SolutionFormula) -> None:
        formula = puzzle.formula
        self._answer, self._open = formula.answer, puzzle.open
        self._at = tuple(np.array(puzzle.open).T)
        self._session = GrowingSession(puzzle.engine, formula.variables)
        addition = self._session.addition()
        addition.new("solution", formula.variables)
        addition.add_ragged(formula.flat())
        self._given = addition.new("given", len(self._open))
        own = self._answer[self._at]
        self._excludes: Lits = addition.new("excludes", *own.shape)  # given, and not with this value
        for value, one in enumerate(self._excludes.T):
            addition.add(np.stack([-one, self._given], axis=1), np.stack([-one, -own[:, value]], axis=1))
        self._session.add(addition)
        self._number = Cardinality(self._session, self._given)
        self._session.prefer(-self._given)

    def tell_apart(self, seen: Collection[Values]) -> None:
        """From now on, what is given excludes these solutions, except the one that is chosen."""
        addition = self._session.addition()
        same = addition.new("same", len(seen))
        for values, lit in zip(seen, same.tolist(), strict=True):
            chosen = np.array(literals(self._answer, values), dtype=np.int32)
            addition.add(np.stack([np.full_like(chosen, -lit), chosen], axis=1))
            addition.add(
                [lit, *np.take_along_axis(self._excludes, values[self._at][:, None], axis=-1).ravel().tolist()]
            )
        self._session.add(addition)

    def fewer(self, size: int, target: Values | None) -> tuple[Values, list[At]] | None:
        """A solution (the target, if there is one) and fewer of its entries than this; None if that cannot be."""
        assume = [] if target is None else literals(self._answer, target)
        model = self._session.solve([*assume, self._number.at_most(size - 1)]).model
        if model is None:
            return None
        values: Values = truth(model, self._answer).argmax(axis=-1).astype(np.int64)
        given = truth(model, self._given)
        return values, [at for at, one in zip(self._open, given.tolist(), strict=True) if one]

    def close(self) -> None:
        self._session.close()
