"""From the fields of requests to puzzles, states, indices and places, and from those to JSON.

Types and lengths have been compared with the schema of the request before; here is checked what a schema cannot say.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import registry
from ..editor import Editor, Movable, Revealable
from ..engines import Engine, ModelEngine
from ..errors import BadInput, Misuse
from ..picture import Mark
from ..puzzle import At, Atom, Place, Puzzle, Values
from ..readers import short
from ..recipes import Size
from ..registry import Kind
from ..say import Say, paragraph
from ..tasks.grade import Grade

if TYPE_CHECKING:  # so that files to play can be made without the server and what it needs
    from .schemas import BoardRequest, ChangeRequest, PuzzleRequest, StateRequest
    from .service import Json

MAX_ENTRIES = 40_000  # of an answer; larger boards are for the command line


class Translator:
    """Sentences about a puzzle in some language."""

    def __init__(self, puzzle: Puzzle, language: str) -> None:
        self.puzzle, self.language = puzzle, language
        self.catalogue = registry.kind(puzzle.kind).catalogue(language)

    def __call__(self, say: Say) -> str:
        return say.into(self.catalogue)

    def all(self, sentences: Iterable[Say]) -> list[str]:
        return [self(say) for say in sentences]

    def text(self, sentences: Iterable[Say]) -> str:
        """Sentences one after the other, each with a capital letter."""
        return paragraph(sentences, self.catalogue)

    def grade(self, grade: Grade | None) -> Json:
        """A grade as JSON, with its name and what it was counted from in the language; nothing where there is none."""
        if grade is None:
            return {}
        name = Say(grade.name)
        counts = Say("{grade} ({counts})", grade=name, counts=grade.told())
        return {"grade": grade.name, "words": self(name), "text": self(counts)}


def playing_json(kind: Kind, language: str) -> Json:
    """What is to be said about a kind to those who play it."""
    editor, words = kind.editor, kind.catalogue(language)
    return {
        "name": kind.name,
        "about": words.get(kind.about, kind.about),
        "language": language if kind.about in words else "en",
        "words": {key: words.get(english, english) for key, english in kind.words.items()},
        "judges": kind.judge is not None,
        "reveals": editor.LOSES if isinstance(editor, Revealable) else None,
        "moves": [{"key": key, "code": code} for key, code in editor.MOVES] if isinstance(editor, Movable) else [],
    }


# from requests


def puzzle_of(request: PuzzleRequest) -> Puzzle:
    """The puzzle that a request is about."""
    return checked_puzzle(registry.parse(request.puzzle))


def puzzle_and_words(request: PuzzleRequest) -> tuple[Puzzle, Translator]:
    """The puzzle that a request is about, and sentences about it in the language of the request."""
    puzzle = puzzle_of(request)
    return puzzle, Translator(puzzle, request.language)


def checked_puzzle(puzzle: Puzzle) -> Puzzle:
    """A puzzle that is not too large."""
    entries = int(np.prod(puzzle.domain().shape[:-1], dtype=np.int64))
    if entries > MAX_ENTRIES:
        raise BadInput(f"the answer has {entries} entries; the page takes boards of at most {MAX_ENTRIES}")
    return puzzle


def checked_size(size: Size) -> Size:
    """A width and a height that are not too large."""
    if size[0] * size[1] > MAX_ENTRIES:
        raise BadInput(f"the size is {size[0]}x{size[1]}; the page takes boards of at most {MAX_ENTRIES} cells")
    return size


def base64_bytes(text: str, what: str) -> bytes:
    """What a field in base64 stands for."""
    try:
        return b64decode(text, validate=True)
    except ValueError:
        raise BadInput(f"the {what} is not written in base64") from None


def engines() -> dict[str, Engine | ModelEngine]:
    """The engines that can be chosen here. To run any command is for the command line."""
    return {name: engine for name, engine in registry.engines().items() if "command" not in engine.can}


def checked_engine(name: str | None) -> str | None:
    """An engine by its name alone: options behind it are for the command line, too."""
    if name is not None and name not in engines():
        raise Misuse(f"unknown engine {short(name)}")
    return name


def editor_of(puzzle: Puzzle) -> Editor:
    """How boards of its kind are edited."""
    found = registry.kind(puzzle.kind).editor
    if found is None:
        raise Misuse(f"boards of the kind {puzzle.kind} cannot be edited here")
    return found


def unknown(puzzle: Puzzle) -> Values:
    """The values of a board of which nothing is known."""
    return np.full(puzzle.domain().shape[:-1], -1, dtype=np.int64)


def givens_of(puzzle: Puzzle) -> Values:
    """The values that the clues give away, -1 elsewhere."""
    editor = registry.kind(puzzle.kind).editor
    return unknown(puzzle) if editor is None else editor.givens(puzzle)


def state_of(puzzle: Puzzle, request: StateRequest | ChangeRequest) -> Values | None:
    """How far the board is filled, with what is given in the entries that are left open; None if nothing is said."""
    if request.values is not None:
        values = _array(puzzle, request.values)
    elif request.state is not None:
        values = puzzle.read(request.state)
    else:
        return None
    return np.where(values < 0, givens_of(puzzle), values)


def _array(puzzle: Puzzle, rows: list[list[int]]) -> Values:
    *shape, count = puzzle.domain().shape
    if len(shape) != 2:
        raise BadInput("values are for boards whose answer is a grid; take the one-line form in the field 'state'")
    height, width = shape
    if len(rows) != height or any(len(row) != width for row in rows):
        raise BadInput(f"the values do not fit the board; expected {height} rows of {width}")
    values = np.array(rows, dtype=np.int64)
    if values.max() >= count:
        raise BadInput(f"a value is {values.max()}; expected -1 (unknown) to {count - 1}")
    return values


def at_of(puzzle: Puzzle, at: list[int]) -> At:
    """An index into the answer."""
    shape = puzzle.domain().shape[:-1]
    if len(at) != len(shape) or any(i >= size for i, size in zip(at, shape, strict=True)):
        raise BadInput(f"the cell {at[:3]} is not on the board; its indices are below {list(shape)}")
    return tuple(at)


def place_of(text: str) -> Place:
    """A place from its JSON form.

    >>> place_of("cell:0:3")
    Place(name='cell', i=0, j=3)
    """
    name, *numbers = text.split(":")
    if not name or len(numbers) not in (1, 2) or not all(n.isascii() and n.isdecimal() and len(n) < 7 for n in numbers):
        raise BadInput(f"the place is {short(text)}; expected a name and one or two numbers, as in cell:0:3")
    return Place(name, *map(int, numbers))


def marks_of(puzzle: Puzzle, request: BoardRequest) -> list[Mark]:
    """The marks of a request; each has to be on the board."""
    found: list[Mark] = []
    known = set(puzzle.places()) if request.marks else set()  # where there is a clue, or could be one
    if request.marks and (editor := registry.kind(puzzle.kind).editor) is not None:
        known |= {slot.place for slot in editor.slots(puzzle)}
    for mark in request.marks:
        if mark.at is not None and mark.place is None:
            found.append(Mark(at_of(puzzle, mark.at), mark.why, tuple(mark.out)))
        elif mark.place is not None and mark.at is None:
            found.append(Mark(place_of(mark.place), mark.why))
            if found[-1].where not in known:
                raise BadInput(f"the place {short(mark.place)} is not on the board, so nothing can be marked there")
        else:
            raise BadInput("a mark has either an index 'at' or a 'place'")
    return found


# to JSON


def fields(value: object, *names: str) -> Json:
    """Some attributes of a value."""
    return {name: getattr(value, name) for name in names}


def present(**found: Any) -> Json:
    """The fields that are not None."""
    return {name: value for name, value in found.items() if value is not None}


def place_text(place: Place) -> str:
    """The JSON form of a place."""
    return f"{place.name}:{place.i}" + (f":{place.j}" if place.j >= 0 else "")


def mark_json(mark: Mark) -> Json:
    """Where a mark is, why, and the candidates that are crossed out there."""
    where = mark.where
    found: Json = {"place": place_text(where)} if isinstance(where, Place) else {"at": list(where)}
    return found | {"why": mark.why} | ({"out": list(mark.out)} if mark.out else {})


def atom_json(atom: Atom) -> Json:
    """A fact about an entry."""
    return {"at": list(atom.at), "value": atom.value, "holds": atom.holds}


def filled(puzzle: Puzzle, values: Values | None) -> Json:
    """A state, or a solution, in both its forms; nothing where there is none."""
    return {} if values is None else {"line": puzzle.write(values), "values": values.tolist()}


def ats(marked: Values | np.ndarray[Any, np.dtype[np.bool_]]) -> list[list[int]]:
    """The indices of all entries that are marked."""
    found: list[list[int]] = np.argwhere(marked).tolist()
    return found
