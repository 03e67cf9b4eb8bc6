"""A formula in clauses whose variables have names, whose clauses have labels, and which says how to read its answer.

Variables come in named blocks, clauses as NumPy tables. Every clause is born inside a group that says, in the puzzle's
own words, what it is there for.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from .clauses import Clauses, Ids, joined
from .clauses import Lits as Lits
from .puzzle import At, Place, Possible, Values
from .say import Say

GroupKind: TypeAlias = Literal["axiom", "rule", "clue", "implied"]
Axis: TypeAlias = int | Sequence[str]
"""How an index is shown in a name: counted from this number, or by these words."""


@dataclass(frozen=True)
class Group:
    """Why some clauses are there.

    ``axiom`` says what the variables mean (always on, never cited), ``rule`` and ``clue`` are cited, ``implied``
    follows from several groups together and is left out when explaining. What the puzzle states somewhere has the
    ``place`` of it: all clues, and rules that come with a number of the puzzle's own.
    """

    id: int
    kind: GroupKind
    say: Say
    cells: tuple[At, ...] = ()
    place: Place | None = None


class Words(Sequence[str]):
    """Names of an axis, made from columns of numbers or words only when one is asked for: there can be millions.

    ``from_zero`` says which columns count from 0, which people do not.

    >>> Words(np.array([1, 2]), ["a", "b"])[1]
    '2,b'
    >>> Words([0, 1], [3, 4], from_zero=(0, 1)).told(0)
    '1, 4'
    """

    def __init__(self, *columns: Sequence[object] | npt.NDArray[Any], from_zero: Collection[int] = ()) -> None:
        self.columns, self.from_zero = columns, from_zero

    def __len__(self) -> int:
        return len(self.columns[0])

    def __getitem__(self, i: int | slice) -> str:
        return ",".join(str(column[i]) for column in self.columns)

    def told(self, i: int) -> str:
        """The same as people count."""
        return ", ".join(
            str(int(str(column[i])) + 1 if k in self.from_zero else column[i]) for k, column in enumerate(self.columns)
        )


@dataclass(frozen=True)
class Block:
    """Variables ``first`` .. ``first + size - 1`` under one name, indexed like an array."""

    name: str
    first: int
    shape: tuple[int, ...]
    axes: tuple[Axis, ...]
    helper: bool = False

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))

    def name_of(self, variable: int) -> str:
        index = np.unravel_index(variable - self.first, self.shape) if self.shape else ()
        words = [
            axis + int(i) if isinstance(axis, int) else axis[int(i)] for axis, i in zip(self.axes, index, strict=True)
        ]
        return f"{self.name}({','.join(map(str, words))})" if words else self.name

    def told(self, variable: int) -> str:
        """The same name for people, who count rows, columns and everything else from 1."""
        index = np.unravel_index(variable - self.first, self.shape) if self.shape else ()
        words = [_counted(axis, int(i)) for axis, i in zip(self.axes, index, strict=True)]
        line, dot, rest = self.name.partition(".")
        name = f"{_line(line)}: {rest}" if dot and _line(line) != line else self.name
        return f"{name}({', '.join(words)})" if words else name


def _counted(axis: Axis, i: int) -> str:
    """An index, counted from 1 at least."""
    if isinstance(axis, int):
        return str(max(axis, 1) + i)
    told: Callable[[int], str] = getattr(axis, "told", axis.__getitem__)
    return ", ".join(map(_line, told(i).split(", ")))


def _line(word: str) -> str:
    """The name of a line, such as row0, counted from 1; other words are left alone."""
    found = re.fullmatch(r"(row|column)(\d+)", word)
    return f"{found[1]} {int(found[2]) + 1}" if found else word


MEANING = Group(0, "axiom", Say("what the variables mean"))


class Formula:
    """Clauses, their groups, and the answer: ``answer[*at, value]`` is the literal that says the entry has the value.

    >>> f = Formula()
    >>> cell = f.new("cell", 1, 2)
    >>> with f.group("clue", Say("row {row} has the runs {runs}", row=1, runs=(1,))):
    ...     f.add([cell[0, 0], cell[0, 1]], [-cell[0, 0], -cell[0, 1]])
    >>> f.flat().tolist()
    [1, 2, 0, -1, -2, 0]
    >>> f.name(-2)
    '-cell(0,1)'
    """

    def __init__(self) -> None:
        self.variables = 0
        self.blocks: list[Block] = []
        self.groups: list[Group] = [MEANING]
        self.answer: Lits = np.empty(0, dtype=np.int32)
        self.levels: dict[int, int] = {}
        self.begin: Lits = np.empty(0, dtype=np.int32)  # of a good solution seen in passing: a climb begins with these
        self.guess: Callable[[], Lits] | None = None  # literals to try first; it is called where a search takes long
        # Clauses that are too many to write down: those that a model breaks. Those that are written ask for less.
        self.cuts: Callable[[npt.NDArray[np.bool_]], Lits] | None = None
        self._current = 0
        self._clauses = Clauses()

    # variables

    def new(self, name: str, *shape: int, axes: Sequence[Axis] | None = None, helper: bool = False) -> Lits:
        """A block of fresh variables as an array of literals; ``axes`` says how its indices are shown in names.

        A ``helper`` is not part of what the encoding speaks about: counters, ladders and the like.
        """
        size = int(np.prod(shape, dtype=np.int64))
        block = Block(name, self.variables + 1, tuple(shape), tuple(axes) if axes else (0,) * len(shape), helper)
        if size:
            self.blocks.append(block)
        self.variables += size
        return np.arange(block.first, block.first + size, dtype=np.int32).reshape(shape)

    @property
    def true(self) -> int:
        """The literal that always holds; its negation stands for the impossible. Clauses are simplified by both."""
        if not self._clauses.true:
            self._clauses.true = int(self.new("true", helper=True))
            self._clauses.store(np.array([self._clauses.true, 0], dtype=np.int32), self._ids(1, 0))
        return self._clauses.true

    def impossible(self, lits: Lits) -> npt.NDArray[np.bool_]:
        """Which literals stand for the impossible."""
        true = self._clauses.true
        return lits == -true if true else np.zeros(lits.shape, dtype=np.bool_)

    def name(self, lit: int) -> str:
        """The name of a literal, ``-`` in front of a negated one."""
        return ("-" if lit < 0 else "") + self._block(lit).name_of(abs(lit))

    def _block(self, lit: int) -> Block:
        return self.blocks[bisect_right(self.blocks, abs(lit), key=lambda block: block.first) - 1]

    def told(self, lit: int) -> str:
        """The name of a variable for people: counted from 1."""
        return self._block(lit).told(abs(lit))

    def level(self, value: int, lit: int) -> None:
        """Assuming the literal demands a solution of this value or a better one."""
        self.levels[value] = int(lit)

    def demand(self, value: int, say: Say) -> None:
        """Ask for a solution of this value or a better one, as one of the rules, in these words."""
        with self.group("rule", say):
            self.add([self.levels[value]])

    # clauses

    def declare(self, kind: GroupKind, say: Say, cells: Collection[At] = (), place: Place | None = None) -> Group:
        """A group for tables that carry one group a row."""
        group = Group(len(self.groups), kind, say, tuple(cells), place)
        self.groups.append(group)
        return group

    @contextmanager
    def group(
        self, kind: GroupKind, say: Say, cells: Collection[At] = (), place: Place | None = None
    ) -> Iterator[Group]:
        """Clauses added inside the ``with`` belong to this group; outside of any, they say what the variables mean."""
        group = self.declare(kind, say, cells, place)
        with self.within(group.id):
            yield group

    @contextmanager
    def within(self, group: int) -> Iterator[None]:
        """Clauses added inside the ``with`` belong to a group declared before."""
        outer, self._current = self._current, group
        try:
            yield
        finally:
            self._current = outer

    def add(self, *clauses: Sequence[int] | Lits, group: int | Ids | None = None) -> None:
        """Add clauses (sequences of literals) and tables (two-dimensional arrays, a clause a row).

        ``group`` overrides the current one: a group's id, or for a table an array with one id a row.
        """
        for clause in clauses:
            if isinstance(clause, np.ndarray) and clause.ndim == 2:
                self._clauses.put(terminated(clause), self._ids(len(clause), group))
            else:
                self._clauses.put_one([int(lit) for lit in clause], self._current if group is None else int(group))

    def add_ragged(self, flat: Lits, group: int | Ids | None = None) -> None:
        """Add clauses of different lengths as one zero-terminated buffer; ``group`` as in :meth:`add`."""
        self._clauses.put(flat, self._ids(int(np.count_nonzero(flat == 0)), group))

    def exclude(self, flat: Lits, group: int | Ids | None = None, spare: bool = False) -> None:
        """Of each set of literals in a zero-terminated buffer at most one holds; ``group`` as in :meth:`add`.

        These are clauses, one for each pair; engines that can take the sets as they are. ``spare`` sets take no answer
        away and are not worth their pairs: they are no clauses, and go to such engines alone.

        >>> f = Formula()
        >>> f.exclude(terminated(f.new("x", 1, 3)))
        >>> f.flat().tolist()
        [-1, -2, 0, -1, -3, 0, -2, -3, 0]
        """
        self._clauses.put_exclusive(flat, self._ids(int(np.count_nonzero(flat == 0)), group), spare)

    def _ids(self, count: int, group: int | Ids | None) -> Ids:
        ids = np.empty(count, dtype=np.int32)
        ids[:] = self._current if group is None else group
        return ids

    def never(self, group: int | None = None) -> None:
        """Say that what the group asks for is impossible (engines never see an empty clause)."""
        self._clauses.store(np.array([-self.true, 0], dtype=np.int32), self._ids(1, group))

    # reading it

    @property
    def size(self) -> tuple[int, int]:
        """Variables and clauses."""
        return self.variables, self._clauses.count

    def flat(self, selectors: Lits | None = None, without: Collection[str] = (), exclusive: bool = True) -> Lits:
        """All clauses as one zero-terminated buffer.

        ``selectors[group]``, where not 0, is a literal that switches the clauses of that group on.
        Groups of the kinds ``without`` are left out, and so are exclusive sets if they are not wanted as clauses.
        """
        parts, left_out = [], self._of_kinds(without)
        for table in self._clauses.tables():
            if exclusive or not table.exclusive:
                flat, ids, _ = table.without(left_out).pairs()
                if selectors is not None:
                    chosen = selectors[ids]
                    ends = np.flatnonzero(flat == 0)
                    flat = np.insert(flat, ends[chosen != 0], -chosen[chosen != 0]).astype(np.int32)
                parts.append(flat)
        return joined(parts)

    def exclusive(self, without: Collection[str] = ()) -> Lits:
        """The sets of which at most one literal holds, as one buffer; ``without`` as in :meth:`flat`."""
        left_out = self._of_kinds(without)
        return joined([table.without(left_out).flat for table in self._clauses.tables() if table.exclusive])

    def spare(self, without: Collection[str] = ()) -> Lits:
        """The sets that are spare, likewise."""
        left_out = self._of_kinds(without)
        return joined([table.without(left_out).flat for table in self._clauses.spare])

    def _of_kinds(self, kinds: Collection[str]) -> npt.NDArray[np.bool_]:
        return np.array([group.kind in kinds for group in self.groups])

    def clause_groups(self) -> Ids:
        """The group's id of each clause, in order."""
        return joined([table.pairs().ids for table in self._clauses.tables()])

    def decode(self, model: npt.NDArray[np.bool_]) -> Values:
        """The solution in a model: ``model[v]`` is the truth of variable v."""
        values: Values = truth(model, self.answer).argmax(axis=-1).astype(np.int64)
        return values

    def literals(self, values: Values) -> Lits:
        """The literals that say: every known entry has its value."""
        chosen = np.take_along_axis(self.answer, np.maximum(values, 0)[..., None], axis=-1)[..., 0]
        return chosen[values >= 0]


def terminated(table: Lits) -> Lits:
    """A table as one buffer, with a zero after each row."""
    flat = np.zeros((len(table), table.shape[1] + 1), dtype=np.int32)
    flat[:, :-1] = table
    return flat.ravel()


def truth(model: npt.NDArray[np.bool_], lits: Lits) -> npt.NDArray[np.bool_]:
    """Which literals hold in a model."""
    holds: npt.NDArray[np.bool_] = model[np.abs(lits)] != (lits < 0)
    return holds


def answer_cells(formula: Formula, domain: Possible, known: Possible | None = None) -> Lits:
    """A block for the usual answer: one variable a cell where there are two values, one a value where there are more.

    Sets ``formula.answer``. What ``known`` rules out becomes a constant, so that clauses about it simplify away. What
    the domain rules out is a constant too, and has no variable.
    """
    count = domain.shape[-1]
    possible = domain if known is None else domain & known
    if count == 2:
        yes = _new_where(formula, domain[..., 0] & domain[..., 1])
        answer = np.stack([-yes, yes], axis=-1)
    else:
        answer = _new_where(formula, domain)
    if not possible.all():
        only = possible & (possible.sum(axis=-1, keepdims=True) == 1)
        answer = np.where(possible, np.where(only, formula.true, answer), -formula.true).astype(np.int32)
    if count > 2:
        table = answer.reshape(-1, count)
        formula.add(table)
        formula.exclude(terminated(table))
    elif not possible.any(axis=-1).all():
        formula.never(0)
    formula.answer = answer
    return answer


def _new_where(formula: Formula, where: npt.NDArray[np.bool_]) -> Lits:
    """Fresh variables for a part of the cells, named by their place among all; 0 elsewhere."""
    if where.all():
        return formula.new("cell", *where.shape)
    lits = np.zeros(where.shape, dtype=np.int32)
    lits[where] = formula.new("cell", int(where.sum()), axes=[Words(*np.nonzero(where))])
    return lits
