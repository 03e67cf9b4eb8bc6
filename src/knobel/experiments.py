"""What a kind supplies for experiments, as plain data: ``EXPERIMENTS`` in its module ``experiments``.

All of it is optional: boards of growing size, wishes for the generator, the tables of the report with which the kind
began (to stand beside what is measured today), and goals: how fast it should be, on which boards. :mod:`knobel.bench`
measures them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from .puzzle import Puzzle


@dataclass(frozen=True)
class Board:
    """A board under a name that people know."""

    name: str
    id: str
    size: int = 0
    seed: int = 0


class Source(Protocol):
    """Where boards come from."""

    def example(self, kind: str, name: str) -> Board:
        """A bundled example."""
        ...

    def boards(self, path: str) -> Sequence[Board]:
        """The boards of a file in a folder of other people's puzzles; none where there is no such file."""
        ...


Boards: TypeAlias = Callable[[Source], Sequence[Board]]


def example(kind: str, name: str) -> Boards:
    """A bundled example."""
    return lambda source: [source.example(kind, name)]


@dataclass(frozen=True)
class Printed:
    """What a report printed about one run; ``stopped`` means that it did not finish."""

    variables: int | None = None
    clauses: int | None = None
    seconds: float | None = None
    value: float | None = None
    stopped: bool = False
    stats: Mapping[str, int] = field(default_factory=dict)
    """Counters by the names in the table's ``stats``."""


@dataclass(frozen=True)
class Row:
    """A board of a report's table, and what was printed about it, by the names of the table's ways.

    ``boards`` gives none where the board cannot be had; the row then shows what was printed alone.
    """

    name: str
    boards: Boards
    printed: Mapping[str, Printed] = field(default_factory=dict)


@dataclass(frozen=True)
class Way:
    """How a question is answered: an encoding on an engine (or a peer, as ``peer:NAME``)."""

    name: str
    encoding: str = "auto"
    engine: str = "auto"
    question: str = "solve"


@dataclass(frozen=True)
class Table:
    """One table of a report. ``value`` says what the value of a run is here, if it is to be shown."""

    name: str
    about: str
    ways: tuple[Way, ...]
    rows: tuple[Row, ...]
    value: str = ""
    stats: tuple[str, ...] = ()
    """The engine's counters to show."""
    limit: float = 20.0


@dataclass(frozen=True)
class Report:
    """The report with which a kind began (docs/why/origins.md): its title and its tables."""

    title: str
    tables: tuple[Table, ...]


CLP_COUNTERS = ("resumptions", "entailments", "prunings", "backtracks", "constraints")
"""What systems of CLP(FD) count, and so does ours."""

Statistic: TypeAlias = Literal["mean", "median", "worst"]


@dataclass(frozen=True)
class Goal:
    """A claim about boards: a statistic of the CPU seconds ``below`` a bound, or ``times`` less than a rival's."""

    name: str
    """Goals of the same name share their runs."""
    about: str
    boards: Boards
    question: str = "solve"
    way: Way = field(default_factory=lambda: Way("knobel"))
    statistic: Statistic = "median"
    below: float | None = None
    memory: float | None = None
    """Megabytes."""
    rival: Way | None = None
    times: float | None = None
    every: int = 1
    """The rival gets only one of so many boards."""
    limit: float = 60.0


@dataclass(frozen=True)
class Experiments:
    """All that a kind supplies; a kind without any still takes part with its examples."""

    sizes: Sequence[int] = ()
    board: Callable[[int, int], Puzzle] | None = None
    """A board of a size, by its seed."""
    warm: Callable[[], object] | None = None
    """Says that many boards are to come: what pays only then is loaded while a run warms up."""
    unit: str = "size"
    """What the size counts, in a word: "rows", "pieces"."""
    wishes: Sequence[str] = ()
    """Options of the generator, as ``name=value`` words."""
    report: Report | None = None
    goals: tuple[Goal, ...] = ()
