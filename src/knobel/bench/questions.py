"""What can be asked in a trial. A question warms up everything it needs and returns the call whose seconds count."""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from .. import registry
from ..engines import warm
from ..errors import KnobelError, Misuse
from ..limits import OutOfTime
from ..puzzle import Optimising, Puzzle, values_of
from ..search import Ask, chosen
from .course import course_of
from .peers import formula_solvers, peers
from .trial import PEER, Run, Trial

OTHER = 1000  # added to a seed, for a puzzle that is not the one to be measured
REHEARSAL = 2.0  # seconds at most for a first run on a small board, which finds everything cold


@dataclass(frozen=True)
class Asked:
    """A trial, and the file that names further peers."""

    trial: Trial
    peers: Path | None = None

    @property
    def puzzle(self) -> Puzzle:
        return registry.parse(self.trial.puzzle)

    @property
    def ask(self) -> Ask:
        trial = self.trial
        engine = formula_solvers().get(trial.engine, trial.engine)
        return {"encoding": trial.encoding, "engine": engine, "timeout": trial.allowed, "seed": trial.seed}


Question: TypeAlias = Callable[[Asked], Callable[[], Run]]


def _rehearsed(asked: Asked, play: Callable[[Puzzle, Ask], object]) -> None:
    """Load the engine, and ask the same of other boards."""
    warm(chosen(asked.puzzle, asked.ask)[1])
    if (many := course_of(registry.kind(asked.trial.kind)).warm) is not None:
        many()
    for board in _example(asked.trial):
        with suppress(KnobelError, OutOfTime):
            play(board, {**asked.ask, "timeout": REHEARSAL})


def _example(trial: Trial) -> list[Puzzle]:
    """Boards of the kind that are not the one to be measured: a small one and, for the kind's own choice, a large one.

    Some of what that loads is needed for hard boards only.
    """
    kind = registry.kind(trial.kind)
    course, others = course_of(kind), (one.id for one in kind.examples.values() if one.id != trial.puzzle)
    found = [registry.parse(board) for board in islice(others, 1)]
    if trial.encoding == "auto" and course.board is not None:
        found.append(course.board(course.sizes[len(course.sizes) * 2 // 3], trial.seed + OTHER))
    return found


def solve(asked: Asked) -> Callable[[], Run]:
    """A solution, or that there is none."""
    from ..tasks.solve import solve

    trial, puzzle = asked.trial, asked.puzzle
    if trial.engine.startswith(PEER):
        return _peer(asked, puzzle)
    _rehearsed(asked, lambda board, ask: solve(board, **ask))

    def ask() -> Run:
        result = solve(puzzle, **asked.ask)
        checked = None if result.solution is None else puzzle.check(result.solution) == []
        return Run(
            trial,
            result.status,
            checked,
            variables=result.variables,
            clauses=result.clauses,
            encode=result.seconds["encode"],
            solve=result.seconds["solve"],
            value=result.value,
            answer=result.line or "",
            note=str(result.broken[0]) if result.broken else "",
            stats=result.stats,
            solver=f"{result.encoding} on {result.engine}",
        )

    return ask


def _peer(asked: Asked, puzzle: Puzzle) -> Callable[[], Run]:
    trial, name = asked.trial, asked.trial.engine.removeprefix(PEER)
    known = peers(asked.peers)
    if name not in known:
        raise Misuse(f"unknown peer {name!r}; known: {', '.join(known)}")
    peer = known[name]
    if refused := peer.takes(puzzle):
        raise Misuse(refused)
    peer.warm()

    def ask() -> Run:
        found = peer.solve(puzzle, trial.allowed)
        # Where it has a clock of its own, that one counts: a command is not slow because it has to be started.
        run = Run(trial, found.verdict, found.checked, cpu=found.seconds, solver=f"{name} {peer.version()}")
        if found.values is None:
            return run
        value = puzzle.value(found.values) if isinstance(puzzle, Optimising) else None
        return replace(run, value=value, answer=puzzle.write(found.values))

    return ask


def unique(asked: Asked) -> Callable[[], Run]:
    """A solution and whether it is the only one; two solutions otherwise, wherever they lie."""
    from ..tasks.unique import unique

    trial, puzzle = asked.trial, asked.puzzle
    _rehearsed(asked, lambda board, ask: unique(board, nearest=False, **ask))

    def ask() -> Run:
        found = unique(puzzle, nearest=False, **asked.ask)
        checked = all(puzzle.check(values) == [] for values in found.solutions) if found.solutions else None
        line = puzzle.write(found.solutions[0]) if found.solutions else ""
        return Run(trial, found.status, checked, answer=line, solver=f"{found.encoding} on {found.engine}")

    return ask


def again(asked: Asked) -> Callable[[], Run]:
    """``unique`` with its two nearest solutions, asked about a board for the second time, as while editing."""
    from ..tasks.unique import unique

    trial, puzzle = asked.trial, asked.puzzle
    unique(puzzle, **asked.ask)

    def ask() -> Run:
        found = unique(puzzle, **asked.ask)
        return Run(trial, found.status, solver=f"{found.encoding} on {found.engine}")

    return ask


def count(asked: Asked) -> Callable[[], Run]:
    """How many solutions there are."""
    from ..tasks.count import count

    trial, puzzle = asked.trial, asked.puzzle
    _rehearsed(asked, lambda board, ask: count(board, 10, **ask))

    def ask() -> Run:
        found = count(puzzle, **asked.ask)
        verdict = "undecided" if not found.exact else "solved" if found.count else "unsolvable"
        return Run(trial, verdict, value=found.count, solver=found.by)

    return ask


def explain(asked: Asked) -> Callable[[], Run]:
    """All steps of an explanation; the value is the slowest of them, in CPU seconds."""
    from ..tasks.explain import steps

    trial, puzzle = asked.trial, asked.puzzle
    for board in _example(trial):
        with suppress(KnobelError, OutOfTime):
            list(steps(board, timeout=REHEARSAL))

    def ask() -> Run:
        slowest, told, before = 0.0, 0, time.process_time()
        values, failed = values_of(puzzle.domain()), False
        for step, values in steps(puzzle, timeout=trial.allowed):  # noqa: B007 - the last ones count
            failed = not step.cells
            now = time.process_time()
            slowest, before, told = max(slowest, now - before), now, told + 1
        run = Run(trial, "none" if failed else "multiple", value=slowest, note=f"{told} steps")
        if failed or (values < 0).any():  # a contradiction; or nothing more follows, where several solutions are left
            return run
        return replace(run, verdict="unique", checked=puzzle.check(values) == [], answer=puzzle.write(values))

    return ask


def generate(asked: Asked) -> Callable[[], Run]:
    """A new puzzle, which a second engine finds unique. The trial's puzzle is a line of ``name=value`` words."""
    from ..tasks.generate import generate

    trial = asked.trial
    wish: dict[str, Any] = dict(word.split("=", 1) for word in trial.puzzle.split())
    with suppress(KnobelError, OutOfTime):
        generate(trial.kind, seed=trial.seed + OTHER, timeout=REHEARSAL, **wish)

    def ask() -> Run:
        made = generate(trial.kind, seed=trial.seed, timeout=trial.allowed, **wish)
        return Run(trial, "unique", answer=made.id(), value=len(made.places()))

    return ask


def start(asked: Asked) -> Callable[[], Run]:
    """The whole command, from a cold start. The trial's puzzle is its command line."""
    trial = asked.trial

    def ask() -> Run:
        command = [sys.executable, "-m", "knobel", *shlex.split(trial.puzzle)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=trial.allowed)
        except subprocess.TimeoutExpired:
            raise OutOfTime from None
        if done.returncode not in (0, 1):
            raise KnobelError(f"exit {done.returncode}: {done.stderr.strip()[:200]}")
        return Run(trial, "solved")

    return ask


QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {
        "solve": solve,
        "unique": unique,
        "again": again,
        "count": count,
        "explain": explain,
        "generate": generate,
        "start": start,
    }
)
