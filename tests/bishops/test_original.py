"""The formula of the program with which this kind began, byte for byte, and what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import knobel
from knobel import registry
from knobel.cli import main
from knobel.errors import Unable
from knobel.formula import Formula
from knobel.kinds.bishops.rules import Bishops

PAIRS = registry.kind("bishops").encodings["pairs"]

THREE = """\
1 2 3 4 5 6 7 8 9
-1 -5
-1 -9
-2 -6
-2 -4
-3 -5
-3 -7
-4 -8
-5 -9
-5 -7
-6 -8
"""


def listing(n: int) -> str:
    """The program's clauses, written down independently of the encoding."""
    lines = [" ".join(str(v) for v in range(1, n * n + 1))]
    for y in range(n):
        for x in range(n):
            here = y * n + x + 1
            lines += [f"-{here} -{here + t * (n + 1)}" for t in range(1, n) if y + t < n and x + t < n]
            lines += [f"-{here} -{here + t * (n - 1)}" for t in range(1, n) if y + t < n and x - t >= 0]
    return "\n".join(lines) + "\n"


def encoded(capsys: pytest.CaptureFixture[str], id: str, to: str) -> str:
    assert main(["encode", id, "--encoding", "pairs", "--to", to]) == 0
    return capsys.readouterr().out


def test_norm_is_the_listing_of_the_original(capsys: pytest.CaptureFixture[str]) -> None:
    assert encoded(capsys, "bishops:3", "norm") == THREE == listing(3)
    assert listing(8).count("\n") == 281
    for n in (1, 2, 5, 8):
        assert encoded(capsys, f"bishops:{n}", "norm") == listing(n)


@pytest.mark.parametrize(("n", "header"), [(3, "p cnf 9 11"), (8, "p cnf 64 281")])
def test_dimacs_is_the_same_with_names_in_comments(n: int, header: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = encoded(capsys, f"bishops:{n}", "dimacs").splitlines()
    bare = [line for line in lines if not line.startswith("c ")]
    assert bare == [header, *(f"{line} 0" for line in listing(n).splitlines())]
    assert f"c var {n * n} cell({n - 1},{n - 1})" in lines


def test_holes_and_givens_stand_behind_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert encoded(capsys, "bishops:3:B.#/.../..x", "norm") == THREE + "-3\n1\n-9\n"


def test_goal_some_is_what_it_asks_for() -> None:
    for id in ("bishops:2:goal=some", "bishops:3:goal=some", "bishops:3:..#/.x./..B:goal=some:piece=queen"):
        puzzle = knobel.parse(id)
        assert int(knobel.count(puzzle, encoding="pairs")) == int(knobel.count(puzzle)) > 0


def test_minisat_puts_one_bishop_where_fourteen_fit() -> None:
    """Its habit of trying false first leaves only the last cell for "at least one"."""
    result = knobel.solve(knobel.parse("bishops:8"), encoding="pairs", engine="minisat")
    assert result.value == 1 and result.because == () and result.weaker
    assert knobel.solve(knobel.parse("bishops:8")).value == 14


def test_with_all_variables_flipped_minisat_is_a_greedy_placer() -> None:
    formula = PAIRS(Bishops.parse("8"))
    assert isinstance(formula, Formula)
    session = registry.engine("minisat").open(64)  # type: ignore[union-attr]
    session.add(-formula.flat())
    model = session.solve().model
    assert model is not None
    values = (~model[1:65]).astype(np.int64).reshape(8, 8)
    assert not Bishops.parse("8").check(values) and values.sum() == 12
    session.close()


def test_the_command_minisat_does_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], need_tool: Callable[[str], str]
) -> None:
    need_tool("minisat")
    engine = "external:minisat {formula} {result}"
    assert main(["solve", "bishops:8:goal=some", "--encoding", "pairs", "--engine", engine, "--plain"]) == 0
    assert capsys.readouterr().out.count("B") == 1


@pytest.mark.parametrize(
    "id", ["bishops:3", "bishops:3:count=2", "bishops:3:goal=some:count=2", "bishops:3:piece=king"]
)
def test_where_a_number_is_asked_for_it_finds_no_solutions(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert PAIRS.weaker_for(knobel.parse(id))
    assert main(["solve", id, "--encoding", "pairs"]) == 4
    told = capsys.readouterr()
    assert told.out.startswith("undecided\n") and "need not be a solution" in told.out and "note" in told.err
    assert main(["solve", id, "--encoding", "pairs", "--plain"]) == 4
    assert capsys.readouterr().out == "UNKNOWN\n"
    assert main(["solve", id, "--encoding", "pairs", "--json"]) == 4
    answer = json.loads(capsys.readouterr().out)
    assert (answer["status"], answer["solution"], answer["weaker"]) == ("undecided", None, True)
    found = knobel.parse(id).read(answer["partial"])
    assert answer["value"] == (found == 1).sum() > 0
    for verb in ("count", "unique", "all", "forced"):
        assert main([verb, id, "--encoding", "pairs"]) == 2
        told = capsys.readouterr()
        assert told.out == "" and "take diagonals" in told.err
    with pytest.raises(Unable, match="take diagonals"):
        knobel.count(knobel.parse(id), encoding="pairs")


def test_an_unsatisfiable_formula_is_an_answer_all_the_same() -> None:
    """Whoever asks for less and finds nothing has refuted the puzzle too."""
    result = knobel.solve(knobel.parse("bishops:3:B../.../..B"), encoding="pairs")
    assert (result.status, result.weaker, result.partial) == ("unsolvable", True, None)


@pytest.mark.parametrize("verb", ["solve", "count", "unique", "all", "forced"])
def test_for_goal_some_nothing_is_noted(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert not PAIRS.weaker_for(knobel.parse("bishops:2:goal=some"))
    answers = []
    for encoding in ("pairs", "cells"):
        assert main([verb, "bishops:2:goal=some", "--encoding", encoding, "--json"]) == (1 if verb == "unique" else 0)
        told = capsys.readouterr()
        assert told.err == ""
        answers.append([json.loads(line) for line in told.out.splitlines()])
    for one in (*answers[0], *answers[1]):
        assert "weaker" not in one and one.get("status") != "undecided"
    if verb in ("count", "forced"):
        for key in ("count", "cells", "board"):
            assert answers[0][0].get(key) == answers[1][0].get(key)


@pytest.mark.parametrize("id", ["bishops:3:goal=dominate", "bishops:2:xx/##", "bishops:2:count=0", "bishops:400"])
def test_it_says_what_it_cannot_do(id: str) -> None:
    with pytest.raises(Unable, match="diagonals"):
        PAIRS(knobel.parse(id))


def test_the_other_pieces_have_their_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    assert encoded(capsys, "bishops:2:piece=queen", "norm") == "1 2 3 4\n-1 -2\n-1 -4\n-1 -3\n-2 -4\n-2 -3\n-3 -4\n"
    assert encoded(capsys, "bishops:2:piece=rook", "norm") == "1 2 3 4\n-1 -2\n-1 -3\n-2 -4\n-3 -4\n"
    assert encoded(capsys, "bishops:3:piece=knight", "norm").splitlines()[1:4] == ["-1 -6", "-1 -8", "-2 -9"]
