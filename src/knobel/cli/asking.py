"""The verbs that ask about a puzzle: solve, check, count, all, unique, forced."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from .. import registry
from ..errors import BadInput, KnobelError, Misuse
from ..limits import OutOfTime
from ..picture import Mark
from ..puzzle import Atom, BrokenRule, Optimising, Puzzle, Values
from ..say import Say
from ..search import Ask
from . import NO, OPEN, YES
from .answers import answer_each, ask_of, emit, heading, only_puzzle, picture, say, sentence, shown, solution_of, unused
from .spreading import ask_each, with_partial

if TYPE_CHECKING:
    from ..tasks.solve import Result

PLAIN = {"unsolvable": "UNSAT", "undecided": "UNKNOWN"}
SHOWN = 8  # differences told in words
CODES = {"solved": YES, "unsolvable": NO, "undecided": OPEN}


def solve(args: argparse.Namespace) -> int:
    """``knobel solve``"""
    ask = ask_of(args)
    if args.trace:
        ask["trace"] = unused(args.trace, args.force)

    def show(puzzle: Puzzle, record: dict[str, Any], result: Result) -> int:
        show_result(args, puzzle, record, result.status, result.solution)
        if result.partial is not None:
            record["partial"] = puzzle.write(result.partial)
            if not args.plain:
                say(args, f"as far as it got:\n{picture(puzzle, result.partial)}")
        broken = [sentence(args, puzzle, words) for words in result.broken]
        for words in broken if not args.plain else ():
            say(args, f"broken: {words}")
        if broken:
            record["broken"] = broken
        reasons = [sentence(args, puzzle, words) for words in result.because]
        for words in reasons if not args.plain else ():
            say(args, words if result.value is None else f"{result.value}: {words}")
        if reasons:
            record["because"] = reasons
        if args.atoms:
            record["atoms"] = result.atoms
            for block, names in result.atoms.items():
                say(args, f"{block}: {' '.join(names) or '-'}")
        if args.stats:
            record["stats"] = result.stats
            for name, number in result.stats.items():
                say(args, f"{name}: {number}")
        record |= {
            "value": result.value,
            "encoding": result.encoding,
            "engine": result.engine,
            "variables": result.variables,
            "clauses": result.clauses,
        }
        record["seconds"] |= result.seconds
        return NO if broken else CODES[result.status]

    return ask_each(args, partial(solved, ask, args.atoms), show, only_puzzle(args) if args.trace else None)


def solved(ask: Ask, atoms: bool, puzzle: Puzzle) -> Result:
    """A result that can travel: the names of all that holds are made at once, or not at all."""
    from ..tasks.solve import solve

    if atoms and str(ask["engine"]).partition(":")[0] == registry.RACE:
        raise Misuse("--atoms shows what holds in one formula; name one engine instead of a race")
    if atoms and ask["encoding"] in (None, "auto"):  # the formula as it is, nothing settled beforehand
        ask = {**ask, "encoding": registry.encoding(registry.kind(puzzle.kind)).name}
    result = solve(puzzle, **ask)
    return replace(result, named=partial(dict, result.atoms if atoms else {}))


def show_result(args: argparse.Namespace, puzzle: Puzzle, record: dict[str, Any], status: str, solution: Any) -> None:
    """A solution as ``solve`` and ``decode`` show it."""
    line = None if solution is None else puzzle.write(solution)
    if args.plain:
        say(args, line or PLAIN[status])
    elif not args.json:
        heading(args, record)
        say(args, status if solution is None else picture(puzzle, solution))
    record |= {"status": status, "solution": line}


def check(args: argparse.Namespace) -> int:
    """``knobel check``"""

    def answer(puzzle: Puzzle, record: dict[str, Any]) -> int:
        found: list[Say]
        try:
            values = solution_of(puzzle, args.solution)
        except BrokenRule as error:
            found = [error.say]
        else:
            if (values < 0).any():
                raise BadInput("the solution has unknown entries; expected a value for each")
            found = puzzle.check(values) or not_best(puzzle, values, args.timeout)
        broken = [sentence(args, puzzle, words) for words in found]
        record |= {"status": "wrong" if broken else "correct", "broken": broken}
        say(args, "\n".join(f"broken: {words}" for words in broken) or "correct")
        return NO if broken else YES

    return answer_each(args, answer, only_puzzle(args))


def not_best(puzzle: Puzzle, values: Values, timeout: float | None) -> list[Say]:
    """For a puzzle that asks for a best solution: that there is a better one."""
    if not isinstance(puzzle, Optimising) or puzzle.best is None:
        return []
    value = puzzle.value(values)
    best = best_value(puzzle, value, timeout)
    if best is None:
        raise KnobelError(f"it obeys the rules and is worth {value}; whether that is best was not found out in time")
    return [] if best == value else [better(best, value)]


def best_value(puzzle: Optimising, value: int, timeout: float | None) -> int | None:
    """What the best solutions of a puzzle are worth, if one is worth ``value``; None where the time was too short."""
    from ..tasks.solve import solve

    bound = puzzle.bound()
    if bound and bound[0] == value:
        return value  # it cannot be beaten, and nothing has to be searched
    return solve(puzzle, timeout=timeout).value


def better(best: int, value: int) -> Say:
    """That a solution is not a best one."""
    return Say("the best solution is worth {best}, this one {value}", best=best, value=value)


def count(args: argparse.Namespace) -> int:
    """``knobel count``"""
    from ..tasks.count import Count, count

    def answer(puzzle: Puzzle, record: dict[str, Any]) -> int:
        return with_partial(lambda: count(puzzle, args.limit, **ask_of(args)), lambda result: show(record, result))

    def show(record: dict[str, Any], result: Count) -> int:
        heading(args, record)
        say(args, result)
        record |= {"count": result.count, "exact": result.exact, "by": result.by}
        stopped = result.count == args.limit and not result.exact
        return YES if stopped or (result.exact and result.count) else NO if result.exact else OPEN

    return answer_each(args, answer)


def every(args: argparse.Namespace) -> int:
    """``knobel all``"""
    from ..tasks.count import solutions

    def answer(puzzle: Puzzle, record: dict[str, Any]) -> int:
        common = {key: record[key] for key in ("kind", "name", "id")}
        record |= {"count": 0, "exact": False}
        heading(args, record)
        try:
            for values in solutions(puzzle, **ask_of(args)):
                if record["count"] == args.limit:
                    return YES
                record["count"] += 1
                line = puzzle.write(values)
                say(args, line)
                emit(args, common | {"number": record["count"], "solution": line})
        except OutOfTime:
            return OPEN
        record["exact"] = True
        return YES if record["count"] else NO

    return answer_each(args, answer)


def unique(args: argparse.Namespace) -> int:
    """``knobel unique``"""
    from ..tasks.unique import Uniqueness, unique

    def show(puzzle: Puzzle, record: dict[str, Any], result: Uniqueness) -> int:
        lines = [puzzle.write(values) for values in result.solutions]
        heading(args, record)
        say(args, result.status)
        record |= {"status": result.status, "solutions": lines, "differs": [list(at) for at in result.differs]}
        if result.status == "multiple":
            record["least"] = result.least
            marks = [Mark(at) for at in result.differs]
            for values in result.solutions:
                say(args, shown(puzzle.draw(values, marks)) + "\n")
            facts = [Atom(at, int(result.solutions[0][at])) for at in result.differs]
            tell(args, puzzle, differing(len(facts), result.least))
            tell(args, puzzle, Say("Only in the first: {facts}.", facts=told(puzzle, facts, SHOWN)))
        if args.suggest:
            show_suggestion(puzzle, record, result)
        record |= {"encoding": result.encoding, "engine": result.engine}
        return {"unique": YES, "undecided": OPEN}.get(result.status, NO)

    def show_suggestion(puzzle: Puzzle, record: dict[str, Any], result: Uniqueness) -> None:
        facts = result.suggest
        record |= {"suggest": None, "smallest": result.smallest}
        if facts is None:
            if result.status == "multiple":
                tell(args, puzzle, Say("No facts that would make it unique were found in time."))
            return
        record["suggest"] = [
            {"at": list(fact.at), "value": fact.value, "text": sentence(args, puzzle, puzzle.say(fact))}
            for fact in facts
        ]
        if facts:
            tell(args, puzzle, suggesting(told(puzzle, facts, len(facts)), result.smallest))

    def told(puzzle: Puzzle, facts: Sequence[Atom], most: int) -> tuple[Say, ...]:
        words = tuple(puzzle.say(fact) for fact in facts[:most])
        return (*words, Say("and {count} more", count=len(facts) - most)) if facts[most:] else words

    return ask_each(args, partial(unique, suggest=args.suggest, **ask_of(args)), show)


def tell(args: argparse.Namespace, puzzle: Puzzle, words: Say) -> None:
    """A sentence for people, in the language asked for, unless JSON was."""
    say(args, sentence(args, puzzle, words))


def differing(count: int, least: bool) -> Say:
    """In how many entries two solutions differ."""
    if count == 1:
        return Say("They differ in 1 entry; no two solutions differ in fewer.")
    if least:
        return Say("They differ in {count} entries; no two solutions differ in fewer.", count=count)
    return Say("They differ in {count} entries; nearer ones may exist.", count=count)


def suggesting(facts: tuple[Say, ...], smallest: bool) -> Say:
    """With which facts a puzzle would be unique."""
    if len(facts) == 1:
        return Say("With 1 more fact it is unique; fewer would not do: {facts}.", facts=facts)
    words = {"count": len(facts), "facts": facts}
    if smallest:
        return Say("With {count} more facts it is unique; fewer would not do: {facts}.", **words)
    return Say("With {count} more facts it is unique; fewer might do: {facts}.", **words)


def forced(args: argparse.Namespace) -> int:
    """``knobel forced``"""
    from ..tasks.forced import forced

    def answer(puzzle: Puzzle, record: dict[str, Any]) -> int:
        return with_partial(lambda: forced(puzzle, **ask_of(args)), lambda result: show(puzzle, record, result))

    def show(puzzle: Puzzle, record: dict[str, Any], result: Any) -> int:
        heading(args, record)
        if result.status == "undecided":
            some, none = Say("undecided: certain so far are"), Say("undecided: nothing is certain so far")
            tell(args, puzzle, some if result.cells else none)
        say(args, picture(puzzle, result.values) if result.status != "unsolvable" else result.status)
        if result.status == "solved" and not result.cells:
            tell(args, puzzle, Say("Nothing is certain: no entry is the same in every solution."))
        record |= {"status": result.status, "cells": [], "possible": {}, "board": None}
        if result.status != "unsolvable":
            cells = [{"at": list(atom.at), "value": atom.value} for atom in result.cells]
            record |= {"cells": cells, "possible": possible_json(result.possible), "board": result.board}
        return CODES[result.status]

    return answer_each(args, answer)


def possible_json(possible: Any) -> dict[str, list[int]]:
    """The values that occur at each open entry, by its index."""
    import numpy as np

    several = np.argwhere(possible.sum(axis=-1) != 1).tolist()
    return {",".join(map(str, at)): np.flatnonzero(possible[tuple(at)]).tolist() for at in several}
