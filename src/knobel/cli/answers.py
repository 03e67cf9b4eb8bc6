"""What all verbs share: reading puzzles, answering each, and the exit code of many answers together."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from .. import registry
from ..encodings import Encoding
from ..errors import BadInput, KnobelError, Misuse, Unable
from ..loading import Entry, entries, read_text
from ..picture import Picture
from ..puzzle import BrokenRule, Puzzle, Values
from ..say import Say
from ..search import Ask
from . import BAD, INTERRUPTED, NO, OPEN, USAGE, YES, code_of, message_of

Answer = Callable[[Puzzle, dict[str, Any]], int]
"""Answers one puzzle: prints, or fills the JSON object; returns an exit code."""


def puzzles(args: argparse.Namespace) -> Iterator[Entry]:
    """All puzzles that the command line names; whether there are several matters only above a picture."""
    ahead = not (args.json or getattr(args, "plain", False))
    for argument in args.puzzles:
        yield from entries(argument, args.kind, args.format, args.set, ahead=ahead)


def only_puzzle(args: argparse.Namespace) -> Iterator[Entry]:
    """The one puzzle that the command line names; an error in its place if there are several."""
    found = list(puzzles(args))
    if len(found) > 1:
        error = BadInput(f"{len(found)} puzzles; expected one", file=args.puzzles[0])
        found = [Entry(found[0].name, None, error)]
    yield from found


def ask_of(args: argparse.Namespace) -> Ask:
    """How to search, from the options; names are looked up by whoever uses them."""
    return {
        "encoding": args.encoding,
        "engine": args.engine,
        "timeout": args.timeout,
        "seed": args.seed,
        "labeling": args.labeling,
        "transpose": args.transpose,
        "keep": Path(args.keep) if args.keep else None,
    }


def answer_each(args: argparse.Namespace, answer: Answer, found: Iterator[Entry] | None = None) -> int:
    """Answer every puzzle in turn. Bad ones are reported in their place, and the others are still answered."""
    progress = Progress(args)
    PROGRESS[:] = [progress]
    try:
        return _answer_all(args, answer, found or puzzles(args), progress)
    finally:
        progress.done()


def _answer_all(args: argparse.Namespace, answer: Answer, found: Iterator[Entry], progress: Progress) -> int:
    codes: set[int] = set()
    started = time.perf_counter()
    for entry in found:
        record = record_of(entry, args.kind) | {"several": entry.several}
        begun = time.perf_counter()
        seconds = record["seconds"] = {"read": begun - started}
        try:
            if entry.puzzle is None:
                raise entry.error or BadInput("nothing")
            note_encoding(args, entry.puzzle, record)
            codes.add(answer(entry.puzzle, record))
        except BrokenPipeError:
            raise
        except (KnobelError, OSError, MemoryError) as error:
            if isinstance(error, Misuse) and not isinstance(error, Unable):
                raise  # it would be the same for every puzzle; what fits other kinds is an Unable, see `note_encoding`
            codes.add(code_of(error))
            report(args, entry, error)
        except KeyboardInterrupt:
            record.pop("several")
            emit(args, {"status": "undecided"} | record | {"interrupted": True})
            return INTERRUPTED
        else:
            record.pop("several")
            seconds["total"] = seconds["read"] + seconds.pop("asked", time.perf_counter() - begun)
            record["seconds"] = {name: round(value, 6) for name, value in seconds.items()}
            emit(args, record)
        progress.step()
        started = time.perf_counter()
    return worst(codes)


def note_encoding(args: argparse.Namespace, puzzle: Puzzle, record: dict[str, Any]) -> None:
    """Refuse a named encoding that this kind does not have, and say so when its answers need not be solutions."""
    named = getattr(args, "encoding", None) or []
    for spec in [named] if isinstance(named, str) else named:
        if _encoding(puzzle, spec).weaker and spec is named:
            record["weaker"] = True
            clear_progress()
            words = f"the encoding {named} asks for less than the puzzle: what it finds may be no solution"
            print(f"knobel: note: {words}", file=sys.stderr)


def _encoding(puzzle: Puzzle, spec: str) -> Encoding:
    """An encoding by its name; one that only other kinds have is an error of this puzzle, not of the question."""
    try:
        return registry.encoding(registry.kind(puzzle.kind), spec)
    except Misuse as error:
        for kind in registry.kinds().values():
            with suppress(Misuse):
                registry.encoding(kind, spec)
                break
        else:
            raise
        raise Unable(str(error)) from None


def record_of(entry: Entry, kind: str | None) -> dict[str, Any]:
    """What every JSON object carries."""
    puzzle = entry.puzzle
    if puzzle is None:
        return {"kind": entry.kind or kind, "name": entry.name, "id": entry.id}
    return {"kind": puzzle.kind, "name": entry.name, "id": puzzle.id()}


def worst(codes: set[int]) -> int:
    """One exit code for many answers."""
    return next((code for code in (BAD, USAGE, OPEN, NO) if code in codes), YES)


def good_puzzles(args: argparse.Namespace) -> tuple[list[tuple[str, Puzzle]], int]:
    """All readable puzzles with their names; the others are reported, and their exit code."""
    good, codes = [], set()
    for entry in puzzles(args):
        if entry.puzzle is None:
            error = entry.error or BadInput("nothing")
            codes.add(code_of(error))
            report(args, entry, error)
        else:
            good.append((entry.name, entry.puzzle))
    return good, worst(codes)


def report(args: argparse.Namespace, entry: Entry, error: Exception) -> None:
    """One line about an error on standard error, and with ``--json`` or ``--plain`` also one in the puzzle's place."""
    emit(args, record_of(entry, args.kind) | {"status": "error", "error": message_of(error)})
    clear_progress()
    print(f"knobel: {message_of(error)}", file=sys.stderr)
    if getattr(args, "plain", False) and not args.json:
        print("ERROR")


def emit(args: argparse.Namespace, record: dict[str, Any]) -> None:
    """The JSON object of one answer."""
    if args.json:
        clear_progress()
        print(json.dumps(record, ensure_ascii=not unicode()), flush=True)


def say(args: argparse.Namespace, *words: object) -> None:
    """Text for people, unless JSON was asked for."""
    if not args.json:
        clear_progress()
        print(*words, flush=True)


def unused(path: str, force: bool) -> Path:
    """A path to write to, at which there is nothing yet, unless forced."""
    if path == "-":
        raise Misuse("- is standard input or output; name a file to write to")
    if Path(path).exists() and not force:
        raise Unable(f"{path} exists; --force overwrites it")
    return Path(path)


def colour() -> bool:
    """Whether standard output shows colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def unicode() -> bool:
    """Whether standard output holds every character."""
    return (sys.stdout.encoding or "").lower().startswith("utf")


def heading(args: argparse.Namespace, record: dict[str, Any]) -> None:
    """The name above an answer, where there are several."""
    if len(args.puzzles) > 1 or record["several"]:
        say(args, f"{record['name']}:")


def picture(puzzle: Puzzle, values: Values | None) -> str:
    """The board for this terminal."""
    return shown(puzzle.draw(values))


def shown(drawn: Picture) -> str:
    """A picture in characters that standard output can hold."""
    text = drawn.text(colour())
    return text if unicode() else text.translate(str.maketrans("█·│─┼", "#.|-+"))


def sentence(args: argparse.Namespace, puzzle: Puzzle, words: Say) -> str:
    """A sentence in the language asked for."""
    return words.into(registry.kind(puzzle.kind).catalogue(args.language))


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


class Progress:
    """On a terminal, after a second: how many puzzles are done, how long it took, and how long the others may take.

    The line stands on standard error and is gone before anything else is printed.
    """

    def __init__(self, args: argparse.Namespace, total: int | None = None) -> None:
        self.count, self.total, self.started, self.drawn = 0, total, time.monotonic(), False
        self.finished = 0  # also those that wait for others before them
        self.lock, self.over = threading.Lock(), threading.Event()
        if not args.quiet and sys.stderr.isatty():
            threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while not self.over.wait(0.5):
            seconds = time.monotonic() - self.started
            with self.lock:
                if seconds > 1 and not self.over.is_set():
                    self.drawn = True
                    print(f"\r{self.words(seconds)}\x1b[K", end="", file=sys.stderr, flush=True)

    def words(self, seconds: float) -> str:
        """How far it is after so many seconds."""
        if self.total is None:
            behind = f", {self.finished - self.count} behind them" if self.finished > self.count else ""
            return f"{self.count} done{behind}, {seconds:.0f} s"
        words = f"{self.count} of {self.total}, {seconds:.0f} s"
        if self.count:
            rate = self.count / seconds
            words += f", {rate:.2g} a second, about {(self.total - self.count) / rate:.0f} s left"
        return words

    def clear(self) -> None:
        """Take the line away, so that an answer can be printed."""
        with self.lock:
            if self.drawn:
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)
                self.drawn = False

    def step(self) -> None:
        self.count += 1

    def done(self) -> None:
        self.over.set()
        self.clear()


PROGRESS: list[Progress] = []
"""The one that is shown, if any: whoever prints takes it away first."""


def clear_progress() -> None:
    """Make room for an answer."""
    for progress in PROGRESS:
        progress.clear()


def show_finished(number: int) -> None:
    """So many are finished somewhere, though they may not have been answered here."""
    for progress in PROGRESS:
        progress.finished = number
