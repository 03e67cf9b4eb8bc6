"""From what a user names (a file, an ID, an address, an example, standard input) to puzzles.

Every puzzle of an input becomes one entry, the unreadable ones too, so that one of them never hides the others.
"""

from __future__ import annotations

import dataclasses
import io
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from . import registry
from .errors import BadInput, Misuse, Unable

if TYPE_CHECKING:
    from .puzzle import Format, Puzzle

MAX_BYTES = 64 * 2**20
MAX_FORMULA_BYTES = 4 * 2**30
PACKED = {"gzip": b"\x1f\x8b", "xz": b"\xfd7zXZ\x00"}  # how such files begin
ADDRESS = re.compile(r"https?://|[a-z0-9.-]+/p(\.html)?\?", re.IGNORECASE)


@dataclass(frozen=True)
class Entry:
    """A puzzle with what to call it, or the error that stands in its place."""

    name: str
    puzzle: Puzzle | None
    error: BadInput | Unable | None = None
    kind: str | None = None  # of an unreadable puzzle, where that much can be told
    id: str | None = None  # of a readable puzzle that does not take an option
    several: bool = False  # there are more puzzles beside it


def entries(
    argument: str, kind: str | None = None, format: str | None = None, options: Sequence[str] = ()
) -> Iterator[Entry]:
    """All puzzles that a command-line argument names; ``options`` such as ``strict=yes`` are set in each."""
    for entry in _entries(argument, kind, format):
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


def _entries(argument: str, kind: str | None, format: str | None) -> Iterator[Entry]:
    if name := _id_kind(argument):
        try:
            yield Entry(name, registry.parse(argument))
        except BadInput as error:
            yield Entry(name, None, BadInput(error.message, file=_shown(argument)[:60]), name)
    elif argument.startswith("@"):
        yield _example(argument)
    elif ADDRESS.match(argument):
        yield from _named(text_entries(argument, kind, format), argument)
    else:
        try:
            text = read_text(argument)
        except BadInput as error:
            yield Entry(argument, None, error)
            return
        name, suffix = ("standard input", "") if argument == "-" else (Path(argument).stem, Path(argument).suffix)
        yield from _named(text_entries(text, kind, format, suffix), argument, name)


def read_text(argument: str, most: int = MAX_BYTES) -> str:
    """The text of a file, or of standard input for ``-``; raises :class:`BadInput` that names it.

    Bytes that are no UTF-8 become lone surrogates, from which formats that are not made of text get them back.
    """
    return read_bytes(argument, most).decode("utf-8-sig", errors="surrogateescape")


def read_bytes(argument: str, most: int = MAX_BYTES) -> bytes:
    """What is in a file, or in standard input for ``-``; what is packed by gzip or xz is unpacked."""
    try:
        if argument == "-":
            if sys.stdin is None or sys.stdin.closed:
                raise BadInput("standard input is closed; expected a puzzle")
            data = sys.stdin.buffer.read(most + 1)
        else:
            with open(argument, "rb") as file:
                data = file.read(most + 1)
        if len(data) <= most:
            data = _unpacked(data, most)
        if len(data) > most:
            raise BadInput(f"is larger than {most // 2**20} MiB")
    except BadInput as error:
        raise BadInput(error.message, file=_shown(argument)) from None
    except FileNotFoundError:
        raise BadInput(f"no such file{_guess(argument)}", file=_shown(argument)) from None
    except IsADirectoryError:
        raise BadInput("is a folder; expected a file", file=_shown(argument)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise BadInput(f"cannot be read: {reason}", file=_shown(argument)) from None
    return data


def _unpacked(data: bytes, most: int) -> bytes:
    """The data, and at most one byte more than is wanted, if it is packed; raises :class:`BadInput`."""
    name = next((name for name, magic in PACKED.items() if data.startswith(magic)), None)
    if name is None:
        return data
    import gzip
    import lzma
    import zlib

    try:
        with (gzip if name == "gzip" else lzma).open(io.BytesIO(data)) as file:
            return bytes(file.read(most + 1))
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise BadInput(f"is packed by {name}, but damaged: {error}") from None


def _shown(argument: str) -> str:
    """A name that is safe in one line of an error."""
    name = "standard input" if argument == "-" else argument
    return "".join(char if char.isprintable() else "?" for char in name)[:200]


def _guess(argument: str) -> str:
    name, colon, _ = argument.partition(":")
    if colon and re.fullmatch(r"[a-z]+", name):
        return f", and no kind {name!r} either; known: {', '.join(registry.kinds())}"
    return ""


def _id_kind(text: str) -> str | None:
    match = re.match(r"\s*([a-z_][a-z0-9_]*):", text)
    return match[1] if match and registry.is_kind(match[1]) else None


def _example(argument: str) -> Entry:
    kind, _, name = argument[1:].partition("/")
    try:
        examples = registry.kind(kind).examples
    except Misuse as error:
        return Entry(argument, None, BadInput(str(error), file=argument))
    if name not in examples:
        return Entry(argument, None, BadInput(f"no such example; known: {', '.join(examples)}", file=_shown(argument)))
    return Entry(name, dataclasses.replace(registry.parse(examples[name].id), title=name))  # type: ignore[type-var]


def _named(found: Iterator[Puzzle | BadInput], file: str, stem: str = "") -> Iterator[Entry]:
    """Entries with names: a puzzle's own title, else the file's name, numbered where there are several."""
    number = 0
    waiting = next(found, None)
    while waiting is not None:
        number += 1
        following = next(found, None)
        several = number > 1 or following is not None
        name = f"{stem}#{number}" if several else stem
        if isinstance(waiting, BadInput):
            yield Entry(name, None, BadInput(waiting.message, waiting.line, _shown(file)), several=several)
        else:
            yield Entry(waiting.title or name or waiting.kind, waiting, several=several)
        waiting = following


def text_entries(
    text: str, kind: str | None = None, format: str | None = None, suffix: str = ""
) -> Iterator[Puzzle | BadInput]:
    """The puzzles of a text: IDs, one a line, or a file of some format."""
    if format is None and _is_id_list(text):
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                try:
                    yield registry.parse(line)
                except BadInput as error:
                    yield BadInput(error.message, number)
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
        yield BadInput(f"no puzzle in it; expected the format {chosen.name}")


def _is_id_list(text: str) -> bool:
    for line in text[:100_000].splitlines():
        if line.strip() and not line.startswith("#"):
            return _id_kind(line) is not None
    return False


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
        raise BadInput("empty; expected a puzzle")
    for found in sorted(formats, key=lambda one: suffix.lower() not in one.extensions):
        if found.recognise(text):
            return found
    fitting = [found for found in formats if suffix.lower() in found.extensions] or formats
    if len(fitting) == 1:
        return fitting[0]
    raise BadInput("not recognised as a puzzle; expected an ID or one of the formats in `knobel list formats`")


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
