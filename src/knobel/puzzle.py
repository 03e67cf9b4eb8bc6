"""What a kind of puzzle supplies: rules, text forms and a picture. A puzzle knows no encoding and no engine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, Protocol, Self, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from .errors import BadInput
from .say import Say, Short

if TYPE_CHECKING:
    from .picture import Mark, Picture

At: TypeAlias = tuple[int, ...]
"""An index into the answer: ``(row, column)``, or ``(step,)``."""

Values: TypeAlias = npt.NDArray[np.int64]
"""A solution: an integer array; -1 means unknown."""

Possible: TypeAlias = npt.NDArray[np.bool_]
"""What is still possible: ``possible[*at, value]``."""

Left: TypeAlias = Mapping[At, tuple[int, ...]]
"""The values that some entries have left."""


class Place(NamedTuple):
    """Where a clue stands, which is its name inside the puzzle: ``Place("row", 2)``, ``Place("cell", 0, 3)``."""

    name: str
    i: int
    j: int = -1


class Atom(NamedTuple):
    """One fact about a solution: the entry at ``at`` has (or has not) the value."""

    at: At
    value: int
    holds: bool = True


class BrokenRule(BadInput):
    """A solution that breaks a rule by the way it is written: no values can be read off moves that nobody can play."""

    def __init__(self, say: Say) -> None:
        super().__init__(say)
        self.say = say


@runtime_checkable
class Puzzle(Protocol):
    """A frozen dataclass that knows the rules of one puzzle and nothing about solving it."""

    kind: ClassVar[str]

    @property
    def title(self) -> str:
        """What people call it; not part of the puzzle's identity."""
        ...

    @classmethod
    def parse(cls, description: str) -> Self:
        """The inverse of :meth:`id`, without the ``kind:`` in front; raises :class:`BadInput`."""
        ...

    def id(self) -> str:
        """One line that carries all of the puzzle."""
        ...

    def domain(self) -> Possible:
        """The answer's shape, and which values each entry can have at all."""
        ...

    def check(self, values: Values) -> list[Say]:
        """The broken rules, each as the sentence that its group carries; ``[]`` means solved."""
        ...

    def read(self, line: str) -> Values:
        """The one-line solution form; ``?`` gives -1. Raises :class:`BadInput`, of which :class:`BrokenRule` is one."""
        ...

    def write(self, values: Values) -> str:
        """The inverse of :meth:`read`."""
        ...

    def draw(self, values: Values | None = None, marks: Collection[Mark] = ()) -> Picture:
        """The board, filled in as far as it is known."""
        ...

    def say(self, atom: Atom) -> Say:
        """A fact in words."""
        ...

    def places(self) -> list[Place]:
        """The places of all clues."""
        ...

    def keep(self, places: Collection[Place]) -> Self:
        """The same board with only these clues."""
        ...

    def full(self, values: Values) -> Self:
        """The same board with all clues read off a solution."""
        ...


Best: TypeAlias = Literal["most", "fewest"]


@runtime_checkable
class Optimising(Puzzle, Protocol):
    """A puzzle that asks for a best solution: "solution" then means a best one, for every task.

    ``check`` knows the rules and not the optimum; whoever needs it compares values.
    """

    @property
    def best(self) -> Best | None:
        """Which value is best; None where this puzzle, by its options, does not ask for one."""
        ...

    def value(self, values: Values) -> int:
        """The value of a solution."""
        ...

    def bound(self) -> tuple[int, Say] | None:
        """A value that cannot be beaten, with the argument in words, where one is known without searching."""
        ...


@runtime_checkable
class Counted(Optimising, Protocol):
    """A puzzle that says what the value of its solutions is."""

    def amount(self) -> Say:
        """The value in words, such as "the number of pieces"."""
        ...


def amount_of(puzzle: Puzzle) -> Say:
    """What the value of a solution is, in words."""
    return puzzle.amount() if isinstance(puzzle, Counted) else Say("the value")


def demand_of(puzzle: Optimising, value: int) -> Say:
    """That a solution has this value, or a better one."""
    if puzzle.best == "most":
        return Say("{amount} is at least {value}", amount=amount_of(puzzle), value=value)
    return Say("{amount} is at most {value}", amount=amount_of(puzzle), value=value)


@runtime_checkable
class Named(Puzzle, Protocol):
    """A puzzle whose answer has entries that are no cells, and names for them."""

    def entry(self, at: At) -> Say:
        """What an entry is called, such as "piece 3"."""
        ...


@runtime_checkable
class Refutable(Puzzle, Protocol):
    """A puzzle that can tell, for some boards without a solution, why there is none, without any search."""

    def refutation(self) -> Say | None:
        """The argument in words, where one is known; None says nothing."""
        ...


@runtime_checkable
class Swappable(Puzzle, Protocol):
    """A puzzle in whose solutions others can be seen, sometimes, without a search."""

    def another(self, values: Values) -> Values | None:
        """Another solution, where one is easily seen from this one; None says nothing. The nearer, the better."""
        ...


@runtime_checkable
class Spaced(Puzzle, Protocol):
    """A puzzle whose solutions are known to be apart."""

    def apart(self) -> int:
        """No two solutions differ in fewer entries than this."""
        ...


@runtime_checkable
class Changeable(Puzzle, Protocol):
    """A puzzle with clues that are numbers, which can be other numbers."""

    def changed(self, place: Place) -> Iterator[Self]:
        """The same board with another number, or other numbers, in the clue at a place, the nearest first.

        What no solution can have may be left out; nothing else may. Nothing comes for a clue without a number.
        """
        ...


@runtime_checkable
class Transposable(Puzzle, Protocol):
    """A puzzle whose board can be read the other way round: rows for columns."""

    def transposed(self) -> Self:
        """The board mirrored at its main diagonal; its solutions are those of this one, mirrored too."""
        ...


@runtime_checkable
class Brief(Puzzle, Protocol):
    """A puzzle whose clues and rules have short sentences too."""

    @property
    def brief(self) -> Short:
        """The short templates for a template, with arguments of the same names."""
        ...


@runtime_checkable
class Citing(Brief, Protocol):
    """A puzzle that names some of its clues and rules otherwise when a step cites them, or not at all."""

    def cited(self, clues: Sequence[Say]) -> Sequence[Say]:
        """The clues and rules that a step cites, as they are to be shortened."""
        ...


@runtime_checkable
class Argued(Puzzle, Protocol):
    """A puzzle that knows the techniques of solvers."""

    def argument(self, clue: Say, cells: Sequence[At], before: Possible, left: Left) -> Say | None:
        """How a clue or rule about some cells leads from what is possible to what is left; None where none tells it."""
        ...


@runtime_checkable
class ArguedTogether(Puzzle, Protocol):
    """A puzzle that knows techniques which take several clues or rules at once."""

    def together(self, clues: Sequence[Say], cells: Sequence[Sequence[At]], before: Possible, left: Left) -> Say | None:
        """As :meth:`Argued.argument`, for several clues or rules, each with its cells."""
        ...


@runtime_checkable
class Practised(Puzzle, Protocol):
    """A puzzle whose techniques have the names that solvers use, so that they can be counted."""

    @property
    def techniques(self) -> Mapping[str, str]:
        """The names by the templates of arguments; for steps without one, by those of clues and rules."""
        ...


@runtime_checkable
class Nameable(Puzzle, Protocol):
    """A puzzle on a grid whose values have names, so that facts about many cells can be told at once."""

    def name_value(self, value: int, many: bool) -> Say | int | str:
        """What follows "is", or "are" where it is about many cells: "black", 3, "a mine", "mines"."""
        ...


@runtime_checkable
class Lettered(Puzzle, Protocol):
    """A puzzle on a grid whose rows and columns have other names than their numbers."""

    def letter(self, axis: int, index: int) -> str:
        """The name of a row (axis 0) or a column (axis 1), as the picture has it."""
        ...


@runtime_checkable
class Tellable(Puzzle, Protocol):
    """A puzzle with its own way to tell many facts in few words."""

    def tell(self, atoms: Sequence[Atom], left: Left) -> tuple[Say, ...]:
        """Facts in words; ``left`` says which values are left, where that is known."""
        ...


@dataclass(frozen=True)
class Format:
    """A file format of one kind.

    ``recognise`` is cheap and looks at content only. ``read`` yields, for each puzzle in the text, the puzzle or the
    error that stands in its place, so that one bad puzzle does not hide the others.
    """

    name: str
    about: str
    extensions: tuple[str, ...]
    recognise: Callable[[str], bool]
    read: Callable[[str], Iterator[Puzzle | BadInput]]
    write: Callable[[Iterable[Puzzle]], str] | None = None


def values_of(possible: Possible) -> Values:
    """The entries with one value left, -1 elsewhere.

    >>> values_of(np.array([[True, False], [True, True]])).tolist()
    [0, -1]
    """
    return np.where(possible.sum(axis=-1) == 1, possible.argmax(axis=-1), -1)


def possible_of(values: Values, count: int) -> Possible:
    """The inverse: known entries keep one value, unknown ones keep all ``count``.

    >>> possible_of(np.array([1, -1]), 2).tolist()
    [[False, True], [True, True]]
    """
    possible: Possible = (values[..., None] == np.arange(count)) | (values[..., None] < 0)
    return possible


def nearest(numbers: Iterable[int], to: int | None) -> list[int]:
    """All of these numbers but one, the nearest to it first.

    >>> nearest(range(5), 3)
    [2, 4, 1, 0]
    """
    return sorted((n for n in numbers if n != to), key=lambda n: abs(n - (to or 0)))


def code_of(before: str, after: str) -> str:
    """What stands for a value in the one-line form, given that of the empty board and that with one value on it."""
    start = next((i for i, pair in enumerate(zip(before, after, strict=False)) if len(set(pair)) > 1), 0)
    return after[start : len(after) - (len(before) - start - 1)]
