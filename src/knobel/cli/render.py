"""The verb that makes pictures and books: render."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from ..book import Entry, book, form_of
from ..errors import Misuse
from ..limits import Budget
from ..puzzle import Puzzle, Values
from ..say import Say
from ..search import SearchOptions
from ..tasks.grade import GRADING, grade
from ..tasks.solve import Status, solve
from . import INTERRUPTED, YES
from .files import Sink, unused, write_file, writer_of
from .output import STATUSES, colour, emit, note, record_of
from .pipeline import Record, answer_each, readable, search_options, solution_of
from .query import CODES

PICTURES = ("svg", "png", "pdf", "html")
"""What the name of a file can ask for by its ending."""


def render(args: argparse.Namespace) -> int:
    """``knobel render``"""
    if args.book:
        return _book(args)
    if args.to is None:
        ending = Path(args.out or "").suffix.lower().removeprefix(".")
        args.to = ending if ending in PICTURES else "text"
    if args.to == "play":
        return _play(args)
    if args.cell < 1:
        raise Misuse("--cell 0 would show nothing; take 1 or more")
    sink = Sink(args, ".txt" if args.to == "text" else f".{args.to}", whole=args.to != "text")
    if args.to in ("png", "pdf") and sink.out is None and (args.json or sys.stdout.isatty()):
        raise Misuse(f"a {args.to} file is not text; name a file with --out, or for several puzzles a folder")
    auto = search_options(args) if args.solution == "auto" else None

    def filled(name: str, puzzle: Puzzle) -> tuple[Values | None]:
        return (None if args.solution in (None, "auto") else solution_of(puzzle, args.solution),)

    def show(puzzle: Puzzle, record: Record, drawn: tuple[str | bytes, Status | None]) -> int:
        content, status = drawn
        code = _code(args, record, status) if status else YES
        sink.put(record, writer_of(content))
        return code

    ask = partial(drawn, to=args.to, cell=args.cell, colour=colour() and not args.out, auto=auto)
    return answer_each(args, ask, show, sink.puzzles(), more=filled, titled=False)


def drawn(
    puzzle: Puzzle, values: Values | None, *, to: str, cell: int, colour: bool, auto: SearchOptions | None
) -> tuple[str | bytes, Status | None]:
    """A picture of a puzzle with its solution, which is given, or found as ``auto`` says; then also the status."""
    status: Status | None = None
    if auto is not None:
        result = solve(puzzle, **auto)
        status, values = result.status, result.solution
    if to == "html":
        from ..page import html

        return html(puzzle.draw(), None if values is None else puzzle.draw(values)), status
    picture = puzzle.draw(values)
    if to == "text":
        return picture.text(colour) + "\n", status
    painters: dict[str, Callable[[int], str | bytes]] = {"svg": picture.svg, "png": picture.png, "pdf": picture.pdf}
    return painters[to](cell), status


def _code(args: argparse.Namespace, record: Record, status: Status) -> int:
    """The exit code for a puzzle that was solved to be drawn; says so where there is no solution."""
    if status != "solved":
        words = {"name": record["name"], "status": STATUSES[status]}
        note(args, Say("{name}: {status}; drawn without a solution", **words))
    return CODES[status]


def _play(args: argparse.Namespace) -> int:
    """``knobel render --to play``: all puzzles in one page, or in a folder a page for each."""
    sink = Sink(args, ".html")
    page = partial(played, title=args.title or "", author=args.author or "", language=args.language)
    if sink.folder:

        def show(puzzle: Puzzle, record: Record, content: str) -> int:
            sink.put(record, writer_of(content))
            return YES

        return answer_each(args, page, show, titled=False)
    good, code = readable(args)
    if good:
        record: Record = {}
        sink.put(record, writer_of(page(*(puzzle for _, puzzle in good))))
        for entry, _ in good:
            emit(args, record_of(entry, args.kind) | record)
    return code


def played(*puzzles: Puzzle, title: str, author: str, language: str) -> str:
    """A page to play these puzzles."""
    from ..web.playfile import Playable, play_page

    return play_page([Playable(puzzle) for puzzle in puzzles], title=title, author=author, language=language)


def _book(args: argparse.Namespace) -> int:
    """``knobel render --book``"""
    if args.out or args.solution not in (None, "auto"):
        raise Misuse("--book names the file and solves every puzzle; it takes neither --out nor --solution")
    path = unused(args.book, args.force)
    form_of(path)  # before all the solving, not after
    entries: list[Entry] = []

    def show(puzzle: Puzzle, record: Record, found: tuple[Entry, Status]) -> int:
        entry, status = found
        entries.append(entry)
        record |= {"number": len(entries), "grade": entry.grade}
        return _code(args, record, status)

    code = answer_each(args, partial(book_entry, search_options(args)), show, titled=False)
    if entries and code != INTERRUPTED:
        bind(args, path, entries)
    return code


def book_entry(options: SearchOptions, puzzle: Puzzle) -> tuple[Entry, Status]:
    """A puzzle with its solution and its grade."""
    result = solve(puzzle, **options)
    name = None
    if result.solution is not None:
        with Budget(GRADING if options["timeout"] is None else None):
            found = grade(puzzle, timeout=options["timeout"])
        name = found.name if found else None
    return Entry(puzzle, result.solution, name), result.status


def bind(args: argparse.Namespace, path: Path, entries: Sequence[Entry]) -> None:
    """Write the book that ``--book`` and the options beside it ask for: a PDF or a page, by the name of its file."""
    content = book(entries, form_of(path), title=args.title or "", paper=args.paper or "a4", per_page=args.per_page)
    write_file(path, writer_of(content), args.force)
