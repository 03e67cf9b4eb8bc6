"""The stored measurements are what was promised."""

from __future__ import annotations

from benches import load


def test_the_stored_results_are_fast_enough() -> None:
    """All sums given, 15 x 15 takes less than a second, 20 x 20 less than four."""
    rows = load("doppelblock").BENCH.load()["sizes"]["rows"]
    medians = {row["n"]: row["median"] for row in rows if row["encoding"] == "diagram"}
    assert medians[15] < 1 and medians[20] < 4
