"""The tables of the documentation are those of the stored results, and the frame of the scripts loses nothing."""

from __future__ import annotations

import doctest
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benches import BENCH, load

STORED = load("stored")
PARTS = ("profile", "recorded", "stages", "stored")  # no scripts, or such that store nothing
SCRIPTS = sorted(path.stem for path in BENCH.glob("*.py") if path.stem not in PARTS)


@pytest.mark.parametrize("name", SCRIPTS)
def test_tables_are_those_of_the_stored_results(name: str) -> None:
    bench = load(name).BENCH
    page = bench.page.read_text(encoding="utf-8")
    assert bench.filled(page) == page, f"run: python bench/{name}.py --fill"
    assert set(STORED.MARKED.findall(page)) == set(bench.tables(bench.load()))
    assert "/" not in bench.stored.read_text(encoding="utf-8"), "results hold no paths"


@pytest.mark.parametrize("name", SCRIPTS)
def test_tables_do_not_need_every_section(name: str) -> None:
    bench = load(name).BENCH
    stored = bench.load()
    for section in stored:
        assert bench.tables({section: stored[section]}).keys() == bench.tables(stored).keys()


def test_the_examples_in_the_frame() -> None:
    assert doctest.testmod(STORED).failed == 0


def frame(folder: Path, **measured: list[dict[str, Any]]) -> Any:
    """A bench with results of its own, one table for each section."""
    sections = {name: lambda rows=rows: rows for name, rows in measured.items()}
    return STORED.Bench("", folder / "made.json", folder / "page.md", sections, lambda stored: stored)


def test_a_section_is_stored_beside_the_others(tmp_path: Path) -> None:
    bench = frame(tmp_path, one=[{"n": 1}], two=[{"n": 2}])
    bench.measure("one")
    first = bench.load()
    bench.measure("two")
    assert bench.load()["one"] == first["one"]
    assert [bench.load()[name]["rows"] for name in ("one", "two")] == [[{"n": 1}], [{"n": 2}]]


def test_a_section_that_is_left_out_stays_as_it_was_stored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse() -> list[dict[str, Any]]:
        raise STORED.LeftOut("no boards")

    bench = frame(tmp_path, one=[{"n": 1}])
    bench.measure("one")
    replace(bench, sections={"one": refuse}).measure("one")
    assert bench.load()["one"]["rows"] == [{"n": 1}]
    assert "left out, no boards" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text", ['{"versions": {"python": "3"}, "one": [{}]}', '{"versions": {"python": "3"}, "one": {"rows": [{}]}}']
)
def test_versions_may_be_stored_once_for_all_sections(text: str, tmp_path: Path) -> None:
    bench = frame(tmp_path)
    bench.stored.write_text(text, encoding="utf-8")
    assert bench.load() == {"one": {"versions": {"python": "3"}, "rows": [{}]}}


def test_an_empty_table_is_filled_and_the_text_behind_it_kept() -> None:
    page = "a\n<!-- table: x -->\n<!-- end -->\nb\n<!-- table: y -->\nold\n<!-- end -->\nc\n"
    made = {"x": "one", "y": "two"}
    filled = STORED.filled(page, made)
    assert filled == f"a\n{STORED.marked('x', 'one')}\nb\n{STORED.marked('y', 'two')}\nc\n"
    assert STORED.filled(filled, made) == filled


def test_versions_are_named_once_if_they_are_all_the_same() -> None:
    measured_with = STORED.measured_with
    one, other = {"versions": {"python": "3"}, "rows": []}, {"versions": {"python": "4"}, "rows": []}
    assert measured_with({"a": one, "b": one}) == "Measured with python 3."
    assert measured_with({"a": one, "b": other, "c": one}) == "Measured with python 3 (a, c); python 4 (b)."
