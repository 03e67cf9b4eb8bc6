"""The stored measurements are what was promised."""

from __future__ import annotations

from benches import load


def test_the_stored_results_are_fast_enough() -> None:
    """With the report's labeling: S7 in less than three seconds, S6 at least 50 times as fast as in SWI-Prolog."""
    rows = load("reports_clp").BENCH.load()["doppelblock"]["rows"]
    reported = {row["board"]: row for row in rows if row["labeling"] == "leftmost,bisect,down"}
    assert set(reported) == {"S5", "S6", "S7", "S7b"}
    assert reported["S7"]["fd"] < 3
    assert reported["S6"]["swi"] >= 50 * reported["S6"]["fd"]


def test_every_labeling_was_measured() -> None:
    rows = load("reports_clp").BENCH.load()["labelings"]["rows"]
    boards = [(row["board"], row["transposed"]) for row in rows]
    assert {boards.count(board) for board in boards} == {5 * 5 * 2 + 1}
