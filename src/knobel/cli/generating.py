"""The verb that makes new puzzles: generate. What is finished is given out at once, and stays after Ctrl-C."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from ..book import Entry, form_of
from ..errors import KnobelError, Misuse, Unable
from ..limits import OutOfTime
from ..tasks.generate import Made, generating
from . import INTERRUPTED, OPEN, YES
from .answers import PROGRESS, Progress, clear_progress, emit, sentence, unused
from .printing import write_book
from .writing import Sink, form, writer_of


def generate(args: argparse.Namespace) -> int:
    """``knobel generate``"""
    giving = Giving(args)
    progress = Progress(args, args.count)
    PROGRESS[:] = [progress]
    codes = {YES}
    try:
        options = dict(_wish(option) for option in args.set)
        for made in generating(
            args.kind,
            grade=args.grade,
            clues=args.clues,
            seed=args.seed,
            count=args.count,
            timeout=args.timeout,
            jobs=args.jobs,
            graded=args.json or bool(args.book),
            **options | ({} if args.size is None else {"size": args.size}),
        ):
            codes.add(giving.give(made))
            progress.step()
    except OutOfTime:
        _note(f"no {args.kind} was found in {args.timeout:g} s")
        emit(args, {"kind": args.kind, "status": "undecided"})
        codes.add(OPEN)
    except Unable as error:
        if giving.failed:
            raise
        _note(str(error))
        emit(args, {"kind": args.kind, "status": "undecided", "error": str(error)})
        codes.add(OPEN)
    except KeyboardInterrupt:
        codes.add(INTERRUPTED)
    finally:
        progress.done()
    giving.finish()
    return max(codes)


def _wish(option: str) -> tuple[str, str]:
    name, equals, value = option.partition("=")
    if not equals:
        raise Misuse(f"{option[:40]!r} is no option; expected NAME=VALUE")
    return name, value


def _note(words: str) -> None:
    clear_progress()
    print(f"knobel: note: {words}", file=sys.stderr)


class Giving:
    """Where new puzzles go: IDs on standard output, a file each in a folder, a book of them all."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args, self.failed = args, False
        self._write, suffix = form(args.kind, args.to)
        if args.out:
            args.out = os.path.join(args.out, "")  # always a folder
        self._sink = Sink(args, suffix) if args.out else None
        self._book: list[Entry] = []
        self._path = unused(args.book, args.force) if args.book else None
        if self._path is not None:
            form_of(self._path)  # what cannot be written is said before all the work

    def give(self, made: Made) -> int:
        """Hand out one puzzle; the exit code says whether it is as it was asked for."""
        puzzle, args = made.puzzle, self.args
        record: dict[str, Any] = {
            "kind": puzzle.kind,
            "name": f"{puzzle.kind}-{made.seed}-{made.number}",
            "id": puzzle.id(),
            "grade": None,
            "fits": made.fits,
            "clues": made.clues,
            "minimal": made.minimal,
            "solution": None if made.solution is None else puzzle.write(made.solution),
            "seed": made.seed,
            "number": made.number,
            "verified": made.verifier,
            "seconds": round(made.seconds, 6),
        }
        if args.json or args.book or args.grade:  # elsewhere nobody would see it
            record["grade"] = made.grade.name if made.grade else None
        if made.note is not None:
            record["note"] = sentence(args, puzzle, made.note)
            _note(f"{record['name']}: {record['note']}")
        if not made.fits:
            _note(f"{record['name']} is {record['grade'] or 'not graded'}, not {args.grade}: nothing nearer was found")
        self._put(made, record)
        self._book.append(Entry(puzzle, made.solution, record["grade"]))
        emit(args, record)
        return YES if made.fits else OPEN

    def _put(self, made: Made, record: dict[str, Any]) -> None:
        text = self._write([made.puzzle])
        if self._sink is None:
            if not self.args.json and self._path is None:
                clear_progress()
                print(text, end="", flush=True)
            return
        try:
            self._sink.put(record, writer_of(text))
            if made.solution is None:
                self._prove(made, record)
        except KnobelError:
            self.failed = True
            raise

    def _prove(self, made: Made, record: dict[str, Any]) -> None:
        """The certificate of a puzzle without a solution, in a folder beside it."""
        from ..tasks.prove import prove

        proof = prove(made.puzzle, Path(self.args.out) / str(record["name"]), force=self.args.force)
        record |= {"formula": str(proof.formula), "proof": str(proof.proof)}

    def finish(self) -> None:
        """What can only be made when all puzzles are there: the book."""
        args = self.args
        if self._path is not None and self._book:
            write_book(
                self._path, self._book, title=args.title, paper=args.paper, per_page=args.per_page, force=args.force
            )
