"""The grammar of the command line, and nothing else: no puzzle and no engine is touched for ``--help``."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any

from .. import __version__
from ..errors import Misuse
from ..say import LANGUAGES

# A solution may begin with a dash: a word of digits and signs alone is no option. Only argparse itself can be told.
SIGNS = re.compile(r"-[-0-9.*?/]+$")
PUZZLE = "a file, - (standard input), an ID, a puzz.link address, or a bundled example (@KIND/NAME)"


def _number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0")
    return int(text)


def _some(text: str) -> int:
    if _number(text) == 0:
        raise argparse.ArgumentTypeError("0 is not a number from 1")
    return _number(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value


Settings = dict[str, Any]
"""What ``add_argument`` takes."""

ENCODING: Settings = {"metavar": "NAME[:KEY=VALUE]", "help": "how the puzzle is written (default: auto)"}
TIMEOUT: Settings = {"type": _seconds, "metavar": "SECONDS", "help": "for each puzzle, everything included"}
FORCE: Settings = {"action": "store_true", "help": "overwrite what exists"}
KEEP: Settings = {"metavar": "DIR", "help": "keep what an external engine reads and writes"}
TRACE: Settings = {"metavar": "FILE", "help": "write here what the engine (yasat) does, as JSON lines"}
JOBS: Settings = {"type": _number, "default": 1, "metavar": "N", "help": "processes; 0: as many as cores (default: 1)"}
ON: Settings = {"metavar": "ADDRESS", "help": "the scheduler of a Dask cluster, or `local` for all processors"}
SET: Settings = {"action": "append", "default": [], "metavar": "NAME=VALUE"}
SEVERAL: Settings = {"action": "append", "default": [], "help": "one of them; may be repeated"}

GROUPS: dict[str, dict[str, Settings]] = {
    "common options": {
        "--json": {"action": "store_true", "help": "one JSON object a line"},
        "--quiet": {"action": "store_true", "help": "no progress"},
        "--language": {"choices": LANGUAGES, "default": "en", "help": "of sentences"},
    },
    "reading": {
        "--kind": {"help": "the kind of puzzle, where the input does not tell"},
        "--format": {"help": "the file format, where it is not recognised"},
        "--set": SET | {"help": "an option of the puzzle; --NAME VALUE does too"},
    },
    "searching": {
        "--encoding": ENCODING,
        "--engine": {"metavar": "NAME[:OPTIONS]", "help": "who solves it (default: auto)"},
        "--timeout": TIMEOUT,
        "--seed": {"type": _number, "metavar": "N", "help": "for engines that make random choices"},
        "--labeling": {"metavar": "WORDS", "help": "for the engine fd: as in ff,bisect,down; or auto"},
        "--transpose": {"action": "store_true", "help": "read the board the other way round: rows for columns"},
        "--keep": KEEP,
    },
    "many puzzles": {"--jobs": JOBS, "--on": ON},
    "writing": {"--out": {"metavar": "PATH", "help": "a file; for several puzzles, a folder"}, "--force": FORCE},
    "a book": {
        "--book": {"metavar": "FILE", "help": "all puzzles, with grades and solutions, in one .pdf or .html file"},
        "--title": {"help": "of the book"},
        "--paper": {"choices": ("a4", "letter"), "help": "(default: a4)"},
        "--per-page": {"type": _number, "metavar": "N", "help": "at most N puzzles a page"},
    },
}
"""Options that several verbs share, under the headings of their help."""


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Read the command line. ``--piece queen`` is short for ``--set piece=queen`` if some kind has such an option."""
    grammar = parser()
    after = (*argv[1:], "")
    argv = ["--atoms=own" if word == "--atoms" and after[i] != "all" else word for i, word in enumerate(argv)]
    _, unknown = grammar.parse_known_args(argv)
    return grammar.parse_args(_expanded(argv, unknown) if unknown else argv)


def _expanded(argv: Sequence[str], unknown: Sequence[str]) -> list[str]:
    from .. import registry

    options = {name: values for kind in registry.kinds().values() for name, values in kind.options.items()}
    if next((word for word in argv if not word.startswith("-")), "") == "generate":
        options = {one.name: one.choices for kind in registry.kinds().values() for one in kind.recipe_options()}
    words, out = list(argv), []
    while words:
        word = words.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if word not in unknown or not word.startswith("--") or name not in options:
            out.append(word)
            continue
        if not equals:
            follows = bool(words) and (words[0] in options[name] or "yes" not in options[name])
            value = words.pop(0) if follows else "yes" if "yes" in options[name] else ""
        out += ["--set", f"{name}={value}"]
    return out


def refuse_ignored(args: argparse.Namespace) -> None:
    """Raises :class:`Misuse` for an option that would change nothing, or that does not go with another."""

    def given(*names: str) -> str | None:
        """The first of these options that is on the command line."""
        values = ((name, getattr(args, name, None)) for name in names)
        return next((f"--{name.replace('_', '-')}" for name, value in values if value not in (None, False)), None)

    if hasattr(args, "book") and args.book is None and (name := given("title", "paper", "per_page")):
        raise Misuse(f"{name} is for a book, which --book FILE makes")
    searching = (name.removeprefix("--") for name in GROUPS["searching"])
    if args.verb == "render" and args.book is None and args.solution != "auto" and (name := given(*searching)):
        raise Misuse(f"{name} is for solving; take --solution auto too, or leave it away")
    if given("on") and given("keep", "trace"):
        raise Misuse("--keep and --trace write files here; with --on the puzzles are elsewhere")
    if getattr(args, "jobs", 1) != 1 and args.verb not in ("web", "generate") and (name := given("keep", "trace")):
        raise Misuse(f"{name} writes files in the order of the questions; take one process, --jobs 1")
    if given("on") and args.verb == "prove":
        raise Misuse("prove writes files here; with --on the puzzles are elsewhere")


def parser() -> argparse.ArgumentParser:
    """The whole grammar."""
    top = argparse.ArgumentParser(
        prog="knobel",
        description="A workbench for grid logic puzzles: solve, count, explain and prove them, and see the formula.",
        epilog="`knobel VERB --help` says more. `knobel list examples` shows puzzles to start with.",
    )
    top.add_argument("--version", action="version", version=f"knobel {__version__}")
    verbs = top.add_subparsers(title="verbs", metavar="VERB", required=True)

    def verb(name: str, run: str, about: str, *titles: str, many: bool = True) -> argparse.ArgumentParser:
        """A verb: its name, the function that runs it, what it does, and the groups of its options."""
        made = verbs.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
        made.set_defaults(run=run, verb=name)
        made._negative_number_matcher = SIGNS
        if "reading" in titles:
            made.add_argument("puzzles", nargs="+" if many else 1, metavar="PUZZLE", help=PUZZLE)
        several = ("many puzzles",) if "reading" in titles and many else ()
        for title in ("common options", *titles, *several):
            group = made.add_argument_group(title)
            for option, settings in GROUPS[title].items():
                group.add_argument(option, **settings)
        return made

    about = "a solution of each puzzle, checked by the rules"
    made = verb("solve", "query:solve", about, "reading", "searching")
    made.add_argument("--plain", action="store_true", help="one line a puzzle: the solution, UNSAT, UNKNOWN or ERROR")
    about = "also print what holds in the model, by name; all: helper variables too"
    made.add_argument("--atoms", nargs="?", choices=("own", "all"), const="own", metavar="all", help=about)
    made.add_argument("--stats", action="store_true", help="also print the engine's statistics")
    made.add_argument("--trace", **TRACE)
    made.add_argument("--force", **FORCE)
    made = verb("check", "query:check", "does this solution obey the rules", "reading", many=False)
    made.add_argument("solution", metavar="SOLUTION", help="in the one-line form, or a file that holds it")
    made.add_argument("--timeout", type=_seconds, metavar="SECONDS", help="to find out whether it is a best one")
    made = verb("count", "query:count", "number of solutions", "reading", "searching")
    made.add_argument("--limit", type=_some, metavar="N", help="stop after N, then look for one more")
    made = verb("all", "query:every", "the solutions, one a line", "reading", "searching")
    made.add_argument("--limit", type=_some, metavar="N", help="stop after N")
    about = "is it the only solution; if not, two and where they differ"
    made = verb("unique", "query:unique", about, "reading", "searching")
    made.add_argument("--suggest", action="store_true", help="also the fewest extra facts that would make it unique")
    verb("forced", "query:forced", "cells that are the same in every solution", "reading", "searching")
    made = verb("explain", "explain:explain", "from the clues to the solution, step by step", "reading", "writing")
    made.add_argument("--steps", type=_number, metavar="N", help="stop after N steps")
    made.add_argument("--to", choices=("text", "html"), help="html: a page to step through (default: with --out)")
    made.add_argument("--timeout", **TIMEOUT)
    made = verb("hint", "explain:hint", "the next step from a partly filled board", "reading")
    made.add_argument("--state", metavar="S", help="the board so far: the one-line form with ? for unknown, or a file")
    made.add_argument("--depth", type=int, choices=(1, 2, 3), default=3, help="1 where, 2 which clues, 3 the reason")
    made.add_argument("--timeout", type=_seconds, metavar="SECONDS", help="everything included")
    for name, about in (
        ("why", "why there is no solution: clues that contradict each other, and what would mend it"),
        ("grade", "how hard a puzzle is for a person"),
    ):
        made = verb(name, f"explain:{name}", about, "reading")
        made.add_argument("--timeout", **TIMEOUT)
    about = "new puzzles with exactly one solution (`knobel list options` shows what each kind takes)"
    made = verb("generate", "generate:generate", about, "many puzzles", "a book")
    made.add_argument("kind", metavar="KIND", help="the kind of puzzle")
    made.add_argument("--size", metavar="WIDTHxHEIGHT", help="or one number for a square")
    made.add_argument("--grade", choices=("easy", "medium", "hard", "expert", "search"), help="(default: any)")
    made.add_argument("--clues", choices=("few", "some", "many"), default="few", help="few: none can be spared")
    made.add_argument("--count", type=_number, default=1, metavar="N", help="how many (default: 1)")
    made.add_argument("--seed", type=_number, metavar="N", help="the same seed gives the same puzzles")
    made.add_argument("--timeout", type=_seconds, metavar="SECONDS", help="for each puzzle")
    made.add_argument("--out", metavar="DIR", help="a folder, for a file of each puzzle")
    made.add_argument("--force", **FORCE)
    made.add_argument("--to", default="id", metavar="FORMAT", help="`id`, or a format of the kind")
    made.add_argument("--set", **SET, help="an option of the kind")
    about = "the formula of a puzzle, every variable and group named"
    made = verb("encode", "convert:encode", about, "reading", "writing")
    made.add_argument("--to", choices=("dimacs", "norm", "opb"), default="dimacs")
    made.add_argument("--encoding", **ENCODING)
    made.add_argument("--bound", type=int, metavar="K", help="demand the value K instead of the best one")
    made.add_argument("--timeout", type=_seconds, metavar="SECONDS", help="to find the best value")
    made = verb("decode", "convert:decode", "a solver's answer back to a solution", "reading", many=False)
    about = "a file with `v` lines or a MiniSat result file; - is standard input"
    made.add_argument("model", metavar="MODEL", help=about)
    made.add_argument("--encoding", **ENCODING | {"help": "the encoding that made the formula (default: auto)"})
    made.add_argument("--plain", action="store_true", help="one line: the solution, UNSAT or UNKNOWN")
    about = "a picture of the puzzle, or a book of puzzles"
    made = verb("render", "render:render", about, "reading", "searching", "writing", "a book")
    pictures = ("text", "svg", "png", "pdf", "html")
    made.add_argument("--to", choices=pictures, help="(default: as the file of --out ends, or text)")
    made.add_argument("--solution", metavar="S", help="fill it in: the one-line form, a file, or `auto` to solve it")
    made.add_argument("--cell", type=_number, default=24, metavar="PIXELS", help="the width of a cell (default: 24)")
    made = verb("convert", "convert:convert", "between file formats", "reading", "writing")
    about = "`id`, or a format of the kind (`knobel list formats`)"
    made.add_argument("--to", required=True, metavar="FORMAT", help=about)
    made = verb("sat", "sat:sat", "plain SAT solving with any engine; exit 10, 20 or 0")
    made.add_argument("formula", metavar="FILE.cnf", help="a DIMACS file, or - for standard input")
    made.add_argument("--engine", metavar="NAME[:OPTIONS]", help="who solves it (default: cadical)")
    made.add_argument("--timeout", type=_seconds, metavar="SECONDS", help="everything included")
    made.add_argument("--keep", **KEEP)
    made.add_argument("--proof", metavar="FILE", help="write the proof of a no here, in DRAT")
    made.add_argument("--trace", **TRACE)
    made.add_argument("--force", **FORCE)
    about = "a certificate that there is no, no other or no better solution, checked"
    made = verb("prove", "prove:prove", about, "reading")
    made.add_argument("--out", metavar="DIR", required=True, help="the folder; for several puzzles, one in it for each")
    made.add_argument("--force", **FORCE)
    made.add_argument("--encoding", **ENCODING)
    made.add_argument("--engine", metavar="NAME[:OPTIONS]", help="who finds the proof (default: cadical)")
    made.add_argument("--timeout", **TIMEOUT)
    made = verb("check-proof", "prove:check_proof", "checks a DRAT proof, text or binary")
    made.add_argument("formula", metavar="FORMULA", help="a DIMACS file")
    made.add_argument("proof", metavar="PROOF", help="its proof")
    made.add_argument("--timeout", type=_seconds, metavar="SECONDS", help="everything included")
    made.add_argument("--pure", action="store_true", help="in plain Python, even where there is machine code")
    made = verb("compare", "tables:compare", "encodings against engines on the same puzzles", "reading")
    made.add_argument("--encoding", metavar="NAME", **SEVERAL)
    made.add_argument("--engine", metavar="NAME", **SEVERAL)
    made.add_argument("--timeout", type=_seconds, metavar="SECONDS", help="for each run")
    about = "a suite of experiments, resumable; or a report of what is stored"
    made = verb("bench", "bench:bench", about)
    made.add_argument("--on", **ON)
    made.add_argument("suite", metavar="SUITE", help="see `knobel bench list`; or `report`: tables, plots and a page")
    made.add_argument("--store", default="knobel-bench.sqlite", metavar="FILE", help="(default: %(default)s)")
    made.add_argument("--kind", action="append", default=[], help="one of them; may be repeated (default: all)")
    made.add_argument("--timeout", type=_seconds, metavar="SECONDS", help="for each run (default: the suite decides)")
    made.add_argument("--corpus", metavar="DIR", help="puzzles of other people, for tables that need them")
    made.add_argument("--peers", metavar="FILE", help="further programs to compare with, in TOML")
    made.add_argument("--only", action="append", default=[], metavar="SUITE", help="of a report; may be repeated")
    made.add_argument("--out", metavar="DIR", help="of a report: the folder for its files (default: Markdown, printed)")
    made.add_argument("--force", **FORCE)
    made = verb("web", "web:web", "the page: play, set, solve and look inside, in the browser")
    made.add_argument("--host", default="127.0.0.1", help="who can reach it (default: 127.0.0.1, this machine alone)")
    made.add_argument("--port", type=_number, default=8000, metavar="N", help="0 is any free one (default: 8000)")
    made.add_argument("--jobs", type=_some, metavar="N", help="short questions at once (default: 8 or more)")
    made.add_argument("--open", action="store_true", help="open it in the browser")
    made = verb("list", "tables:catalogue", "what there is, with one sentence each")
    listed = ("kinds", "encodings", "engines", "formats", "examples", "options")
    made.add_argument("what", nargs="?", choices=listed, help="(default: kinds, encodings and engines)")
    return top
