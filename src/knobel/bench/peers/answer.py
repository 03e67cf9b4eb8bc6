"""What a peer is and what it answers; and the check that no answer escapes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from ... import registry
from ...errors import Unable, WrongAnswer
from ...puzzle import Puzzle, Values

Claim: TypeAlias = Literal["solved", "unsolvable", "undecided"]


@dataclass(frozen=True)
class Answer:
    """What a peer found. ``checked`` is None where it showed no solution that could be checked.

    ``seconds`` are CPU seconds by the peer's own clock, starting up left out, where it has such a clock.
    """

    verdict: Claim
    values: Values | None = None
    checked: bool | None = None
    seconds: float | None = None


UNDECIDED = Answer("undecided")


class Peer(Protocol):
    """Another program that solves puzzles."""

    @property
    def name(self) -> str:
        """What it is called in tables."""
        ...

    def takes(self, puzzle: Puzzle) -> str | None:
        """None if it can be asked about the puzzle, else a sentence that says why not."""
        ...

    def version(self) -> str:
        """Its version; empty where nobody knows."""
        ...

    def warm(self) -> None:
        """Load what it needs, so that loading is not counted."""
        ...

    def solve(self, puzzle: Puzzle, seconds: float | None) -> Answer:
        """Its answer, undecided after that many seconds; a solution that breaks the rules is :class:`WrongAnswer`.

        Where the puzzle asks for a best solution, that nothing better exists is the peer's own word.
        """
        ...


def solved(name: str, puzzle: Puzzle, values: Values, seconds: float | None = None) -> Answer:
    """A peer's solution as its answer, if it obeys the rules."""
    if (values < 0).any():
        raise WrongAnswer(f"{name} left entries of its solution open: {puzzle.write(values)[:200]}")
    if broken := puzzle.check(values):
        raise WrongAnswer(f"{name} gave {puzzle.write(values)[:200]}, which breaks: {broken[0]}")
    return Answer("solved", values, True, seconds)


def model_of(puzzle: Puzzle, teller: str, file: str) -> Path | None:
    """The file with the kind's model, if it has one and the function that tells a board to it."""
    kind = registry.kind(puzzle.kind)
    path = kind.folder / "peers" / file
    return path if hasattr(kind.peers, teller) and path.exists() else None


def told(puzzle: Puzzle, teller: str) -> str:
    """The board in the words of a model."""
    text: str = getattr(registry.kind(puzzle.kind).peers, teller)(puzzle)
    return text


def refuse_if(reason: str | None) -> None:
    """Whoever asks in spite of what :meth:`Peer.takes` says is told once more."""
    if reason is not None:
        raise Unable(reason)
