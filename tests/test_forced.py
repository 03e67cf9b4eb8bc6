"""Forced entries of random puzzles, against all their solutions."""

from __future__ import annotations

import importlib
import json

import numpy as np
import pytest

import knobel
from knobel import registry
from knobel.cli import main
from witness import PUZZLES, every

task = importlib.import_module("knobel.tasks.forced")  # in the package, the name is the function's

EACH = 200
SEED = 11


@pytest.mark.slow
@pytest.mark.parametrize("patience", [task.PATIENCE, 0])
@pytest.mark.parametrize("kind", PUZZLES)
def test_forced_is_what_all_solutions_have_in_common(kind: str, patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task, "PATIENCE", patience)  # without any, several facts are demanded at once from the start
    open_boards = 0
    for puzzle in PUZZLES[kind](EACH, SEED):
        solutions = every(puzzle)
        found = knobel.forced(puzzle)
        assert found.status == ("solved" if solutions else "unsolvable"), puzzle.id()
        if solutions:
            stacked = np.stack(solutions)
            same = (stacked == stacked[0]).all(axis=0)
            assert (found.values == np.where(same, stacked[0], -1)).all(), puzzle.id()
            occurs = [(stacked == value).any(axis=0) for value in range(found.possible.shape[-1])]
            assert (found.possible == np.stack(occurs, axis=-1)).all(), puzzle.id()
            open_boards += not same.all()
    assert open_boards >= 20


def test_many_open_cells_need_few_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """144 cells, all of them open: a question a cell would be far too many, and so would be one for every third."""
    from knobel.search import Search

    asked = 0
    solve = Search.solve

    def counted(self: Search, *args: object, **options: object) -> object:
        nonlocal asked
        asked += 1
        return solve(self, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Search, "solve", counted)
    found = knobel.forced(knobel.parse(f"nonogram:12x12:{'/'.join('1' * 24)}"))
    assert found.cells == [] and asked < 48


def test_the_command_says_when_nothing_is_certain(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forced", "nonogram:2x2:1/1/1/1"]) == 0
    assert capsys.readouterr().out.endswith("Nothing is certain: no place is the same in every solution.\n")
    assert main(["forced", "nonogram:2x2:1/1/1/1", "--timeout", "0", "--language", "de"]) == 4
    assert capsys.readouterr().out.startswith("unentschieden: sicher ist bis jetzt nichts\n")
    assert main(["forced", "nonogram:3x2:1/1/1/1/2"]) == 0
    assert "certain" not in capsys.readouterr().out


@pytest.mark.parametrize("kind", registry.kinds().values(), ids=lambda kind: kind.name)
def test_an_open_cell_has_a_sign(kind: registry.Kind) -> None:
    """Also where nothing is certain: a line of blanks says nothing, and a cell known to be empty looks otherwise."""
    for example in kind.examples.values():
        puzzle = knobel.parse(example.id)
        open_ = puzzle.draw(np.full(puzzle.domain().shape[:-1], -1))
        assert all(cell.plain.strip() for board in open_.boards for row in board.cells for cell in row), example.id


def test_the_command_says_which_values_occur(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forced", "nonogram:3x2:1/1/1/1/2", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert {"at": [0, 1], "value": 0} in record["cells"] and record["possible"]["0,0"] == [0, 1]
