"""The verbs that write something down, encode, decode, render and convert: files, folders and standard output."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

FIRST = "nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1"
ANSWER = "##.#/.##./#..#"
TWO = "nonogram:2x2:1/1/1/1"


@pytest.mark.parametrize("name", ["dnf", "order", "compact", "automaton"])
def test_encode_solve_decode_go_round(run: Any, name: str) -> None:
    assert run("encode", FIRST, "--encoding", name, "--out", "first.cnf").code == 0
    text = Path("first.cnf").read_text()
    assert "c var 1 cell(0,0)" in text and "row 1 has the runs 2 1" in text
    solved = run("sat", "first.cnf")
    assert solved.code == 10 and "s SATISFIABLE" in solved.lines
    Path("answer.txt").write_text(solved.out)
    decoded = run("decode", FIRST, "answer.txt", "--encoding", name, "--plain")
    assert (decoded.code, decoded.out) == (0, ANSWER + "\n")


@pytest.mark.parametrize("puzzle", ["bishops:2:##/xx", "bishops:1:x", "bishops:2:##/##:goal=dominate"])
def test_a_best_value_that_every_solution_has_needs_no_clause(run: Any, puzzle: str) -> None:
    value = run("solve", puzzle, "--json").objects[0]["value"]
    assert value == 0
    assert run("encode", puzzle).out == run("encode", puzzle, "--bound", str(value)).out


def test_encode_in_other_forms(run: Any) -> None:
    norm = run("encode", TWO, "--encoding", "dnf", "--to", "norm")
    assert norm.lines[0] == "-5 1" and not any(line.endswith(" 0") for line in norm.lines)
    assert run("encode", TWO, "--to", "opb").lines[0].startswith("* #variable=")
    assert run("encode", TWO, "--encoding", "cp").code == 2


def test_decode_refuses_what_is_not_a_solution(run: Any) -> None:
    Path("m.txt").write_text("SAT\n1 2 3 4 0\n")
    done = run("decode", TWO, "m.txt")
    assert done.code == 3 and "is not a solution" in done.err
    Path("m.txt").write_text("s UNSATISFIABLE\n")
    assert (run("decode", TWO, "m.txt").out, run("decode", TWO, "m.txt").code) == ("unsolvable\n", 1)


@pytest.mark.parametrize(("line", "best"), [("BBB/.../.B.", True), ("BBB/.../...", False)])
def test_decode_says_what_a_solution_is_worth(run: Any, line: str, best: bool) -> None:
    placed = [sign if char == "B" else -sign for sign, char in enumerate(line.replace("/", ""), 1)]
    Path("m.txt").write_text(f"s SATISFIABLE\nv {' '.join(map(str, placed))} 0\n")
    asked = ("decode", "bishops:3", "m.txt", "--encoding", "cells")  # whose first variables are the cells
    (record,) = run(*asked, "--json").objects
    assert (record["status"], record["solution"]) == ("solved", line)
    assert (record["value"], record["best"]) == (line.count("B"), best)
    assert ("the number of bishops is 3, but 4 is possible" in run(*asked).out) is not best
    assert run(*asked, "--plain").out == line + "\n"


def test_decode_does_not_search_for_long(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel.cli.convert.JUDGING", 0)
    board = "bishops:6:piece=queen:goal=dominate"  # of which no bound is known
    Path("f.cnf").write_text(run("encode", board).out)
    Path("m.txt").write_text(run("sat", "f.cnf").out)
    done = run("decode", board, "m.txt")
    assert done.code == 0 and "whether that is best is not known" in done.out
    (record,) = run("decode", board, "m.txt", "--json").objects
    assert (record["value"], record["best"]) == (record["solution"].count("B"), None)


def test_nothing_is_overwritten_without_force(run: Any) -> None:
    Path("kept.svg").write_text("mine")
    done = run("render", FIRST, "--to", "svg", "--out", "kept.svg")
    assert done.code == 2 and "--force" in done.err and Path("kept.svg").read_text() == "mine"
    assert run("render", FIRST, "--to", "svg", "--out", "kept.svg", "--force").code == 0
    assert Path("kept.svg").read_text().startswith("<svg")
    assert [path.name for path in Path().iterdir()] == ["kept.svg"], "a temporary file was left behind"


def test_a_failed_write_leaves_nothing_behind(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("knobel.dimacs.write_dimacs", broken)
    done = run("encode", FIRST, "--out", "x.cnf")
    assert done.code == 3 and "No space left" in done.err and not list(Path().iterdir())
    assert run("encode", FIRST, "--out", "no/such/folder/x.cnf").code == 3


def test_several_pictures_go_into_a_folder(run: Any) -> None:
    assert run("render", FIRST, TWO, "--to", "svg", "--out", "pictures/", "--solution", "auto").code == 0
    assert len(list(Path("pictures").glob("*.svg"))) == 2
    assert run("render", FIRST, TWO, "--to", "svg", "--out", "one.svg").code == 2


@pytest.mark.parametrize(
    "words",
    [
        ("encode",),
        ("encode", "--to", "norm"),
        ("encode", "--to", "opb"),
        ("render", "--to", "svg"),
        ("render", "--to", "html"),
        ("render", "--to", "png"),
        ("explain", "--to", "html"),
    ],
)
def test_documents_of_several_puzzles_are_not_glued_together(run: Any, words: tuple[str, ...]) -> None:
    done = run(*words, FIRST, TWO)
    assert (done.code, done.out) == (2, "") and done.err.count("\n") == 1 and "--out DIR" in done.err
    Path("both.txt").write_text(f"{FIRST}\n{TWO}\n")
    assert run(*words, "both.txt").err == done.err
    assert run(*words, FIRST, TWO, "--out", "each/").code in (0, 1)  # one of them has several solutions
    assert len(list(Path("each").iterdir())) == 2


def test_several_puzzles_convert_to_a_file_each_in_a_folder(run: Any) -> None:
    done = run("convert", FIRST, TWO, "--to", "non", "--out", "each/", "--json")
    assert done.code == 0 and [one["id"] for one in done.objects] == [FIRST, TWO]
    for one in done.objects:
        assert run("convert", one["file"], "--to", "id").out == one["id"] + "\n"
    assert sorted(path.name for path in Path("each").iterdir()) == ["nonogram-2.non", "nonogram.non"]
    assert run("convert", FIRST, TWO, "--to", "non", "--out", "each").code == 2, "they exist"


def test_every_converted_puzzle_has_an_object(run: Any) -> None:
    printed = run("convert", FIRST, TWO, "--to", "nin", "--json").objects
    assert [one["id"] for one in printed] == [FIRST, TWO]
    assert [one["text"] for one in printed] == [run("convert", one["id"], "--to", "nin").out for one in printed]
    written = run("convert", FIRST, TWO, "--to", "non", "--json", "--out", "both.non").objects
    assert [(one["id"], one["file"]) for one in written] == [(FIRST, "both.non"), (TWO, "both.non")]
    assert run("convert", "both.non", "--to", "id").lines == [FIRST, TWO]


def test_a_format_with_no_place_for_a_puzzle_takes_the_others(run: Any) -> None:
    done = run("convert", FIRST, "@doppelblock/S5", TWO, "--to", "tournament", "--out", "each/", "--json")
    oblong, other, square = done.objects
    assert done.code == 2 and Path(square["file"]).exists() and len(list(Path("each").iterdir())) == 1
    assert (oblong["id"], oblong["status"]) == (FIRST, "error") and "square" in oblong["error"]
    assert (other["kind"], other["status"]) == ("doppelblock", "error")
    assert run("convert", FIRST, TWO, "--to", "nonsense", "--out", "each/").err.count("\n") == 1
    assert "--out DIR" in run("convert", FIRST, TWO, "--to", "nin").err


def test_convert_round_trips_through_every_format(run: Any) -> None:
    square = "nonogram:2x2:1/1/1/1"
    for name in ("non", "webpbn", "tournament", "nin", "puzzlink"):
        assert run("convert", square, "--to", name, "--out", f"x.{name}").code == 0
        assert run("convert", f"x.{name}", "--to", "id").out == square + "\n"
    assert run("convert", square, "--to", "nonsense").code == 2


@pytest.mark.parametrize("words", [("encode",), ("render",), ("convert", "--to", "id")])
def test_a_dash_is_no_file_to_write(run: Any, words: tuple[str, ...]) -> None:
    done = run(*words, "@nonogram/first", "--out", "-")
    assert done.code == 2 and "standard output" in done.err and not Path("-").exists()
