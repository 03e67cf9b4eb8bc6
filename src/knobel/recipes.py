"""What a kind supplies so that new boards of it can be made: drafts, each with the solution it was made from.

A recipe is a frozen dataclass in the kind's ``generate.py``, the one with ``kind`` set to the kind's name; its fields
are the options that ``generate`` takes for this kind, the first of them the size. A recipe makes drafts and knows
nothing of solving: whether a draft has no second solution, which of its clues can be spared and how hard it is, is
found out elsewhere, for all kinds alike.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields
from typing import (
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Protocol,
    TypeAlias,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np

from .errors import BadInput, Misuse
from .puzzle import Place, Puzzle, Values
from .say import Say

Size: TypeAlias = tuple[int, int]
"""Width and height."""
File: TypeAlias = Literal["image"]
"""What is in a file that an option takes."""


@dataclass(frozen=True)
class Draft:
    """A board with all the clues that it may have, and the solution it was made from.

    ``solution`` is None for a board that must not have any. ``spare`` are clues that may be left out as long as the
    number of solutions stays what it has to be: first those of the first tuple, then those of the next. ``note`` says
    what became of the wish, for example how many pixels of a picture had to be changed.
    """

    puzzle: Puzzle
    solution: Values | None
    spare: tuple[tuple[Place, ...], ...] = ()
    solutions: int = 1  # how many the finished board has
    several: bool = False  # whether it may have more solutions; that it has is told
    note: Say | None = None


class Recipe(Protocol):
    """How boards of one kind are made, with the options chosen."""

    kind: ClassVar[str]

    @property
    def size(self) -> Size: ...

    def drafts(self, random: np.random.Generator) -> Iterator[Draft]:
        """One draft after the other; all chance comes from ``random``. It may end, if there are no more."""
        ...

    def mend(self, draft: Draft, other: Values, random: np.random.Generator) -> Draft | None:
        """A changed draft that tells its solution from another one nearby; None: this draft is not worth it."""
        ...


def shuffled(places: Sequence[Place], random: np.random.Generator) -> tuple[Place, ...]:
    """The same places in a random order."""
    return tuple(places[i] for i in random.permutation(len(places)).tolist())


class Option(NamedTuple):
    """An option of a recipe, as people see it."""

    name: str
    about: str
    default: Any
    choices: tuple[str, ...]  # none: any
    file: File | None  # whose path it takes

    @property
    def written(self) -> str:
        """The default, as one would write it."""
        if isinstance(self.default, bool):
            return "yes" if self.default else "no"
        if isinstance(self.default, tuple):
            return "x".join(map(str, self.default))
        return "" if self.default is None else str(self.default)


def option(default: Any, about: str, flag: str | None = None, file: File | None = None) -> Any:
    """A field of a recipe, with what to say about it.

    ``flag`` is its name on the command line if that differs. Where it takes the path of a file, ``file`` says what is
    in it: who asks over a network sends the file along and never names one.
    """
    return field(default=default, metadata={"about": about, "flag": flag, "file": file})


def options(recipe: type[Recipe]) -> list[Option]:
    """All options of a recipe."""
    hints = get_type_hints(recipe)
    found = []
    for each in fields(cast(Any, recipe)):
        default = None if each.default is MISSING else each.default
        said = each.metadata
        name, file = said.get("flag") or each.name, said.get("file")
        found.append(Option(name, said.get("about", ""), default, _choices(hints[each.name]), file))
    return found


def prepared(recipe: type[Recipe], wishes: Mapping[str, Any]) -> Recipe:
    """The recipe with these options, of which strings are read as what they stand for.

    Raises :class:`Misuse` where an option is unknown or cannot be read.
    """
    hints = get_type_hints(recipe)
    names = {each.metadata.get("flag") or each.name: each.name for each in fields(cast(Any, recipe))}
    chosen: dict[str, Any] = {}
    for wish, value in wishes.items():
        name = names.get(wish) or (wish if wish in names.values() else None)
        if name is None:
            raise Misuse(f"{recipe.kind} takes no option {wish[:40]!r}; it takes: {', '.join(names)}")
        chosen[name] = _read(wish, value, hints[name])
    try:
        return recipe(**chosen)
    except BadInput as error:  # a size that no board can have: here it is the wish that is wrong
        raise Misuse(str(error)) from None


def read_size(text: str) -> Size:
    """A size as people write it.

    >>> read_size("30x20"), read_size("8")
    ((30, 20), (8, 8))
    """
    parts = text.lower().split("x")
    if len(parts) > 2 or not all(part.isascii() and part.isdecimal() and len(part) <= 9 for part in parts):
        raise Misuse(f"the size is {text[:20]!r}; expected a number, or WIDTHxHEIGHT as in 10x15")
    return int(parts[0]), int(parts[-1])


def _choices(hint: Any) -> tuple[str, ...]:
    if get_origin(hint) is Literal:
        return tuple(map(str, get_args(hint)))
    return ("yes", "no") if hint is bool else ()


def _read(name: str, value: Any, hint: Any) -> Any:
    """A value of the wanted type; what is written as text is read, and whole numbers are numbers of any kind."""
    choices = _choices(hint)
    if name == "size":
        return _size(value)
    if hint is bool and value in ("yes", "no"):
        return value == "yes"
    if choices and hint is not bool:
        if value not in choices:
            raise Misuse(f"the option {name} is {str(value)[:20]!r}; expected one of {', '.join(choices)}")
        return value
    wanted = get_args(hint) if _is_union(hint) else (hint,)
    for kind in wanted:
        if isinstance(value, str) and kind in (int, float, str):
            with suppress(ValueError):
                return kind(value)
        elif type(value) is kind or (kind is float and type(value) is int):
            return value
    expected = " or ".join("nothing" if kind is type(None) else EXPECTED[kind] for kind in wanted)
    raise Misuse(f"the option {name} is {str(value)[:20]!r}; expected {expected}")


EXPECTED = {int: "a whole number", float: "a number", str: "text", bool: "yes or no"}


def _size(value: Any) -> Size:
    if isinstance(value, str):
        return read_size(value)
    both = (value, value) if isinstance(value, int) else value
    if not isinstance(both, tuple | list) or len(both) != 2 or not all(type(side) is int for side in both):
        raise Misuse(f"the size is {str(value)[:20]!r}; expected a number, or width and height")
    return both[0], both[1]


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType)
