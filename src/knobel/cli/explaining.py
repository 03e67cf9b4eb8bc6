"""The verbs that give reasons: explain, hint, why, grade."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from itertools import islice
from typing import Any

from ..errors import BadInput
from ..limits import OutOfTime
from ..puzzle import Atom, Optimising, Puzzle, Refutable
from ..say import Say
from . import NO, OPEN, YES
from .answers import answer_each, emit, heading, picture, say, sentence, solution_of
from .writing import Sink, writer_of


def words(args: argparse.Namespace, puzzle: Puzzle, sentences: Iterable[Say]) -> str:
    """Sentences one after the other, in the language asked for."""
    return " ".join(capital(sentence(args, puzzle, one)) for one in sentences)


def capital(text: str) -> str:
    """The same with a capital letter in front."""
    return text[:1].upper() + text[1:]


def fact(args: argparse.Namespace, puzzle: Puzzle, atom: Atom, text: bool = False) -> dict[str, Any]:
    """A fact in JSON."""
    found: dict[str, Any] = {"at": list(atom.at), "value": atom.value, "holds": atom.holds}
    return found | ({"text": sentence(args, puzzle, puzzle.say(atom))} if text else {})


def step_record(args: argparse.Namespace, puzzle: Puzzle, step: Any) -> dict[str, Any]:
    """A step in JSON."""
    from ..reasoning.telling import told

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
    from ..reasoning.telling import told
    from ..tasks.explain import Explanation, steps

    sink = Sink(args, ".html")

    def answer(puzzle: Puzzle, record: dict[str, Any]) -> int:
        common = {key: record[key] for key in ("kind", "name", "id")}
        heading(args, record)
        if isinstance(puzzle, Optimising) and puzzle.best and (bound := puzzle.bound()):
            record["bound"] = sentence(args, puzzle, bound[1])
            if args.to == "text":
                limit = f"no {'more' if puzzle.best == 'most' else 'less'} than {bound[0]}"
                say(args, f"{capital(record['bound'])}: {limit}.")
        if (argument := refuted(args, puzzle, record)) and args.to == "text":
            say(args, argument)
            say(args, "there is no solution")
        if argument:
            record |= {"status": "none", "grade": None, "steps": 0, "solved": False, "complete": True, "open": []}
            return NO
        found, complete, interrupted = [], False, False
        values = puzzle.read(puzzle.write(puzzle.domain().argmax(axis=-1) * 0 - 1))
        try:
            for step, values in islice(steps(puzzle, timeout=args.timeout), args.steps):  # noqa: B007
                found.append(step)
                if args.to == "text":
                    say(args, f"{len(found)}. {words(args, puzzle, told(puzzle, step))}")
                emit(args, common | {"step": len(found)} | step_record(args, puzzle, step))
            complete = args.steps is None or len(found) < args.steps
        except OutOfTime:
            pass
        except KeyboardInterrupt:
            interrupted = True
        result = Explanation(puzzle, tuple(found), values, complete or bool((values >= 0).all()))
        if args.to == "html":
            told_ = [words(args, puzzle, told(puzzle, step)) for step in found]
            captions = [f"{number}. {text}" for number, text in enumerate(told_, 1)]
            shown = [(puzzle.draw(), ""), *zip(result.pictures(), captions, strict=True)]
            sink.put(record, writer_of(slides(shown, record["name"])))
        code = ended(args, puzzle, record, result)
        if interrupted:
            raise KeyboardInterrupt
        return code

    return answer_each(args, answer, sink.puzzles())


def refuted(args: argparse.Namespace, puzzle: Puzzle, record: dict[str, Any]) -> str | None:
    """Why there is no solution, where the puzzle itself can tell at once."""
    argument = puzzle.refutation() if isinstance(puzzle, Refutable) else None
    if argument is None:
        return None
    record["argument"] = sentence(args, puzzle, argument)
    return capital(record["argument"]) + "."


def ended(args: argparse.Namespace, puzzle: Puzzle, record: dict[str, Any], result: Any) -> int:
    """The last words of an explanation."""
    grade = result.grade
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
        say(args, picture(puzzle, result.values))
        say(args, f"grade: {grade}")
    elif result.contradiction:
        say(args, "there is no solution")
    elif result.complete:
        say(args, picture(puzzle, result.values))
        say(args, f"nothing more follows; {len(result.open)} entries stay open: there are several solutions")
    else:
        say(args, f"stopped here; {len(result.open)} entries are open")
    if result.solved or (args.steps is not None and len(result.steps) == args.steps):
        return YES
    return NO if result.complete else OPEN


def status_of(result: Any) -> str:
    """What an explanation has shown about the number of solutions."""
    if result.contradiction:
        return "none"
    return "unique" if result.solved else "multiple" if result.complete else "undecided"


def grade(args: argparse.Namespace) -> int:
    """``knobel grade``"""
    from ..tasks.explain import explain

    def answer(puzzle: Puzzle, record: dict[str, Any]) -> int:
        heading(args, record)
        if (argument := refuted(args, puzzle, record)) is not None:
            record |= {"grade": None, "levels": {}, "status": "none"}
            say(args, f"{argument} So there is no solution.")
            return NO
        result = explain(puzzle, timeout=args.timeout)
        found, status = result.grade, status_of(result)
        record["status"] = status
        if found is None:
            record |= {"grade": None, "levels": {}}
            say(args, {"none": "no solution", "multiple": "several solutions", "undecided": "undecided"}[status])
            return NO if result.complete else OPEN
        record |= {"grade": found.name, "rounds": found.rounds}
        record["levels"] = {str(level): count for level, count in found.levels.items()}
        counts = ", ".join(f"{count} of level {level}" for level, count in found.levels.items())
        say(args, f"{found.name} ({found.rounds} rounds; steps: {counts})")
        return YES

    return answer_each(args, answer)


def hint(args: argparse.Namespace) -> int:
    """``knobel hint``"""
    from ..tasks.hint import hint

    def answer(puzzle: Puzzle, record: dict[str, Any]) -> int:
        if args.state is None:
            raise BadInput("no state; expected the board so far behind --state, with ? for what is unknown")
        found = hint(puzzle, solution_of(puzzle, args.state), timeout=args.timeout)
        heading(args, record)
        text = words(args, puzzle, found.told(args.depth))
        say(args, text)
        record |= {"status": found.status, "text": text}
        record["wrong"] = [fact(args, puzzle, atom, True) for atom in found.wrong]
        if found.status == "wrong":
            record["smallest"] = found.smallest
        if found.step is not None:
            whole = step_record(args, puzzle, found.step)
            cells = [{"at": cell["at"]} for cell in whole["cells"]]
            first = {"cells": cells}, {"cells": cells, "because": whole["because"]}, whole
            record |= first[args.depth - 1] | {"text": text, "level": found.step.level}
        return {"step": YES, "done": YES, "undecided": OPEN}.get(found.status, NO)

    return answer_each(args, answer)


def why(args: argparse.Namespace) -> int:
    """``knobel why``"""
    from ..reasoning.telling import linked
    from ..tasks.why import why

    def answer(puzzle: Puzzle, record: dict[str, Any]) -> int:
        found = why(puzzle, timeout=args.timeout)
        heading(args, record)
        clues = [sentence(args, puzzle, one) for one in found.clues]
        mend = [sentence(args, puzzle, one) for one in found.mend]
        story = [sentence(args, puzzle, one) for one in linked(puzzle, found.story)]
        record |= {"status": found.status, "clues": clues, "mend": mend, "smallest": found.smallest, "story": story}
        record["change"] = [
            {"from": sentence(args, puzzle, old), "to": sentence(args, puzzle, new)} for old, new in found.change
        ]
        if found.argument is not None:
            record["argument"] = sentence(args, puzzle, found.argument)
            say(args, capital(record["argument"]) + ".")
        if found.status != "contradiction":
            say(args, found.status)
            return NO if found.status == "solvable" else OPEN
        if clues:
            few = "; no fewer do" if found.smallest else ""
            say(args, f"These {len(clues)} contradict each other{few}:" if len(clues) > 1 else "This cannot hold:")
        for one in clues:
            say(args, f"* {one}")
        for one in story:
            say(args, capital(one))
        changed = dict(found.change)
        for clue, one in zip(found.mend, mend, strict=True):
            instead = f"; or, for example, with: {sentence(args, puzzle, changed[clue])}" if clue in changed else ""
            say(args, f"It would be solvable without: {one}{instead}")
        return YES

    return answer_each(args, answer)
