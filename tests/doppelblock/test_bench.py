"""The page about the encodings shows the stored measurements, and these are what the page says of them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def load_bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_doppelblock", ROOT / "bench" / "doppelblock.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_tables_are_those_of_the_stored_results() -> None:
    bench = load_bench()
    page = bench.PAGE.read_text(encoding="utf-8")
    assert bench.filled(page, bench.load_stored()) == page, "run: python bench/doppelblock.py --fill"
    assert {match[2] for match in bench.MARKED.finditer(page)} == set(bench.tables(bench.load_stored()))
    assert "/" not in bench.STORED.read_text(encoding="utf-8"), "results hold no paths"


def test_the_stored_results_are_fast_enough() -> None:
    """What was promised: all sums given, 15 x 15 in less than a second, 20 x 20 in less than four."""
    rows = load_bench().load_stored()["sizes"]["rows"]
    medians = {row["n"]: row["median"] for row in rows if row["encoding"] == "diagram"}
    assert medians[15] < 1 and medians[20] < 4
