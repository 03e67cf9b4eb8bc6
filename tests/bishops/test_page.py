"""The tables of the page are those of the stored results."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

BENCH = Path(__file__).parents[2] / "bench" / "bishops.py"


def load_bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_bishops", BENCH)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_tables_are_those_of_the_stored_results() -> None:
    bench = load_bench()
    page = bench.PAGE.read_text(encoding="utf-8")
    assert bench.filled(page, bench.load_stored()) == page, "run: python bench/bishops.py --fill"
    assert {match[2] for match in bench.MARKED.finditer(page)} == set(bench.tables(bench.load_stored()))
    assert "/" not in bench.STORED.read_text(encoding="utf-8"), "results hold no paths"
