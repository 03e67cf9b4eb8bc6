"""The verbs about proofs: prove, check-proof."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..limits import OutOfTime
from ..puzzle import Puzzle
from . import NO, OPEN, YES
from .answers import answer_each, emit, heading, puzzles, say
from .writing import fresh_name

CODES = {"verified": YES, "multiple": NO, "undecided": OPEN}


def prove(args: argparse.Namespace) -> int:
    """``knobel prove``"""
    from ..tasks.prove import prove

    found = list(puzzles(args))
    used: set[str] = set()

    def answer(puzzle: Puzzle, record: dict[str, Any]) -> int:
        folder = Path(args.out)
        if len(found) > 1:
            folder = folder / fresh_name(str(record["name"]), used)
        result = prove(
            puzzle, folder, encoding=args.encoding, engine=args.engine, timeout=args.timeout, force=args.force
        )
        heading(args, record)
        say(args, result.status)
        record |= {
            "status": result.status,
            "verified": bool(result),
            "claim": result.claim,
            "solution": None if result.solution is None else puzzle.write(result.solution),
            "value": result.value,
            "formula": result.formula and str(result.formula),
            "proof": result.proof and str(result.proof),
            "checkers": result.referees,
            "encoding": result.encoding,
            "engine": result.engine,
            "variables": result.variables,
            "clauses": result.clauses,
        }
        return CODES[result.status]

    return answer_each(args, answer, iter(found))


def check_proof(args: argparse.Namespace) -> int:
    """``knobel check-proof``"""
    from ..proofs import check_proof as check

    try:
        result = check(args.formula, args.proof, timeout=args.timeout, pure=args.pure or None)
    except OutOfTime:
        say(args, "undecided")
        emit(args, {"status": "undecided", "verified": False, "formula": args.formula, "proof": args.proof})
        return OPEN
    say(args, result)
    record: dict[str, Any] = {
        "status": "verified" if result else "refused",
        "verified": bool(result),
        "reason": result.reason or None,
    }
    record |= {"formula": args.formula, "proof": args.proof, "steps": result.steps, "lemmas": result.lemmas}
    emit(args, record | {"rat": result.rats, "clauses": result.clauses, "ignored": result.ignored})
    return YES if result else NO
