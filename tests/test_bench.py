"""The tables of the documentation are those of the stored results, every suite runs, and the frame loses nothing."""

from __future__ import annotations

import doctest
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benches import BENCH, load

FRAME, TABLES = load("suite"), load("tables")
DOCS = BENCH.parent / "docs"
SUITES = FRAME.suite_names()
PAGES = {path: names for path in DOCS.rglob("*.md") if (names := FRAME.MARKED.findall(path.read_text("utf-8")))}
SECTIONS = [(name, section) for name in SUITES for section in FRAME.suite(name).sections]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_tables_are_those_of_the_stored_results(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert FRAME.filled(text) == text, "run: python bench --fill"
    assert "versions" in PAGES[page]


@pytest.mark.parametrize("name", SUITES)
def test_every_table_is_shown_and_every_section_stored(name: str) -> None:
    found, shown = FRAME.suite(name), {table for names in PAGES.values() for table in names}
    assert found.name == name and found.about
    assert {f"{name}.{table}" for table in found.tables if "/" not in table} <= shown
    assert set(FRAME.load(name)) == set(found.sections)
    assert "/" not in FRAME.dump(FRAME.load(name)), "results hold no paths"


@pytest.mark.parametrize("name", SUITES)
def test_tables_do_not_need_every_section(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = FRAME.load(name)
    for section in stored:
        monkeypatch.setattr(
            FRAME,
            "load",
            lambda other, known=FRAME.load, left=section: {left: stored[left]} if other == name else known(other),
        )
        for shown in FRAME.suite(name).tables.values():
            assert isinstance(shown(FRAME.Stored()), str)
        monkeypatch.undo()


def test_the_same_thing_has_one_figure() -> None:
    """Whoever measures a suite anew with `python bench experiments` gets this by itself."""
    same = load("experiments").same_things(FRAME.load("experiments"))
    several = [rows for rows in same.values() if len(rows) > 1]
    assert len(several) > 100
    for rows in several:
        assert len({(row["verdict"], row["cpu"], row["value"]) for _, row in rows}) == 1, rows


def test_labelings_that_two_suites_measure_have_one_number() -> None:
    reported = {
        (row["board"], row["engine"].partition("labeling=")[2]): row["stats"]["backtracks"]
        for row in FRAME.load("experiments")["reports"].rows
        if row["kind"] == "doppelblock" and "labeling=" in row["engine"]
    }
    found = {(row["board"], row["labeling"]): row["backtracks"] for row in FRAME.load("fd")["labelings"].rows}
    both = reported.keys() & found.keys()
    assert len(both) >= 10 and all(reported[one] == found[one] for one in both)


def test_what_is_measured_anew_replaces_the_same_thing_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = load("experiments")
    sections = {
        name: FRAME.Section([dict(row) for row in section.rows], section.versions, section.machine)
        for name, section in FRAME.load("experiments").items()
    }
    changed = next(
        rows for rows in bench.same_things(sections).values() if {"encodings", "engines"} <= {name for name, _ in rows}
    )
    next(row for name, row in changed if name == "engines")["cpu"] = 123.0
    (tmp_path / "results").mkdir()
    monkeypatch.setattr(FRAME, "HERE", tmp_path)
    monkeypatch.setattr(bench, "load", lambda name: sections)
    bench.one_figure("engines")
    assert [row["cpu"] for _, row in changed] == [123.0] * len(changed)
    assert (tmp_path / "results" / "experiments.jsonl").read_text(encoding="utf-8") == FRAME.dump(sections)


@pytest.fixture
def first_only() -> Iterator[None]:
    FRAME.FIRST_ONLY[0] = True
    yield
    FRAME.FIRST_ONLY[0] = False


@pytest.mark.slow
@pytest.mark.parametrize(("name", "section"), SECTIONS)
def test_every_section_can_be_measured(name: str, section: str, first_only: None) -> None:
    """On its smallest board; the rows have what the tables show."""
    try:
        rows = list(FRAME.suite(name).sections[section]())
    except FRAME.LeftOut as why:
        pytest.skip(str(why))
    assert rows and all(row.keys() == rows[0].keys() for row in rows)
    assert set(FRAME.load(name)[section].rows[0]) == set(rows[0])


def test_the_examples_of_tables() -> None:
    found = doctest.testmod(TABLES)
    assert found.attempted and not found.failed


value = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
rows = st.integers(0, 3).flatmap(
    lambda width: st.lists(st.fixed_dictionaries({f"c{i}": value for i in range(width)}), max_size=4)
)


@given(st.dictionaries(st.text(), st.builds(FRAME.Section, rows, st.text(), st.text()), max_size=3))
def test_what_is_stored_comes_back_as_it_was(sections: dict[str, Any]) -> None:
    text = FRAME.dump(sections)
    found = FRAME.parsed(text)
    assert found == sections
    for name, section in sections.items():  # and the columns in the order of the first row
        assert all(list(row) == list(section.rows[0]) for row in found[name].rows)
    assert text.count("\n") == len(sections) + sum(len(one.rows) for one in sections.values())


@pytest.fixture
def frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """Makes a suite with results of its own."""
    (tmp_path / "results").mkdir()
    monkeypatch.setattr(FRAME, "HERE", tmp_path)
    FRAME.load.cache_clear()
    yield lambda **measured: FRAME.Suite("made", "", measured)
    FRAME.load.cache_clear()


def test_a_section_is_stored_beside_the_others(frame: Callable[..., Any]) -> None:
    made = frame(one=lambda: [{"n": 1}], two=lambda: [{"n": 2}, {"n": 3}])
    made.measure("one")
    first = FRAME.load("made")["one"]
    made.measure("two")
    assert FRAME.load("made")["one"] == first
    assert [FRAME.load("made")[name].rows for name in ("one", "two")] == [[{"n": 1}], [{"n": 2}, {"n": 3}]]


def test_a_section_that_is_left_out_stays_as_it_was_stored(
    frame: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> list[dict[str, Any]]:
        raise FRAME.LeftOut("no boards")

    frame(one=lambda: [{"n": 1}]).measure("one")
    frame(one=refuse).measure("one")
    assert FRAME.load("made")["one"].rows == [{"n": 1}]
    assert "left out, no boards" in capsys.readouterr().out


def test_an_empty_table_is_filled_and_the_text_around_it_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    section = FRAME.Section([{"n": 1}], "python 3", "")
    monkeypatch.setattr(FRAME, "load", lambda name: {"one": section, "two": section})
    made = FRAME.Suite("made", "", {}, {"other one": lambda stored: "some text"})
    made.section(TABLES.Table({"n": "n"}), "one")(lambda: [])
    monkeypatch.setattr(FRAME, "suite", lambda name: made)
    names = ("made.one", "made.other one", "versions")
    page = "a\n" + "".join(f"<!-- table: {name} -->\n<!-- end -->\nb\n" for name in names)
    filled = FRAME.filled(page)
    texts = ("| n |\n| --- |\n| 1 |", "some text", "Measured with python 3.")
    assert filled == "a\n" + "".join(f"{FRAME.marked(*pair)}\nb\n" for pair in zip(names, texts, strict=True))
    assert FRAME.filled(filled) == filled
