"""The verbs that turn a puzzle into something else and back: encode, decode, convert."""

from __future__ import annotations

import argparse
from functools import partial

from ..errors import BadInput, KnobelError, Misuse, Unable
from ..formula import Formula
from ..limits import Budget, OutOfTime
from ..puzzle import Optimising, Puzzle, Values, amount_of
from ..say import Say
from ..tasks.check import best_value, better
from ..tasks.encode import demand, formula_of
from . import YES
from .files import Sink, writer_of
from .formats import form, together
from .output import emit, record_of, tell
from .pipeline import Record, answer_each, only_puzzle, read_named, readable
from .query import CODES, show_result

JUDGING = 3_000_000
"""Work to find out whether a decoded solution is a best one, where no bound says it at once: about a second."""


def encode(args: argparse.Namespace) -> int:
    """``knobel encode``"""
    from .. import dimacs

    writer = {"dimacs": dimacs.write_dimacs, "norm": dimacs.write_norm, "opb": dimacs.write_opb}[args.to]
    sink = Sink(args, {"dimacs": ".cnf", "norm": ".txt", "opb": ".opb"}[args.to])

    def show(puzzle: Puzzle, record: Record, formula: Formula) -> int:
        record["variables"], record["clauses"] = formula.size
        sink.put(record, partial(writer, formula))
        return YES

    ask = partial(encoded, encoding=args.encoding, bound=args.bound, timeout=args.timeout)
    return answer_each(args, ask, show, sink.puzzles(), titled=False)


def encoded(puzzle: Puzzle, encoding: str | None, bound: int | None, timeout: float | None) -> Formula:
    """The formula of a puzzle, with the value that is demanded."""
    formula = formula_of(puzzle, encoding)
    try:
        demand(puzzle, formula, bound, timeout)
    except OutOfTime:
        raise KnobelError("the best value was not found in time; --bound K demands another") from None
    return formula


def decode(args: argparse.Namespace) -> int:
    """``knobel decode``"""

    def show(puzzle: Puzzle, record: Record, found: tuple[str, Values | None]) -> int:
        status, values = found
        show_result(args, puzzle, record, status, values)
        if values is not None:
            _show_value(args, puzzle, record, values)
        return CODES[status]

    return answer_each(args, partial(decoded, args.model, args.encoding), show, only_puzzle(args))


def decoded(model: str, encoding: str | None, puzzle: Puzzle) -> tuple[str, Values | None]:
    """What a solver's answer in a file says about a puzzle."""
    from ..dimacs import read_model
    from ..engines import truth_array

    sat, lits = read_named(model, read_model)
    if not sat:
        return "undecided" if sat is None else "unsolvable", None
    formula = formula_of(puzzle, encoding)
    if max(map(abs, lits), default=0) > formula.variables:
        words = Say("it has more than the formula's {count} variables; is the encoding right?", count=formula.variables)
        raise BadInput(words, file=model)
    values = formula.decode(truth_array(lits, formula.variables))
    broken = puzzle.check(values)
    if broken:
        words = Say("is not a solution (is the encoding right?); it breaks: {rule}", rule=broken[0])
        raise BadInput(words, file=model)
    return "solved", values


def _show_value(args: argparse.Namespace, puzzle: Puzzle, record: Record, values: Values) -> None:
    """The value of a decoded solution, and whether it is a best one: a formula need not have asked for that."""
    record["value"] = None
    if not isinstance(puzzle, Optimising):
        return
    record["value"] = value = puzzle.value(values)
    if puzzle.best is None:
        return
    with Budget(JUDGING):
        best = best_value(puzzle, value)
    record["best"] = None if best is None else best == value
    if best != value and not args.plain:
        unknown = Say("{amount} is {value}; whether that is best is not known", amount=amount_of(puzzle), value=value)
        tell(args, puzzle, unknown if best is None else better(puzzle, best, value))


def convert(args: argparse.Namespace) -> int:
    """``knobel convert``"""
    sink = Sink(args)
    if not sink.folder and (sink.out is not None or not args.json):
        return _convert_together(args, sink)

    def show(puzzle: Puzzle, record: Record, text: str) -> int:
        sink.put(record, writer_of(text), form(puzzle.kind, args.to)[1])
        return YES

    return answer_each(args, partial(converted, args.to), show, titled=False)


def converted(to: str, puzzle: Puzzle) -> str:
    """A puzzle in a format."""
    write, _ = form(puzzle.kind, to)
    try:
        return write([puzzle])
    except Misuse as error:  # the format has no place for this puzzle; it may have for others
        raise Unable(str(error)) from None


def _convert_together(args: argparse.Namespace, sink: Sink) -> int:
    """All puzzles in one text. There is nothing to do for several processes: only one writes it."""
    good, code = readable(args)
    if good:
        record: Record = {}
        sink.put(record, writer_of(together([puzzle for _, puzzle in good], args.to)))
        for entry, _ in good:
            emit(args, record_of(entry, args.kind) | record)
    return code
