"""Peers that a user adds in a config file: any command that reads a puzzle file and prints its answer."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ... import inputs, registry
from ...errors import BadInput, KnobelError, WrongAnswer
from ...limits import OutOfTime
from ...processes.command import run, telling_line, text_of
from ...puzzle import BrokenRule, Format, Puzzle, Values
from ...readers import listed, short
from .answer import UNDECIDED, Answer, Peer, refuse_if, solved

ID = "id"
"""The format of files that hold nothing but the puzzle's ID."""

FORMS = ("line", "rows", "none")


@dataclass(frozen=True)
class Command:
    """A command; in its words, ``{puzzle}`` is the file to read."""

    name: str
    command: tuple[str, ...]
    kind: str | None = None
    format: str = ID
    answer: str = "line"
    solved: str | None = None
    unsolvable: str | None = None
    written_version: str = ""

    def takes(self, puzzle: Puzzle) -> str | None:
        if self.kind not in (None, puzzle.kind):
            return f"{self.name} takes puzzles of the kind {self.kind} only"
        if self.format != ID and _writer(puzzle.kind, self.format) is None:
            return f"{self.name} reads the format {self.format}, which is not written for {puzzle.kind}"
        if self.answer == "rows" and puzzle.domain().ndim != 3:
            return f"{self.name} answers in rows, which solutions of {puzzle.kind} do not have"
        return None if shutil.which(self.command[0]) else f"the command {self.command[0]!r} was not found"

    def version(self) -> str:
        return self.written_version

    def warm(self) -> None:
        """Nothing is kept: the command starts anew for each puzzle."""

    def solve(self, puzzle: Puzzle, seconds: float | None) -> Answer:
        refuse_if(self.takes(puzzle))
        format = _writer(puzzle.kind, self.format)
        with TemporaryDirectory(prefix="knobel-") as name:
            folder = Path(name)
            file = folder / f"puzzle{format.extensions[0] if format and format.extensions else '.txt'}"
            text = format.write([puzzle]) if format and format.write else f"{puzzle.id()}\n"
            file.write_text(text, encoding="utf-8", newline="\n")
            words = [word.replace("{puzzle}", str(file)) for word in self.command]
            output, errors = folder / "output.txt", folder / "errors.txt"
            try:
                code = run(words, output, errors, seconds)
            except OutOfTime:
                return UNDECIDED
            printed, complaint = text_of(output), telling_line(text_of(errors))
        return self._understood(puzzle, printed, code, complaint)

    def _understood(self, puzzle: Puzzle, printed: str, code: int, complaint: str) -> Answer:
        """The answer in what it printed. A crash is never a verdict, and silence is none either."""
        if code >= 0:
            values = _last_solution(self.name, puzzle, printed.splitlines(), self.answer)
            if values is not None:
                return solved(self.name, puzzle, values)
            if self.solved and re.search(self.solved, printed, re.MULTILINE):
                return Answer("solved")
            if self.unsolvable and re.search(self.unsolvable, printed, re.MULTILINE):
                return Answer("unsolvable")
        said = complaint or telling_line(printed) or "nothing"
        raise KnobelError(f"{self.name} gave no answer; exit code {code}, it said: {said}")


def _writer(kind: str, name: str) -> Format | None:
    return next((one for one in registry.kind(kind).formats if one.name == name and one.write), None)


def _last_solution(name: str, puzzle: Puzzle, lines: list[str], form: str) -> Values | None:
    """The last solution that can be read: who looks for the best one may show others on the way."""
    high = {"line": 1, "rows": puzzle.domain().shape[0], "none": len(lines) + 1}[form]
    broken: BrokenRule | None = None
    for end in range(len(lines), high - 1, -1):
        try:
            values = puzzle.read("/".join(line.strip() for line in lines[end - high : end]))
        except BrokenRule as error:
            broken = broken or error
        except BadInput:
            continue
        else:
            return values
    if broken is not None:
        raise WrongAnswer(f"{name} gave a solution that breaks: {broken}")
    return None


# the config file


def read_config(path: Path, taken: Collection[str] = ()) -> dict[str, Peer]:
    """The peers of a TOML file by their names, none of which is taken already; raises :class:`BadInput`."""
    try:
        return {peer.name: peer for peer in _peers(inputs.read_text(str(path)), taken)}
    except BadInput as error:
        raise BadInput(error.message, error.line, error.file or str(path)) from None


def _peers(text: str, taken: Collection[str]) -> Iterator[Command]:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"this is not TOML: {error}") from None
    entries = table.pop("peer", [])
    if table:
        raise BadInput(f"found {listed(table)}; expected only [[peer]]")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries) or not entries:
        raise BadInput("found no [[peer]]; expected at least one")
    names = set(taken)
    for number, entry in enumerate(entries, 1):
        try:
            peer = _peer(entry)
            if peer.name in names:
                raise BadInput(f"the name {peer.name} is taken; expected another one")
        except BadInput as error:
            raise BadInput(f"peer {number}: {error.message}") from None
        names.add(peer.name)
        yield peer


KEYS = ("name", "kind", "command", "format", "answer", "solved", "unsolvable", "version")


def _peer(entry: dict[str, Any]) -> Command:
    if unknown := [key for key in entry if key not in KEYS]:
        raise BadInput(f"the key {short(unknown[0])} is unknown; expected one of {', '.join(KEYS)}")
    texts = {key: _text(entry, key) for key in KEYS if key != "command"}
    name, kind, format = texts["name"], texts["kind"], texts["format"] or ID
    if name is None or not re.fullmatch(r"[\w.+-]{1,40}", name):
        raise BadInput(f"the name is {short(name or '')}; expected letters, digits, and . + - _ (at most 40)")
    if kind is not None and not registry.is_kind(kind):
        raise BadInput(f"the kind is {short(kind)}; expected one of {', '.join(registry.kinds())}")
    written = {one.name for known in [kind] if known for one in registry.kind(known).formats if one.write}
    if kind is not None and format not in {ID, *written}:
        raise BadInput(f"the format is {short(format)}; expected one of {', '.join([ID, *sorted(written)])}")
    answer = texts["answer"] or "line"
    if answer not in FORMS:
        raise BadInput(f"the answer is {short(answer)}; expected one of {', '.join(FORMS)}")
    if (answer == "none") != (texts["solved"] is not None):
        raise BadInput('found only one of answer = "none" and solved; expected both or neither')
    for key in ("solved", "unsolvable"):
        _check_pattern(key, texts[key])
    words = _words(entry)
    return Command(name, words, kind, format, answer, texts["solved"], texts["unsolvable"], texts["version"] or "")


def _text(entry: dict[str, Any], key: str) -> str | None:
    value = entry.get(key)
    if not isinstance(value, str | None) or value == "":
        raise BadInput(f"{key} is {short(str(value))}; expected a text in quotes")
    return value


def _words(entry: dict[str, Any]) -> tuple[str, ...]:
    words = entry.get("command")
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        raise BadInput('the command is no list of words; expected one such as ["solver", "{puzzle}"]')
    if not any("{puzzle}" in word for word in words[1:]):
        raise BadInput("the command has no {puzzle}; expected it where the name of the puzzle's file belongs")
    return tuple(words)


def _check_pattern(key: str, pattern: str | None) -> None:
    try:
        re.compile(pattern or "")
    except re.error as error:
        raise BadInput(f"{key} is {short(pattern or '')}; expected a regular expression: {error}") from None
