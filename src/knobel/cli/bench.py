"""The verb ``bench``: run a suite of experiments, make a report of what is stored, or compare grades with people."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BadInput, Misuse
from . import BAD, YES
from .files import unused, write_file, writer_of
from .output import complain, emit, say
from .tables import table

if TYPE_CHECKING:
    from ..bench.report_data import Plot, Section
    from ..bench.trial import Run

NOTHING = "nothing was measured; some suites need boards of other people, which --corpus names"


def bench(args: argparse.Namespace) -> int:
    """``knobel bench``"""
    if args.file is not None and args.suite != "human-times":
        raise Misuse(f"{args.suite[:40]} takes no file; human-times does")
    return {"report": report, "list": suites, "human-times": human_times}.get(args.suite, run)(args)


def suites(args: argparse.Namespace) -> int:
    """``knobel bench list``"""
    from ..bench.suites import SUITES

    rows = [(name, " ".join((make.__doc__ or "").split())) for name, make in SUITES.items()]
    for name, about in rows:
        emit(args, {"suite": name, "about": about})
    table(args, ("suite", "about"), rows)
    return YES


def run(args: argparse.Namespace) -> int:
    """``knobel bench SUITE``"""
    from ..bench.boards import Corpus
    from ..bench.judging import judged
    from ..bench.peers import peers
    from ..bench.report import sections
    from ..bench.store import Store
    from ..bench.suites import SUITES, Plan, run_suite
    from ..bench.writing import markdown

    if args.suite not in SUITES:
        raise Misuse(f"unknown suite {args.suite[:40]!r}; known: {', '.join(SUITES)}, and list, report, human-times")
    config, corpus = _path(args.peers), _path(args.corpus)
    if corpus is not None and not corpus.is_dir():
        raise BadInput("not a folder", file=str(corpus))
    plan = Plan.of(args.kind, limit=args.timeout, corpus=Corpus(corpus), peers=peers(config))
    with Store(Path(args.store)) as store:
        number = 0
        try:
            for done in run_suite(args.suite, plan, store, on=args.on, peers=config):
                number += 1
                emit(args, done.row())
                if sys.stderr.isatty() and not args.quiet:
                    print(f"{number}: {_line(done)}", file=sys.stderr)
        finally:  # after Ctrl-C too: what is stored is shown, and the next call goes on from there
            found = judged(store.runs([args.suite], args.kind))
            say(args, markdown(sections(found)) if found else NOTHING)
    return _code(found)


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text)


def _line(done: Run) -> str:
    took = "" if done.cpu is None else f" {done.cpu:.3f} s"
    return f"{done.trial.kind} {done.trial.board} {done.trial.way}: {done.verdict}{took}"


def report(args: argparse.Namespace) -> int:
    """``knobel bench report``"""
    from ..bench.judging import judged
    from ..bench.report import sections
    from ..bench.store import Store
    from ..bench.writing import markdown

    path = Path(args.store)
    if not path.is_file():
        raise BadInput("no such file; expected one that `knobel bench SUITE` has made", file=str(path))
    with Store(path, new=False) as store:
        found = judged(store.runs(args.only, args.kind))
    if not found:
        wanted = ", ".join((*args.only, *args.kind))
        raise Misuse(f"{path} holds no runs of: {wanted}" if wanted else f"{path} holds no runs")
    made = sections(found)
    if args.out is None:
        say(args, markdown(made))
    else:
        _write(args, made, Path(args.out))
    emit(args, {"runs": len(found), "sections": [one.title for one in made], "out": args.out})
    return _code(found)


def human_times(args: argparse.Namespace) -> int:
    """``knobel bench human-times FILE``"""
    from ..bench.human_times import correlations, graded, measures, read_times, section
    from ..bench.writing import markdown

    if args.file is None:
        raise Misuse("human-times needs a file: CSV with the columns puzzle and seconds")
    found = []
    for one, grade in graded(read_times(args.file), args.timeout):
        emit(
            args,
            {"kind": one.puzzle.kind, "id": one.puzzle.id(), "seconds": one.middle, "times": len(one.seconds)}
            | ({"grade": None} if grade is None else measures(grade) | {"grade": grade.name}),
        )
        if grade is None:
            complain(f"left out, it has no grade: {one.puzzle.id()}")
        else:
            found.append((one, grade))
    made = correlations(found)
    emit(args, {"puzzles": len(found), "correlations": [vars(one) for one in made]})
    say(args, markdown([section(made)]) if made else "no puzzle with a grade")
    return YES


def _code(found: list[Run]) -> int:
    """The exit code: it says whether a run was refuted."""
    return BAD if any(one.verdict == "wrong" for one in found) else YES


def _write(args: argparse.Namespace, made: list[Section], out: Path) -> None:
    """The tables as Markdown and CSV, the plots as SVG, and all of it as one page."""
    from ..bench.plots import svg
    from ..bench.writing import as_csv, html, markdown, unique_ids

    files: dict[str, str] = {"report.md": markdown(made) + "\n"}
    plots: list[tuple[str, Plot]] = []
    for section in made:
        stem = re.sub(r"[^\w-]+", "-", section.title).strip("-")
        files |= {f"{stem}-{number}.csv": as_csv(grid) for number, grid in enumerate(section.grids, 1)}
        plots += [(f"{stem}-{number}.svg", plot) for number, plot in enumerate(section.plots, 1)]
    try:
        files |= {name: svg(plot) for name, plot in plots}
    except Misuse as error:
        print(f"knobel: the plots are left out: {error}", file=sys.stderr)
        plots = []
    drawn = {id(plot): unique_ids(files[name], f"p{number}-") for number, (name, plot) in enumerate(plots)}
    files["report.html"] = html(made, (lambda plot: drawn[id(plot)]) if plots else None, "knobel bench")
    for name in files:
        unused(str(out / name), args.force)
    out.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        write_file(out / name, writer_of(text), args.force)
    say(args, f"{out / 'report.html'} and {len(files) - 1} more files")
