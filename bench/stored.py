"""The frame of all scripts here: sections are measured, stored as JSON, and shown as tables in the documentation.

A script describes itself as a :class:`Bench` and calls its ``main``:

    python bench/NAME.py                       measures everything
    python bench/NAME.py --only SECTION ...    measures some sections, and keeps the others as they were stored
    python bench/NAME.py --table               prints the tables of the stored results
    python bench/NAME.py --fill                writes these tables into the documentation

Seconds are CPU seconds of this process and of those it started.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import knobel

RESULTS = Path(__file__).parent / "results"
DOCS = Path(__file__).parents[1] / "docs"

Record = dict[str, Any]


class LeftOut(Exception):
    """A section cannot be measured here; the message says why."""


@dataclass(frozen=True)
class Bench:
    """What a script measures, and where this is stored and shown."""

    about: str
    stored: Path
    """The results: of each section the ``versions`` it was measured with and its ``rows``."""
    page: Path
    sections: Mapping[str, Callable[[], list[Record]]]
    tables: Callable[[Record], dict[str, str]]
    """Stored results to Markdown, by the names of the tables."""

    def main(self) -> None:
        """The command."""
        parser = argparse.ArgumentParser(description=self.about)
        names = ", ".join(self.sections)
        parser.add_argument("--only", nargs="+", choices=self.sections, metavar="SECTION", help=f"of these: {names}")
        parser.add_argument("--table", action="store_true", help="print the tables of the stored results")
        parser.add_argument("--fill", action="store_true", help="write them into the documentation")
        args = parser.parse_args()
        if args.table:
            print("\n\n".join(marked(name, text) for name, text in self.tables(self.load()).items()))
        elif args.fill:
            self.page.write_text(self.filled(self.page.read_text(encoding="utf-8")), encoding="utf-8")
        else:
            for name in args.only or self.sections:
                print(f"{name}:", flush=True)
                self.measure(name)

    def measure(self, name: str) -> None:
        """Measure a section and store it, so that nothing is lost if a later one fails."""
        try:
            section = {"versions": versions(), "rows": self.sections[name]()}
        except LeftOut as why:
            print(f"left out, {why}")
            return
        self.stored.parent.mkdir(exist_ok=True)
        self.stored.write_text(json.dumps(self.load() | {name: section}, indent=1) + "\n", encoding="utf-8")

    def load(self) -> Record:
        """What is stored."""
        found: Record = json.loads(self.stored.read_text(encoding="utf-8")) if self.stored.exists() else {}
        if "versions" not in found:
            return found
        # Some files are from when all sections were measured in one go, and hold the versions only once.
        once = found.pop("versions")
        bare = {name: part if isinstance(part, list) else part["rows"] for name, part in found.items()}
        return {name: {"versions": once, "rows": rows} for name, rows in bare.items()}

    def filled(self, page: str) -> str:
        """The page with its tables made anew."""
        return filled(page, self.tables(self.load()))


# measuring


def cpu() -> float:
    """CPU seconds so far, of finished child processes too."""
    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def versions() -> dict[str, str]:
    """What the numbers depend on."""
    found = {"python": platform.python_version(), "knobel": knobel.__version__}
    for name in ("numpy", "llvmlite", "python-sat", "ortools", "pyganak"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def progress(record: Record) -> Record:
    """The record, printed, so that one sees how far it is."""
    print(*record.values(), flush=True)
    return record


# tables


def rows_of(stored: Record, section: str) -> list[Record]:
    """What was measured in a section; nothing, if it was not measured yet."""
    found: list[Record] = stored.get(section, {}).get("rows", [])
    return found


def measured_with(stored: Record) -> str:
    """A sentence that says with what the numbers were measured; sections may come from different runs."""
    used: dict[str, list[str]] = {}
    for name, section in stored.items():
        words = ", ".join(f"{package} {number}" for package, number in section["versions"].items())
        used.setdefault(words, []).append(name)
    if len(used) == 1:
        return f"Measured with {next(iter(used))}."
    runs = [f"{words} ({', '.join(names)})" for words, names in used.items()]
    return f"Measured with {'; '.join(runs)}."


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]], words: int = 1) -> str:
    """A table whose first columns hold words and whose others hold numbers.

    >>> print(markdown(("engine", "seconds"), [("glucose", 0.5)]))
    | engine | seconds |
    | --- | --: |
    | glucose | 0.5 |
    """
    rule = ["---"] * words + ["--:"] * (len(head) - words)
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in (head, rule, *rows))


def number(value: int | None) -> str:
    """A whole number, in groups of three digits.

    >>> number(1234567), number(None)
    ('1 234 567', '-')
    """
    return "-" if value is None else f"{value:,}".replace(",", " ")


def seconds(value: float | None, none: str = "-") -> str:
    """Seconds, as exact as they are worth; ``none`` stands for those that are not known.

    >>> seconds(0.01234), seconds(12.34), seconds(None, "> 60")
    ('0.012', '12.3', '> 60')
    """
    return none if value is None else f"{value:.3f}" if value < 1 else f"{value:.1f}"


# the documentation

MARKED = re.compile(r"<!-- table: (\w+) -->\n.*?<!-- end -->", re.DOTALL)
"""A table on a page, its name in the only group."""


def marked(name: str, table: str) -> str:
    """A table as it stands on a page."""
    return f"<!-- table: {name} -->\n{table}\n<!-- end -->"


def filled(page: str, tables: Mapping[str, str]) -> str:
    """The page with its tables made anew.

    >>> filled("<!-- table: a -->\\n<!-- end -->", {"a": "new"}).splitlines()
    ['<!-- table: a -->', 'new', '<!-- end -->']
    """
    return MARKED.sub(lambda match: marked(match[1], tables[match[1]]), page)
