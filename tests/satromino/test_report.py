"""What the report prints: its level file, its solution, its formula in DIMACS."""

from __future__ import annotations

from pathlib import Path

import pytest

import knobel
from knobel.cli import main
from knobel.dimacs import read_model
from knobel.errors import BadInput
from knobel.kinds.satromino.formats import FORMATS
from knobel.kinds.satromino.rules import Satromino

[LEVELS] = FORMATS

HEAD = """;;Name: TestLevel
;;Size: 10 x 10
;;Sequence: I,J,L,S,Z,T,O,J
"""
PRINTED = f"""
{HEAD};;Start
.....
.....
.....
.....
.....
.....+
;;Goal
???????????
???????????
???..??..???
+++++++
++++.++++
+++++++

"""
"""Figure 4, sign for sign as its text has come down to us: no row has the ten cells that its size promises."""

RESTORED = f"""
{HEAD};;Start
..........
..........
..........
..........
..........
.........+
;;Goal
??????????
??????????
??..??..??
++++++++++
++++.+++++
++++++++++

"""
"""The same runs of signs in every row, at ten cells."""

SOLUTION = "TLLDDDDDDDDDDTTTRRDDDDDDDDTTTRRDDDDDDDLDDDDDDTTRRRDDDDDD"


def test_the_restored_level_has_the_printed_signs_in_their_order() -> None:
    def runs(text: str) -> list[str]:
        return ["".join(c for i, c in enumerate(line) if line[i - 1 : i] != c) for line in text.splitlines()]

    assert runs(PRINTED.replace(HEAD, "")) == runs(RESTORED.replace(HEAD, ""))


def test_the_level_file_is_read_as_it_is_printed() -> None:
    """Keys, sequence and rows; the start has fewer rows than the board, so the top ones are missing."""
    assert LEVELS.recognise(PRINTED) and LEVELS.recognise(RESTORED)
    [error] = LEVELS.read(PRINTED)
    assert isinstance(error, BadInput) and (error.line, str(error.message)) == (6, "the row has 5 cells; expected 10")
    [level] = LEVELS.read(RESTORED)
    assert isinstance(level, Satromino)
    assert (level.title, level.width, level.height, level.sequence) == ("TestLevel", 10, 10, "IJLSZTOJ")
    assert level.started() == {(9, 9)} and level.start[:9] == ("." * 10,) * 9
    assert level.goal == ("?" * 10,) * 6 + ("??..??..??", "+" * 10, "++++.+++++", "+" * 10)


@pytest.mark.parametrize("encoding", ["auto", "classic"])
def test_it_can_be_solved_in_one_line(encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "levels.txt").write_text(RESTORED)
    assert main(["solve", str(tmp_path / "levels.txt"), "--plain", "--encoding", encoding]) == 0
    line = capsys.readouterr().out
    [level] = knobel.loads(RESTORED)
    assert line.endswith("\n") and line.count("\n") == 1 and not level.check(level.read(line.upper()))


def test_its_solution_plays_on_the_sample() -> None:
    """The level of the printed solution was not printed; it fits the bundled sample, idle turns of the O included."""
    level = knobel.load("@satromino/sample")
    assert not level.check(level.read(SOLUTION))
    assert level.write(level.read(SOLUTION)) == knobel.solve(level).line


def test_its_formula_and_a_result_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    formula = tmp_path / "in.ms"
    formula.write_text("p cnf 3 2\n-1 2 0\n1 -3 -2 0\n")
    assert main(["sat", str(formula)]) == 10
    values = " ".join(line[2:] for line in capsys.readouterr().out.splitlines() if line.startswith("v "))
    model = {abs(v): v > 0 for v in map(int, values.split())}
    assert (not model[1] or model[2]) and (model[1] or not model[3] or not model[2])
    assert read_model("UNSAT\n")[0] is False
    sat, lits = read_model("SAT\n1 2 -3 0\n")
    assert sat and list(lits) == [1, 2, -3]
