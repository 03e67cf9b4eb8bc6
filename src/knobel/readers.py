"""Tools for readers of text formats: line ends, quotations in errors, and patience with junk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import TypeAlias, TypeVar

from .errors import BadInput, Misuse, unexpected
from .puzzle import Puzzle
from .say import Say

Found: TypeAlias = Iterator[Puzzle | BadInput]
Reader: TypeAlias = Callable[[str], Found]
P = TypeVar("P", bound=Puzzle)
T = TypeVar("T")

_NO_CHARACTER = re.compile("[\ud800-\udfff]")  # what decoding leaves of bytes that are no UTF-8

WINDOW = 4096  # as much of a text as recognition looks at
PATIENCE = 10_000  # so many unreadable puzzles, and the text is taken for junk


def unix(text: str) -> str:
    """The text with ``\\n`` as its only line end, without a byte order mark and without what is no character."""
    text = text.removeprefix("\ufeff")
    if not text.isascii():
        text = _NO_CHARACTER.sub("\ufffd", text)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def head(text: str) -> str:
    """The beginning of a text, for recognition."""
    return unix(text[:WINDOW]).lstrip()


def short(text: str) -> str:
    """A piece of foreign text, short enough to quote in a sentence."""
    return repr(text if len(text) <= 20 else text[:20] + "...")


def counted(count: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "row"), counted(3, "row")
    ('1 row', '3 rows')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(names: Iterable[str]) -> str:
    """A few foreign names to choose from.

    >>> listed("abcdefgh")
    "'a', 'b', 'c', 'd', 'e', 'f', ..."
    """
    quoted = [short(name) for name in names]
    return ", ".join(quoted[:6] + ["..."] * (len(quoted) > 6))


def check_sides(most: int, width: int, height: int, line: int | None = None, *, cells: int | None = None) -> None:
    """Refuse sizes that no board can have, before anything is allocated.

    >>> check_sides(1000, 1001, 5)
    Traceback (most recent call last):
        ...
    knobel.errors.BadInput: the size 1001x5 is out of range; expected 1x1 to 1000x1000
    """
    if not (1 <= width <= most and 1 <= height <= most) or (cells is not None and width * height > cells):
        limit = Say("1x1 to {most}x{most}", most=most)
        if cells is not None:
            limit = Say("1x1 to {most}x{most} with at most {cells} cells", most=most, cells=cells)
        raise unexpected(Say("the size {width}x{height} is out of range", width=width, height=height), limit, line)


def read_sides(text: str, example: str) -> tuple[int, int]:
    """A size, width before height.

    >>> read_sides("4x3", "10x20")
    (4, 3)
    """
    match = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", text)
    if not match:
        raise unexpected(
            Say("the size is {size}", size=short(text)), Say("WIDTHxHEIGHT, for example {size}", size=example)
        )
    return int(match[1]), int(match[2])


def check_count(rows: int, expected: int, other: Iterable[int] = ()) -> None:
    """Refuse another number of rows; some ``other`` numbers will do as well.

    >>> check_count(1, 3)
    Traceback (most recent call last):
        ...
    knobel.errors.BadInput: found 1 row; expected 3
    """
    if rows not in (allowed := (expected, *other)):
        found = Say("found {count} rows", count=rows) if rows != 1 else Say("found 1 row")
        raise unexpected(found, " / ".join(map(str, sorted(allowed))))


def check_row(
    row: str, width: int, name: Say, chars: str, expected: Say | None = None, line: int | None = None
) -> None:
    """Refuse a row of another width, or with a character that is none of these; ``name`` is what to call the row.

    >>> check_row(".#", 3, Say("row {row}", row=1), ".#")
    Traceback (most recent call last):
        ...
    knobel.errors.BadInput: row 1 has 2 cells; expected 3
    """
    if len(row) != width:
        several = Say("{name} has {count} cells", name=name, count=len(row))
        raise unexpected(several if len(row) != 1 else Say("{name} has 1 cell", name=name), str(width), line)
    if bad := set(row) - set(chars):
        found = Say("{name} has {char}", name=name, char=repr(min(bad, key=row.index)))
        raise unexpected(found, expected or Say("one of {codes}", codes=" ".join(chars)), line)


def of_kind(puzzles: Iterable[Puzzle], kind: type[P], format: str, holds: str) -> list[P]:
    """The puzzles that a format is to write, if they are all of the kind that it holds."""
    found = []
    for puzzle in puzzles:
        if not isinstance(puzzle, kind):
            raise Misuse(f"the format {format} holds {holds}, not {puzzle.kind} puzzles")
        found.append(puzzle)
    return found


def each_piece(text: str, pieces: Iterable[tuple[int, T]], make: Callable[[T, int], Puzzle]) -> Found:
    """A puzzle, or its error, from each piece of a text; a piece comes with where it starts.

    ``make`` takes the piece and the number of its line, which is also that of an error without one.
    """
    line, counted = 1, 0
    for start, piece in pieces:
        line += text.count("\n", counted, start)
        counted = start
        try:
            yield make(piece, line)
        except BadInput as error:
            yield BadInput(error.message, error.line or line)


def each(items: Iterable[T], make: Callable[[T], Puzzle], nothing: str = "") -> Found:
    """What is made of each item, or the error that it raises; without any item, the error ``nothing`` in line 1."""
    empty = True
    for item in items:
        empty = False
        try:
            yield make(item)
        except BadInput as error:
            yield error
    if empty:
        yield BadInput(nothing, 1)


def patient(read: Reader) -> Reader:
    """A reader that gives up on text which holds nothing but errors, so that junk costs neither hours nor gigabytes."""

    @wraps(read)
    def reader(text: str) -> Found:
        bad = 0
        for item in read(text):
            yield item
            if isinstance(item, BadInput) and (bad := bad + 1) == PATIENCE:
                words = Say("{count} puzzles cannot be read; the rest is left out", count=PATIENCE)
                yield BadInput(words, item.line)
                return

    return reader
