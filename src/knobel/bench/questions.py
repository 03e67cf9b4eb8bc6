"""What can be asked in a trial. A question warms up everything it needs and returns the call whose seconds count."""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from .. import registry
from ..engines import warm
from ..errors import KnobelError, Misuse
from ..limits import OutOfTime
from ..puzzle import Optimising, Puzzle, values_of
from ..search import SearchOptions, chosen
from .boards import experiments_of
from .peers import formula_solvers, peers
from .trial import PEER, Run, Trial

OTHER = 1000  # added to a seed, for a puzzle that is not the one to be measured
REHEARSAL = 2.0  # seconds at most for a first run on a small board, which finds everything cold

Question: TypeAlias = Callable[[Trial, Path | None], Callable[[], Run]]
"""Takes the trial and the file that names further peers."""

Answer: TypeAlias = Callable[[Puzzle, SearchOptions], dict[str, Any]]
"""Asks a task about a board; returns fields of a :class:`Run`."""


def about_board(answer: Answer, *, twice: bool = False) -> Question:
    """The question whose answer this function finds: rehearsed on other boards, or ``twice`` on the board itself."""

    def question(trial: Trial, further: Path | None) -> Callable[[], Run]:
        puzzle, options = registry.parse(trial.puzzle), _options(trial)
        if trial.engine.startswith(PEER):
            return _peer(trial, puzzle, further)
        if trial.engine:
            warm(registry.engine(chosen(puzzle, options)[1]))
        if twice:
            answer(puzzle, options)
        else:
            _rehearse(trial, lambda board: answer(board, {**options, "timeout": REHEARSAL}))
        return lambda: Run(trial, **answer(puzzle, options))

    return question


def _options(trial: Trial) -> SearchOptions:
    engine = formula_solvers().get(trial.engine, trial.engine)
    return {"encoding": trial.encoding, "engine": engine, "timeout": trial.allowed, "seed": trial.seed}


def _rehearse(trial: Trial, play: Callable[[Puzzle], object]) -> None:
    """Ask about boards of the kind that are not the one to be measured: a small one and, by default, a large one.

    Some of what that loads is needed for hard boards only.
    """
    kind = registry.kind(trial.kind)
    supplied, others = experiments_of(kind), (one.id for one in kind.examples.values() if one.id != trial.puzzle)
    boards = [registry.parse(board) for board in islice(others, 1)]
    if trial.encoding == "auto" and supplied.board is not None:
        boards.append(supplied.board(supplied.sizes[len(supplied.sizes) * 2 // 3], trial.seed + OTHER))
    if trial.engine and supplied.warm is not None:
        supplied.warm()
    for board in boards:
        with suppress(KnobelError, OutOfTime):
            play(board)


def _peer(trial: Trial, puzzle: Puzzle, further: Path | None) -> Callable[[], Run]:
    """A peer's solution; the only question that peers answer."""
    name, known = trial.engine.removeprefix(PEER), peers(further)
    if name not in known:
        raise Misuse(f"unknown peer {name!r}; known: {', '.join(known)}")
    peer = known[name]
    if refused := peer.takes(puzzle):
        raise Misuse(refused)
    peer.warm()

    def ask() -> Run:
        found = peer.solve(puzzle, trial.allowed)
        value, line = None, ""
        if found.values is not None:
            value = puzzle.value(found.values) if isinstance(puzzle, Optimising) else None
            line = puzzle.write(found.values)
        # Where it has a clock of its own, that one counts: a command is not slow because it has to be started.
        solver = f"{name} {peer.version()}"
        return Run(trial, found.verdict, found.checked, cpu=found.seconds, solver=solver, value=value, answer=line)

    return ask


def solve(puzzle: Puzzle, options: SearchOptions) -> dict[str, Any]:
    """A solution, or that there is none."""
    from ..tasks.solve import solve

    result = solve(puzzle, **options)
    found = result.partial if result.weaker else result.solution  # a weaker formula was solved, if not the puzzle
    return {
        "verdict": "solved" if result.weaker and found is not None else result.status,
        "checked": None if found is None else puzzle.check(found) == [],
        "variables": result.variables,
        "clauses": result.clauses,
        "encode": result.seconds["encode"],
        "solve": result.seconds["solve"],
        "value": result.value,
        "answer": "" if found is None else puzzle.write(found),
        "note": str(result.broken[0]) if result.broken else "",
        "stats": result.stats,
        "solver": _solver(result.encoding, result.engine),
    }


def unique(puzzle: Puzzle, options: SearchOptions) -> dict[str, Any]:
    """A solution and whether it is the only one; two solutions otherwise, wherever they lie."""
    from ..tasks.unique import unique

    found = unique(puzzle, nearest=False, **options)
    return {
        "verdict": found.status,
        "checked": all(puzzle.check(values) == [] for values in found.solutions) if found.solutions else None,
        "answer": puzzle.write(found.solutions[0]) if found.solutions else "",
        "solver": _solver(found.encoding, found.engine),
    }


def again(puzzle: Puzzle, options: SearchOptions) -> dict[str, Any]:
    """``unique`` with its two nearest solutions, asked about a board for the second time, as while editing."""
    from ..tasks.unique import unique

    found = unique(puzzle, **options)
    return {"verdict": found.status, "solver": _solver(found.encoding, found.engine)}


def _solver(encoding: str | None, engine: str) -> str:
    """Who answered, in a few words."""
    return engine if encoding is None else f"{encoding} on {engine}"


def count(puzzle: Puzzle, options: SearchOptions) -> dict[str, Any]:
    """How many solutions there are."""
    from ..tasks.count import count

    found = count(puzzle, **options)
    verdict = "undecided" if not found.exact else "solved" if found.count else "unsolvable"
    return {"verdict": verdict, "value": found.count, "solver": found.by}


def explain(puzzle: Puzzle, options: SearchOptions) -> dict[str, Any]:
    """All steps of an explanation; the value is the slowest of them, in CPU seconds."""
    from ..tasks.explain import steps

    slowest, told, before = 0.0, 0, time.process_time()
    values, failed = values_of(puzzle.domain()), False
    for step, values in steps(puzzle, timeout=options["timeout"]):  # noqa: B007 - the last ones count
        failed = not step.cells
        now = time.process_time()
        slowest, before, told = max(slowest, now - before), now, told + 1
    found: dict[str, Any] = {"value": slowest, "note": f"{told} steps"}
    if failed or (values < 0).any():  # a contradiction; or nothing more follows, where several solutions are left
        return found | {"verdict": "none" if failed else "multiple"}
    return found | {"verdict": "unique", "checked": puzzle.check(values) == [], "answer": puzzle.write(values)}


def generate(trial: Trial, further: Path | None) -> Callable[[], Run]:
    """A new puzzle, which a second engine finds unique. The trial's puzzle is a line of ``name=value`` words."""
    from ..tasks.generate import generate

    wish: dict[str, Any] = dict(word.split("=", 1) for word in trial.puzzle.split())
    with suppress(KnobelError, OutOfTime):
        generate(trial.kind, seed=trial.seed + OTHER, timeout=REHEARSAL, **wish)

    def ask() -> Run:
        made = generate(trial.kind, seed=trial.seed, timeout=trial.allowed, **wish)
        return Run(trial, "unique", answer=made.id(), value=len(made.places()))

    return ask


def start(trial: Trial, further: Path | None) -> Callable[[], Run]:
    """The whole command, from a cold start. The trial's puzzle is its command line."""

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
        "solve": about_board(solve),
        "unique": about_board(unique),
        "again": about_board(again, twice=True),
        "count": about_board(count),
        "explain": about_board(explain),
        "generate": generate,
        "start": start,
    }
)
