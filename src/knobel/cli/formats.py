"""Puzzles as the text of a file format: all of them at once, or one after the other as they come."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile

from .. import registry
from ..errors import Misuse, Unable
from ..puzzle import Puzzle

Write = Callable[[Iterable[Puzzle]], str]
"""How a format writes the puzzles of one file."""
FOLDER = f"name a folder for a file of each, --out DIR{os.sep}"


def form(kind: str, name: str) -> tuple[Write, str]:
    """How puzzles of a kind are written in a format, and how its files end."""
    if name == "id":
        return lambda found: "".join(f"{puzzle.id()}\n" for puzzle in found), ".txt"
    formats = {one.name: one for one in registry.kind(kind).formats}
    chosen = formats.get(name)
    if chosen is None or chosen.write is None:
        names = [one.name for one in formats.values() if one.write]
        # What other kinds are written in is an error of this kind's puzzles only.
        elsewhere = any(one.name == name and one.write for other in registry.kinds().values() for one in other.formats)
        words = f"{kind} puzzles cannot be written as {name!r}; known: id, {', '.join(names)}"
        raise Unable(words) if elsewhere else Misuse(words)
    return chosen.write, chosen.extensions[0] if chosen.extensions else ".txt"


def together(found: Sequence[Puzzle], name: str) -> str:
    """The puzzles in one text of a format."""
    kinds = sorted({puzzle.kind for puzzle in found})
    if len(kinds) > 1 and name != "id":
        raise Misuse(f"the puzzles are of several kinds ({', '.join(kinds)}); only `--to id` holds them all")
    return _joined(form(kinds[0], name)[0], found)


def _joined(write: Write, found: Sequence[Puzzle]) -> str:
    """Where each puzzle has a file but all together have none, the error says what to do."""
    try:
        return write(found)
    except Misuse as error:
        for puzzle in found:
            write([puzzle])  # may be what is wrong
        raise Misuse(f"{error}; {FOLDER}") from None


def check_holds_several(kind: str, write: Write) -> None:
    """Refuse a format whose files hold one puzzle each, as far as the bundled examples show it."""
    for example in registry.kind(kind).examples.values():
        puzzle = registry.parse(example.id)
        try:
            write([puzzle])
        except Misuse:
            continue  # the format has no place for this one, which says nothing about two
        _joined(write, [puzzle, puzzle])
        return


class Stream:
    """A text of a format that grows by one puzzle at a time, and can be ended after each of them.

    What a format puts between two puzzles, and after the last, is seen by writing two of them together: only lines
    that do not depend on whether another puzzle follows are given out.
    """

    def __init__(self, write: Write) -> None:
        self._write = write
        self._before: list[Puzzle] = []  # the last one
        self._given = 0  # how much of its text alone has been given out
        self._end = ""

    def add(self, puzzle: Puzzle) -> str:
        """What to print for one more puzzle."""
        text = self._write([*self._before, puzzle])
        lasting = _lasting(text, self._write([*self._before, puzzle, puzzle]))
        new, self._end = text[self._given : lasting], text[lasting:]
        self._before, self._given = [puzzle], _lasting(self._write([puzzle]), self._write([puzzle, puzzle]))
        return new

    def end(self) -> str:
        """What to print after the last puzzle."""
        end, self._end = self._end, ""
        return end


def _lasting(text: str, longer: str) -> int:
    """How much of a text, in whole lines, is also the beginning of the one with a puzzle more."""
    pairs = zip(text.splitlines(keepends=True), longer.splitlines(keepends=True), strict=False)
    return sum(len(line) for line, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
