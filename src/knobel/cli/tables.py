"""The verbs that make tables: list and compare."""

from __future__ import annotations

import argparse
import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from .. import registry
from ..errors import Unable, instead
from ..puzzle import Puzzle
from ..racing import ABOUT as RACING
from ..say import Say
from ..say import catalogue as shared_words
from . import BAD, NO, OPEN, YES
from .output import STATUSES, emit, say, worded
from .pipeline import Record, answer_each

LISTS = ("kinds", "encodings", "engines")
HEADS = {
    str(words): words
    for words in (
        *(Say("kinds"), Say("encodings"), Say("engines")),
        *(Say("kind"), Say("options"), Say("about"), Say("encoding"), Say("auto"), Say("labels"), Say("engine")),
        *(Say("can"), Say("format"), Say("files"), Say("example"), Say("solutions")),
        *(Say("option"), Say("values"), Say("default"), Say("suite")),
        *(Say("variables"), Say("clauses"), Say("encode"), Say("solve"), Say("verdict")),
    )
} | {"better": Say("on some boards")}
"""What stands above columns and lists."""


def table(args: argparse.Namespace, head: Sequence[str], rows: Sequence[Sequence[object]], numbers: str = "") -> None:
    """A table: columns lined up, or drawn on a terminal. ``numbers`` names the columns that are right-aligned."""
    if args.json:
        return
    right = [name in numbers.split() for name in head]
    head = [worded(args, HEADS[name]) for name in head]
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table

        drawn = Table(box=None, pad_edge=False, header_style="" if os.environ.get("NO_COLOR") else "bold")
        for name, number in zip(head, right, strict=True):
            drawn.add_column(name, justify="right" if number else "left", overflow="fold")
        for row in rows:
            drawn.add_row(*[str(cell).replace("[", "\\[") for cell in row])
        Console(no_color=bool(os.environ.get("NO_COLOR")), highlight=False).print(drawn)
        return
    texts = [list(head), *[[str(cell) for cell in row] for row in rows]]
    widths = [max(_width(row[i]) for row in texts) for i in range(len(head))]
    for row in texts:
        cells = []
        for cell, width, number in zip(row, widths, right, strict=True):
            blanks = " " * (width - _width(cell))
            cells.append(blanks + cell if number else cell + blanks)
        print("  ".join(cells).rstrip())


def _width(text: str) -> int:
    """How many columns a terminal shows it in: two for each Chinese character."""
    return len(text) + sum(unicodedata.east_asian_width(char) in "WF" for char in text)


def catalogue(args: argparse.Namespace) -> int:
    """``knobel list``"""
    for what in [args.what] if args.what else LISTS:
        rows = _rows(what, args.language)
        for row in rows:
            emit(args, {"list": what} | row)
        if not args.what:
            say(args, ("\n" if what != LISTS[0] else "") + worded(args, HEADS[what]))
        shown = [name for name in rows[0] if name != "id"] if rows else []
        table(args, shown, [[_cell(row[name]) for name in shown] for row in rows], "solutions")
    return YES


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "auto" if value else ""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _rows(what: str, language: str) -> list[dict[str, Any]]:
    """What there is of something, with one sentence each."""
    kinds = registry.kinds().values()
    words = {kind.name: kind.catalogue(language) for kind in kinds}

    def about(kind: registry.Kind, text: str) -> str:
        return words[kind.name].get(text, text)

    match what:
        case "kinds":
            return [
                {"kind": kind.name, "options": sorted(kind.options), "about": about(kind, kind.about)} for kind in kinds
            ]
        case "encodings":
            return [
                {
                    "kind": kind.name,
                    "encoding": one.name,
                    "auto": one.default,
                    "labels": one.labels,
                    "engine": one.engine,
                    "better": "" if one.preferred is None else one.preferred.engine,
                    "about": about(kind, one.about),
                }
                for kind in kinds
                for one in registry.encodings(kind).values()
            ]
        case "engines":
            said = shared_words(language)
            listed: list[tuple[str, str, Iterable[str]]] = [(registry.RACE, RACING, ())]
            listed += [(one.name, one.about, one.can) for one in registry.engines().values()]
            return [{"engine": name, "about": said.get(one, one), "can": sorted(can)} for name, one, can in listed]
        case "formats":
            return [
                {
                    "kind": kind.name,
                    "format": form.name,
                    "files": list(form.extensions),
                    "can": "read write" if form.write else "read",
                    "about": about(kind, form.about),
                }
                for kind in kinds
                for form in kind.formats
            ]
        case "examples":
            return [
                {
                    "example": f"@{kind.name}/{one.name}",
                    "solutions": one.solutions,
                    "about": about(kind, one.about),
                    "id": one.id,
                }
                for kind in kinds
                for one in kind.examples.values()
            ]
    return [
        {
            "kind": kind.name,
            "option": f"--{one.name}",
            "values": list(one.choices),
            "default": one.written,
            "about": about(kind, one.about),
        }
        for kind in kinds
        for one in kind.recipe_options()
    ]


def compare(args: argparse.Namespace) -> int:
    """``knobel compare``"""
    from ..tasks.compare import Run, compare, contradictory

    def show(puzzle: Puzzle, record: Record, found: Iterable[Run]) -> int:
        runs: list[Run] = []
        try:
            runs.extend(found)
        except KeyboardInterrupt:
            show_runs(puzzle, record, runs)  # those that were finished
            raise
        if not runs:
            raise Unable(_nothing_fits(args, puzzle))
        show_runs(puzzle, record, runs)
        if contradictory(runs):
            defect = Say("The verdicts contradict each other: that is a defect in an encoding or an engine.")
            say(args, worded(args, defect))
            return BAD
        verdicts = {run.status for run in runs} & {"solved", "unsolvable"}
        return YES if verdicts == {"solved"} else NO if verdicts else OPEN

    def told(note: Say | str) -> str:
        return worded(args, note) if isinstance(note, Say) else note

    def show_runs(puzzle: Puzzle, record: Record, runs: list[Run]) -> None:
        say(args, f"{record['name']} ({puzzle.id()[:60]}{'...' if len(puzzle.id()) > 60 else ''})")
        point = worded(args, Say("."))  # of decimals; many languages have a comma
        head = ("encoding", "engine", "variables", "clauses", "encode", "solve", "verdict")
        rows = [
            (
                run.encoding,
                run.engine,
                *("-" if size is None else size for size in (run.variables, run.clauses)),
                *(
                    "-" if seconds is None else f"{seconds:.3f}".replace(".", point)
                    for seconds in (run.encode, run.solve)
                ),
                told(run.note) or worded(args, STATUSES[run.status]) + ("" if run.value is None else f": {run.value}"),
            )
            for run in runs
        ]
        table(args, head, rows, "variables clauses encode solve")
        say(args)
        record["runs"] = [
            {name: round(value, 6) if isinstance(value, float) else value for name, value in asdict(run).items()}
            | {"note": told(run.note)}
            for run in runs
        ]

    ask = partial(compare, encodings=args.encoding, engines=args.engine, timeout=args.timeout)
    return answer_each(args, ask, show, titled=False)


def _nothing_fits(args: argparse.Namespace, puzzle: Puzzle) -> str:
    """Why there is nothing to compare: what the encodings make is not what the engines take."""
    kind = registry.kind(puzzle.kind)
    models = all("model" in registry.engine(name).can for name in args.engine)
    wanted = "a constraint model" if models else "a formula in clauses"
    fitting = [one.name for one in registry.encodings(kind).values() if one.model == models]
    known = f"; {instead(fitting)}" if fitting else ""
    takes = f"{' and '.join(args.engine)} {'takes' if len(args.engine) == 1 else 'take'} {wanted}"
    named = f" named here ({', '.join(args.encoding)})" if args.encoding else ""
    return f"{takes}, which no encoding of {kind.name}{named} makes{known}"
