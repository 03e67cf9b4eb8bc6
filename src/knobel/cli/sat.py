"""Plain SAT solving: a DIMACS file in, the output of the solver competitions out."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from .. import registry
from ..backends import require_artifacts
from ..dimacs import Cnf, read_dimacs
from ..encodings import CLAUSES
from ..engines import Artifacts, Engine, ModelEngine, Verdict
from ..errors import BadInput, Misuse
from ..limits import Deadline, Limit, OutOfTime, left
from ..model import Clause, Model
from .files import unused
from .output import emit, say
from .pipeline import read_named

SATISFIABLE, UNSATISFIABLE, UNKNOWN = 10, 20, 0


def sat(args: argparse.Namespace) -> int:
    """``knobel sat``"""
    engine = registry.engine(args.engine or CLAUSES)
    _distinct(args)
    trace = unused(args.trace, args.force) if args.trace else None
    with _proof_file(args) as proof:
        artifacts, session = Artifacts(Path(args.keep) if args.keep else None, proof, trace), None
        require_artifacts(engine, artifacts)
        try:
            with Deadline(args.timeout):
                cnf = read_named(args.formula, read_dimacs)
                if isinstance(engine, Engine):
                    session = engine.open(cnf.variables, replace(artifacts, name=lambda lit: _name(cnf, lit)))
                    session.add(cnf.flat)
                limit = Limit(left())
            # From here on the limit alone counts: an engine that reaches it still says what it did.
            verdict = session.solve((), limit) if session else _by_model(engine, cnf, limit)
            outcome, model, stats = verdict.sat, verdict.model, verdict.stats
        except OutOfTime:
            outcome, model, stats = None, None, {}
        finally:
            if session:
                session.close()
        if proof and outcome is False:
            os.replace(proof, args.proof)
    status = {True: "SATISFIABLE", False: "UNSATISFIABLE", None: "UNKNOWN"}[outcome]
    for name, number in stats.items():
        say(args, f"c {name} {number}")
    say(args, f"s {status}")
    lits: list[int] = []
    if model is not None:
        numbers = np.arange(1, cnf.variables + 1)
        lits = np.where(model[1 : cnf.variables + 1], numbers, -numbers).tolist()
        for i in range(0, len(lits), 20):
            say(args, "v", *lits[i : i + 20])
        say(args, "v 0")
    emit(args, {"status": status.lower(), "model": lits, "engine": engine.name, "stats": stats})
    return {True: SATISFIABLE, False: UNSATISFIABLE, None: UNKNOWN}[outcome]


def _distinct(args: argparse.Namespace) -> None:
    """What is written must not be what is read, nor two things one file."""
    named = [Path(name).resolve() for name in (args.formula, args.proof, args.trace) if name not in (None, "-")]
    if len(set(named)) < len(named):
        raise Misuse("the formula, the proof and the trace have to be different files")


def _by_model(engine: Engine | ModelEngine, cnf: Cnf, limit: Limit) -> Verdict:
    """Clauses as constraints over the numbers 0 and 1."""
    assert isinstance(engine, ModelEngine)
    model = Model()
    model.new("x", cnf.variables + 1, values=(0, 1))
    for clause in np.split(cnf.flat, np.flatnonzero(cnf.flat == 0) + 1)[:-1]:
        model.add(Clause(tuple((abs(lit), 1, lit > 0) for lit in clause[:-1].tolist())))
    found = engine.solve_model(model, (), limit)
    return Verdict(found.sat, np.array(found.values, dtype=np.bool_) if found.sat else None, stats=found.stats)


def _name(cnf: Cnf, lit: int) -> str:
    """What the file's comments call a literal."""
    return ("-" if lit < 0 else "") + cnf.names.get(abs(lit), str(abs(lit)))


@contextmanager
def _proof_file(args: argparse.Namespace) -> Iterator[Path | None]:
    """A place for the proof until it is complete; it gets its name only if the answer is no."""
    if not args.proof:
        yield None
        return
    place = unused(args.proof, args.force).absolute()
    try:
        folder = tempfile.TemporaryDirectory(prefix=".knobel-", dir=place.parent)
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", file=args.proof) from None
    with folder as name:
        yield Path(name) / "proof"
