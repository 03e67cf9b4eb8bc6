"""Plain SAT solving: a DIMACS file in, the output of the solver competitions out."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from .. import registry
from ..dimacs import read_dimacs
from ..engines import Engine, Leave, open_session
from ..errors import BadInput, Misuse
from ..limits import Deadline, Limit, OutOfTime, left
from ..loading import MAX_FORMULA_BYTES, read_text
from .answers import emit, say

SATISFIABLE, UNSATISFIABLE, UNKNOWN = 10, 20, 0


def sat(args: argparse.Namespace) -> int:
    """``knobel sat``"""
    engine = registry.engine(args.engine or "cadical")
    if not isinstance(engine, Engine):
        raise Misuse(f"the engine {engine.name} decides constraint models, not clauses")
    session = None
    try:
        with Deadline(args.timeout):
            try:
                cnf = read_dimacs(read_text(args.formula, MAX_FORMULA_BYTES))
            except BadInput as error:
                raise BadInput(error.message, error.line, error.file or args.formula) from None
            session = open_session(engine, cnf.variables, Leave(Path(args.keep) if args.keep else None))
            session.add(cnf.flat)
            verdict = session.solve((), Limit(left()))
        outcome, model, stats = verdict.sat, verdict.model, verdict.stats
    except OutOfTime:
        outcome, model, stats = None, None, {}
    finally:
        if session:
            session.close()
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
