"""Encodings against engines on the same puzzle: how large the formula is, how long it takes to write and to solve."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from .. import registry
from ..encodings import Encoding
from ..engines import Engine, ModelEngine
from ..errors import KnobelError, Misuse
from ..limits import NO_LIMIT, Deadline, OutOfTime
from ..model import Model
from ..puzzle import Puzzle
from ..search import Search


@dataclass(frozen=True)
class Run:
    """One encoding on one engine. ``seconds`` are CPU seconds of this process and of those it started."""

    encoding: str
    engine: str
    status: str
    variables: int | None = None
    clauses: int | None = None
    encode: float | None = None
    solve: float | None = None
    note: str = ""


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
        for engine in chosen_engines or [chosen.engine]:
            if ("model" in registry.engine(engine).can) == chosen.model:
                yield _run(puzzle, chosen, engine, timeout)


def _cpu() -> float:
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ImportError:  # not a Unix
        return time.process_time()
    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def warm(engine: Engine | ModelEngine) -> None:
    """Load the engine's library now, so that its loading is not counted as solving."""
    if isinstance(engine, ModelEngine):
        engine.solve_model(Model(), (), NO_LIMIT)
    else:
        session = engine.open(1)
        session.add(np.array([1, 0], dtype=np.int32))
        session.solve()
        session.close()


def _run(puzzle: Puzzle, encoding: Encoding, engine: str, timeout: float | None) -> Run:
    status, encoded, solved, note = "undecided", None, None, ""
    size: tuple[int | None, int | None] = (None, None)
    search: Search | None = None
    started = _cpu()
    try:
        warm(registry.engine(engine))
        started = _cpu()
        with Deadline(timeout):
            search = Search(puzzle, encoding, registry.engine(engine))
            size, encoded = (search.variables, search.clauses), _cpu() - started
            started = _cpu()
            search.climb()
            status = "solved" if search.solve().sat else "unsolvable"
    except OutOfTime:
        note = "out of time" if timeout is None else f"stopped after {timeout:g} s"
    except Misuse as error:
        status, note = "unable", str(error)
    except KnobelError as error:
        status, note = "error", str(error)
    finally:
        if search:
            search.close()
            solved = _cpu() - started
    return Run(encoding.full_name, engine, status, *size, encoded, solved, note)
