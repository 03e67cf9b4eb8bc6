"""Files that the command writes: whole or not at all, and never over one that exists unless forced."""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any, TextIO, cast

from ..errors import BadInput, Misuse, Unable
from ..inputs import Entry
from .formats import FOLDER
from .pipeline import puzzles

Write = Callable[[IO[str]], object]
"""Writes a text to an open file."""


def unused(path: str, force: bool) -> Path:
    """A path to write to, at which there is nothing yet, unless forced."""
    if path == "-":
        raise Misuse("- is standard input or output; name a file to write to")
    if Path(path).exists() and not force:
        raise Unable(f"{path} exists; --force overwrites it")
    return Path(path)


def write_file(path: Path, write: Write, force: bool) -> None:
    """Write a file in a folder beside it first, so that there is never half of it under its name."""
    if path.exists() and not force:
        raise Unable(f"{path} exists; --force overwrites it")
    path = path.resolve()  # a link stays, and what it points to is written
    try:
        if path.exists() and not path.is_file():  # a pipe or a device: nothing to lose, nothing to replace
            with open(path, "w", encoding="utf-8") as special:
                write(special)
            return
        with tempfile.TemporaryDirectory(prefix=".knobel-", dir=path.parent) as folder:
            part = Path(folder) / "part"
            with open(part, "w", encoding="utf-8") as file:
                write(file)
            if force:
                os.replace(part, path)
            else:
                _publish(part, path)
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


def writer_of(content: str | bytes) -> Write:
    """Writes this text, or these bytes past the encoding of the file."""
    if isinstance(content, bytes):
        return lambda out: cast(TextIO, out).buffer.write(content)
    return lambda out: out.write(content)


class Sink:
    """Where texts go: standard output, one file, or a folder with a file for each puzzle.

    What is ``whole`` is a document of its own: two of them one after the other would be none.
    """

    def __init__(self, args: argparse.Namespace, suffix: str = "", *, whole: bool = True) -> None:
        self.args, self.suffix, self.whole = args, suffix, whole
        self.used: set[str] = set()
        if args.out == "-":
            raise Misuse("- is standard output, to which everything goes without --out; name a file or leave it out")
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

    def put(self, record: dict[str, Any], write: Write, suffix: str | None = None) -> None:
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
