"""What the command prints: text for people, JSON for programs, errors, and progress on a terminal."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from typing import Any

from .. import registry
from ..inputs import Entry
from ..picture import Picture
from ..puzzle import Puzzle, Values
from ..say import Say, capital, catalogue
from . import message_of

STATUSES = {
    str(words): words
    for words in (
        *(Say("solved"), Say("unsolvable"), Say("undecided")),
        *(Say("unique"), Say("multiple"), Say("none")),
        *(Say("correct"), Say("verified"), Say("error")),
    )
}
GRADES = {str(words): words for words in (Say("easy"), Say("medium"), Say("hard"), Say("expert"), Say("search"))}


def say(args: argparse.Namespace, *words: object) -> None:
    """Text for people, unless JSON was asked for."""
    if not args.json:
        clear_progress()
        print(*words, flush=True)


def emit(args: argparse.Namespace, record: dict[str, Any]) -> None:
    """The JSON object of one answer, if JSON was asked for."""
    if args.json:
        clear_progress()
        print(json.dumps(record, ensure_ascii=not unicode()), flush=True)


def complain(words: str) -> None:
    """A line on standard error."""
    clear_progress()
    print(f"knobel: {words}", file=sys.stderr)


def note(args: argparse.Namespace, words: Say) -> None:
    """What is not quite as one may expect, in a line on standard error, unless quiet was asked for."""
    if not args.quiet:
        complain(worded(args, Say("note: {words}", words=words)))


def report(args: argparse.Namespace, entry: Entry, error: Exception) -> None:
    """One line about an error on standard error, and with ``--json`` or ``--plain`` also one in the puzzle's place."""
    message = message_of(error, args.language)
    emit(args, record_of(entry, args.kind) | {"status": "error", "error": message})
    complain(message)
    if getattr(args, "plain", False) and not args.json:
        print("ERROR")


def record_of(entry: Entry, kind: str | None) -> dict[str, Any]:
    """What every JSON object carries."""
    puzzle = entry.puzzle
    if puzzle is None:
        return {"kind": entry.kind or kind, "name": entry.name, "id": entry.id}
    return {"kind": puzzle.kind, "name": entry.name, "id": puzzle.id()}


def sentence(args: argparse.Namespace, puzzle: Puzzle, words: Say) -> str:
    """A sentence in the language asked for."""
    return words.into(registry.kind(puzzle.kind).catalogue(args.language))


def full_sentence(args: argparse.Namespace, puzzle: Puzzle, words: Say) -> str:
    """A sentence with a capital letter and a full stop, in the language asked for."""
    return capital(sentence(args, puzzle, Say("{because}.", because=words)))


def worded(args: argparse.Namespace, words: Say) -> str:
    """A word or sentence that belongs to no kind, in the language asked for."""
    return words.into(catalogue(args.language))


def tell(args: argparse.Namespace, puzzle: Puzzle, words: Say) -> None:
    """A sentence for people, in the language asked for, unless JSON was asked for."""
    say(args, sentence(args, puzzle, words))


def board(puzzle: Puzzle, values: Values | None) -> str:
    """The board in characters that standard output can hold."""
    return shown(puzzle.draw(values))


def shown(picture: Picture) -> str:
    """A picture in characters that standard output can hold."""
    text = picture.text(colour())
    return text if unicode() else text.translate(str.maketrans("█·│─┼", "#.|-+"))


def colour() -> bool:
    """Whether standard output shows colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def unicode() -> bool:
    """Whether standard output holds every character."""
    return (sys.stdout.encoding or "").lower().startswith("utf")


class Progress:
    """On a terminal, after a second: how many puzzles are done, how long it took, and how long the others may take.

    A line on standard error, taken away before anything else is printed. (rich draws finer bars, but takes 80 ms to
    import, and answers on standard output would still need a lock and a clock of our own.)
    """

    current: Progress | None = None

    def __init__(self, args: argparse.Namespace, total: int | None = None) -> None:
        self.total, self.started = total, time.monotonic()
        self.shown = 0  # answers that were printed
        self.finished = 0  # answers that are there; some may wait for others before them
        self._wanted = not args.quiet and sys.stderr.isatty()
        self._drawn, self._lock, self._over = False, threading.Lock(), threading.Event()

    def __enter__(self) -> Progress:
        Progress.current = self
        if self._wanted:
            threading.Thread(target=self._run, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.clear()

    def _run(self) -> None:
        while not self._over.wait(0.5):
            seconds = time.monotonic() - self.started
            with self._lock:
                if seconds > 1 and not self._over.is_set():
                    self._drawn = True
                    print(f"\r{self.words(seconds)}\x1b[K", end="", file=sys.stderr, flush=True)

    def words(self, seconds: float) -> str:
        """How far it is after so many seconds."""
        if self.total is None:
            behind = f", {self.finished - self.shown} behind them" if self.finished > self.shown else ""
            return f"{self.shown} done{behind}, {seconds:.0f} s"
        words = f"{self.shown} of {self.total}, {seconds:.0f} s"
        if self.shown:
            rate = self.shown / seconds
            words += f", {rate:.2g} a second, about {(self.total - self.shown) / rate:.0f} s left"
        return words

    def clear(self) -> None:
        """Take the line away, so that an answer can be printed."""
        with self._lock:
            if self._drawn:
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)
                self._drawn = False


def clear_progress() -> None:
    """Make room for an answer."""
    if Progress.current is not None:
        Progress.current.clear()
