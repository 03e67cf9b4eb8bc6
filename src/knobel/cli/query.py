"""The verbs that ask about solutions: solve, check, count, all, unique, forced."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from .. import registry
from ..errors import BadInput, Misuse
from ..limits import OutOfTime
from ..picture import Mark
from ..puzzle import Atom, BrokenRule, Possible, Puzzle, Values
from ..say import Say
from ..search import SearchOptions
from . import NO, OPEN, YES
from .files import unused
from .output import STATUSES, board, emit, full_sentence, say, sentence, shown, tell, worded
from .pipeline import Record, answer_each, only_puzzle, search_options, solution_of

if TYPE_CHECKING:
    from ..tasks.forced import Forced
    from ..tasks.solve import Result

CODES = {"solved": YES, "unsolvable": NO, "undecided": OPEN}
PLAIN = {"unsolvable": "UNSAT", "undecided": "UNKNOWN"}
MOST_FACTS = 8  # differences that are told in words


def solve(args: argparse.Namespace) -> int:
    """``knobel solve``"""
    options = search_options(args)
    if args.trace:
        options["trace"] = unused(args.trace, args.force)

    def show(puzzle: Puzzle, record: Record, result: Result) -> int:
        show_result(args, puzzle, record, result.status, result.solution)
        lines: list[str] = []
        if result.partial is not None:
            record["partial"] = puzzle.write(result.partial)
            heading = Say("as far as it got:")
            if result.weaker:
                heading = Say(
                    "the formula {encoding} is satisfied by this, which need not be a solution:",
                    encoding=result.encoding,
                )
            lines.append(f"{worded(args, heading)}\n{board(puzzle, result.partial)}")
        if result.broken:
            record["broken"] = [sentence(args, puzzle, words) for words in result.broken]
            lines += broken_lines(args, record["broken"])
        if result.because:
            record["because"] = [sentence(args, puzzle, words) for words in result.because]
            lines += [full_sentence(args, puzzle, words) for words in result.because]
        for line in () if args.plain else lines:
            say(args, line)
        if args.atoms:
            record["atoms"] = result.atoms
            if args.atoms != "all":
                record["atoms"] = {one: names for one, names in result.atoms.items() if one not in result.helpers}
            for block, names in record["atoms"].items():
                say(args, f"{block}: {' '.join(names) or '-'}")
        if args.stats:
            record["stats"] = result.stats
            for name, number in result.stats.items():
                say(args, f"{name}: {number}")
            if not result.stats:
                decided = Say("no statistics: the board was decided before encoding, and no engine was asked")
                none = Say("no statistics: the engine {engine} gives none", engine=result.engine)
                say(args, worded(args, none if result.encoding else decided))
        for name in ("value", "encoding", "engine", "variables", "clauses"):
            record[name] = getattr(result, name)
        record["seconds"] |= result.seconds
        return CODES[result.status]

    found = only_puzzle(args) if args.trace else None
    return answer_each(args, partial(solved, options, args.atoms is not None), show, found, titled=not args.plain)


def solved(options: SearchOptions, atoms: bool, puzzle: Puzzle) -> Result:
    """A result that can be pickled: the names of all that holds are made at once, or not at all."""
    from ..tasks.solve import solve

    if atoms and str(options["engine"]).partition(":")[0] == registry.RACE:
        raise Misuse("--atoms shows what holds in one formula; name one engine instead of a race")
    if atoms and options["encoding"] in (None, "auto"):  # the formula as it is, nothing settled beforehand
        options = {**options, "encoding": registry.encoding(registry.kind(puzzle.kind)).name}
    result = solve(puzzle, **options)
    return replace(result, named=partial(dict, result.atoms if atoms else {}))


def show_result(args: argparse.Namespace, puzzle: Puzzle, record: Record, status: str, solution: Values | None) -> None:
    """A solution as ``solve`` and ``decode`` show it."""
    line = None if solution is None else puzzle.write(solution)
    if args.plain:
        say(args, line or PLAIN[status])
    elif not args.json:
        say(args, worded(args, STATUSES[status]) if solution is None else board(puzzle, solution))
    record |= {"status": status, "solution": line}


def check(args: argparse.Namespace) -> int:
    """``knobel check``"""
    from ..tasks.check import broken_rules

    def ask(puzzle: Puzzle) -> list[Say]:
        try:
            values = solution_of(puzzle, args.solution)
        except BrokenRule as error:
            return [error.say]
        if (values < 0).any():
            raise BadInput(Say("the solution has unknown places; expected a value for each"))
        return broken_rules(puzzle, values, args.timeout)

    def show(puzzle: Puzzle, record: Record, found: list[Say]) -> int:
        broken = [sentence(args, puzzle, words) for words in found]
        record |= {"status": "wrong" if broken else "correct", "broken": broken}
        say(args, "\n".join(broken_lines(args, broken)) or worded(args, STATUSES["correct"]))
        return NO if broken else YES

    return answer_each(args, ask, show, only_puzzle(args))


def broken_lines(args: argparse.Namespace, broken: Iterable[str]) -> list[str]:
    """Broken rules, a line each."""
    return [worded(args, Say("broken: {rule}", rule=rule)) for rule in broken]


def count(args: argparse.Namespace) -> int:
    """``knobel count``"""
    from ..tasks.count import Count, count

    def show(puzzle: Puzzle, record: Record, result: Count) -> int:
        say(args, result.count if result.exact else worded(args, Say("at least {count}", count=result.count)))
        record |= {"count": result.count, "exact": result.exact, "by": result.by}
        stopped = result.count == args.limit and not result.exact
        return YES if stopped or (result.exact and result.count) else NO if result.exact else OPEN

    return answer_each(args, partial(count, limit=args.limit, **search_options(args)), show)


def every(args: argparse.Namespace) -> int:
    """``knobel all``"""

    def show(puzzle: Puzzle, record: Record, found: Iterable[Values]) -> int:
        common = {key: record[key] for key in ("kind", "name", "id")}
        record |= {"count": 0, "exact": False}
        try:
            for values in found:
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

    if args.limit is None:
        args.jobs = 1  # there is no telling how many there are: they are printed as they come, and not collected
    return answer_each(args, partial(some_solutions, args.limit, search_options(args)), show)


def some_solutions(limit: int | None, options: SearchOptions, puzzle: Puzzle) -> Iterator[Values]:
    """The solutions, one after the other; one more than the limit, which says that there are more."""
    from ..tasks.count import solutions

    return islice(solutions(puzzle, **options), None if limit is None else limit + 1)


def unique(args: argparse.Namespace) -> int:
    """``knobel unique``"""
    from ..tasks.unique import Uniqueness, unique

    def show(puzzle: Puzzle, record: Record, result: Uniqueness) -> int:
        say(args, worded(args, STATUSES[result.status]))
        record |= {
            "status": result.status,
            "solutions": [puzzle.write(values) for values in result.solutions],
            "differs": [list(at) for at in result.differs],
        }
        if result.status == "multiple":
            record["least"] = result.least
            marks = [Mark(at) for at in result.differs]
            for values in result.solutions:
                say(args, shown(puzzle.draw(values, marks)) + "\n")
            facts = [Atom(at, int(result.solutions[0][at])) for at in result.differs]
            tell(args, puzzle, differing(len(facts), result.least))
            tell(args, puzzle, Say("Only in the first: {facts}.", facts=told(puzzle, facts, MOST_FACTS)))
        if args.suggest:
            show_suggestion(puzzle, record, result)
        record |= {"encoding": result.encoding, "engine": result.engine}
        return {"unique": YES, "undecided": OPEN}.get(result.status, NO)

    def show_suggestion(puzzle: Puzzle, record: Record, result: Uniqueness) -> None:
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
            tell(args, puzzle, suggesting(len(facts), told(puzzle, facts, len(facts)), result.smallest))

    return answer_each(args, partial(unique, suggest=args.suggest, **search_options(args)), show)


def told(puzzle: Puzzle, facts: Sequence[Atom], most: int) -> tuple[Say, ...]:
    """Facts in words, at most so many of them."""
    from ..reasoning.phrases import phrases

    words = phrases(puzzle, facts[:most])
    return (*words, Say("and {count} more", count=len(facts) - most)) if facts[most:] else words


def differing(count: int, least: bool) -> Say:
    """In how many places two solutions differ."""
    if count == 1:
        return Say("They differ in 1 place; no two solutions differ in fewer.")
    if least:
        return Say("They differ in {count} places; no two solutions differ in fewer.", count=count)
    return Say("They differ in {count} places; nearer ones may exist.", count=count)


def suggesting(count: int, facts: tuple[Say, ...], smallest: bool) -> Say:
    """With how many facts, and which, a puzzle would be unique."""
    if count == 1:
        return Say("With 1 more fact it is unique; fewer would not do: {facts}.", facts=facts)
    words = {"count": count, "facts": facts}
    if smallest:
        return Say("With {count} more facts it is unique; fewer would not do: {facts}.", **words)
    return Say("With {count} more facts it is unique; fewer might do: {facts}.", **words)


def forced(args: argparse.Namespace) -> int:
    """``knobel forced``"""
    from ..tasks.forced import forced

    def show(puzzle: Puzzle, record: Record, result: Forced) -> int:
        record |= {"status": result.status, "cells": [], "possible": {}, "board": None}
        if result.status == "unsolvable":
            say(args, worded(args, STATUSES[result.status]))
            return NO
        if result.status == "undecided":
            some, none = Say("undecided: certain so far are"), Say("undecided: nothing is certain so far")
            tell(args, puzzle, some if result.cells else none)
        say(args, board(puzzle, result.values))
        if result.status == "solved" and not result.cells:
            tell(args, puzzle, Say("Nothing is certain: no place is the same in every solution."))
        cells = [{"at": list(atom.at), "value": atom.value} for atom in result.cells]
        record |= {"cells": cells, "possible": possible_json(result.possible), "board": result.board}
        return CODES[result.status]

    return answer_each(args, partial(forced, **search_options(args)), show)


def possible_json(possible: Possible) -> dict[str, list[int]]:
    """The values that occur at each open entry, by its index."""
    several = np.argwhere(possible.sum(axis=-1) != 1).tolist()
    return {",".join(map(str, at)): np.flatnonzero(possible[tuple(at)]).tolist() for at in several}
