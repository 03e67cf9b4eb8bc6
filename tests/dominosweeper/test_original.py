"""The report: the boards that it prints, its model, and its two labelings."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import knobel
from knobel import registry
from knobel.bench.boards import Corpus
from knobel.bench.peers.prolog import Swi
from knobel.experiments import Table
from knobel.kinds.dominosweeper.experiments import BEST, DEFAULT
from knobel.kinds.dominosweeper.rules import Dominosweeper
from knobel.model import Count, Model

# As in its figure 2: one list of 36 cells.
LIST = """\
[ 2,e,e,e,e,e,
  e,e,e,e,e,e,
  e,e,e,3,e,3,
  2,e,0,e,e,e,
  e,e,e,e,e,e,
  e,e,e,e,e,1 ]
"""
# As in its figure 3, where O is an unknown cell, * a mine, and a free cell is blank: the board and its solution.
SHOWN = ("2OOOOO", "OOOOOO", "OOO3O3", "2O0OOO", "OOOOOO", "OOOOO1")
SOLVED = ("2**   ", "*  ** ", "*  3 3", "2 0 **", "*     ", "*  **1")
LABELINGS = ("leftmost", "ff,median,down")


def test_every_board_that_the_report_prints_is_read() -> None:
    shown = Dominosweeper(tuple(row.replace("O", ".") for row in SHOWN))
    for text in (LIST, LIST.replace("\n", ""), "\n".join(LIST.split()), f"{LIST.strip()}.\n"):
        assert knobel.loads(text, "dominosweeper") == [shown]
        assert knobel.loads(text) == [shown]  # nobody else takes it for theirs
    [solution] = knobel.solutions(shown)
    assert shown.write(solution).split("/") == [row.replace(" ", ".") for row in SOLVED]


def statistics(post: str) -> list[dict[str, int]]:
    """What fd counts on the report's board under its two labelings."""
    board = knobel.load("@dominosweeper/report")
    ways = [(f"cp:post={post}", f"fd:labeling={labeling}") for labeling in LABELINGS]
    return [knobel.solve(board, encoding=encoding, engine=engine).stats for encoding, engine in ways]


@pytest.mark.parametrize("post", ["cells", "tables"])
def test_the_better_labeling_is_the_one_of_the_report(post: str) -> None:
    default, best = statistics(post)
    for counter in ("resumptions", "entailments", "prunings", "backtracks"):
        assert best[counter] < default[counter]
    assert best["constraints"] == default["constraints"]
    assert default["backtracks"] - best["backtracks"] == 9 - 7  # as many as the labeling saved in the report


def test_cell_by_cell_is_the_model_of_the_report() -> None:
    """For each number, its neighbours and a sum; for each other cell, those beside it, a sum, two tests and a rule."""
    edge, numbers = {0, 5}, {(0, 0), (2, 3), (2, 5), (3, 0), (3, 2), (5, 5)}
    around = beside = 0
    for r in range(6):
        for c in range(6):
            off = (r in edge) + (c in edge)
            if (r, c) in numbers:
                around += 1 + (8, 5, 3)[off]
            else:
                beside += 4 + 4 - off
    assert statistics("cells")[0]["constraints"] == around + beside == 260
    assert statistics("tables")[0]["constraints"] == 36 + 6


def test_constraint_models_number_mines_and_free_cells_as_the_report_did() -> None:
    model = registry.encoding(registry.kind("dominosweeper"), "cp")(Dominosweeper(("1.", "*-")))
    assert isinstance(model, Model)
    assert model.domains == [(10,), (9, 10), (9,), (10,)]
    assert [one for one in model.constraints if isinstance(one, Count)] == [Count((1, 2, 3), 9, 1, 1)]


@pytest.mark.parametrize("name", ["empty", "ring", "given", "two", "four"])
@pytest.mark.parametrize(
    ("labeling", "mines_first"), [("leftmost,step,up", True), ("ff,median,down", False), ("ff,bisect,up", True)]
)
def test_labelings_mean_the_same_everywhere(
    name: str, labeling: str, mines_first: bool, need_tool: Callable[[str], str]
) -> None:
    """The first solution, of fd in both models and of the report's model in Prolog: as many mines early, or as few."""
    need_tool("swipl")
    board = knobel.load(f"@dominosweeper/{name}")
    every = [values.ravel().tolist() for values in knobel.solutions(board)]
    expected = max(every) if mines_first else min(every)
    found = [Swi(labeling).solve(board, 60.0).values]
    for post in ("tables", "cells"):
        found.append(knobel.solve(board, encoding=f"cp:post={post}", engine=f"fd:labeling={labeling}").solution)
    assert [values is not None and values.ravel().tolist() for values in found] == [expected] * 3


@pytest.mark.parametrize("table", [DEFAULT, BEST], ids=["figure 4", "figure 5"])
def test_boards_that_stand_in_have_the_size_of_the_lost_ones_and_one_solution(table: Table) -> None:
    for row, side in zip(table.rows, (3, 4, 5, 6), strict=True):
        [board] = row.boards(Corpus())
        puzzle = knobel.parse(board.id)
        assert isinstance(puzzle, Dominosweeper)
        assert (puzzle.width, puzzle.height) == (side, side) and row.name.startswith(f"{side}x{side}")
        assert ("ours" in row.name) == (puzzle != knobel.load("@dominosweeper/report"))
        assert knobel.unique(puzzle).status == "unique"
        assert set(row.printed["cell by cell"].stats) == set(table.stats)
