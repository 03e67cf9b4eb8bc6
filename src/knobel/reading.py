"""Tools for readers of text formats: line ends, quotations in errors, and patience with junk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import TypeAlias

from .errors import BadInput
from .puzzle import Puzzle

Found: TypeAlias = Iterator[Puzzle | BadInput]
Reader: TypeAlias = Callable[[str], Found]

WINDOW = 4096  # as much of a text as recognition looks at
PATIENCE = 10_000  # so many unreadable puzzles, and the text is taken for junk


def unix(text: str) -> str:
    """The text with ``\\n`` as its only line end and without a byte order mark."""
    text = text.removeprefix("\ufeff")
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
