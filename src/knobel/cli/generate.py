"""The verb that makes new puzzles: generate. What is finished is given out at once, and stays after Ctrl-C."""

from __future__ import annotations

import argparse
import dataclasses
import os
from pathlib import Path
from typing import Any

from ..book import Entry, form_of
from ..errors import Misuse, Unable
from ..limits import OutOfTime
from ..say import Say
from ..tasks.generate import Made, Missed, generating
from . import INTERRUPTED, OPEN, YES
from .files import Sink, unused, writer_of
from .formats import Stream, check_holds_several, form
from .output import GRADES, Progress, clear_progress, emit, note, sentence, worded
from .render import bind


def generate(args: argparse.Namespace) -> int:
    """``knobel generate``"""
    delivery = Delivery(args)
    options = dict(_option(option) for option in args.set) | ({} if args.size is None else {"size": args.size})
    codes = {YES}
    with Progress(args, args.count) as progress:
        try:
            for made in generating(
                args.kind,
                grade=args.grade,
                clues=args.clues,
                seed=args.seed,
                count=args.count,
                timeout=args.timeout,
                jobs=args.jobs,
                on=args.on,
                graded=delivery.graded,
                missed=delivery.miss,
                **options,
            ):
                codes.add(delivery.give(made))
                progress.shown += 1
        except KeyboardInterrupt:
            codes.add(INTERRUPTED)
        finally:
            delivery.end()
    delivery.finish()
    return max(codes | {OPEN} if delivery.missed else codes)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Misuse(f"{text[:40]!r} is no option; expected NAME=VALUE")
    return name, value


class Delivery:
    """Where new puzzles go: IDs on standard output, a file each in a folder, a book of them all."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args, self.missed = args, 0
        self.graded = bool(args.json or args.book)  # elsewhere nobody would see it
        self._write, suffix = form(args.kind, args.to)
        if args.out:
            if os.path.isfile(args.out):
                raise Unable(f"{args.out} is a file; expected a folder for the puzzles")
            args.out = os.path.join(args.out, "")  # always a folder
        self._sink = Sink(args, suffix) if args.out else None
        self._book: list[Entry] = []
        self._path = unused(args.book, args.force) if args.book else None
        if self._path is not None:
            form_of(self._path)  # what cannot be written is said before all the work
        self._stream = Stream(self._write) if args.count > 1 and self._printed else None
        if self._stream is not None:
            check_holds_several(args.kind, self._write)

    @property
    def _printed(self) -> bool:
        """Whether puzzles go to standard output as they are."""
        return self._sink is None and self._path is None and not self.args.json

    def give(self, made: Made) -> int:
        """Hand out one puzzle; the exit code says whether it is as it was asked for."""
        puzzle, args = made.puzzle, self.args
        grade = made.grade if self.graded else made.asked
        record: dict[str, Any] = {
            "kind": puzzle.kind,
            "name": f"{puzzle.kind}-{made.seed}-{made.number}",
            "id": puzzle.id(),
            "grade": str(grade) if grade else None,
            "fits": made.fits,
            "clues": made.clues,
            "minimal": made.minimal,
            "solution": None if made.solution is None else puzzle.write(made.solution),
            "seed": made.seed,
            "number": made.number,
            "verified": made.verifier or None,
            "seconds": round(made.seconds, 6),
        }
        if made.note is not None:
            record["note"] = sentence(args, puzzle, made.note)
            note(args, Say("{name}: {words}", name=record["name"], words=record["note"]))
        if not made.fits:
            has = GRADES[record["grade"]] if record["grade"] else Say("not graded")
            fields = {"name": record["name"], "grade": has, "asked": GRADES[args.grade]}
            missed = Say("{name} is {grade}, not {asked}: nothing nearer was found", **fields)
            note(args, missed)
        self._put(made, record)
        self._book.append(Entry(puzzle, made.solution, "unsolvable" if made.solution is None else record["grade"]))
        emit(args, record)
        return YES if made.fits else OPEN

    def miss(self, missed: Missed) -> None:
        """Say that a puzzle was not found."""
        self.missed += 1
        name = f"{self.args.kind}-{missed.seed}-{missed.number}"
        error = str(missed.error)
        if isinstance(missed.error, OutOfTime):
            late = Say(
                "nothing was found in {seconds} s; a longer --timeout or a smaller --size may help",
                seconds=f"{self.args.timeout:g}",
            )
            error = worded(self.args, late)
        note(self.args, Say("{name}: {words}", name=name, words=error))
        record = {"kind": self.args.kind, "name": name, "id": None, "status": "undecided", "error": error}
        emit(self.args, record | {"seed": missed.seed, "number": missed.number})

    def _put(self, made: Made, record: dict[str, Any]) -> None:
        if self._printed:
            clear_progress()
            print(self._text(made), end="", flush=True)
        if self._sink is None:
            return
        self._sink.put(record, writer_of(self._write([made.puzzle])))
        if made.solution is None:
            self._prove(made, record)

    def _text(self, made: Made) -> str:
        """A puzzle as it is printed; of several, each is called by its number where the format has a place for it."""
        if self._stream is None:
            return self._write([made.puzzle])
        title = made.puzzle.title or str(made.number)
        return self._stream.add(dataclasses.replace(made.puzzle, title=title))  # type: ignore[type-var]

    def _prove(self, made: Made, record: dict[str, Any]) -> None:
        """The certificate of a puzzle without a solution, in a folder beside it."""
        from ..tasks.prove import prove

        proof = prove(made.puzzle, Path(self.args.out) / str(record["name"]), force=self.args.force)
        record |= {"formula": str(proof.formula), "proof": str(proof.proof)}

    def end(self) -> None:
        """Whatever happened, the text of the puzzles that were printed becomes a whole one."""
        if self._stream is not None:
            print(self._stream.end(), end="", flush=True)

    def finish(self) -> None:
        """What can only be made when all puzzles are there: the book."""
        if self._path is not None and self._book:
            bind(self.args, self._path, self._book)
