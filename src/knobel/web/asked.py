"""What requests and answers are made of: puzzles, states, indices and places as JSON, sentences in some language.

Types and lengths have been compared with the shape of the request before; here is checked what a shape cannot say.
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np

from .. import registry
from ..engines import Engine, ModelEngine
from ..errors import BadInput, Misuse
from ..picture import MARKS, Mark
from ..puzzle import At, Atom, Place, Puzzle, Values
from ..reading import short
from ..recipes import Size
from ..say import LANGUAGES, Say
from ..setting import Setting

Request: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = dict[str, Any]

MAX_ENTRIES = 40_000  # of an answer; larger boards are for the command line


def language_of(request: Request) -> str:
    """The language in which a request wants to be answered."""
    language: str = request.get("language", "en")
    if language not in LANGUAGES:
        raise Misuse(f"the language is {short(language)}; expected one of {', '.join(LANGUAGES)}")
    return language


class Words:
    """Sentences about a puzzle in the language of a request."""

    def __init__(self, puzzle: Puzzle, request: Request) -> None:
        self.puzzle = puzzle
        self.catalogue = registry.kind(puzzle.kind).catalogue(language_of(request))

    def __call__(self, say: Say) -> str:
        return say.into(self.catalogue)

    def all(self, sentences: Iterable[Say]) -> list[str]:
        return [self(say) for say in sentences]

    def text(self, sentences: Iterable[Say]) -> str:
        """Sentences one after the other, each with a capital letter."""
        return " ".join(words[:1].upper() + words[1:] for words in self.all(sentences))


def puzzle_of(request: Request) -> Puzzle:
    """The puzzle that a request is about."""
    return checked(registry.parse(request["puzzle"]))


def checked(puzzle: Puzzle) -> Puzzle:
    """A puzzle that is not too large."""
    entries = int(np.prod(puzzle.domain().shape[:-1], dtype=np.int64))
    if entries > MAX_ENTRIES:
        raise BadInput(f"the answer has {entries} entries; the page takes boards of at most {MAX_ENTRIES}")
    return puzzle


def size_of(request: Request) -> Size:
    """The width and height that a request names."""
    size: list[int] = request["size"]
    if len(size) != 2:
        raise BadInput("the size has a width and a height, as in [10, 15]")
    if size[0] * size[1] > MAX_ENTRIES:
        raise BadInput(f"the size is {size[0]}x{size[1]}; the page takes boards of at most {MAX_ENTRIES} cells")
    return size[0], size[1]


def unpacked(text: str, what: str) -> bytes:
    """What a field in base64 stands for."""
    try:
        return b64decode(text, validate=True)
    except (Error, ValueError):
        raise BadInput(f"the {what} is not written in base64") from None


def engines() -> dict[str, Engine | ModelEngine]:
    """The engines that can be chosen here. To run any command is for the command line."""
    return {name: engine for name, engine in registry.engines().items() if "command" not in engine.can}


def engine_of(request: Request) -> str | None:
    """An engine by its name alone: what can be said behind it is for the command line, too."""
    name: str | None = request.get("engine")
    if name is not None and name not in engines():
        raise Misuse(f"unknown engine {short(name)}")
    return name


def setting_of(puzzle: Puzzle) -> Setting:
    """How boards of its kind are edited."""
    found = registry.kind(puzzle.kind).setting
    if found is None:
        raise Misuse(f"boards of the kind {puzzle.kind} cannot be edited here")
    return found


def nothing(puzzle: Puzzle) -> Values:
    """The values of a board of which nothing is known."""
    return np.full(puzzle.domain().shape[:-1], -1, dtype=np.int64)


def givens_of(puzzle: Puzzle) -> Values:
    """The values that the clues give away, -1 elsewhere."""
    setting = registry.kind(puzzle.kind).setting
    return nothing(puzzle) if setting is None else setting.givens(puzzle)


def state_of(puzzle: Puzzle, request: Request) -> Values | None:
    """How far the board is filled, with what is given in the entries that are left open; None if nothing is said."""
    if "values" in request:
        values = _array(puzzle, request["values"])
    elif "state" in request:
        values = puzzle.read(request["state"])
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


def place_text(place: Place) -> str:
    """The JSON form of a place."""
    return f"{place.name}:{place.i}" + (f":{place.j}" if place.j >= 0 else "")


def marks_of(puzzle: Puzzle, request: Request) -> list[Mark]:
    """The marks of a request; each has to be on the board."""
    found: list[Mark] = []
    known: set[Place] = set()
    for mark in request.get("marks", ()):
        if ("at" in mark) == ("place" in mark):
            raise BadInput("a mark has either an index 'at' or a 'place'")
        if mark["why"] not in MARKS:
            raise BadInput(f"a mark is there because of {short(mark['why'])}; expected one of {', '.join(MARKS)}")
        if "at" in mark:
            found.append(Mark(at_of(puzzle, mark["at"]), mark["why"]))
            continue
        place = place_of(mark["place"])
        known = known or _places(puzzle)
        if place not in known:
            raise BadInput(f"the place {short(mark['place'])} is not on the board, so nothing can be marked there")
        found.append(Mark(place, mark["why"]))
    return found


def _places(puzzle: Puzzle) -> set[Place]:
    """All places where there is a clue, or could be one."""
    setting = registry.kind(puzzle.kind).setting
    return {*puzzle.places(), *(() if setting is None else (slot.place for slot in setting.slots(puzzle)))}


def mark_record(mark: Mark) -> Answer:
    """A mark as JSON."""
    where = mark.where
    return ({"place": place_text(where)} if isinstance(where, Place) else {"at": list(where)}) | {"why": mark.why}


def fact(atom: Atom) -> Answer:
    """A fact as JSON."""
    return {"at": list(atom.at), "value": atom.value, "holds": atom.holds}


def filled(puzzle: Puzzle, values: Values) -> Answer:
    """A state, or a solution, in both its forms."""
    return {"line": puzzle.write(values), "values": values.tolist()}


def ats(marked: Values | np.ndarray[Any, np.dtype[np.bool_]]) -> list[list[int]]:
    """The indices of all entries that are marked."""
    found: list[list[int]] = np.argwhere(marked).tolist()
    return found
