"""From what the command line names to puzzles: files with mistakes, options, solutions that look like options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from knobel.cli import main
from knobel.errors import BadInput
from knobel.inputs import FIRST_LINES, entries, find_format, load, loads
from knobel.registry import parse


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# files with mistakes


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("short.board", "...\n..\n...\n", "short.board:2: row 2 has 2 cells; expected 3"),
        ("queen.board", "..\n.Q\n", "queen.board:2: row 2 has 'Q'; expected one of . B x #"),
        ("noise.LVL", "Size: 4 x 4\n", "noise.LVL:1: "),
        ("words.nin", "2 x\n1\n1\n1\n1\n", "words.nin:1: "),
    ],
)
def test_the_extension_tells_who_names_the_mistake(
    name: str, text: str, error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_text(text)
    assert main(["solve", name]) == 3
    assert capsys.readouterr().err.startswith(f"knobel: {error}")


def test_the_only_format_of_a_kind_names_the_mistake() -> None:
    with pytest.raises(BadInput, match="2: row 2 has 'Q'"):
        loads("..\n.Q\n", kind="bishops")
    with pytest.raises(BadInput, match="not recognised"):
        loads("..\n.Q\n", kind="nonogram")  # it has several
    with pytest.raises(BadInput, match="not recognised"):
        loads("..\n.Q\n")


def test_an_extension_of_several_formats_tells_nothing() -> None:
    with pytest.raises(BadInput, match="not recognised"):
        find_format("..\n.Q\n", None, None, ".txt")
    assert find_format("..\n.Q\n", "satromino", None, ".txt").name == "levels"


def test_the_content_wins_over_the_extension() -> None:
    assert find_format("..\n..\n", None, None, ".nin").name == "board"


@pytest.mark.parametrize("n", [1, 2, 3])
def test_boards_of_every_side_go_through_a_file(n: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", f"bishops:{n}", "--to", "board", "--out", "one.board"]) == 0
    assert main(["convert", "one.board", "--to", "id"]) == 0
    assert capsys.readouterr().out.endswith(f"bishops:{n}\n")


# options of puzzles

REPORT = "dominosweeper:6x6:2...../....../...3.3/2.0.../....../.....1"


def test_an_option_that_does_not_fit_one_puzzle_leaves_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["solve", "@dominosweeper/report", "@bishops/three", "@doppelblock/S5", "--piece", "queen"]
    assert main([*arguments, "--plain"]) == 2
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0] == lines[2] == "ERROR" and lines[1].count("B") == 2 and len(lines) == 3
    assert "the option is 'piece=queen'; expected no option" in err.splitlines()[1]
    assert main([*arguments, "--json"]) == 2
    first, second, _ = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["kind"], first["name"], first["id"], first["status"]) == ("dominosweeper", "report", REPORT, "error")
    assert second["id"] == "bishops:3:piece=queen" and second["value"] == 2


def test_converting_takes_the_puzzles_that_an_option_fits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "bishops:3", "doppelblock:3:,,/,,", "--set", "goal=some", "--to", "id"]) == 2
    assert capsys.readouterr().out == "bishops:3:goal=some\n"
    assert main(["convert", "doppelblock:3:,,/,,", "--set", "goal=some", "--to", "id"]) == 2


def test_an_option_replaces_the_one_that_the_puzzle_has() -> None:
    [entry] = entries("bishops:3:B../.../...:piece=queen:goal=some", options=["piece=rook"])
    assert entry.puzzle is not None and entry.puzzle.id() == "bishops:3:B../.../...:piece=rook:goal=some"


def test_strict_is_set_in_every_level_of_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "@satromino/wall", "@satromino/first", "--to", "levels", "--out", "two.txt"]) == 0
    text = Path("two.txt").read_text()
    Path("four.txt").write_text(text + "\n" + text.replace(";;Start", ";;Strict: yes\n;;Start"))
    for words, strict in (([], [0, 0, 1, 1]), (["--strict"], [1] * 4), (["--set", "strict=no"], [0] * 4)):
        main(["convert", "four.txt", "--to", "id", *words])
        lines = capsys.readouterr().out.splitlines()
        assert [line.endswith(":strict=yes") for line in lines] == strict, words
    assert main(["solve", "@satromino/wall", "--plain"]) == 0
    assert main(["solve", "@satromino/wall", "--plain", "--strict"]) == 1


def test_an_option_that_no_kind_has_is_wrong_usage() -> None:
    with pytest.raises(SystemExit):
        main(["solve", "@bishops/three", "--colour", "red"])


# solutions that begin with a dash


def test_a_solution_may_begin_with_a_dash(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "dominosweeper:2x2:-./..", "-./**"]) == 0
    assert main(["check", "dominosweeper:2x2:--/..", "--/**", "--json"]) == 0
    assert main(["render", "dominosweeper:2x2:-./..", "--solution", "-./**"]) == 0
    assert "●" in capsys.readouterr().out
    for words in (["--nonsense"], ["-x"], ["--timeout", "-1"]):
        with pytest.raises(SystemExit) as stop:
            main(["solve", "dominosweeper:2x2:-./..", *words])
        assert stop.value.code == 2


@pytest.mark.parametrize(
    ("packed", "plain"),
    [
        (b"P4 4 3\n\xd0\x60\x90", "P1 4 3 1101 0110 1001"),
        (b"P4 16 1\n\xc3\xa4", "P1 16 1 11000011 10100100"),  # a character, by chance
        (b"P4 8 1\n\xff", "P1 8 1 11111111"),
    ],
)
def test_bytes_reach_the_formats_that_read_them(packed: bytes, plain: str) -> None:
    Path("picture").write_bytes(packed)
    assert [load("picture")] == loads(plain)


def test_bytes_that_are_no_text_are_shown_as_such() -> None:
    Path("a.non").write_bytes(b'title "\xe4"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n')
    assert load("a.non").title == "\ufffd"


@pytest.mark.parametrize("first", ["nonogramm:1x1:1/1", "nothing", "1 2 3", "Bishops:1", "\n# comment\nnothing"])
def test_a_bad_first_line_leaves_the_others(first: str, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(f"{first}\nbishops:1\nbishops:2\n")
    bad, *good = entries(str(file))
    line = len(first.splitlines())
    assert str(bad.error).startswith(f"{file}:{line}: ")
    assert [one.puzzle and one.puzzle.id() for one in good] == ["bishops:1", "bishops:2"]


def test_an_id_far_down_makes_no_list(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("nothing\n" * FIRST_LINES + "bishops:1\n")
    [entry] = entries(str(file))
    assert "not recognised" in str(entry.error)


def test_an_id_of_no_kind_is_told_which_there_are() -> None:
    with pytest.raises(BadInput, match=r"^unknown kind 'nonogramm'; known: .*\bnonogram\b"):
        parse("nonogramm:1x1:1/1")
    with pytest.raises(BadInput, match="'nonogram' is not an ID; expected KIND:DESCRIPTION"):
        parse("nonogram")
