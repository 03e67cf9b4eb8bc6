"""What a kind supplies so that boards of it can be edited by hand: where clues can stand, and how each is written.

It is a module ``editor`` in the kind's folder, of functions from one puzzle to another; nothing here is changed in
place, and nothing solves anything.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from .errors import BadInput, unexpected
from .picture import Board
from .puzzle import At, Place, Puzzle, Values
from .readers import short
from .recipes import Size
from .say import Say

Line = TypeVar("Line")


class Slot(NamedTuple):
    """Something that can be edited, and what stands there now: ``""`` where nothing does.

    A place with two numbers is in that cell of the board, one that the board's picture has beside a line (``row``,
    ``column``, ``top``, ``bottom``, ``left``, ``right``) is there, anything else beside the board. ``choices`` are
    all texts that can stand there; none: there are too many to list.
    """

    place: Place
    text: str
    choices: tuple[str, ...] = ()


class Key(NamedTuple):
    """A key that a setter presses at a cell, and the text that it writes there."""

    key: str
    text: str


@runtime_checkable
class Editor(Protocol):
    """The functions of the module. They raise :class:`BadInput` in words, before anything large is allocated."""

    def empty(self, size: Size) -> Puzzle:
        """A new board with as little on it as there can be."""
        ...

    def size(self, puzzle: Puzzle) -> Size: ...

    def resized(self, puzzle: Puzzle, size: Size) -> Puzzle:
        """The board with another size, and with all clues that fit."""
        ...

    def slots(self, puzzle: Puzzle) -> list[Slot]:
        """Every place where a clue can stand. Written into an empty board in this order, the texts give the puzzle."""
        ...

    def changed(self, puzzle: Puzzle, place: Place, text: str) -> Puzzle:
        """The board with this text at a place; all else stays as it is."""
        ...

    def givens(self, puzzle: Puzzle) -> Values:
        """The values that clues give away, -1 elsewhere."""
        ...

    def keys(self, puzzle: Puzzle) -> Sequence[Key]:
        """What can be written into cells by one key each, in the order in which clicks go through it."""
        ...


@runtime_checkable
class Turnable(Editor, Protocol):
    """Of a kind whose boards can be turned."""

    def turned(self, puzzle: Puzzle) -> Puzzle:
        """The board after a quarter turn to the right; it has as many solutions."""
        ...


@runtime_checkable
class Revealable(Editor, Protocol):
    """Of a kind that can be played by uncovering cells."""

    LOSES: int
    """Who uncovers a cell of this value has lost."""

    def uncovered(self, puzzle: Puzzle, opened: Collection[At]) -> set[At]:
        """These cells, and all that are uncovered with them on a board that has all its clues."""
        ...


@runtime_checkable
class Repairable(Editor, Protocol):
    """Of a kind whose clues are all there: a board with several solutions can only be changed."""

    def mended(self, puzzle: Puzzle, solution: Values, other: Values) -> tuple[Puzzle, Values] | None:
        """A board near this one that tells a solution from another, and what became of the solution; None: no idea."""
        ...


@runtime_checkable
class Factual(Editor, Protocol):
    """Of a kind whose ``judge.js`` needs more than an ID."""

    def facts(self, puzzle: Puzzle) -> Mapping[str, Any]:
        """What it needs to judge without a server; JSON."""
        ...


class Position(NamedTuple):
    """A board while it is played move by move: the moves that could be made, and the board after them.

    ``values`` is what of the answer is decided by then. ``number`` says which ``piece`` of so many has its turn, from
    0; there is none when all are ``done``. ``broken`` are the rules that the finished board breaks.
    """

    moves: str
    board: Board
    values: Values
    number: int
    total: int
    piece: str
    done: bool
    broken: tuple[Say, ...] = ()


@runtime_checkable
class Movable(Factual, Protocol):
    """Of a kind that is played move by move; ``facts`` are what is needed to play it."""

    MOVES: tuple[Key, ...]
    """The keys, and the code of the move that each makes."""

    def played(self, puzzle: Puzzle, moves: str) -> Position:
        """The board after some moves; what cannot be done is left out."""
        ...


def square(size: Size) -> int:
    """The side of a board that has to be a square."""
    width, height = size
    if width != height:
        raise unexpected(Say("the size is {size}", size=f"{width}x{height}"), Say("a square"))
    return width


def no_slot(place: Place, text: str = "") -> BadInput:
    """The error for a place where nothing can stand, or for a text that cannot stand there."""
    where = " ".join([place.name[:20], *(str(i + 1) for i in place[1:] if i >= 0)])
    if not text:
        return BadInput(Say("nothing can stand at {where}", where=where))
    return BadInput(Say("{text} cannot stand at {where}", text=short(text), where=where))


def replace_item(lines: Sequence[Line], i: int, line: Line) -> tuple[Line, ...]:
    """The same lines with another one in one place.

    >>> replace_item("abc", 1, "x")
    ('a', 'x', 'c')
    """
    return (*lines[:i], line, *lines[i + 1 :])


def replace_cell(rows: Sequence[str], place: Place, char: str) -> tuple[str, ...]:
    """Rows of characters with another one in one cell.

    >>> replace_cell(("ab", "cd"), Place("cell", 1, 0), "x")
    ('ab', 'xd')
    """
    row = rows[place.i]
    return replace_item(rows, place.i, f"{row[: place.j]}{char}{row[place.j + 1 :]}")


def turn_rows(rows: Sequence[str]) -> tuple[str, ...]:
    """Rows of characters after a quarter turn to the right.

    >>> turn_rows(("ab", "cd"))
    ('ca', 'db')
    """
    return tuple("".join(column[::-1]) for column in zip(*rows, strict=True))


def fit_rows(rows: Sequence[str], size: Size, nothing: str) -> tuple[str, ...]:
    """Rows of characters cut to a size, or filled up with ``nothing`` to the right and below.

    >>> fit_rows(("ab", "cd"), (3, 1), ".")
    ('ab.',)
    """
    width, height = size
    kept = tuple(row[:width].ljust(width, nothing) for row in rows[:height])
    return kept + (nothing * width,) * (height - len(kept))
