"""The verbs that give reasons: explain, hint, why, grade."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from .. import registry
from ..errors import Misuse
from ..puzzle import Atom, Optimising, Puzzle, Values
from ..say import Say, capital, paragraph
from . import NO, OPEN, YES
from .files import Sink, writer_of
from .output import GRADES, board, emit, full_sentence, say, sentence, tell
from .pipeline import Record, answer_each, solution_of

if TYPE_CHECKING:
    from ..reasoning.steps import Step
    from ..tasks.explain import Explanation
    from ..tasks.why import Why

NONE = Say("there is no solution")
UNFINISHED = Say("stopped here; there may be more to find")
LASTING = Say("No single clue would mend it: it stays unsolvable whichever one goes or changes.")
STATUSES = {
    "none": Say("no solution"),
    "multiple": Say("several solutions"),
    "solvable": Say("solvable"),
    "undecided": Say("undecided"),
}


def words(args: argparse.Namespace, puzzle: Puzzle, sentences: Iterable[Say]) -> str:
    """Sentences one after the other, in the language asked for."""
    return paragraph(sentences, registry.kind(puzzle.kind).catalogue(args.language))


def fact(args: argparse.Namespace, puzzle: Puzzle, atom: Atom, text: bool = False) -> dict[str, Any]:
    """A fact in JSON."""
    found: dict[str, Any] = {"at": list(atom.at), "value": atom.value, "holds": atom.holds}
    return found | ({"text": sentence(args, puzzle, puzzle.say(atom))} if text else {})


def step_record(args: argparse.Namespace, puzzle: Puzzle, step: Step) -> dict[str, Any]:
    """A step in JSON."""
    from ..reasoning.wording import told

    return {
        "cells": [fact(args, puzzle, atom, True) for atom in step.cells],
        "because": [sentence(args, puzzle, words) for words in step.because],
        "known": [fact(args, puzzle, atom) for atom in step.known],
        "level": step.level,
        "text": words(args, puzzle, told(puzzle, step)),
    }


def explain(args: argparse.Namespace) -> int:
    """``knobel explain``"""
    from ..page import slides
    from ..reasoning.wording import told

    args.to = args.to or ("html" if args.out else "text")
    if args.out and args.to == "text":
        raise Misuse("--out is for a page: take --to html, or no --out")
    sink = Sink(args, ".html", whole=args.to == "html")

    def show(puzzle: Puzzle, record: Record, found: Refuted | Explanation) -> int:
        common = {key: record[key] for key in ("kind", "name", "id")}
        if isinstance(puzzle, Optimising) and puzzle.best and (bound := puzzle.bound()):
            record["bound"] = sentence(args, puzzle, bound[1])
            if args.to == "text":
                say(args, capital(sentence(args, puzzle, limit(puzzle.best, *bound))))
        if isinstance(found, tuple):
            record["argument"] = sentence(args, puzzle, found[0])
            if args.to == "text":
                say(args, full_sentence(args, puzzle, found[0]))
                tell(args, puzzle, NONE)
            record |= {"status": "none", "grade": None, "steps": 0, "solved": False, "complete": True, "open": []}
            return NO
        texts: list[str] = []
        for number, step in enumerate(found.steps, 1):
            texts.append(f"{number}. {words(args, puzzle, told(puzzle, step))}")
            if args.to == "text":
                say(args, texts[-1])
            emit(args, common | {"step": number} | step_record(args, puzzle, step))
        if args.to == "html":
            pictures = [(puzzle.draw(found.begun), ""), *zip(found.pictures(args.language), texts, strict=True)]
            sink.put(record, writer_of(slides(pictures, record["name"])))
        return conclude(args, puzzle, record, found)

    return answer_each(args, partial(explained, args.steps, args.timeout), show, sink.puzzles())


Refuted = tuple[Say, ...]
"""The puzzle's own argument that it has no solution."""


def limit(best: str, value: int, argument: Say) -> Say:
    """A value that cannot be beaten, and why."""
    if best == "most":
        return Say("{argument}: no more than {value}.", argument=argument, value=value)
    return Say("{argument}: no less than {value}.", argument=argument, value=value)


def conclude(args: argparse.Namespace, puzzle: Puzzle, record: Record, result: Explanation) -> int:
    """The last words of an explanation."""
    grade, open_ = result.grade, len(result.open)
    record |= {
        "status": status_of(result),
        "grade": None if grade is None else grade.name,
        "steps": len(result.steps),
        "solved": result.solved,
        "complete": result.complete,
        "open": [list(at) for at in result.open],
    }
    if args.to == "html":
        pass
    elif grade is not None:
        say(args, board(puzzle, result.values))
        tell(args, puzzle, Say("grade: {grade}", grade=GRADES[grade.name]))
    elif result.contradiction:
        tell(args, puzzle, NONE)
    elif result.complete:
        say(args, board(puzzle, result.values))
        words = Say("nothing more follows; {count} places stay open: there are several solutions", count=open_)
        one = Say("nothing more follows; 1 place stays open: there are several solutions")
        tell(args, puzzle, one if open_ == 1 else words)
    else:
        words = Say("stopped here; {count} places are open", count=open_)
        tell(args, puzzle, Say("stopped here; 1 place is open") if open_ == 1 else words)
    if result.contradiction:
        return NO
    if result.solved or (args.steps is not None and len(result.steps) == args.steps):
        return YES
    return NO if result.complete else OPEN


def status_of(result: Explanation) -> str:
    """What an explanation has shown about the number of solutions."""
    if result.contradiction:
        return "none"
    return "unique" if result.solved else "multiple" if result.complete else "undecided"


def grade(args: argparse.Namespace) -> int:
    """``knobel grade``"""

    def show(puzzle: Puzzle, record: Record, result: Refuted | Explanation) -> int:
        if isinstance(result, tuple):
            record["argument"] = sentence(args, puzzle, result[0])
            record |= {"grade": None, "levels": {}, "status": "none"}
            say(args, words(args, puzzle, [Say("{because}.", because=one) for one in (result[0], NONE)]))
            return NO
        found, status = result.grade, status_of(result)
        record["status"] = status
        if found is None:
            record |= {"grade": None, "levels": {}}
            tell(args, puzzle, STATUSES[status])
            return NO if result.complete else OPEN
        record |= {"grade": found.name, "rounds": found.rounds}
        record["levels"] = {str(level): count for level, count in found.levels.items()}
        record |= {"techniques": found.techniques, "longest": found.longest}
        counts = Say("{grade} ({counts})", grade=GRADES[found.name], counts=found.told())
        record["text"] = sentence(args, puzzle, counts)
        say(args, record["text"])
        return YES

    return answer_each(args, partial(explained, None, args.timeout), show)


def explained(most: int | None, timeout: float | None, puzzle: Puzzle) -> Refuted | Explanation:
    """The first steps or all, or why there is no solution where the puzzle itself can tell at once."""
    from ..tasks.explain import explain
    from ..tasks.solve import why_none

    return why_none(puzzle) or explain(puzzle, most, timeout=timeout)


def hint(args: argparse.Namespace) -> int:
    """``knobel hint``"""
    from ..tasks.hint import Hint, hint

    def state(name: str, puzzle: Puzzle) -> tuple[Values]:
        if args.state is None:
            raise Misuse("expected the board so far with --state, in its one-line form with ? for what is unknown")
        return (solution_of(puzzle, args.state),)

    def show(puzzle: Puzzle, record: Record, found: Hint) -> int:
        text = words(args, puzzle, found.told(args.depth))
        say(args, text)
        record |= {"status": found.status, "text": text, "complete": found.complete}
        record["wrong"] = [fact(args, puzzle, atom, True) for atom in found.wrong]
        if found.status == "wrong":
            record["smallest"] = found.smallest
        if found.step is not None:
            whole = step_record(args, puzzle, found.step)
            cells = [{"at": cell["at"]} for cell in whole["cells"]]
            first = {"cells": cells}, {"cells": cells, "because": whole["because"]}, whole
            record |= first[args.depth - 1] | {"text": text, "level": found.step.level}
        if not found.complete:
            tell(args, puzzle, UNFINISHED)
        return {"step": YES, "done": YES, "undecided": OPEN}.get(found.status, NO)

    return answer_each(args, partial(hint, timeout=args.timeout), show, more=state)


def why(args: argparse.Namespace) -> int:
    """``knobel why``"""
    from ..reasoning.wording import recounted
    from ..tasks.why import why

    def show(puzzle: Puzzle, record: Record, found: Why) -> int:
        story = [words(args, puzzle, step) for step in recounted(puzzle, found.story)]
        record |= why_record(args, puzzle, found, story)
        if found.argument is not None:
            say(args, full_sentence(args, puzzle, found.argument))
        if found.status != "contradiction":
            tell(args, puzzle, STATUSES[found.status])
            return NO if found.status == "solvable" else OPEN
        if found.clues:
            tell(args, puzzle, contradicting(len(found.clues), found.smallest))
        for line in (*(f"* {clue}" for clue in record["clues"]), *story):
            say(args, line)
        change, near = dict(found.change), dict(found.near)
        for clue in found.mend:
            tell(args, puzzle, mending(clue, change.get(clue), near.get(clue)))
        if found.lasting:
            tell(args, puzzle, LASTING)
        if not found.complete:
            tell(args, puzzle, UNFINISHED)
        return YES

    return answer_each(args, partial(why, timeout=args.timeout), show)


def why_record(args: argparse.Namespace, puzzle: Puzzle, found: Why, story: list[str]) -> dict[str, Any]:
    """Why there is no solution, in JSON."""

    def texts(sentences: Iterable[Say]) -> list[str]:
        return [sentence(args, puzzle, one) for one in sentences]

    record: dict[str, Any] = {
        "status": found.status,
        "clues": texts(found.clues),
        "smallest": found.smallest,
        "story": story,
        "mend": texts(found.mend),
        "lasting": found.lasting,
        "change": [
            dict(zip(("from", "to"), texts(pair), strict=True)) | {"smallest": pair in found.change}
            for pair in (*found.change, *found.near)
        ],
        "complete": found.complete,
    }
    return record | ({} if found.argument is None else {"argument": sentence(args, puzzle, found.argument)})


def contradicting(count: int, smallest: bool) -> Say:
    """The words above the clues that contradict each other."""
    if count == 1:
        return Say("This cannot hold:")
    if smallest:
        return Say("These {count} contradict each other; no fewer do:", count=count)
    return Say("These {count} contradict each other; perhaps fewer do, too:", count=count)


def mending(clue: Say, change: Say | None, near: Say | None) -> Say:
    """What would become of the puzzle without a clue, or with another one in its place."""
    if change is not None:
        words = {"clue": clue, "other": change}
        return Say("It would be solvable without: {clue}; or with the smallest change: {other}", **words)
    if near is not None:
        return Say("It would be solvable without: {clue}; or with a near change: {other}", clue=clue, other=near)
    return Say("It would be solvable without: {clue}", clue=clue)
