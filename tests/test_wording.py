"""What every verb says about every kind, in every language: whole sentences, right plurals, one language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest

from knobel import registry
from knobel.cli import main
from knobel.registry import Kind
from knobel.say import LANGUAGES

NOUNS = "rows columns cells entries clues pieces places steps deductions chains rounds facts puzzles mines runs lists"
PLURALS = re.compile(rf"(?<![-\d.,x])\b1 ({'|'.join(NOUNS.split())})\b")
ENGLISH = re.compile(r"\b(the|is|are|of|and|with|expected|found|each|from|has)\b")
CHARACTER = "[\u4e00-\u9fff]"
FOREIGN_SIGN = re.compile(rf"{CHARACTER}\s*[;.,:?!()]|[;.,:?!()]\s*{CHARACTER}")
WORD = re.compile(rf"\b(?=\w*[eau])[^\W\d]{{3,}}\b|{CHARACTER}")  # which no picture has
PLACE = re.compile(r"^(\d+\. |knobel: ID: |knobel: )")
SHAPES = re.compile("(?=[./]*#)[#./]+")  # of pieces that fall: no words


def puzzles(kind: Kind) -> dict[str, str]:
    """The smallest examples with one, with several and without solutions."""
    found = {}
    for name, fits in (("one", {1}), ("several", range(2, 10**9)), ("none", {0})):
        fitting = [one.id for one in kind.examples.values() if one.solutions in fits]
        found[name] = min(fitting, key=lambda one: (registry.parse(one).domain().sum(), one))
    return found


def commands(kind: Kind) -> Iterator[tuple[str, ...]]:
    ids = puzzles(kind)
    for puzzle in ids.values():
        for verb in ("solve", "explain", "why", "grade", "count"):
            yield verb, puzzle
        yield "forced", puzzle, "--timeout", "0"
        yield "unique", puzzle, "--suggest"
    one = registry.parse(ids["one"])
    nothing = one.write(np.full(one.domain().shape[:-1], -1))
    yield from (("hint", ids["one"], "--state", nothing, "--depth", depth) for depth in "123")
    yield "check", ids["one"], nothing
    yield "check", ids["one"], one.write(np.zeros(one.domain().shape[:-1], dtype=np.int64))
    yield "hint", ids["one"], "--state", "x"
    yield from (("solve", f"{kind.name}:{text}") for text in ("", "x", "0", "99999", "3x3:1", "4:1/2", "4x4:0/0:x=y"))
    yield "solve", f"@{kind.name}/nowhere"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", registry.kinds().values(), ids=lambda kind: kind.name)
def test_what_is_said_is_whole_and_in_one_language(
    kind: Kind, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in commands(kind):
        main([*words, "--language", language])
        captured = capsys.readouterr()
        asked = " ".join(words)
        told = captured.err.replace(words[1], "ID")  # what was asked is quoted
        for line in [*captured.out.splitlines(), *told.splitlines()]:
            if not WORD.search(line):
                continue
            line = PLACE.sub("", SHAPES.sub("#", line))
            assert "{" not in line and not re.search(r"\S  +\S|\s[,;]|\.\.$|[,;:]\.", line), f"{asked}: {line}"
            assert not PLURALS.search(line), f"{asked}: {line}"
            if language != "en":
                assert not ENGLISH.search(re.sub("'[^']*'", "", line)), f"{asked}: {line}"
            if language in ("zh", "zh-Hant"):
                assert not FOREIGN_SIGN.search(line), f"{asked}: {line}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_end(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Steps of explanations and stories do; verdicts, grades and lists of clues are no sentences."""
    for kind in registry.kinds().values():
        known = [registry.parse(one.id) for one in kind.examples.values() if one.solutions == 1]
        small = min((one for one in known if one.domain().sum() > 4), key=lambda one: (one.domain().sum(), one.id()))
        main(["explain", small.id(), "--language", language])
        steps = re.findall(r"^\d+\. .*$", capsys.readouterr().out, re.MULTILINE)
        assert steps and all(step.endswith((".", "。")) for step in steps)
