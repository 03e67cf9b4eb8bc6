"""The documentation is run: every Python block, every command and its output, every step, every table and picture.

Blocks of a page are run in their order, in one temporary folder:

* ``python`` with ``>>>`` is a doctest; all of a page share their names.
* any block with ``file=NAME`` behind its language is written to that file.
* ``console`` lines that begin with ``$`` are run, and what follows is compared with what they print, errors included.
  A line ``...`` stands for any lines, ``…`` inside a line for any characters (seconds are never compared).
* ``no-run`` leaves a block out, ``needs=TOOL,TOOL`` does where a tool is missing, ``checkout`` runs it in a copy of the
  source tree.
"""

from __future__ import annotations

import argparse
import doctest
import importlib.util
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import knobel
from knobel import encodings, registry
from knobel.cli import main
from knobel.cli.parser import parser

ROOT = Path(__file__).parents[1]
SOURCE = Path(knobel.__file__).parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# Pages that build on each other are run in one folder.
TOGETHER = ["docs/how-to/add-an-encoding.md", "docs/how-to/add-an-engine.md", "docs/how-to/add-a-puzzle.md"]
NAMES = [[name] for page in PAGES if (name := page.relative_to(ROOT).as_posix()) not in TOGETHER]

FENCE = re.compile(r"^```(\S+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, the words behind that, the text and the line where it starts."""

    page: str
    language: str
    words: tuple[str, ...]
    text: str
    line: int

    def option(self, name: str) -> str | None:
        return next((word.partition("=")[2] for word in self.words if word.startswith(f"{name}=")), None)

    @property
    def is_doctest(self) -> bool:
        return self.language == "python" and self.option("file") is None


def blocks(name: str) -> Iterator[Block]:
    """All fenced blocks of a page."""
    text = (ROOT / name).read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        yield Block(name, found[1], tuple(found[2].split()), found[3], text.count("\n", 0, found.start()) + 2)


@dataclass
class Shell:
    """Runs the commands of a page in a folder, without a shell; what it installs is seen by that page alone."""

    folder: Path
    site: Path
    code: int = 0

    def run(self, line: str, checkout: bool) -> str:
        """What a command line prints; pipes, ``< FILE``, ``> FILE`` and ``echo $?`` are understood."""
        if line == "echo $?":
            return f"{self.code}\n"
        folder = self.checkout() if checkout else self.folder
        lexer = shlex.shlex(line, posix=True, punctuation_chars="|<>")
        lexer.whitespace_split = True
        data, complaints = b"", b""
        for words, source, target, last in _stages(list(lexer)):
            if source:
                data = (folder / source).read_bytes()
            if words[0] == "knobel" and not checkout and not self.site.exists():
                data, said = self.here(words[1:], data, mixed=last)
            else:
                data, said = self.there(words, data, folder, mixed=last)
            complaints += said
            if target:
                (folder / target).write_bytes(data)
                data = b""
        return (complaints + data).decode()

    def here(self, args: list[str], data: bytes, mixed: bool) -> tuple[bytes, bytes]:
        """Run the command in this process, which is faster. ``mixed`` puts errors where they are printed."""
        out, err = io.BytesIO(), io.BytesIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("COLUMNS", "80")
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
            patch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8", write_through=True))
            patch.setattr(sys, "stderr", io.TextIOWrapper(out if mixed else err, "utf-8", write_through=True))
            try:
                self.code = main(args)
            except SystemExit as stop:
                self.code = int(stop.code or 0)
            return out.getvalue(), err.getvalue()

    def there(self, words: list[str], data: bytes, folder: Path, mixed: bool) -> tuple[bytes, bytes]:
        """Run the command in a process of its own, which sees what the page has installed."""
        source = folder / "src" if (folder / "src" / "knobel").exists() else SOURCE.parent
        paths = [str(self.site), str(source), os.environ.get("PYTHONPATH", "")]
        added = {"PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONUTF8": "1", "COLUMNS": "80"}
        done = subprocess.run(
            self.command(words),
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if mixed else subprocess.PIPE,
            cwd=folder,
            env=os.environ | added,
            timeout=600,
        )
        self.code = done.returncode
        return done.stdout, done.stderr or b""

    def command(self, words: list[str]) -> list[str]:
        """The few programs that pages may use; what a page installs goes to a folder of its own."""
        program, *args = words
        if program == "knobel":
            return [sys.executable, "-m", "knobel", *args]
        if program == "python":
            return [sys.executable, *args]
        if program == "pip":
            assert args[0] == "install" and len(args) == 2, f"{words}: only `pip install FOLDER` is supported"
            offline = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
            return [
                *(sys.executable, "-m", "pip", "install", *offline),
                *("--root-user-action", "ignore", "--upgrade", "--target", str(self.site), args[1]),
            ]
        assert program in ("cat", "cp", "minisat", "cadical", "java"), f"pages cannot run {program!r}"
        for arg in args:
            assert not Path(arg).is_absolute() or arg.startswith("/usr/share/"), (
                f"{arg} is outside of the page's folder"
            )
        return words

    def checkout(self) -> Path:
        """A copy of the source tree."""
        root = self.folder / "checkout"
        if not root.exists():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(SOURCE, root / "src" / "knobel", ignore=ignored)
        return root


def _stages(words: list[str]) -> Iterator[tuple[list[str], str, str, bool]]:
    """The commands of a pipeline, each with the file it reads, the file it writes and whether it is the last."""
    rest = words
    while rest:
        end = rest.index("|") if "|" in rest else len(rest)
        stage, rest = rest[:end], rest[end + 1 :]
        files = {"<": "", ">": ""}
        for sign in files:
            if sign in stage:
                at = stage.index(sign)
                files[sign] = stage[at + 1]
                stage = stage[:at] + stage[at + 2 :]
        yield stage, files["<"], files[">"], not rest


def sessions(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a console block, each with the lines that should follow."""
    command = ""
    expected: list[str] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, expected
            command, expected = line[2:], []
        else:
            expected.append(line.rstrip())
    if command:
        yield command, expected


def fits(expected: list[str], printed: list[str]) -> bool:
    """Whether lines are as expected: ``...`` is any lines, ``…`` any characters.

    >>> fits(["a", "...", "took … s"], ["a", "b", "c", "took 0.1 s"])
    True
    >>> fits(["a", "b"], ["a"])
    False
    """
    if not expected:
        return not printed
    if expected[0] == "...":
        return any(fits(expected[1:], printed[i:]) for i in range(len(printed) + 1))
    pattern = ".*".join(map(re.escape, expected[0].split("…")))
    return bool(printed) and re.fullmatch(pattern, printed[0]) is not None and fits(expected[1:], printed[1:])


def missing(needs: str | None) -> list[str]:
    """The tools, files and modules that are not there."""
    return [
        need
        for need in (needs or "").split(",")
        if need
        and not (
            shutil.which(need)
            or Path(need).is_file()
            or (need in ("ortools", "PIL", "distributed") and importlib.util.find_spec(need))
        )
    ]


def run_page(name: str, folder: Path, site: Path) -> list[str]:
    """Run all blocks of a page; the tools that were missing."""
    shell = Shell(folder, site)
    names: dict[str, Any] = {}
    lacking: list[str] = []
    for block in blocks(name):
        where = f"{block.page}:{block.line}"
        if "no-run" in block.words:
            continue
        if absent := missing(block.option("needs")):
            lacking += absent
        elif file := block.option("file"):
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.is_doctest:
            run_doctest(block, names)
        elif block.language == "console":
            for command, expected in sessions(block.text):
                output = shell.run(command, "checkout" in block.words)
                printed = [line.rstrip() for line in output.rstrip().splitlines()]
                while expected and not expected[-1]:
                    expected.pop()
                assert "Traceback" not in output, f"{where}: $ {command}\n{output}"
                assert fits(expected, printed), f"{where}: $ {command}\nprinted:\n" + "\n".join(printed)
    return lacking


def run_doctest(block: Block, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, {}, block.page, block.page, block.line - 1)
    test.globs = names
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append, clear_globs=False)
    assert not report, "".join(report)


@pytest.fixture
def as_before() -> Iterator[None]:
    """Encodings that a page registers in this process are forgotten after it."""
    kept = {kind: dict(found) for kind, found in encodings.REGISTERED.items()}
    yield
    for kind, found in encodings.REGISTERED.items():
        for name in set(found) - set(kept.get(kind, found)):
            del found[name]


@pytest.mark.parametrize("names", [*NAMES, pytest.param(TOGETHER, marks=pytest.mark.slow)], ids=lambda names: names[-1])
def test_pages_do_what_they_say(
    names: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    as_before: None,
    need_tool: Callable[[str], str],
    need_module: Callable[[str], None],
) -> None:
    folder = tmp_path / "page"
    (folder / "docs" / "pictures").mkdir(parents=True)
    monkeypatch.chdir(folder)
    lacking = []
    for number, name in enumerate(names):
        lacking += run_page(name, folder, tmp_path / f"site{number}")
    for made in (folder / "docs").rglob("*.*"):
        stored = ROOT / made.relative_to(folder)
        assert made.read_text() == stored.read_text(), f"{stored.name} is not what {names[-1]} makes"
    for name in lacking:
        need_module(name) if name == "ortools" else need_tool(name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_block_is_left_out(page: Path) -> None:
    """Blocks of code are doctests, files or commands, so that each is run; other blocks are only text."""
    name = page.relative_to(ROOT).as_posix()
    for block in blocks(name):
        assert block.language in ("console", "python", "toml", "json", "text"), f"{name}:{block.line}: {block.language}"
        assert not block.is_doctest or ">>> " in block.text, f"{name}:{block.line} is neither a doctest nor a file"
        assert {word.partition("=")[0] for word in block.words} <= {"file", "needs", "no-run", "checkout"}


def test_every_page_is_reached_from_the_index() -> None:
    """Every page of docs/ is linked in the README, in docs/README.md or in an index that is linked there."""
    index = [ROOT / "README.md", ROOT / "docs" / "README.md"]
    linked = {(page.parent / link).resolve() for page in index for link in LINK.findall(page.read_text("utf-8"))}
    for page in PAGES:
        assert page in index or page in linked, f"{page.name} is not linked in docs/README.md"


def test_the_reference_names_every_verb_and_option() -> None:
    page = (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    [verbs] = [action.choices for action in parser()._actions if isinstance(action, argparse._SubParsersAction)]
    for verb, grammar in verbs.items():
        assert f"`{verb} " in page or f"`{verb}`" in page, verb
        for action in grammar._actions:
            for option in action.option_strings:
                assert option in ("-h", "--help") or f"`{option}" in page, f"{verb} {option}"


def test_the_reference_names_everything_public() -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    for name in knobel.__all__:
        assert f"`{name}" in page or f"knobel.{name}(" in page, name


def test_the_reference_names_every_format() -> None:
    page = (ROOT / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
    sections = {title.lower(): text for title, text in re.findall(r"^## (\w+)$(.*?)(?=^## |\Z)", page, re.M | re.S)}
    for name, kind in registry.kinds().items():
        for heading in ("ID", "Solution", *(f"`{found.name}`: " for found in kind.formats)):
            assert f"\n### {heading}" in sections[name], f"{name}: {heading}"
