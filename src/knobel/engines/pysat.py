"""The solvers that come with PySAT, through its extension module.

The module is called directly: it loads in 3 ms where PySAT's own classes take 50.
All calls go in slices of a conflict budget, so that a time limit holds and Ctrl-C is heard between two slices. A solver
begins each slice anew, so that what it finds depends on their lengths: these are counted, never timed.
"""

from __future__ import annotations

import gc
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np

from ..clauses import bounds, pairs_of
from ..errors import Misuse
from ..formula import Lits
from ..limits import NO_LIMIT, Limit, spend, tick
from ..processes.fork import call_and_kill
from . import NO_ARTIFACTS, UNDECIDED, Artifacts, Session, Verdict, options_of, truth_array
from .guarded import Guarded
from .oneshot import Oneshot

FIRST_SLICE = 1000  # conflicts
LEAST_SLICE = 10
FIRST_WORK = 5_000_000  # conflicts times variables: where these are many, a conflict can take milliseconds
SLICE_WORK = 250_000  # propagations; slices grow until they have about so many: a tenth of a second, or a few
CALL_WORK = 50  # that any call takes beside propagating, in the same unit
# Those of CaDiCaL's options that matter for puzzles. The extension module would take any other name in silence.
CADICAL_OPTIONS = (
    *("chrono", "elim", "forcephase", "inprocessing", "lucky", "phase", "probe", "rephase", "score", "seed"),
    *("stabilize", "stabilizeonly", "vivify", "walk"),
)
ABLE = frozenset({"assume", "core", "propagate", "prefer", "limit", "race"})
CHUNK = 1 << 16  # clauses fed between two looks at the clock
PART = 1 << 12  # clauses that are numbers of Python at the same time: more of them would not stay in the cache


@dataclass(frozen=True)
class Pysat:
    """An incremental solver of PySAT; ``prefix`` is its name in the extension module."""

    name: str
    about: str
    prefix: str
    settings: dict[str, int] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    can: frozenset[str] = ABLE | {"proof"}
    easy: int | None = None  # conflicts after which a question goes on in a process of its own
    forgetful: bool = False  # whether each slice begins with few learnt clauses and short restarts again

    def configured(self, text: str) -> Pysat:
        found = options_of(self.name, text, dict.fromkeys(self.options, ("NUMBER", "-?[0-9]{1,9}")))
        return replace(self, settings=self.settings | {key: int(value) for key, value in found.items()})

    def open(self, variables: int, artifacts: Artifacts = NO_ARTIFACTS) -> Session:
        return Guarded(lambda: PysatSession(self, variables, artifacts.proof), easy=self.easy)


class PysatSession:
    """One solver object of the extension module."""

    def __init__(self, engine: Pysat, variables: int, proof: Path | None = None) -> None:
        import pysolvers

        self._cadical, self._forgetful = engine.prefix.startswith("cadical"), engine.forgetful
        self._call: Callable[[str], Callable[..., Any]] = lambda verb: getattr(pysolvers, f"{engine.prefix}_{verb}")
        self._variables = variables
        self._first = FIRST_SLICE
        if self._cadical:  # other solvers are killed where they take long, and do worse in small slices
            self._first = max(LEAST_SLICE, min(FIRST_SLICE, FIRST_WORK // max(variables, 1)))
        self._proof = None if proof is None else open(proof, "w+b")  # noqa: SIM115
        self._solver = self._call("new")()
        self._propagator: Propagator | None = None
        self._unheard: list[Callable[[], Lits]] = []  # the propagator has not got it; few sessions ever ask it
        self._set(engine.settings)
        # From the beginning: clauses are simplified while they are added, and that is part of the proof.
        self._writer = None if proof is None else self._call("tracepr")(self._solver, self._proof)
        self._flush: Callable[[object], None] = pysolvers.flushpr

    def _set(self, settings: dict[str, int]) -> None:
        for key, value in settings.items():
            self._call("set")(self._solver, key, value)

    def add(self, flat: Lits) -> None:
        self._unheard.append(lambda: flat)
        feed(self._call("add_cl"), self._solver, flat)

    def exclude(self, flat: Lits, spare: bool = False) -> None:
        """Exclusive sets, for the solvers that take them."""
        if not spare:
            self._unheard.append(lambda: pairs_of(flat)[0])
        add = self._call("add_am")
        feed(lambda solver, one: add(solver, one, 1), self._solver, flat, sets=True)

    def solve(self, assume: Sequence[int] = (), limit: Limit = NO_LIMIT) -> Verdict:
        assumptions = [int(lit) for lit in assume]
        ends = None if limit.seconds is None else time.monotonic() + limit.seconds
        spent, step, sat = 0, self._first, None
        spend(CALL_WORK)
        stats = self._call("acc_stats")(self._solver)
        while sat is None:
            tick()
            if limit.conflicts is not None:
                step = min(step, limit.conflicts - spent)
            if step <= 0 or (spent and ends is not None and time.monotonic() >= ends):
                return Verdict(None, stats=stats)
            self._call("cbudget")(self._solver, step)
            # The last arguments keep PySAT's own handling of Ctrl-C out of it.
            outcome = self._call("solve_lim")(self._solver, assumptions, 0, *(() if self._cadical else (0,)))
            sat = {1: True, -1: False, 0: None}[outcome] if self._cadical else outcome
            if self._writer is not None:  # complete by the time of the answer, and before this process is ever forked
                self._flush(self._writer)
            spent, before, stats = spent + step, stats["propagations"], self._call("acc_stats")(self._solver)
            work = stats["propagations"] - before
            spend(work)
            fitting = step * SLICE_WORK // max(work, 1)
            step = 2 * step if limit.killed and self._forgetful else max(LEAST_SLICE, min(2 * step, fitting))
        if sat:
            return Verdict(True, truth_array(self._call("model")(self._solver) or [], self._variables), (), stats)
        core = self._call("core")(self._solver, *([assumptions] if self._cadical else []))
        if self._proof is not None and not self._cadical and not core:
            os.write(self._proof.fileno(), b"0\n")  # Glucose leaves it out where a unit clause was one too many
        return Verdict(False, None, tuple(core or ()), stats)

    def propagate(self, assume: Sequence[int] = ()) -> Lits | None:
        if self._propagator is None:
            self._propagator = Propagator()
        while self._unheard:  # each is forgotten only when it was heard: the time may be up in between
            self._propagator.add(self._unheard[0]())
            del self._unheard[0]
        return self._propagator.propagate(assume)

    def prefer(self, lits: Lits) -> None:
        if self._cadical:
            # Its lucky guesses would overrule the preferences, and so would the decisions that it keeps between calls.
            self._set({"lucky": 0, "ilb": 0})
        self._call("setphases")(self._solver, lits.tolist())

    def close(self) -> None:
        if self._solver is not None:
            if self._writer is not None:  # or the rest would be written at the end, to whatever file is open then
                self._flush(self._writer)
            self._call("del")(self._solver, *([self._proof] if self._cadical else []))
            if self._proof is not None:
                self._proof.close()
            if self._propagator is not None:
                self._propagator.close()
            self._solver = self._propagator = None
            self._unheard = []

    def __del__(self) -> None:
        if getattr(self, "_solver", None) is not None:
            self.close()


class Propagator:
    """Unit propagation alone, by a solver that never searches.

    The extension module can propagate in any solver, but then leaves out what holds without assumptions, and the
    outcome depends on what was learnt before. Here each unit clause hangs on variable 1, which is assumed first, so
    that nothing is left out; the variables of the formula move up by one.
    """

    def __init__(self) -> None:
        import pysolvers

        self._module = pysolvers
        self._solver = pysolvers.minisat22_new()

    def add(self, flat: Lits) -> None:
        starts, sizes = bounds(flat)
        if len(starts):
            same = (flat == np.repeat(flat[starts], sizes + 1)) | (flat == 0)
            units = (starts + sizes)[np.logical_and.reduceat(same, starts)]  # one literal, perhaps said twice
            feed(self._module.minisat22_add_cl, self._solver, np.insert(flat + np.sign(flat), units, -1))

    def propagate(self, assume: Sequence[int]) -> Lits | None:
        assumptions = [1, *(int(lit) + (1 if lit > 0 else -1) for lit in assume)]
        fine, found = self._module.minisat22_propagate(self._solver, assumptions, 0, 0)
        lits = np.array(found[1:], dtype=np.int32)
        return lits - np.sign(lits) if fine else None

    def close(self) -> None:
        self._module.minisat22_del(self._solver)


@dataclass(frozen=True)
class Kissat:
    """Kissat aborts the whole process when it is asked twice, so every call is a process of its own."""

    name: str
    about: str
    can: frozenset[str] = frozenset({"race"})

    def configured(self, text: str) -> Kissat:
        raise Misuse(f"the engine {self.name} takes no options")

    def open(self, variables: int, artifacts: Artifacts = NO_ARTIFACTS) -> Session:
        return KissatSession(self.name, variables)


class KissatSession(Oneshot):
    def run(self, flat: Lits, variables: int, limit: Limit) -> Verdict:
        def work() -> Verdict:
            import pysolvers

            solver = pysolvers.kissat404_new()
            feed(pysolvers.kissat404_add_cl, solver, flat)
            sat = pysolvers.kissat404_solve(solver, 0)
            model = truth_array(pysolvers.kissat404_model(solver) or [], variables) if sat else None
            return Verdict(bool(sat), model)

        return call_and_kill(work, limit, UNDECIDED)


def feed(add: Callable[[Any, Sequence[int]], object], solver: object, flat: Lits, sets: bool = False) -> None:
    """Give zero-terminated clauses (or sets) to a solver that takes one sequence for each: the short ones first.

    Clauses of one length come as columns of literals, which ``zip`` turns into clauses, all in the same tuple: half of
    the time of making a list for each. In a long buffer, clauses that hold by a unit clause of it are left out: solvers
    would not keep them either.
    """
    collecting = gc.isenabled()
    gc.disable()  # or it would look at all that is made here, again and again: half of the time
    try:
        starts, sizes = bounds(flat)
        units = flat[starts[sizes == 1]] if len(starts) > PART and not sets else flat[:0]
        most = max(int(flat.max()), -int(flat.min())) if len(units) else 0
        certain = np.zeros(2 * most + 1, dtype=np.bool_)  # by literal, the negative ones first
        certain[units + most] = True
        for part in range(0, len(starts), CHUNK):
            if part:  # a small addition is made whole, or later answers would be about less
                tick()
            begin, length = starts[part : part + CHUNK], sizes[part : part + CHUNK]
            for n in np.unique(length).tolist():
                mine = begin[length == n]
                for some in range(0, len(mine), PART):
                    columns = flat[mine[some : some + PART] + np.arange(n)[:, None]]
                    if n > 1 and len(units):
                        columns = columns[:, ~certain[columns + most].any(axis=0)]
                    clauses = zip(*columns.tolist(), strict=True) if n else [()]  # without columns, nothing to zip
                    deque(map(add, repeat(solver), clauses), maxlen=0)
    finally:
        if collecting:
            gc.enable()


ENGINES = (
    Pysat(
        "cadical",
        "CaDiCaL 1.9.5, tuned for puzzles: no inprocessing, stable mode only",
        "cadical195",
        {"inprocessing": 0, "stabilizeonly": 1},
        CADICAL_OPTIONS,
    ),
    # Glucose looks at its budget only when it restarts, which can be seconds later: then it has to be killed.
    Pysat("glucose", "Glucose 4.1", "glucose41", easy=2 * FIRST_SLICE),
    # MiniSat in slices of equal length starts over and over again; where it can be killed, its slices grow instead.
    Pysat("minisat", "MiniSat 2.2", "minisat22", can=ABLE | {"light"}, easy=10 * FIRST_SLICE, forgetful=True),
    # As MiniSat, from which it is made.
    Pysat(
        "minicard",
        'MiniCard 1.2, a MiniSat that takes "at most one" as it is',
        "minicard",
        can=(ABLE | {"exclusive"}) - {"race"},
        easy=10 * FIRST_SLICE,
        forgetful=True,
    ),
    Kissat("kissat", "Kissat 4.0.4; one question at a time, each in a process of its own"),
)
