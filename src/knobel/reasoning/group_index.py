"""A labelled formula taken apart into its groups, so that a few of them can be asked alone.

A solver that holds one line of a board answers in microseconds; one that holds the whole board has to find a value for
each of its variables, however few groups are switched on. Axioms come along as far as a group needs them: axioms never
exclude an array of values, so whatever is not connected to the group by a variable of its own can be left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..formula import Formula, Group, Lits
from ..limits import tick
from ..say import Say
from .all_groups import AllGroups, Choice, Held, light_engine
from .some_groups import Ids, SharedGroups, SomeGroups


class GroupIndex:
    """The groups of a formula that can be cited, and solvers for any few of them.

    ``groups`` are numbered from 0 in the order of the formula; ``cells[group, entry]`` says which entries a group
    reaches, where entries are those of the answer, flattened.
    """

    def __init__(self, formula: Formula, demand: tuple[Say, int] | None = None) -> None:
        """``demand`` is one more thing to cite: that a literal of the formula holds."""
        _ = formula.true  # made now, if there is none yet
        self.formula = formula
        self.shape = formula.answer.shape
        self.demand = None if demand is None else demand[1]
        self._engine = light_engine()
        self._answer = formula.answer.reshape(-1, self.shape[-1])
        flat, ids = formula.flat(), formula.clause_groups()
        self.groups: list[Group] = [group for group in formula.groups if group.kind in ("rule", "clue")]
        if demand is not None:
            self.groups.append(Group(len(formula.groups), "rule", demand[0]))
            flat = np.append(flat, np.array([demand[1], 0], dtype=np.int32))
            ids = np.append(ids, np.int32(len(formula.groups)))
        self._flat = flat
        self._ends = np.flatnonzero(flat == 0)
        self._starts = np.append(0, self._ends[:-1] + 1)
        axiom = np.array([group.kind == "axiom" for group in formula.groups] + [False])
        self._by_group = _index(ids, len(axiom))
        self._axioms = np.concatenate([self._by_group[g] for g in np.flatnonzero(axiom)]).astype(np.int64)
        self._single: dict[frozenset[int], SomeGroups] = {}
        self._several: dict[frozenset[int], SomeGroups] = {}

    @cached_property
    def cells(self) -> npt.NDArray[np.bool_]:
        """Which entries each group's clauses reach: more than those it is about, where a move depends on others."""
        found = np.zeros((len(self.groups), len(self._answer)), dtype=np.bool_)
        for number in range(len(self.groups)):
            found[number, self.solver([number]).entries] = True
        return found

    @cached_property
    def all_groups(self) -> AllGroups:
        """All groups in one solver."""
        return AllGroups(self.formula, self.groups, self.held(range(len(self.groups))), self.demand)

    def held(self, groups: Sequence[int] | Ids) -> Held:
        """Which of these groups hold in a model of the whole formula."""
        of_each = [self._by_group[self.groups[number].id] for number in groups]
        clauses = np.concatenate(of_each) if of_each else np.empty(0, dtype=np.int64)
        lengths = (self._ends - self._starts)[clauses]
        ids = np.repeat(np.arange(len(of_each)), [len(some) for some in of_each])
        return Held(len(of_each), self._flat[self._literals(clauses)], np.cumsum(lengths) - lengths, ids)

    @cached_property
    def shown(self) -> bool:
        """Whether models show which groups hold, even where they are switched off: no variable is a group's own."""
        meant = np.zeros(self.formula.variables + 1, dtype=np.bool_)
        meant[np.abs(self._flat[self._literals(self._axioms)])] = True
        cited = np.concatenate([self._by_group[group.id] for group in self.groups] or [self._axioms])
        variables = np.abs(self._flat[self._literals(cited)])
        return bool((meant[variables] | (self._owner[variables] >= 0)).all())

    @cached_property
    def _touching(self) -> list[Ids]:
        group, entry = np.nonzero(self.cells)
        order = np.argsort(entry, kind="stable")
        return np.split(group[order], np.searchsorted(entry[order], np.arange(1, len(self._answer))))

    def touching(self, entries: Sequence[int] | Ids) -> Ids:
        """The groups that reach some of these entries."""
        found = [self._touching[entry] for entry in entries]
        return found[0] if len(found) == 1 else np.unique(np.concatenate(found)) if found else np.empty(0, np.int64)

    @cached_property
    def _reached(self) -> list[Ids]:
        return [np.flatnonzero(row) for row in self.cells]

    def reached(self, groups: Sequence[int] | Ids) -> Ids:
        """The entries that some of these groups reach."""
        return np.unique(np.concatenate([self._reached[number] for number in groups] or [np.empty(0, np.int64)]))

    @cached_property
    def _owner(self) -> Ids:
        """The entry of the answer that a variable belongs to, -1 for all other variables."""
        owner = np.full(self.formula.variables + 1, -1, dtype=np.int64)
        entries = np.repeat(np.arange(len(self._answer)), self.shape[-1])
        owner[np.abs(self._answer.ravel())] = entries
        owner[self.formula.true] = -1
        return owner

    @cached_property
    def _hanging(self) -> tuple[Ids, dict[int, Ids], dict[int, Ids]]:
        """For each helping variable the number of its component; the axioms of each component, and of each entry."""
        spans = self._literals(self._axioms)
        variables = np.abs(self._flat[spans])
        clause = np.repeat(np.arange(len(self._axioms)), (self._ends - self._starts)[self._axioms])
        helping = (self._owner[variables] < 0) & (variables != self.formula.true)
        label = np.arange(self.formula.variables + 1)
        while True:  # each variable takes the least number in its clauses, until all of a component agree
            least = np.full(len(self._axioms), len(label), dtype=np.int64)
            np.minimum.at(least, clause[helping], label[variables[helping]])
            lower = label.copy()
            np.minimum.at(lower, variables[helping], least[clause[helping]])
            lower = lower[lower]
            if (lower == label).all():
                break
            label = lower
        # What speaks of one entry only, with or without helping variables, says what its values are: it belongs to it.
        name = np.where(least == len(label), len(label) + np.arange(len(least)), least)
        low, high = np.full(name.max(initial=0) + 1, len(self._answer)), np.full(name.max(initial=0) + 1, -1)
        owned = self._owner[variables] >= 0
        np.minimum.at(low, name[clause[owned]], self._owner[variables[owned]])
        np.maximum.at(high, name[clause[owned]], self._owner[variables[owned]])
        single = low[name] >= high[name]
        components = _grouped(self._axioms[least < len(label)], least[least < len(label)])
        return label, components, _grouped(self._axioms[single], high[name][single])

    @cached_property
    def _everywhere(self) -> set[int]:
        """Components that reach all entries and hold most of the formula: a part with one of them is no smaller."""
        _, components, of_entry = self._hanging
        own = np.concatenate([np.empty(0, np.int64), *of_entry.values()])
        return {
            name
            for name, clauses in components.items()
            if 2 * len(np.union1d(clauses, own)) > len(self._ends)
            and np.isin(np.arange(len(self._answer)), self._owner[np.abs(self._flat[self._literals(clauses)])]).all()
        }

    def _literals(self, clauses: Ids) -> Ids:
        """Where the literals of these clauses stand."""
        lengths = (self._ends - self._starts)[clauses]
        ahead = np.cumsum(lengths) - lengths
        return np.repeat(self._starts[clauses] - ahead, lengths) + np.arange(lengths.sum())

    def solver(self, groups: Iterable[int]) -> SomeGroups:
        """These groups in a solver of their own."""
        key = frozenset(groups)
        kept = self._single if len(key) == 1 else self._several
        if key not in kept:
            if len(self._several) >= MOST_SOLVERS:
                _close(self._several)
            kept[key] = self._built(key)
        return kept[key]

    def _built(self, groups: frozenset[int]) -> SomeGroups:
        tick()
        label, components, of_entry = self._hanging
        clauses = np.concatenate([self._by_group[self.groups[g].id] for g in sorted(groups)])
        variables = _distinct(np.abs(self._flat[self._literals(clauses)]))
        helping = _distinct(label[variables[self._owner[variables] < 0]])
        if not self._everywhere.isdisjoint(helping.tolist()):
            return SharedGroups(self.all_groups, sorted(groups))
        more = [components[name] for name in helping.tolist() if name in components]
        clauses = _distinct(np.concatenate([clauses, *more]))
        variables = _distinct(np.abs(self._flat[self._literals(clauses)]))
        owners = self._owner[variables]
        entries = _distinct(owners[owners >= 0])
        own = [of_entry[e] for e in (-1, *entries.tolist()) if e in of_entry]
        clauses = _distinct(np.concatenate([clauses, *own]))
        if len(entries) == len(self._answer) and 2 * len(clauses) > len(self._ends):
            return SharedGroups(self.all_groups, sorted(groups))
        used = _distinct(np.abs(np.concatenate([self._flat[self._literals(clauses)], self._answer[entries].ravel()])))
        closed = np.sort(np.concatenate([self._literals(clauses), self._ends[clauses]]))
        session = self._engine.open(len(used))
        session.add(_renumbered(self._flat[closed], used))
        return SomeGroups(session, Choice(session, len(used)), entries, _renumbered(self._answer[entries], used))

    def close(self) -> None:
        """Give all solvers back."""
        _close(self._single)
        _close(self._several)


MOST_SOLVERS = 500  # solvers of several groups kept at a time


def _close(parts: dict[frozenset[int], SomeGroups]) -> None:
    for part in parts.values():
        part.close()
    parts.clear()


def _index(ids: npt.NDArray[np.int32], count: int) -> list[Ids]:
    """For each group its clauses."""
    order = np.argsort(ids, kind="stable")
    return np.split(order, np.searchsorted(ids[order], np.arange(1, count)))


def _grouped(items: Ids, names: Ids) -> dict[int, Ids]:
    order = np.argsort(names, kind="stable")
    found, first = np.unique(names[order], return_index=True)
    return dict(zip(found.tolist(), np.split(items[order], first[1:]), strict=True)) if len(items) else {}


def _distinct(numbers: npt.NDArray[np.int64] | Lits) -> Ids:
    """The numbers in order, each once; they are small, so that a table of them is quicker than sorting."""
    seen = np.zeros(numbers.max(initial=-1) + 1, dtype=np.bool_)
    seen[numbers] = True
    return np.flatnonzero(seen)


def _renumbered(lits: Lits, used: Ids) -> Lits:
    """The same literals, their variables counted among those that are used; 0 stays."""
    numbers = np.zeros(used.max(initial=0) + 1, dtype=np.int32)
    numbers[used] = np.arange(1, len(used) + 1)
    return np.sign(lits) * numbers[np.abs(lits)]
