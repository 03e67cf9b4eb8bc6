"""Sentences that once embarrassed: each says what is meant, and to whom it may concern."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import knobel
from knobel.cli import main
from knobel.errors import BadInput, Unable


@pytest.mark.parametrize("text", ["[[1,2,3,4,4],[2,3,2,5,4]]", "any([[1,2,3,4,4],\n [2,3,2,5,4]])."])
def test_two_lists_of_numbers_are_sums(text: str) -> None:
    assert [puzzle.id() for puzzle in knobel.loads(text)] == ["doppelblock:5:1,2,3,4,4/2,3,2,5,4"]
    assert knobel.loads("[[1,2,3],[2,e,2]]")[0].kind == "dominosweeper"


def test_quiet_leaves_out_notes_and_keeps_errors(capsys: pytest.CaptureFixture[str]) -> None:
    weaker = ["solve", "bishops:3", "--encoding", "pairs"]
    main([*weaker, "--language", "de"])
    assert "die Kodierung pairs verlangt weniger" in capsys.readouterr().err
    main([*weaker, "--quiet"])
    assert capsys.readouterr().err == ""
    assert main(["solve", "bishops:oops", "--quiet"]) == 3
    assert "oops" in capsys.readouterr().err


def test_a_state_is_not_called_a_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", "@nonogram/first", "--state", "?"]) == 3
    assert capsys.readouterr().err == "knobel: found 1 row; expected 3\n"


def test_a_command_that_prints_no_model_is_refused_with_an_example(tmp_path: Path) -> None:
    solver = tmp_path / "solver.py"
    solver.write_text("print('SATISFIABLE, in a way')\nraise SystemExit(10)\n")
    with pytest.raises(Unable, match=r"gives no model; if it writes a file, name that: .*{result}"):
        knobel.solve(knobel.parse("nonogram:2x2:1/1/1/1"), encoding="dnf", engine=f"external:{sys.executable} {solver}")


def test_a_board_without_room_needs_no_proof() -> None:
    assert [str(words) for words in knobel.solve(knobel.parse("bishops:1:#")).because][-1].endswith("more than 0")


def test_a_free_port_is_advised_only_where_the_port_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("uvicorn")
    assert main(["web", "--host", "256.256.256.256"]) == 2
    assert "--port" not in capsys.readouterr().err
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["web", "--port", str(taken.getsockname()[1])]) == 2
    assert capsys.readouterr().err.endswith("; --port 0 takes any free port\n")


def test_a_solver_that_writes_its_model_needs_no_further_words(need_tool: Callable[[str], str]) -> None:
    """Of sets too, which are written as clauses for it."""
    need_tool("minisat")
    for name, status in (
        ("@doppelblock/S5", "solved"),
        ("@bishops/kings", "solved"),
        ("@doppelblock/clash", "unsolvable"),
    ):
        puzzle = knobel.load(name)
        found = knobel.solve(puzzle, engine="external:minisat")
        assert found.status == status
        assert found.solution is None or not puzzle.check(found.solution)


def test_what_is_wrong_with_a_puzzle_is_told_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "nonogram:2x2:1", "--language", "de", "--json"]) == 3
    captured = capsys.readouterr()
    told = "nonogram:2x2:1: 1 Hinweis gefunden; erwartet: 4, einer je Spalte und je Zeile"
    assert captured.err == f"knobel: {told}\n" and f'"error": "{told}"' in captured.out
    with pytest.raises(BadInput, match=r"^found 1 clue; expected 4, one for each column and each row$"):
        knobel.parse("nonogram:2x2:1")
