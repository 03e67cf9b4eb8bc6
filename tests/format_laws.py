"""The laws that the file formats of every kind obey, as loops that a kind's tests run over their own formats.

What is written is read back and recognised as what it is; whatever else is read, be it a file after an accident or
junk without end, gives puzzles or errors that a person can read.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hypothesis import settings

from knobel.errors import BadInput
from knobel.puzzle import Format, Puzzle
from knobel.readers import PATIENCE

law = settings(deadline=None, max_examples=100)


def check_error(error: BadInput) -> None:
    """One sentence that fits a terminal."""
    assert str(error.message).isprintable() and len(str(error.message)) < 300


@dataclass(frozen=True)
class Formats:
    """The formats of one kind, under test."""

    formats: tuple[Format, ...]
    kind: type[Puzzle]

    def __getitem__(self, name: str) -> Format:
        return next(format for format in self.formats if format.name == name)

    @property
    def names(self) -> list[str]:
        return [format.name for format in self.formats]

    def read(self, name: str, text: str) -> list[Puzzle | BadInput]:
        return list(self[name].read(text))

    def write(self, name: str, *puzzles: Puzzle) -> str:
        writer = self[name].write
        assert writer is not None
        return writer(puzzles)

    def recognised(self, text: str) -> list[str]:
        """The names of the formats that claim a text."""
        return [format.name for format in self.formats if format.recognise(text)]

    def check_text(self, name: str, text: str, boards: Sequence[Puzzle]) -> None:
        """A text of one format holds these boards, whatever its line ends, and no other format claims it."""
        assert self.read(name, text) == list(boards)
        assert self.read(name, text.replace("\n", "\r\n")) == list(boards)
        assert self.recognised(text) == [name]

    def check_round_trip(self, name: str, boards: Sequence[Puzzle]) -> None:
        self.check_text(name, self.write(name, *boards), boards)

    def check_reading(self, format: Format, text: str) -> int:
        """Reading gives puzzles, each with an ID that carries all of it, or errors that name a line.

        Returns how many puzzles there are.
        """
        assert format.recognise(text) in (True, False)
        items = list(format.read(text))
        assert items
        for item in items:
            if isinstance(item, BadInput):
                assert item.line is not None and 1 <= item.line <= text.count("\n") + text.count("\r") + 1
                check_error(item)
            else:
                assert isinstance(item, self.kind)
                assert self.kind.parse(item.id().partition(":")[2]) == item
        return sum(isinstance(item, self.kind) for item in items)

    def check_accidents(
        self, name: str, samples: Sequence[str], mutated: Callable[[str, random.Random], str], count: int, read: int
    ) -> None:
        """Every format survives accidents to files of one; some files are still read, so the far parts are reached."""
        rng = random.Random(f"accidents of {name}")
        still_read = 0
        for _ in range(count):
            text = mutated(rng.choice(samples), rng)
            for format in self.formats:
                found = self.check_reading(format, text)
                still_read += found if format.name == name else 0
        assert still_read > read

    def check_junk(self, opening: str, pieces: Sequence[str]) -> None:
        """Anything worse than linear would never end here, and errors without end would show in their number."""
        for junk in pieces:
            text = opening + junk * (300_000 // len(junk))
            for format in self.formats:
                format.recognise(text)
                assert sum(isinstance(item, BadInput) for item in format.read(text)) <= PATIENCE + 1
