"""``--jobs``: answers come in order and are those of one core, errors stand in their place, Ctrl-C keeps the rest."""

from __future__ import annotations

import argparse
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import knobel
from knobel import registry
from knobel.cli.parser import parser

GOOD, NONE, TWO = "nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1", "nonogram:2x2:2/2/1/1", "nonogram:2x2:1/1/1/1"
OTHER = "doppelblock:5:1,2,3,4,4/2,3,2,5,4"
BROKEN = "nonogram:2x2:1/oops/1/1"
ENDLESS = "nonogram:9x9:" + "/".join("1" * 18)  # so many solutions that nobody waits for the last

# Every verb that takes many puzzles, with what it needs beside them.
VERBS: dict[str, list[str]] = {
    "solve": [],
    "count": ["--limit", "20"],
    "all": ["--limit", "20"],
    "unique": [],
    "forced": [],
    "explain": [],
    "hint": ["--state", "??/??"],
    "why": [],
    "grade": [],
    "encode": [],
    "render": ["--solution", "auto"],
    "convert": ["--to", "id"],
    "prove": ["--out", "proofs", "--force"],
    "compare": [],
}
QUICK = {
    "solve",
    "count",
    "all",
    "unique",
    "forced",
    "encode",
    "render",
    "convert",
}  # these are asked about every example
SMALL = 60  # entries and values of a board, up to which the others are


def grammar() -> dict[str, argparse.ArgumentParser]:
    """The parser of each verb."""
    [verbs] = [action for action in parser()._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(verbs.choices)


def timeless(text: str) -> str:
    """JSON lines without what is measured."""
    return re.sub(r'"(seconds": (\{[^}]*\}|[0-9.e-]+)|(encode|solve)": [0-9.e-]+)', '"measured"', text)


def same(run: Any, *words: str) -> Any:
    """What a command comes to with two processes, which has to be the same as with one."""
    one, two = run(*words, "--jobs", "1"), run(*words, "--jobs", "2")
    assert (two.code, timeless(two.out), two.err) == (one.code, timeless(one.out), one.err), words
    return two


def test_every_verb_that_takes_many_puzzles_is_tried_here() -> None:
    takes = {
        name: {option for action in made._actions for option in action.option_strings}
        for name, made in grammar().items()
    }
    many = {name for name, made in grammar().items() if any(action.nargs == "+" for action in made._actions)}
    assert many == set(VERBS)
    assert {name for name, options in takes.items() if "--jobs" in options} == many | {"generate", "web"}


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb != "hint"])
def test_answers_about_the_examples_are_those_of_one_core(run: Any, verb: str) -> None:
    names = [
        f"@{kind.name}/{name}"
        for kind in registry.kinds().values()
        for name, example in kind.examples.items()
        if verb in QUICK or registry.parse(example.id).domain().sum() <= SMALL
    ]
    assert len(names) > 10
    found = same(run, verb, *names, *VERBS[verb], "--json")
    assert [one["name"] for one in found.objects if "seconds" in one] == [name.split("/")[1] for name in names]


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize("verb", VERBS)
def test_errors_stand_in_their_place(run: Any, verb: str, form: list[str]) -> None:
    Path("many.txt").write_text("\n".join([TWO, NONE, BROKEN, TWO, TWO, BROKEN, NONE]))
    there = ["--out", "there/", "--force"] if verb == "encode" else []
    if verb == "compare" and not form:
        form = ["--json"]  # seconds stand in its tables
    found = same(run, verb, "many.txt", *VERBS[verb], *form, *there)
    assert found.code == 3 and found.err.count("'oops' has") == 2
    if form and verb not in ("all", "explain"):
        assert [one["id"] for one in found.objects] == [TWO, NONE, None, TWO, TWO, None, NONE]


@pytest.mark.parametrize("words", [["--encoding", "dnf"], ["--encoding", "nonsense"], ["--engine", "nonsense"]])
@pytest.mark.parametrize("verb", ["solve", "count", "all", "compare", "prove"])
def test_options_that_fit_some_puzzles_or_none(run: Any, verb: str, words: list[str]) -> None:
    found = same(run, verb, GOOD, OTHER, NONE, TWO, *VERBS[verb], *words, "--json")
    assert found.code == 2 and len(found.objects) >= (4 if "dnf" in words else 1)


def test_no_jobs_are_as_many_as_cores(run: Any) -> None:
    assert run("solve", "--plain", GOOD, NONE, "--jobs", "0").lines == ["##.#/.##./#..#", "UNSAT"]
    wish = ["generate", "nonogram", "--size", "4", "--count", "4", "--seed", "1"]
    assert run(*wish, "--jobs", "0").out == run(*wish).out
    for words in (["--jobs", "-1"], ["--jobs", "2", "--on", "local"], ["--jobs", "some"]):
        assert run("solve", GOOD, *words).code == 2


def test_titles_plain_lines_and_languages(run: Any) -> None:
    for words in (["solve"], ["solve", "--plain"], ["explain", "--language", "de"], ["unique", "--suggest"]):
        assert same(run, *words, GOOD, TWO, OTHER, NONE).lines


def test_files_and_books_are_the_same(run: Any) -> None:
    folders = []
    for jobs in ("1", "2"):
        for words in (
            ["render", GOOD, TWO, OTHER, "--to", "svg", "--out", "svg/"],
            ["prove", GOOD, OTHER, "--out", "proofs"],
            ["explain", GOOD, OTHER, "--to", "html", "--out", "pages/"],
            ["render", GOOD, OTHER, "--book", "book.html"],
        ):
            assert run(*words, "--force", "--jobs", jobs).code == 0
        folders.append({str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file()})
    assert folders[0] == folders[1] and len(folders[0]) == 3 + 2 * 3 + 2 + 1


@pytest.mark.parametrize("verb", ["count", "all", "unique", "explain", "grade"])
def test_ctrl_c_keeps_what_is_finished(verb: str, tmp_path: Path) -> None:
    # That there are many solutions is soon told; a hard board with one takes its time.
    endless = knobel.load("@doppelblock/ten").id() if verb in ("explain", "grade") else ENDLESS
    (tmp_path / "ids.txt").write_text(f"{GOOD}\n{endless}\n{GOOD}\n")
    extra = ["--suggest"] if verb == "unique" else []
    command = [sys.executable, "-m", "knobel", verb, *extra, "ids.txt", "--json", "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stdout
        while "seconds" not in (first := json.loads(process.stdout.readline())):
            pass
        assert first["id"] == GOOD
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=600)
    assert process.returncode == 130 and err == ""
    under_way = [(one["id"], one["interrupted"]) for one in map(json.loads, out.splitlines())]
    assert under_way in ([(endless, True)], [])  # nothing, if it came before the next answer was waited for


@pytest.mark.parametrize("option", ["--keep", "--trace"])
def test_files_in_the_order_of_the_questions_need_one_process(option: str, run: Any) -> None:
    asked = run("solve", GOOD, option, "files", "--engine", "yasat:pure=1", "--jobs", "2")
    assert asked.code == 2 and "--jobs 1" in asked.err


def test_an_interrupted_proof_leaves_nothing(tmp_path: Path) -> None:
    slow = "external:sh -c 'sleep 600' {formula} {proof}"
    command = [sys.executable, "-m", "knobel", "prove", NONE, "--out", "out", "--engine", slow, "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        while not any(tmp_path.glob(".knobel-*/*")):  # a worker has begun
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=600)
    assert process.returncode == 130 and not list(tmp_path.iterdir())
