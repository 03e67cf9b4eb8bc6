"""Encodings against engines on the same puzzle: how large the formula is, how long it takes to write and to solve."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .. import registry
from ..encodings import Encoding
from ..engines import warm
from ..errors import KnobelError, Misuse
from ..limits import Deadline, OutOfTime, cpu
from ..puzzle import Puzzle
from ..say import Say
from ..search import Search


@dataclass(frozen=True)
class Run:
    """One encoding on one engine. Seconds are CPU seconds of this process and of those it started."""

    encoding: str
    engine: str
    status: str
    variables: int | None = None
    clauses: int | None = None
    encode: float | None = None
    solve: float | None = None
    note: Say | str = ""
    value: int | None = None
    """The value of the solution, where a best one is asked for."""
    weaker: bool = False
    """Whether the encoding asks for less than the puzzle, so that others need not agree."""


def compare(
    puzzle: Puzzle, encodings: Iterable[str] = (), engines: Iterable[str] = (), timeout: float | None = None
) -> Iterator[Run]:
    """Every encoding on every engine that takes it (by default: all encodings, each on the engine it prefers).

    Nothing is found out beforehand: the formulas are as the encodings write them. ``timeout`` is for each run.

    >>> from knobel import parse
    >>> [(run.encoding, run.variables) for run in compare(parse("nonogram:2x2:1/1/1/1"), ["dnf"])]
    [('dnf', 12)]
    """
    kind = registry.kind(puzzle.kind)
    specs = list(encodings) or [name for name, one in registry.encodings(kind).items() if not one.weaker]
    chosen_engines = list(engines)
    for spec in specs:
        chosen = registry.encoding(kind, spec)
        for engine in chosen_engines or [registry.preferred(chosen, puzzle)]:
            if ("model" in registry.engine(engine).can) == chosen.model:
                yield _run(puzzle, chosen, engine, timeout)


def _run(puzzle: Puzzle, encoding: Encoding, engine: str, timeout: float | None) -> Run:
    status, encoded, solved, value = "undecided", None, None, None
    weaker = encoding.weaker_for(puzzle)
    note: Say | str = Say("asks for less than the puzzle") if weaker else ""
    size: tuple[int | None, int | None] = (None, None)
    search: Search | None = None
    started = cpu()
    try:
        warm(registry.engine(engine))
        started = cpu()
        with Deadline(timeout):
            search = Search(puzzle, encoding, registry.engine(engine))
            size, encoded = (search.variables, search.clauses), cpu() - started
            started = cpu()
            search.climb()
            status = "solved" if search.solve().sat else "unsolvable"
            value = search.value
    except OutOfTime:
        note = Say("stopped after {seconds} s", seconds=f"{timeout:g}") if timeout is not None else Say("out of time")
    except Misuse as error:
        status, note = "unable", str(error)
    except KnobelError as error:
        status, note = "error", str(error)
    finally:
        if search:
            search.close()
            solved = cpu() - started
    return Run(encoding.full_name, engine, status, *size, encoded, solved, note, value, weaker)


def contradictory(runs: Iterable[Run]) -> bool:
    """Whether runs on the same puzzle cannot all be right."""
    decided = [run for run in runs if run.status in ("solved", "unsolvable") and not run.weaker]
    return len({(run.status, run.value) for run in decided}) > 1
