"""The nearest pair of solutions: a puzzle's formula twice in one engine, with the copies made to differ.

Other questions about pairs of solutions are asked here, too: whether there is another solution beside a given one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .. import registry
from ..emit import totalizer
from ..engines import Engine, Verdict
from ..errors import WrongAnswer
from ..formula import Formula, Lits, truth
from ..limits import Limit, left, tick
from ..puzzle import At, Optimising, Values
from ..search import Search

Pair: TypeAlias = tuple[Values, Values]

GROUP_ENTRIES = 64  # of a group that is asked by itself: the clauses for this grow with the square
GROUP_CONFLICTS = 20_000  # for this question, which helps only if it is easy


class SolutionFormula:
    """The formula of a puzzle under search, to be loaded in another shape; only best solutions satisfy it.

    Constraint models do not speak in clauses, and lazy encodings leave some out: in their place stands the formula that
    the kind prefers to write.
    """

    def __init__(self, search: Search) -> None:
        encoding, engine = search.encoding, search.engine
        if encoding.model or encoding.lazy:
            encoding = registry.written_encoding(registry.kind(search.puzzle.kind))
            engine = registry.engine(registry.preferred(encoding, search.puzzle))
        formula = encoding(search.puzzle, search.known)
        if not isinstance(formula, Formula) or not isinstance(engine, Engine):
            raise TypeError(f"{encoding.name} on {engine.name} does not speak in clauses")
        if search.value in formula.levels:
            formula.add([formula.levels[search.value]])
        self.formula, self.engine = formula, engine
        self._puzzle, self._value = search.puzzle, search.value
        possible = search.puzzle.domain() if search.known is None else search.known
        self.open: list[At] = [tuple(at) for at in np.argwhere(possible.sum(axis=-1) > 1).tolist()]

    def checked(self, values: Values) -> Values:
        """A solution, if the rules agree."""
        broken = self._puzzle.check(values)
        if broken or (isinstance(self._puzzle, Optimising) and self._value not in (None, self._puzzle.value(values))):
            line = self._puzzle.write(values)
            raise WrongAnswer(f"{self.engine.name} gave {line}, which breaks: {[*broken, 'it is not a best one'][0]}")
        return values


class GrowingSession:
    """A session to which formulas are added one after the other, each with variables of its own."""

    def __init__(self, engine: Engine, variables: int) -> None:
        self._session = engine.open(variables)
        self._variables = 0

    def addition(self) -> Formula:
        """A formula whose new variables come after all that there are; to be added before the next one is begun."""
        made = Formula()
        made.new("before", self._variables)
        return made

    def add(self, addition: Formula) -> None:
        self._session.add(addition.flat())
        self._variables = addition.variables

    def solve(self, assume: Collection[int], conflicts: int | None = None) -> Verdict:
        """The verdict, left open only where the conflicts were too few; raises :class:`OutOfTime`."""
        tick()
        verdict = self._session.solve(list(assume), Limit(left(), conflicts))
        if verdict.sat is None:
            tick()
        return verdict if conflicts is not None else verdict.decided()

    def prefer(self, lits: Lits) -> None:
        self._session.prefer(lits)

    def close(self) -> None:
        self._session.close()


class Cardinality:
    """How many of some literals hold: counted only as far as is asked for, since high numbers need many clauses."""

    def __init__(self, session: GrowingSession, lits: Lits) -> None:
        self._session, self._lits = session, lits
        self.size = len(lits)
        self._more: Lits = np.empty(0, dtype=np.int32)  # entry k: more than k of them hold

    def at_most(self, bound: int) -> int:
        """A literal that demands it; the bound must be below the number of literals."""
        if bound >= len(self._more):
            addition = self._session.addition()
            self._more = totalizer(addition, self._lits, "sum", bound + 2)
            self._session.add(addition)
        return -int(self._more[bound])


class PairSearch:
    """Two solutions that differ somewhere."""

    def __init__(self, puzzle: SolutionFormula) -> None:
        self._puzzle, formula = puzzle, puzzle.formula
        n = formula.variables
        self._first: Lits = formula.answer
        self._second: Lits = _moved(formula.answer, n)
        self._session = GrowingSession(puzzle.engine, 2 * n)
        copies = self._session.addition()
        copies.new("copies", 2, n)
        self._differ = copies.new("differ", len(puzzle.open))
        self._groups = {g.id: int(copies.new("group")) for g in formula.groups if g.kind != "axiom"}
        selectors = np.array([self._groups.get(group.id, 0) for group in formula.groups], dtype=np.int32)
        flat = formula.flat(selectors)
        copies.add_ragged(flat)
        copies.add_ragged(np.where(np.abs(flat) > n, flat, _moved(flat, n)))
        at = tuple(np.array(puzzle.open).T)
        for one, other in zip(self._first[at].T, self._second[at].T, strict=True):  # value by value
            copies.add(np.stack([self._differ, -one, other], axis=1), np.stack([-self._differ, -one, -other], axis=1))
        copies.add(self._differ)
        self._session.add(copies)

    def nearest(self, distance: int, least: int = 1) -> Pair | None:
        """The nearest pair of solutions, if it is nearer than this distance; none is nearer than ``least``."""
        number = Cardinality(self._session, self._differ)
        if least > 1:  # who knows this knows where the nearest pair will be
            pair = self._within(least, number)
            if pair is not None:
                return pair
            least += 1
        never_alone = list(self._never_alone())
        for bound in range(max(least, self._fewest(never_alone, distance)), distance):
            pair = self._within(bound, number)
            if pair is not None:
                return pair
        return None

    def _within(self, bound: int, number: Cardinality) -> Pair | None:
        """Two solutions that differ in so many entries at most."""
        model = self._session.solve([*self._groups.values(), number.at_most(bound)]).model
        return None if model is None else (self._decoded(model, self._first), self._decoded(model, self._second))

    def _never_alone(self) -> Iterator[list[int]]:
        """Entries (by their place among the open ones) of which none can differ without another.

        In the lines of a picture, say: cells change in pairs. Each group of clauses is asked by itself, which is easy,
        and what follows from some of the clauses follows from all, whatever the labels are worth.
        """
        place = {at: i for i, at in enumerate(self._puzzle.open)}
        for group in self._puzzle.formula.groups:
            entries = [place[at] for at in group.cells if at in place]
            if group.id in self._groups and 0 < len(entries) <= GROUP_ENTRIES:
                addition = self._session.addition()
                alone = int(addition.new("alone"))
                lits = self._differ[entries]
                one, other = np.triu_indices(len(lits), 1)
                addition.add(np.stack([np.full(len(one), -alone), -lits[one], -lits[other]], axis=1).astype(np.int32))
                addition.add([-alone, *lits.tolist()])
                self._session.add(addition)
                if self._session.solve([alone, self._groups[group.id]], GROUP_CONFLICTS).sat is False:
                    yield entries

    def _fewest(self, never_alone: Collection[list[int]], most: int) -> int:
        """A number of entries in which two solutions differ at least; it is told only up to ``most``.

        Where k groups without a common entry differ, and nothing in them differs alone, there are 2k differences. So
        this asks, family by family of such groups (the rows, the columns), how few of them can differ at all.
        """
        with closing(GrowingSession(self._puzzle.engine, len(self._differ))) as session:
            addition = session.addition()
            differ = addition.new("differ", len(self._differ))
            addition.add(differ)
            families: list[tuple[set[int], list[int]]] = []  # entries; for each group the literal that says it differs
            for entries in never_alone:
                group, lits = int(addition.new("group")), differ[entries]
                addition.add(np.stack([-lits, np.full_like(lits, group)], axis=1))
                addition.add(np.where(np.eye(len(lits), dtype=np.bool_), -lits, lits))
                fitting = next((family for family in families if family[0].isdisjoint(entries)), None)
                if fitting is None:
                    fitting = (set(), [])
                    families.append(fitting)
                fitting[0].update(entries)
                fitting[1].append(group)
            session.add(addition)
            numbers = [Cardinality(session, np.array(groups, dtype=np.int32)) for _, groups in families]
            for half in range((most + 1) // 2):
                if session.solve([number.at_most(half) for number in numbers if half < number.size]).sat:
                    return max(1, 2 * half)
        return most

    def other(self, solution: Values, kept: Collection[At]) -> Values | set[At]:
        """Another solution that agrees with this one where it is kept, or a part of what is kept that excludes all."""
        entries = {int(self._second[(*at, solution[at])]): at for at in kept}
        verdict = self._session.solve([*self._groups.values(), *literals(self._first, solution), *entries])
        if verdict.model is None:
            return {entries[lit] for lit in verdict.core if lit in entries}
        return self._decoded(verdict.model, self._second)

    def prefer(self, solution: Values) -> None:
        """Look for second solutions near this one."""
        self._session.prefer(np.array(literals(self._second, solution), dtype=np.int32))

    def _decoded(self, model: npt.NDArray[np.bool_], answer: Lits) -> Values:
        return self._puzzle.checked(truth(model, answer).argmax(axis=-1).astype(np.int64))

    def close(self) -> None:
        self._session.close()


def literals(answer: Lits, values: Values) -> list[int]:
    """What says, in one copy, that the solution is this one."""
    chosen: list[int] = np.take_along_axis(answer, values[..., None], axis=-1).ravel().tolist()
    return chosen


def _moved(lits: Lits, n: int) -> Lits:
    """The same literals of the next copy; zeros stay what they are."""
    moved: Lits = lits + n * np.sign(lits)
    return moved
