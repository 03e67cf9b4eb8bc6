"""The boards of experiments: those that the kinds supply, the bundled examples, and files of other people's puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from .. import registry
from ..experiments import Board, Experiments
from ..inputs import loads, read_text

ENTRIES = 1_000  # examples with more entries are too large to compare all on


class Corpus:
    """Bundled examples, and puzzles of other people in a folder; without it, what needs them is left out."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def example(self, kind: str, name: str) -> Board:
        """A bundled example."""
        return Board(name, registry.kind(kind).examples[name].id)

    def boards(self, path: str) -> tuple[Board, ...]:
        """The boards of a file, by their numbers if there are several; none where there is no such file."""
        if self._folder is None or not (self._folder / path).is_file():
            return ()
        puzzles = loads(read_text(str(self._folder / path)))
        stem = Path(path).stem
        names = [stem] if len(puzzles) == 1 else [f"{stem} {number}" for number in range(1, len(puzzles) + 1)]
        return tuple(Board(name, puzzle.id()) for name, puzzle in zip(names, puzzles, strict=True))


def experiments_of(kind: registry.Kind) -> Experiments:
    """What a kind supplies for experiments."""
    found: Experiments = getattr(kind.experiments, "EXPERIMENTS", None) or Experiments()
    return found


def examples_of(kind: registry.Kind, most: int = ENTRIES) -> Iterator[Board]:
    """The bundled boards that are not too large, small ones first."""
    found = []
    for name, one in kind.examples.items():
        entries = registry.parse(one.id).domain()[..., 0].size
        if entries <= most:
            found.append((entries, Board(name, one.id)))
    yield from (board for _, board in sorted(found, key=lambda pair: pair[0]))
