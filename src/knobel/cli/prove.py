"""The verbs about proofs: prove, check-proof."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

from .. import registry
from ..limits import OutOfTime
from ..puzzle import Puzzle
from . import NO, OPEN, YES
from .files import fresh_name
from .output import STATUSES, emit, say, worded
from .pipeline import Record, answer_each, puzzles

CODES = {"verified": YES, "multiple": NO, "undecided": OPEN}


def prove(args: argparse.Namespace) -> int:
    """``knobel prove``"""
    from ..tasks.certificate import Certificate
    from ..tasks.prove import beside, prove

    found = list(puzzles(args))
    used: set[str] = set()

    def folder(name: str, puzzle: Puzzle) -> tuple[Path]:
        registry.written_encoding(registry.kind(puzzle.kind), args.encoding)  # what does not fit takes no name
        return (Path(args.out) / fresh_name(name, used) if len(found) > 1 else Path(args.out),)

    def show(puzzle: Puzzle, record: Record, result: Certificate) -> int:
        say(args, worded(args, STATUSES[result.status]))
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

    ask = partial(prove, encoding=args.encoding, engine=args.engine, timeout=args.timeout, force=args.force)
    if args.jobs == 1:
        return answer_each(args, ask, show, found, more=folder)
    with beside(Path(args.out)) as near:  # other processes may be killed, and leave what they have begun there
        return answer_each(args, partial(ask, near=near), show, found, more=folder)


def check_proof(args: argparse.Namespace) -> int:
    """``knobel check-proof``"""
    from ..proofs import check_proof as check

    named = {"formula": args.formula, "proof": args.proof}
    try:
        result = check(args.formula, args.proof, timeout=args.timeout, pure=args.pure or None)
    except OutOfTime:
        say(args, worded(args, STATUSES["undecided"]))
        emit(args, {"status": "undecided", "verified": False, **named})
        return OPEN
    say(args, worded(args, STATUSES["verified"]) if result else result)
    record: dict[str, Any] = {
        "status": "verified" if result else "refused",
        "verified": bool(result),
        "reason": result.reason or None,
        **named,
        "steps": result.steps,
        "lemmas": result.lemmas,
        "rat": result.rats,
        "clauses": result.clauses,
        "ignored": result.ignored,
    }
    emit(args, record)
    return YES if result else NO
