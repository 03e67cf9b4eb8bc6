"""Tools for readers of text formats: line ends, quotations in errors, and patience with junk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import TypeAlias

from .errors import BadInput
from .puzzle import Puzzle

Found: TypeAlias = Iterator[Puzzle | BadInput]
Reader: TypeAlias = Callable[[str], Found]

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
        limit = "" if cells is None else f" with at most {cells} cells"
        raise BadInput(f"the size {width}x{height} is out of range; expected 1x1 to {most}x{most}{limit}", line)


def patient(read: Reader) -> Reader:
    """A reader that gives up on text which holds nothing but errors, so that junk costs neither hours nor gigabytes."""

    @wraps(read)
    def reader(text: str) -> Found:
        bad = 0
        for item in read(text):
            yield item
            if isinstance(item, BadInput) and (bad := bad + 1) == PATIENCE:
                yield BadInput(f"{PATIENCE} puzzles cannot be read; the rest is left out", item.line)
                return

    return reader
