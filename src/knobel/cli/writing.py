"""The verbs that write something down: encode, decode, convert. Files are written whole or not at all."""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, TextIO, cast

from ..errors import BadInput, KnobelError, Misuse, Unable
from ..limits import OutOfTime
from ..loading import MAX_FORMULA_BYTES, Entry, read_text
from ..puzzle import Puzzle
from ..tasks.encode import demand, formula_of
from . import NO, OPEN, YES
from .answers import answer_each, emit, good_puzzles, only_puzzle, puzzles
from .asking import show_result
from .forms import form, together


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
    """Where texts go: standard output, one file, or a folder with a file for each puzzle."""

    def __init__(self, args: argparse.Namespace, suffix: str) -> None:
        self.args, self.suffix = args, suffix
        self.used: set[str] = set()
        self.out = Path(args.out) if args.out else None
        self.folder = self.out is not None and (self.out.is_dir() or args.out.endswith(os.sep))

    def puzzles(self) -> Iterator[Entry]:
        """The puzzles to write: only one, if there is only one file for them."""
        if self.out is None or self.folder:
            return puzzles(self.args)
        found = list(puzzles(self.args))
        if len(found) > 1:
            raise Misuse(f"{self.out} is one file for {len(found)} puzzles; name a folder (ending in {os.sep})")
        return iter(found)

    def put(self, record: dict[str, Any], write: Callable[[IO[str]], None]) -> None:
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
            path = path / (self._name(record) + self.suffix)
        write_file(path, write, self.args.force)
        self.used.add(path.name)
        record["file"] = str(path)

    def _name(self, record: dict[str, Any]) -> str:
        stem = re.sub(r"[^\w-]+", "-", str(record["name"])).strip("-")[:80] or "puzzle"
        number, name = 1, stem
        while name + self.suffix in self.used:
            number += 1
            name = f"{stem}-{number}"
        return name


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
        return YES

    return answer_each(args, answer, only_puzzle(args))


def convert(args: argparse.Namespace) -> int:
    """``knobel convert``"""
    found, code = good_puzzles(args)
    if not found:
        return code
    text, suffix = texts([puzzle for _, puzzle in found], args.to)
    name, puzzle = found[0]
    record: dict[str, Any] = {"kind": puzzle.kind, "name": name, "id": puzzle.id()}
    Sink(args, suffix).put(record, writer_of(text))
    emit(args, record)
    return code


def texts(found: list[Puzzle], name: str) -> tuple[str, str]:
    """The puzzles in a format, and how its files end."""
    kinds = sorted({puzzle.kind for puzzle in found})
    if len(kinds) > 1 and name != "id":
        raise Misuse(f"the puzzles are of several kinds ({', '.join(kinds)}); only `--to id` holds them all")
    write, suffix = form(kinds[0], name)
    return together(write, found), suffix
