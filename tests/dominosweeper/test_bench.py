"""The tables of the documentation are those of the stored run."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np

import knobel

BENCH = Path(__file__).parents[2] / "bench" / "dominosweeper.py"


def load_bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_dominosweeper", BENCH)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_tables_are_those_of_the_stored_results() -> None:
    bench = load_bench()
    page = bench.PAGE.read_text(encoding="utf-8")
    assert len(bench.MARKED.findall(page)) == 1
    assert bench.filled(page, bench.load_stored()) == page, "run: python bench/dominosweeper.py --fill"
    assert "/" not in bench.STORED.read_text(encoding="utf-8"), "results hold no paths"


def test_minimal_clues_are_minimal() -> None:
    bench = load_bench()
    values = bench.pairs(8, seed=3)
    board = bench.fewest(bench.full(values), values, seed=3)
    [solution] = knobel.solutions(board)
    assert np.array_equal(solution, values)
    for place in board.places():
        assert knobel.unique(board.keep(set(board.places()) - {place})).status == "multiple"
