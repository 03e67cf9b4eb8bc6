"""The tables of the documentation are those of the stored results."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_tables_are_those_of_the_stored_results() -> None:
    spec = importlib.util.spec_from_file_location("bench_satromino", ROOT / "bench" / "satromino.py")
    assert spec is not None and spec.loader is not None
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
    stored, page = bench.load_stored(), bench.PAGE.read_text(encoding="utf-8")
    assert bench.filled(page, stored) == page, "run: python bench/satromino.py --fill"
    assert {match[2] for match in bench.MARKED.finditer(page)} == set(bench.tables(stored))
    assert "/" not in bench.STORED.read_text(encoding="utf-8"), "results hold no paths"
