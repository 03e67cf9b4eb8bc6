"""From what a user names (a file, an ID, an address, an example, standard input) to puzzles.

Every puzzle of an input becomes one entry, the unreadable ones too, so that one of them never hides the others.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice, repeat
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from . import registry
from .errors import BadInput, KnobelError, Misuse, Unable, unexpected
from .files import MAX_BYTES, bounded, opened, read_bytes, read_text, shown, text_of
from .say import Say

if TYPE_CHECKING:
    from .puzzle import Format, Puzzle

T = TypeVar("T")

__all__ = [
    "MAX_FORMULA_BYTES",
    "Entry",
    "entries",
    "find_format",
    "load",
    "loads",
    "read_bytes",
    "read_text",
    "text_entries",
]

BEGINNING = 100_000  # as much of a text as tells whether it is a list of IDs
FIRST_LINES = 20  # one of them is an ID if these are IDs; not always the first, which may be misspelt
MAX_FORMULA_BYTES = 4 * 2**30
ADDRESS = re.compile(r"https?://|[a-z0-9.-]+/p(\.html)?\?", re.IGNORECASE)


@dataclass(frozen=True)
class Entry:
    """A puzzle with what to call it, or the error that stands in its place."""

    name: str
    puzzle: Puzzle | None
    error: KnobelError | None = None
    kind: str | None = None  # of an unreadable puzzle, where that much can be told
    id: str | None = None  # of a readable puzzle that does not take an option
    several: bool = False  # there are more puzzles beside it


def entries(
    argument: str,
    kind: str | None = None,
    format: str | None = None,
    options: Sequence[str] = (),
    *,
    ahead: bool = True,
) -> Iterator[Entry]:
    """All puzzles that a command-line argument names; ``options`` such as ``strict=yes`` are set in each.

    Who does not look ``ahead`` gets the first ID of a pipe before the second is written, as one of several.
    """
    for entry in _entries(argument, kind, format, ahead):
        yield entry if entry.puzzle is None or not options else _changed(entry, entry.puzzle, options)


def _changed(entry: Entry, puzzle: Puzzle, options: Sequence[str]) -> Entry:
    """The puzzle with options instead of its own of the same names, or an error where they do not fit."""
    names = {option.partition("=")[0] for option in options}
    kept = [part for part in puzzle.id().split(":") if part.partition("=")[0] not in names or "=" not in part]
    try:
        changed = registry.parse(":".join([*kept, *options]))
    except BadInput as error:
        unfit = Unable(f"{', '.join(options)} does not fit {puzzle.id()[:60]}: {error.message}")
        return dataclasses.replace(entry, puzzle=None, error=unfit, kind=puzzle.kind, id=puzzle.id())
    titled = dataclasses.replace(changed, title=puzzle.title)  # type: ignore[type-var]
    return dataclasses.replace(entry, puzzle=titled)


def _entries(argument: str, kind: str | None, format: str | None, ahead: bool) -> Iterator[Entry]:
    if name := _id_kind(argument):
        try:
            yield Entry(name, registry.parse(argument))
        except BadInput as error:
            yield Entry(name, None, BadInput(error.message, file=shown(argument)[:60]), name)
    elif argument.startswith("@"):
        yield _example(argument)
    elif ADDRESS.match(argument):
        yield from _named(text_entries(argument, kind, format), argument)
    else:
        name, suffix = ("standard input", "") if argument == "-" else (Path(argument).stem, Path(argument).suffix)
        pieces = _pieces(argument, format)
        try:
            text = next(pieces)
        except BadInput as error:
            yield Entry(argument, None, error)
            return
        if format is None and _lists_ids(text):
            stored = argument != "-" and os.path.isfile(argument)
            yield from _named(_ids(chain([text], pieces)), argument, name, stored or ahead)
        else:
            yield from _named(text_entries(text, kind, format, suffix), argument, name)


def _pieces(argument: str, format: str | None) -> Iterator[str]:
    """The text of a file: line by line, as they come, if these are IDs, else all of it at once."""
    with opened(argument) as file:
        begun, size = list[bytes](), 0
        listed: bool | None = None
        while format is None and listed is None and size < BEGINNING and (line := file.readline(MAX_BYTES + 1)):
            begun.append(bounded(line))
            size += len(line)
            if any(map(_says, text_of(line, start=len(begun) == 1).splitlines())):
                listed = _lists_ids(text_of(b"".join(begun)))
        if not listed:
            begun.append(file.read(MAX_BYTES + 1))
        yield text_of(bounded(b"".join(begun)))
        while line := file.readline(MAX_BYTES + 1):
            yield text_of(bounded(line), start=False)


def _id_kind(text: str) -> str | None:
    match = re.match(r"\s*([a-z_][a-z0-9_]*):", text)
    return match[1] if match and registry.is_kind(match[1]) else None


def _example(argument: str) -> Entry:
    kind, _, name = argument[1:].partition("/")
    if not registry.is_kind(kind):
        known = ", ".join(registry.kinds())
        words = Say("unknown kind {name}; known: {names}", name=repr(kind[:40]), names=known)
        return Entry(argument, None, BadInput(words, file=shown(argument)))
    examples = registry.kind(kind).examples
    if name not in examples:
        words = Say("no such example; known: {names}", names=", ".join(examples))
        return Entry(argument, None, BadInput(words, file=shown(argument)))
    return Entry(name, dataclasses.replace(registry.parse(examples[name].id), title=name))  # type: ignore[type-var]


def _named(found: Iterator[Puzzle | BadInput], file: str, stem: str = "", ahead: bool = True) -> Iterator[Entry]:
    """Entries with names: a puzzle's own title, else the file's name, numbered where there are several."""
    for number, (one, more) in enumerate(_with_more(found) if ahead else zip(found, repeat(True)), 1):
        several = number > 1 or more
        name = f"{stem}#{number}" if several else stem
        if isinstance(one, BadInput):
            yield Entry(name, None, BadInput(one.message, one.line, shown(file)), several=several)
        else:
            yield Entry(one.title or name or one.kind, one, several=several)


def _with_more(items: Iterator[T]) -> Iterator[tuple[T, bool]]:
    """Each with whether another one follows."""
    waiting = list(islice(items, 1))
    for one in items:
        yield waiting.pop(), True
        waiting.append(one)
    for one in waiting:
        yield one, False


def text_entries(
    text: str, kind: str | None = None, format: str | None = None, suffix: str = ""
) -> Iterator[Puzzle | BadInput]:
    """The puzzles of a text: IDs, one a line, or a file of some format."""
    if format is None and _lists_ids(text):
        yield from _ids([text])
        return
    try:
        chosen = find_format(text, kind, format, suffix)
    except BadInput as error:
        yield error
        return
    empty = True
    for found in chosen.read(text):
        empty = False
        yield found
    if empty:
        yield unexpected(Say("no puzzle in it"), Say("the format {format}", format=chosen.name))


def _ids(pieces: Iterable[str]) -> Iterator[Puzzle | BadInput]:
    """The puzzles of IDs, one a line; a piece of text has whole lines."""
    lines = (line for piece in pieces for line in piece.splitlines())
    for number in count(1):
        try:
            line = next(lines, None)
            if line is None:
                return
            if _says(line):
                yield registry.parse(line)
        except BadInput as error:
            yield BadInput(error.message, number)


def _says(line: str) -> bool:
    """Whether a line is neither empty nor a comment."""
    return bool(line.strip()) and not line.startswith("#")


def _lists_ids(text: str) -> bool | None:
    """Whether one of the first lines is an ID, comments left out; None where there are too few lines to say no."""
    lines = list(islice(filter(_says, text[:BEGINNING].splitlines()), FIRST_LINES))
    return True if any(map(_id_kind, lines)) else False if len(lines) == FIRST_LINES else None


class Unrecognised(BadInput):
    """A text that is of no format."""


def find_format(text: str, kind: str | None, name: str | None, suffix: str = "") -> Format:
    """The format of a text: by its name, else by its content; the extension only says which to try first.

    What no format recognises may be a file with a mistake: if it can be of one format only, by its extension or as the
    only one of its kind, that format reads it and says in which line the mistake is.
    """
    kinds = [registry.kind(kind)] if kind else list(registry.kinds().values())
    formats = [found for one in kinds for found in one.formats]
    if name is not None:
        named = [found for found in formats if found.name == name]
        if named:  # several kinds may have a format of this name
            return next((found for found in named if found.recognise(text)), named[0])
        raise Misuse(f"unknown format {name[:40]!r}; known: {', '.join(dict.fromkeys(f.name for f in formats))}")
    if not text.strip():
        raise unexpected(Say("empty"), Say("a puzzle"))
    for found in sorted(formats, key=lambda one: suffix.lower() not in one.extensions):
        if found.recognise(text):
            return found
    fitting = [found for found in formats if suffix.lower() in found.extensions] or formats
    if len(fitting) == 1:
        return fitting[0]
    raise Unrecognised(Say("not recognised as a puzzle; expected an ID or one of the formats in `knobel list formats`"))


def load(argument: str, kind: str | None = None, format: str | None = None) -> Puzzle:
    """The one puzzle of a file, an ID, an address or an example; raises :class:`BadInput`.

    >>> load("@nonogram/lattice").id()
    'nonogram:4x4:2/1/2/1/1.1/2/1/1'
    """
    found = list(entries(str(argument), kind, format))
    if found[0].puzzle is None:
        raise found[0].error or BadInput("nothing")
    if len(found) > 1:
        raise BadInput(f"{len(found)} puzzles; expected one (loads() takes many)", file=str(argument))
    return found[0].puzzle


def loads(text: str, kind: str | None = None, format: str | None = None) -> list[Puzzle]:
    """All puzzles of a text; raises :class:`BadInput` for the first that cannot be read.

    >>> [p.title for p in loads("width 1\\nheight 1\\nrows\\n1\\ncolumns\\n1\\n")]
    ['']
    """
    puzzles = []
    for found in text_entries(text, kind, format):
        if isinstance(found, BadInput):
            raise found
        puzzles.append(found)
    return puzzles
