"""What the original report prints about nonograms: two lines as examples, and the sizes of five large boards.

It prints no board as such. Its example of the first method is a row of ten cells with the runs 2 6, that of the second
one a row of ten cells with the runs 3 1 2. Its test cases are the first five boards of a tournament.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import knobel
from knobel import checks, registry
from knobel.bench.boards import Corpus
from knobel.formula import Formula
from knobel.kinds.nonogram.experiments import EXPERIMENTS
from knobel.kinds.nonogram.rules import Nonogram
from knobel.puzzle import Place
from knobel.search import Search

KIND = registry.kind("nonogram")
CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "nonogram"
LARGE = [f"@nonogram/report-{number}" for number in range(1, 6)]


def row(runs: str) -> Nonogram:
    """A row of ten cells without any other clue."""
    return Nonogram.parse("10x1:" + "/" * 10 + runs).keep([Place("row", 0)])


def formula_of(encoding: str, board: Nonogram) -> Formula:
    formula = KIND.encodings[encoding](board)
    assert isinstance(formula, Formula)
    return formula


def test_the_first_method_writes_the_clauses_that_are_printed() -> None:
    """The runs 2 6 have three colourings, which the report calls y1 to y3; the cells are x1 to x10."""
    board, colourings = row("2.6"), ("##.######.", "##..######", ".##.######")
    assert {board.write(values) for values in knobel.solutions(board)} == set(colourings)
    printed = {"y1 y2 y3"}
    for y, colouring in enumerate(colourings, 1):
        printed |= {f"~y{y} {'' if cell == '#' else '~'}x{x}" for x, cell in enumerate(colouring, 1)}
    formula = formula_of("dnf", board)
    names = {formula.name(x): f"x{x}" for x in range(1, 11)} | {formula.name(10 + y): f"y{y}" for y in (1, 2, 3)}
    flat = formula.flat()
    clauses = [clause[clause != 0].tolist() for clause in np.split(flat, np.flatnonzero(flat == 0) + 1)[:-1]]
    found = [" ".join("~" * (lit < 0) + names[formula.name(abs(lit))] for lit in clause) for clause in clauses]
    assert set(found) == printed and len(found) == len(printed) == 31


def test_the_second_method_writes_a_start_as_it_is_printed() -> None:
    """U1 = 3 is 1 1 1 0 0 0 0 0 0 0: of the runs 3 1 2 the first starts at the third cell."""
    board = Nonogram.of(np.array([[0, 0, 1, 1, 1, 0, 1, 0, 1, 1]]))
    result = knobel.solve(board, encoding="order")
    starts = result.atoms["row0.start>="]
    assert starts == [f"row0.start>=({run},{i})" for run, start in enumerate((3, 7, 9)) for i in range(start + 1)]


def test_the_second_method_has_the_solutions_of_the_line() -> None:
    board = row("3.1.2")
    assert formula_of("order", board).size == (10 + 3 * 12, 3 * 4 * 11)
    with Search(board, KIND.encodings["order"], registry.engine("minisat")) as search:
        assert checks.enumerated(search) == checks.brute_force(board)


SIZES = [*zip(LARGE, (9508, 9562, 9562, 9373, 9535), (34234, 34434, 34433, 33686, 34342), strict=True)]


@pytest.mark.parametrize(("name", "variables", "clauses"), SIZES)
def test_the_second_method_has_the_sizes_that_are_printed(name: str, variables: int, clauses: int) -> None:
    """The variables are the same. The report counts at most 22 clauses more, or 10 fewer; it does not say which."""
    board = knobel.load(name)
    assert isinstance(board, Nonogram)
    runs = sum(len(line or ()) for _, line in board.lines())
    assert formula_of("order", board).size == (variables, 4 * 26 * runs)
    assert variables == 25 * 25 + 27 * runs
    assert -10 <= clauses - 4 * 26 * runs <= 22


@pytest.mark.slow
def test_the_first_method_has_the_sizes_that_are_printed() -> None:
    """The clauses are the same; the report counts one variable more."""
    sizes = [(180229, 4490150), (245341, 6117950), (206814, 5154775), (261969, 6533650), (209122, 5212475)]
    assert [KIND.encodings["dnf"](knobel.load(name)).size for name in LARGE] == sizes


def test_the_large_boards_are_those_of_the_tournament() -> None:
    """In the form of its test cases: the file of the tournament, of which the report took the first five boards."""
    boards = [knobel.load(name) for name in LARGE]
    [tournament] = [one for one in KIND.formats if one.name == "tournament"]
    assert tournament.write is not None
    assert knobel.loads(tournament.write(boards)) == boards
    if not (CORPUS / "report-25x25.txt").exists():
        pytest.skip("the corpus is not there")
    assert knobel.loads((CORPUS / "report-25x25.txt").read_text()) == boards


@pytest.mark.parametrize("name", LARGE)
def test_the_second_method_solves_the_large_boards(name: str) -> None:
    board = knobel.load(name)
    example = KIND.examples[name.partition("/")[2]]
    for engine in ("yasat", "glucose"):
        result = knobel.solve(board, encoding="order", engine=engine)
        assert result.solution is not None and board.check(result.solution) == []
    found = {board.write(values) for values in knobel.solutions(board, encoding="order")}
    assert len(found) == example.solutions and example.answer in found


def test_every_table_of_the_report_can_be_measured_without_other_peoples_puzzles() -> None:
    assert EXPERIMENTS.report is not None
    for table in EXPERIMENTS.report.tables:
        assert [row.name for row in table.rows if len(row.boards(Corpus())) != 1] == []
        assert sum(row.name.startswith("25x25") for row in table.rows) == 5
