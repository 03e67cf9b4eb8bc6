"""From the command line to answers: read each puzzle, ask about it, show what came of it.

Asking is a call that can be pickled, showing prints and fills the JSON object. So the same verb asks here, in several
processes (``--jobs``) or on other machines (``--on``), and its answers come in the order of the puzzles.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar, cast

from .. import registry
from ..errors import BadInput, Interrupted, KnobelError, Misuse, Unable
from ..inputs import MAX_FORMULA_BYTES, Entry, entries, read_text
from ..puzzle import BrokenRule, Puzzle, Values
from ..say import Say
from ..search import SearchOptions
from . import BAD, INTERRUPTED, NO, OPEN, USAGE, YES, code_of
from .output import Progress, emit, note, record_of, report, say

R = TypeVar("R")
Record = dict[str, Any]
"""The JSON object of an answer."""
Show = Callable[[Puzzle, Record, R], int]
"""Shows a result: prints it, fills the record, returns an exit code."""
More = Callable[[str, Puzzle], tuple[Any, ...]]
"""What is asked besides the puzzle, by its name and itself."""


class Question(NamedTuple):
    """A puzzle, or the error in its place; the arguments to ask about it; the seconds that it took to read."""

    entry: Entry
    arguments: tuple[Any, ...]
    read: float


class Answer(NamedTuple):
    """What came of a question that was asked elsewhere, and how long it took there."""

    result: Any
    seconds: float


def answer_each(
    args: argparse.Namespace,
    ask: Callable[..., R],
    show: Show[R],
    found: Iterable[Entry] | None = None,
    *,
    more: More | None = None,
    titled: bool = True,
) -> int:
    """Ask about every puzzle, show each answer in its turn, and return the exit code of all.

    ``ask`` takes the puzzle, and what ``more`` finds out about it before. If it returns an iterator, ``show`` can
    print what comes one by one. Bad puzzles are reported in their place, and the others are still answered. ``titled``
    puts the puzzle's name above its answer where there are several.
    """
    codes: set[int] = set()
    questions = _questions(args, puzzles(args) if found is None else found, more)
    with Progress(args) as progress, closing(_asked(args, ask, questions, progress)) as asked:
        for (entry, arguments, read), answer in asked:
            record = record_of(entry, args.kind)
            seconds = record["seconds"] = {"read": read}
            begun = time.perf_counter()
            try:
                if entry.puzzle is None:
                    raise entry.error or BadInput("nothing")
                interrupted = False
                try:
                    result = ask(*arguments) if answer is None else _result(answer)
                except Interrupted as stop:
                    result, interrupted = cast(R, stop.result), True
                note_weaker(args, entry.puzzle, record)
                if titled and (len(args.puzzles) > 1 or entry.several):
                    say(args, f"{entry.name}:")
                codes.add(show(entry.puzzle, record, result))
                if interrupted:
                    raise KeyboardInterrupt
            except BrokenPipeError:
                raise
            except (KnobelError, OSError, MemoryError) as error:
                if isinstance(error, Misuse) and not isinstance(error, Unable):
                    raise  # it would be the same for every puzzle
                codes.add(code_of(error))
                report(args, entry, error)
            except KeyboardInterrupt:
                emit(args, {"status": "undecided"} | record | {"interrupted": True})
                return INTERRUPTED
            else:
                seconds["total"] = read + (
                    answer.seconds if isinstance(answer, Answer) else time.perf_counter() - begun
                )
                record["seconds"] = {name: round(value, 6) for name, value in seconds.items()}
                emit(args, record)
            progress.shown += 1
    return worst(codes)


def worst(codes: set[int]) -> int:
    """One exit code for many answers."""
    return next((code for code in (BAD, USAGE, OPEN, NO) if code in codes), YES)


# reading


def puzzles(args: argparse.Namespace) -> Iterator[Entry]:
    """All puzzles that the command line names; whether there are several matters only above a picture."""
    ahead = not (args.json or getattr(args, "plain", False))
    for argument in args.puzzles:
        yield from entries(argument, args.kind, args.format, args.set, ahead=ahead)


def readable(args: argparse.Namespace) -> tuple[list[tuple[Entry, Puzzle]], int]:
    """The puzzles that can be read, where all are written together; the others are reported, in the exit code too."""
    good: list[tuple[Entry, Puzzle]] = []
    codes: set[int] = set()
    for entry in puzzles(args):
        if entry.puzzle is not None:
            good.append((entry, entry.puzzle))
            continue
        error = entry.error or BadInput("nothing")
        codes.add(code_of(error))
        report(args, entry, error)
    return good, worst(codes)


def only_puzzle(args: argparse.Namespace) -> Iterator[Entry]:
    """The one puzzle that the command line names; an error in its place if there are several."""
    found = list(puzzles(args))
    if len(found) > 1:
        error = BadInput(Say("{count} puzzles; expected one", count=len(found)), file=args.puzzles[0])
        found = [Entry(found[0].name, None, error)]
    yield from found


def solution_of(puzzle: Puzzle, argument: str) -> Values:
    """A solution given on the command line: the one-line form, or a file that holds it."""
    try:
        return puzzle.read(argument)
    except BadInput:
        if argument != "-" and not os.path.exists(argument):
            raise
    text = read_text(argument)
    try:
        return puzzle.read(text.strip())
    except BrokenRule:
        raise
    except BadInput as error:
        raise BadInput(error.message, 1, argument) from None


def read_named(argument: str, read: Callable[[str], R]) -> R:
    """A large file as ``read`` understands its text; what is wrong with it names the file."""
    try:
        return read(read_text(argument, MAX_FORMULA_BYTES))
    except BadInput as error:
        raise BadInput(error.message, error.line, error.file or argument) from None


def search_options(args: argparse.Namespace) -> SearchOptions:
    """How to search; names are looked up by whoever uses them."""
    return {
        "encoding": args.encoding,
        "engine": args.engine,
        "timeout": args.timeout,
        "seed": args.seed,
        "labeling": args.labeling,
        "transpose": args.transpose,
        "keep": Path(args.keep) if args.keep else None,
    }


def _questions(args: argparse.Namespace, found: Iterable[Entry], more: More | None) -> Iterator[Question]:
    """What to ask, as the puzzles are read. What cannot be asked about one of them becomes the error in its place."""
    started = time.perf_counter()
    for entry in found:
        arguments: tuple[Any, ...] = ()
        if (puzzle := entry.puzzle) is not None:
            try:
                arguments = (puzzle, *(more(entry.name, puzzle) if more else ()))
            except KnobelError as error:
                entry = replace(entry, puzzle=None, error=error, kind=puzzle.kind, id=puzzle.id())
        yield Question(entry, arguments, time.perf_counter() - started)
        started = time.perf_counter()


def note_weaker(args: argparse.Namespace, puzzle: Puzzle, record: Record) -> None:
    """Say so when the answers of a named encoding need not be solutions."""
    named = getattr(args, "encoding", None)
    if named and isinstance(named, str) and registry.encoding(registry.kind(puzzle.kind), named).weaker_for(puzzle):
        record["weaker"] = True
        less = Say(
            "the encoding {encoding} asks for less than the puzzle: what it finds may be no solution", encoding=named
        )
        note(args, less)


# asking in other processes and on other machines


def _asked(
    args: argparse.Namespace, ask: Callable[..., R], questions: Iterator[Question], progress: Progress
) -> Generator[tuple[Question, Answer | BaseException | None], None, None]:
    """Each question with what came of it, or None where it is to be asked here.

    Ctrl-C is what comes of the question that is waited for.
    """
    jobs, on = getattr(args, "jobs", 1), getattr(args, "on", None)
    if jobs == 1 and on is None:
        yield from ((question, None) for question in questions)
        return
    from ..cluster import spread

    waiting: dict[int, Question] = {}  # by their numbers: Ctrl-C may come between any two lines and loses none

    def arguments() -> Iterator[tuple[Any, ...]]:
        for number, question in enumerate(questions):
            waiting[number] = question
            yield question.arguments

    def finished(number: int) -> None:
        progress.finished = number

    try:
        with closing(spread(partial(ask_there, ask), arguments(), on, jobs=jobs, progress=finished)) as answers:
            for answer in answers:
                waiting.pop(progress.shown - 1, None)
                yield waiting[progress.shown], answer
    except KeyboardInterrupt as stop:
        if progress.shown not in waiting:
            raise
        yield waiting[progress.shown], stop


def _result(answer: Answer | BaseException) -> Any:
    if isinstance(answer, BaseException):
        raise answer
    return answer.result


def ask_there(ask: Callable[..., Any], arguments: tuple[Any, ...]) -> Answer:
    """Ask in another process. An iterator cannot travel; what it gave can."""
    started = time.perf_counter()
    result = ask(*arguments) if arguments else None
    if isinstance(result, Iterator):
        result = Recorded(result)
    return Answer(result, time.perf_counter() - started)


class Recorded(Generic[R]):
    """What came of an iterator: its items, and the error that ended it, if one did."""

    def __init__(self, items: Iterator[R]) -> None:
        self.items: list[R] = []
        self.error: Exception | None = None
        try:
            for item in items:
                self.items.append(item)
        except Exception as error:
            self.error = error

    def __iter__(self) -> Iterator[R]:
        yield from self.items
        if self.error is not None:
            raise self.error
