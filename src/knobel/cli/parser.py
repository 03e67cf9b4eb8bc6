"""The grammar of the command line, and nothing else: no puzzle and no engine is touched for ``--help``."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from typing import Any

from .. import __version__
from ..errors import Misuse
from ..say import LANGUAGES

# A solution may begin with a dash: a word of digits and signs alone is no option. Only argparse itself can be told.
SIGNS = re.compile(r"-[-0-9.*?/]+$")
PUZZLE = "a file, - (standard input), an ID, a puzz.link address, or a bundled example (@KIND/NAME)"


def _number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, 0 or more")
    return int(text)


def _some(text: str) -> int:
    if _number(text) == 0:
        raise argparse.ArgumentTypeError("0 is too small; expected 1 or more")
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


def _flag(about: str) -> Settings:
    return {"action": "store_true", "help": about}


def _limit(about: str) -> Settings:
    return {"type": _seconds, "metavar": "SECONDS", "help": f"time limit {about}"}


ENCODING: Settings = {"metavar": "NAME[:KEY=VALUE]", "help": "how it becomes a formula (default: the kind decides)"}
TIMEOUT = _limit("for each puzzle, all work included")
FORCE = _flag("overwrite existing files")
KEEP: Settings = {"metavar": "DIR", "help": "keep the files that an external engine reads and writes"}
TRACE: Settings = {"metavar": "FILE", "help": "write what the engine does as JSON lines (engine yasat)"}
JOBS: Settings = {"type": _number, "default": 1, "metavar": "N", "help": "processes; 0: one for each core (default: 1)"}
ON: Settings = {"metavar": "ADDRESS", "help": "address of a Dask scheduler, or `local` for all cores"}
SET: Settings = {"action": "append", "default": [], "metavar": "NAME=VALUE"}
SEVERAL: Settings = {"action": "append", "default": [], "help": "compare only these; may be repeated"}

GROUPS: dict[str, dict[str, Settings]] = {
    "common options": {
        "--json": _flag("print one JSON object a line"),
        "--quiet": _flag("show no progress and no notes"),
        "--language": {"choices": LANGUAGES, "default": "en", "help": "language of the sentences (default: en)"},
    },
    "reading": {
        "--kind": {"help": "the kind of puzzle, where the input does not say it"},
        "--format": {"help": "the file format, where it is not recognised"},
        "--set": SET | {"help": "set an option of the puzzle; --NAME VALUE does the same"},
    },
    "searching": {
        "--encoding": ENCODING,
        "--engine": {"metavar": "NAME[:OPTIONS]", "help": "which solver decides (default: the kind decides)"},
        "--timeout": TIMEOUT,
        "--seed": {"type": _number, "metavar": "N", "help": "seed for engines that make random choices"},
        "--labeling": {"metavar": "WORDS", "help": "search order of the engine fd, such as ff,bisect,down; or auto"},
        "--transpose": _flag("encode the board with rows and columns exchanged"),
        "--keep": KEEP,
    },
    "many puzzles": {"--jobs": JOBS, "--on": ON},
    "writing": {"--out": {"metavar": "PATH", "help": "file to write; for several puzzles, a folder"}, "--force": FORCE},
    "a book": {
        "--book": {"metavar": "FILE", "help": "make one .pdf or .html file of all puzzles, with grades and solutions"},
        "--title": {"help": "title of the book, or of a page to play"},
        "--paper": {"choices": ("a4", "letter"), "help": "paper of the book (default: a4)"},
        "--per-page": {"type": _number, "metavar": "N", "help": "at most N puzzles on a page"},
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

    playing = args.verb == "render" and args.book is None and args.to == "play"
    titled = () if playing else ("title",)
    if hasattr(args, "book") and args.book is None and (name := given(*titled, "paper", "per_page")):
        also = ", or for a page to play, --to play" if name == "--title" and args.verb == "render" else ""
        raise Misuse(f"{name} is for a book, which --book FILE makes{also}")
    if not playing and given("author"):
        raise Misuse("--author is for a page to play, which --to play makes")
    if playing and given("solution"):
        raise Misuse("a page to play holds no solution; leave --solution out")
    searching = (name.removeprefix("--") for name in GROUPS["searching"])
    if args.verb == "render" and args.book is None and args.solution != "auto" and (name := given(*searching)):
        raise Misuse(f"{name} is for solving, which --solution auto asks for")
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

    def verb(name: str, run: str, about: str, *titles: str, many: bool = True) -> Callable[..., object]:
        """A verb: its name, the function that runs it, what it does, and the groups of its options.

        Returns what adds further options.
        """
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
        return made.add_argument

    about = "solve each puzzle; every solution is checked by the rules"
    add = verb("solve", "query:solve", about, "reading", "searching")
    add("--plain", **_flag("print a line a puzzle: the solution, UNSAT, UNKNOWN or ERROR"))
    about = "also print the names of the variables that are true; all: helper variables too"
    add("--atoms", nargs="?", choices=("own", "all"), const="own", metavar="all", help=about)
    add("--stats", **_flag("also print the engine's statistics"))
    add("--trace", **TRACE)
    add("--force", **FORCE)
    add = verb("check", "query:check", "check whether a solution obeys the rules", "reading", many=False)
    add("solution", metavar="SOLUTION", help="the solution in its one-line form, or a file with it")
    add("--timeout", **_limit("for finding out whether it is a best one"))
    add = verb("count", "query:count", "count the solutions", "reading", "searching")
    add("--limit", type=_some, metavar="N", help="stop after N solutions, then look for one more")
    add = verb("all", "query:every", "list the solutions, one a line", "reading", "searching")
    add("--limit", type=_some, metavar="N", help="stop after N solutions")
    about = "say whether there is only one solution; if not, show two and where they differ"
    add = verb("unique", "query:unique", about, "reading", "searching")
    add("--suggest", **_flag("also find the fewest further facts that make it unique"))
    verb("forced", "query:forced", "show the cells that are the same in every solution", "reading", "searching")
    about = "explain how the clues lead to the solution, step by step"
    add = verb("explain", "explain:explain", about, "reading", "writing")
    add("--steps", type=_number, metavar="N", help="stop after N steps")
    add("--to", choices=("text", "html"), help="html is a page to step through (default with --out)")
    add("--timeout", **TIMEOUT)
    add = verb("hint", "explain:hint", "give the next step from a partly filled board", "reading")
    add("--state", metavar="S", help="the board so far: its one-line form with ? for unknown, or a file")
    add("--depth", type=int, choices=(1, 2, 3), default=3, help="1 where, 2 which clues, 3 the reason (default)")
    add("--timeout", **_limit("for all the work"))
    for name, about in (
        ("why", "say why there is no solution: which clues contradict each other, and what would mend it"),
        ("grade", "grade how hard a puzzle is for a person"),
    ):
        add = verb(name, f"explain:{name}", about, "reading")
        add("--timeout", **TIMEOUT)
    about = "make new puzzles with exactly one solution (`knobel list options` shows what each kind takes)"
    add = verb("generate", "generate:generate", about, "many puzzles", "a book")
    add("kind", metavar="KIND", help="the kind of puzzle")
    add("--size", metavar="WIDTHxHEIGHT", help="one number is a square")
    add("--grade", choices=("easy", "medium", "hard", "expert", "search"), help="how hard (default: any)")
    add("--clues", choices=("few", "some", "many"), default="few", help="few (the default): none can be spared")
    add("--count", type=_number, default=1, metavar="N", help="how many puzzles (default: 1)")
    add("--seed", type=_number, metavar="N", help="the same seed gives the same puzzles")
    add("--timeout", **_limit("for each puzzle"))
    add("--out", metavar="DIR", help="folder for the puzzles, one file each")
    add("--force", **FORCE)
    add("--to", default="id", metavar="FORMAT", help="`id` or a format of the kind (default: id)")
    add("--set", **SET, help="an option of the kind")
    about = "write the formula of a puzzle, with every variable and group named"
    add = verb("encode", "convert:encode", about, "reading", "writing")
    add("--to", choices=("dimacs", "norm", "opb"), default="dimacs", help="(default: dimacs)")
    add("--encoding", **ENCODING)
    add("--bound", type=int, metavar="K", help="demand the value K instead of the best one")
    add("--timeout", **_limit("for finding the best value"))
    add = verb("decode", "convert:decode", "read a solver's answer back as a solution", "reading", many=False)
    about = "a file with `s` and `v` lines, or a MiniSat result file; - is standard input"
    add("model", metavar="MODEL", help=about)
    add("--encoding", **ENCODING | {"help": "the encoding that made the formula (default: auto)"})
    add("--plain", **_flag("print one line: the solution, UNSAT or UNKNOWN"))
    about = "draw a puzzle, or make a book of puzzles"
    add = verb("render", "render:render", about, "reading", "searching", "writing", "a book")
    pictures = ("text", "svg", "png", "pdf", "html", "play")
    about = "play: one page to play all puzzles without a network (default: as the --out file ends, else text)"
    add("--to", choices=pictures, help=about)
    add("--author", help="who made the puzzles of a page to play")
    add("--solution", metavar="S", help="draw it solved: the one-line form, a file, or `auto` to solve it")
    add("--cell", type=_number, default=24, metavar="PIXELS", help="the width of a cell (default: 24)")
    add = verb("convert", "convert:convert", "convert puzzles between file formats", "reading", "writing")
    about = "`id`, or a format of the kind (`knobel list formats`)"
    add("--to", required=True, metavar="FORMAT", help=about)
    add = verb("sat", "sat:sat", "solve a DIMACS formula with any engine (exit code 10, 20 or 0)")
    add("formula", metavar="FILE.cnf", help="a DIMACS file, or - for standard input")
    add("--engine", metavar="NAME[:OPTIONS]", help="which solver decides (default: cadical)")
    add("--timeout", **_limit("for all the work"))
    add("--keep", **KEEP)
    add("--proof", metavar="FILE", help="if it is unsatisfiable, write a DRAT proof here")
    add("--trace", **TRACE)
    add("--force", **FORCE)
    about = "prove that there is no, no other or no better solution, and check the proof"
    add = verb("prove", "prove:prove", about, "reading")
    add("--out", metavar="DIR", required=True, help="folder for the files; for several puzzles, one in it for each")
    add("--force", **FORCE)
    add("--encoding", **ENCODING)
    add("--engine", metavar="NAME[:OPTIONS]", help="which solver finds the proof (default: cadical)")
    add("--timeout", **TIMEOUT)
    add = verb("check-proof", "prove:check_proof", "check a DRAT proof, text or binary")
    add("formula", metavar="FORMULA", help="a DIMACS file")
    add("proof", metavar="PROOF", help="its proof")
    add("--timeout", **_limit("for all the work"))
    add("--pure", **_flag("run in plain Python, even where there is machine code"))
    add = verb("compare", "tables:compare", "compare encodings and engines on the same puzzles", "reading")
    add("--encoding", metavar="NAME", **SEVERAL)
    add("--engine", metavar="NAME", **SEVERAL)
    add("--timeout", **_limit("for each run"))
    about = "run a suite of experiments, or go on with it; or make a report of what is stored"
    add = verb("bench", "bench:bench", about)
    add("--on", **ON)
    about = "see `knobel bench list`; or `report`: tables, plots and a page; or `human-times`: grades beside times"
    add("suite", metavar="SUITE", help=about)
    add("file", nargs="?", metavar="FILE", help="human-times: CSV with the columns puzzle and seconds")
    add("--store", default="knobel-bench.sqlite", metavar="FILE", help="file of runs (default: %(default)s)")
    add("--kind", action="append", default=[], help="measure only these; may be repeated (default: all)")
    add("--timeout", **_limit("for each run (default: the suite decides)"))
    add("--corpus", metavar="DIR", help="folder of other people's puzzles, which some tables need")
    add("--peers", metavar="FILE", help="TOML file with further programs to compare with")
    add("--only", action="append", default=[], metavar="SUITE", help="report: only these; may be repeated")
    add("--out", metavar="DIR", help="report: folder for its files (default: print Markdown)")
    add("--force", **FORCE)
    add = verb("web", "web:web", "start the page: play, set, solve and look inside, in the browser")
    add("--host", default="127.0.0.1", help="where to listen (default: 127.0.0.1, this machine alone)")
    add("--port", type=_number, default=8000, metavar="N", help="0: any free port (default: 8000)")
    add("--jobs", type=_some, metavar="N", help="how many short questions at once (default: 8 or more)")
    add("--open", **_flag("open the page in the browser"))
    add = verb("list", "tables:catalogue", "list what there is, with one sentence each")
    listed = ("kinds", "encodings", "engines", "formats", "examples", "options")
    add("what", nargs="?", choices=listed, help="what to list (default: kinds, encodings and engines)")
    return top
