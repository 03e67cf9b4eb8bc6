"""The verb that makes pictures and books: render."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..book import Entry, Paper, book, form_of
from ..errors import Misuse
from ..puzzle import Puzzle, Values
from ..tasks.grade import grade
from ..tasks.solve import solve
from . import INTERRUPTED, NO, OPEN, YES
from .answers import answer_each, ask_of, clear_progress, colour, solution_of, unused
from .writing import Sink, write_file, writer_of

PICTURES = ("svg", "png", "pdf", "html")
"""What the name of a file can ask for by its ending."""
GRADING = 5.0
"""Seconds for the grade of a puzzle in a book, where no timeout says otherwise."""


def render(args: argparse.Namespace) -> int:
    """``knobel render``"""
    if args.book:
        return _book(args)
    if args.to is None:
        ending = Path(args.out or "").suffix.lower().removeprefix(".")
        args.to = ending if ending in PICTURES else "text"
    if args.cell < 1:
        raise Misuse("--cell 0 would show nothing; take 1 or more")
    sink = Sink(args, ".txt" if args.to == "text" else f".{args.to}", whole=args.to != "text")
    if args.to in ("png", "pdf") and sink.out is None and (args.json or sys.stdout.isatty()):
        raise Misuse(f"a {args.to} file is not text; name a file with --out, or for several puzzles a folder")

    def answer(puzzle: Puzzle, record: dict[str, Any]) -> int:
        values, code = None, YES
        if args.solution == "auto":
            values, code = _solved(args, puzzle, record)
        elif args.solution is not None:
            values = solution_of(puzzle, args.solution)
        sink.put(record, writer_of(_picture(args, puzzle, values)))
        return code

    return answer_each(args, answer, sink.puzzles())


def _solved(args: argparse.Namespace, puzzle: Puzzle, record: dict[str, Any]) -> tuple[Values | None, int]:
    """A solution, and the exit code."""
    result = solve(puzzle, **ask_of(args))
    if result.solution is None:
        clear_progress()
        print(f"knobel: {record['name']}: {result.status}; drawn without a solution", file=sys.stderr)
    return result.solution, {"solved": YES, "unsolvable": NO, "undecided": OPEN}[result.status]


def _picture(args: argparse.Namespace, puzzle: Puzzle, values: Values | None) -> str | bytes:
    if args.to == "html":
        from ..page import html

        return html(puzzle.draw(), None if values is None else puzzle.draw(values))
    drawn = puzzle.draw(values)
    if args.to == "text":
        return drawn.text(colour() and not args.out) + "\n"
    if args.to == "svg":
        return drawn.svg(args.cell)
    return drawn.png(args.cell) if args.to == "png" else drawn.pdf(args.cell)


def _book(args: argparse.Namespace) -> int:
    """``knobel render --book``"""
    if args.out or args.solution not in (None, "auto"):
        raise Misuse("--book names the file itself and solves every puzzle; leave --out and --solution away")
    path = unused(args.book, args.force)
    form_of(path)  # before all the solving, not after
    entries: list[Entry] = []

    def answer(puzzle: Puzzle, record: dict[str, Any]) -> int:
        values, code = _solved(args, puzzle, record)
        name = None
        if values is not None:
            found = grade(puzzle, timeout=GRADING if args.timeout is None else args.timeout)
            name = found.name if found else None
        entries.append(Entry(puzzle, values, name))
        record |= {"number": len(entries), "grade": name}
        return code

    code = answer_each(args, answer)
    if entries and code != INTERRUPTED:
        bind(args, path, entries)
    return code


def bind(args: argparse.Namespace, path: Path, entries: Sequence[Entry]) -> None:
    """Write the book that ``--book`` and the options beside it ask for."""
    paper: Paper = args.paper or "a4"
    write_book(path, entries, title=args.title or "", paper=paper, per_page=args.per_page, force=args.force)


def write_book(
    path: Path,
    entries: Sequence[Entry],
    *,
    title: str = "",
    paper: Paper = "a4",
    per_page: int | None = None,
    force: bool = False,
) -> None:
    """Write a book, a PDF or a page by the name of its file, whole or not at all."""
    content = book(entries, form_of(path), title=title, paper=paper, per_page=per_page)
    write_file(path, writer_of(content), force)
