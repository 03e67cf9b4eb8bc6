"""The verbs that write something down: encode, decode, convert. Files are written whole or not at all."""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any, TextIO, cast

from ..errors import BadInput, KnobelError, Misuse, Unable
from ..limits import OutOfTime
from ..loading import MAX_FORMULA_BYTES, Entry, read_text
from ..puzzle import Optimising, Puzzle, Values
from ..say import Say
from ..tasks.encode import demand, formula_of
from . import NO, OPEN, YES
from .answers import answer_each, emit, good_puzzles, only_puzzle, puzzles
from .asking import best_value, better, show_result, tell
from .forms import FOLDER, form, together

JUDGING = 1.0
"""Seconds to find out whether a decoded solution is a best one, where no bound says it at once."""


def write_file(path: Path, write: Callable[[IO[str]], None], force: bool) -> None:
    """Write a file whole or not at all, and never over one that exists unless forced."""
    if path.exists() and not force:
        raise Unable(f"{path} exists; --force overwrites it")
    path = path.resolve()  # a link stays, and what it points to is written
    try:
        if path.exists() and not path.is_file():  # a pipe or a device: nothing to lose, nothing to replace
            with open(path, "w", encoding="utf-8") as special:
                write(special)
            return
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=".knobel-", delete=False
        ) as file:
            part = Path(file.name)
            try:
                write(file.file)
                file.flush()
                mask = os.umask(0)
                os.umask(mask)
                os.chmod(part, 0o666 & ~mask)  # temporary files are private; this one is for keeps
                if force:
                    os.replace(part, path)
                else:
                    _publish(part, path)
            finally:
                part.unlink(missing_ok=True)
    except FileExistsError:
        raise Unable(f"{path} exists; --force overwrites it") from None
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", file=str(path)) from None


def _publish(part: Path, path: Path) -> None:
    """Give a finished file its name, unless somebody else made a file of that name meanwhile."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        open(path, "x").close()
        os.replace(part, path)


def writer_of(content: str | bytes) -> Callable[[IO[str]], None]:
    """Writes this text, or these bytes past the encoding of the file."""

    def write(out: IO[str]) -> None:
        if isinstance(content, bytes):
            cast(TextIO, out).buffer.write(content)
        else:
            out.write(content)

    return write


class Sink:
    """Where texts go: standard output, one file, or a folder with a file for each puzzle.

    What is ``whole`` is a document of its own: two of them one after the other would be none.
    """

    def __init__(self, args: argparse.Namespace, suffix: str = "", *, whole: bool = True) -> None:
        self.args, self.suffix, self.whole = args, suffix, whole
        self.used: set[str] = set()
        self.out = Path(args.out) if args.out else None
        self.folder = self.out is not None and (self.out.is_dir() or args.out.endswith(os.sep))

    def puzzles(self) -> Iterator[Entry]:
        """The puzzles to write: only one, if there is only one place for them."""
        found = puzzles(self.args)
        if self.folder or (self.out is None and (self.args.json or not self.whole)):
            return found
        some = list(islice(found, 2))
        if len(some) > 1:
            place = "standard output" if self.out is None else str(self.out)
            raise Misuse(f"{place} takes the {self.args.to} of one puzzle, not of several; {FOLDER}")
        return iter(some)

    def put(self, record: dict[str, Any], write: Callable[[IO[str]], None], suffix: str | None = None) -> None:
        """Write one text; ``suffix`` is how its file ends, where that is not the same for all."""
        if self.out is None:
            if self.args.json:
                text = io.StringIO()
                write(text)
                record["text"] = text.getvalue()
            else:
                write(sys.stdout)
            return
        path = self.out
        if self.folder:
            path.mkdir(parents=True, exist_ok=True)
            path = path / fresh_name(str(record["name"]), self.used, self.suffix if suffix is None else suffix)
        write_file(path, write, self.args.force)
        record["file"] = str(path)


def fresh_name(name: str, used: set[str], suffix: str = "") -> str:
    """The name of a puzzle's file or folder, which no other puzzle has."""
    stem = re.sub(r"[^\w-]+", "-", name).strip("-")[:80] or "puzzle"
    number, fresh = 1, stem + suffix
    while fresh in used:
        number += 1
        fresh = f"{stem}-{number}{suffix}"
    used.add(fresh)
    return fresh


def encode(args: argparse.Namespace) -> int:
    """``knobel encode``"""
    from .. import dimacs

    writer = {"dimacs": dimacs.write_dimacs, "norm": dimacs.write_norm, "opb": dimacs.write_opb}[args.to]
    sink = Sink(args, {"dimacs": ".cnf", "norm": ".txt", "opb": ".opb"}[args.to])

    def answer(puzzle: Puzzle, record: dict[str, Any]) -> int:
        formula = formula_of(puzzle, args.encoding)
        try:
            demand(puzzle, formula, args.bound, args.timeout)
        except OutOfTime:
            raise KnobelError("the best value was not found in time; --bound K demands another") from None
        record["variables"], record["clauses"] = formula.size
        sink.put(record, lambda out: writer(formula, out))
        return YES

    return answer_each(args, answer, sink.puzzles())


def decode(args: argparse.Namespace) -> int:
    """``knobel decode``"""
    from ..dimacs import read_model
    from ..engines import truth_array

    def answer(puzzle: Puzzle, record: dict[str, Any]) -> int:
        try:
            sat, lits = read_model(read_text(args.model, MAX_FORMULA_BYTES))
        except BadInput as error:
            raise BadInput(error.message, error.line, error.file or args.model) from None
        if not sat:
            show_result(args, puzzle, record, "undecided" if sat is None else "unsolvable", None)
            return OPEN if sat is None else NO
        formula = formula_of(puzzle, args.encoding)
        if max(map(abs, lits), default=0) > formula.variables:
            sizes = f"it has more than the formula's {formula.variables} variables"
            raise BadInput(f"{sizes}; is the encoding right?", file=args.model)
        values = formula.decode(truth_array(lits, formula.variables))
        broken = puzzle.check(values)
        if broken:
            raise BadInput(f"is not a solution (is the encoding right?); it breaks: {broken[0]}", file=args.model)
        show_result(args, puzzle, record, "solved", values)
        _show_value(args, puzzle, record, values)
        return YES

    return answer_each(args, answer, only_puzzle(args))


def _show_value(args: argparse.Namespace, puzzle: Puzzle, record: dict[str, Any], values: Values) -> None:
    """What a decoded solution is worth, and whether it is a best one: a formula need not have asked for that."""
    record["value"] = None
    if not isinstance(puzzle, Optimising):
        return
    record["value"] = value = puzzle.value(values)
    if puzzle.best is None:
        return
    best = best_value(puzzle, value, JUDGING)
    record["best"] = None if best is None else best == value
    if best != value and not args.plain:
        unknown = Say("this one is worth {value}; whether that is best is not known", value=value)
        tell(args, puzzle, unknown if best is None else better(best, value))


def convert(args: argparse.Namespace) -> int:
    """``knobel convert``"""
    sink = Sink(args)
    if sink.folder or (args.json and sink.out is None):
        return answer_each(args, partial(_convert_one, sink))
    found, code = good_puzzles(args)
    if not found:
        return code
    record: dict[str, Any] = {}
    sink.put(record, writer_of(texts([puzzle for _, puzzle in found], args.to)))
    for name, puzzle in found:
        emit(args, {"kind": puzzle.kind, "name": name, "id": puzzle.id()} | record)
    return code


def _convert_one(sink: Sink, puzzle: Puzzle, record: dict[str, Any]) -> int:
    write, suffix = form(puzzle.kind, sink.args.to)
    try:
        text = write([puzzle])
    except Misuse as error:  # the format has no place for this puzzle; it may have for others
        raise Unable(str(error)) from None
    sink.put(record, writer_of(text), suffix)
    return YES


def texts(found: list[Puzzle], name: str) -> str:
    """The puzzles in a format."""
    kinds = sorted({puzzle.kind for puzzle in found})
    if len(kinds) > 1 and name != "id":
        raise Misuse(f"the puzzles are of several kinds ({', '.join(kinds)}); only `--to id` holds them all")
    return together(form(kinds[0], name)[0], found)
