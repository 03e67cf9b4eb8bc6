"""The files of Simpson's collection: all that they hold comes back, and what foreign files do is understood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_laws import law
from knobel.kinds.nonogram.rules import Nonogram
from nonogram.texts import SMALL, check_error, check_kept, palettes, puzzles, read, titles, write

WRITTEN = "width 4\nheight 3\n\nrows\n2,1\n2\n1,1\n\ncolumns\n1,1\n2\n1\n1,1\n"


@law
@given(st.lists(puzzles(palettes, st.text()), min_size=1, max_size=3))
def test_everything_is_kept(boards: list[Nonogram]) -> None:
    check_kept("non", boards)


def test_the_example_byte_for_byte() -> None:
    assert write("non", SMALL) == WRITTEN
    assert read("non", WRITTEN) == [SMALL]


def test_the_goal_is_read_where_clues_are_missing() -> None:
    assert read("non", 'width 4\nheight 3\ngoal "110101101001"\n') == [SMALL]
    assert read("non", 'width 4\ngoal "110101101001"\nrows\n2,1\n2\n1,1\n') == [SMALL]
    assert read("non", 'width 3\nheight 2\ncolor a red\ncolor b #00f\ngoal "abba.0"\n') == [
        Nonogram.parse("3x2:2a/1b/1b/1a.2b/1a:a=ff0000:b=0000ff")
    ]


def test_it_tolerates_what_foreign_files_do() -> None:
    clues = "\ncolumns\n1, 1\n2\n1\n1 1\n\nrows\n2,1\n2\n1,1\n"
    text = f'by "x"\nlicense MIT\ntitle "For "me" &copy; &#228;"\n{clues}\nnote: 3\n'
    items = read("non", "\ufeff====\n" + text.replace("\n", "\r\n") + "====\n====\n\n")
    assert items == [SMALL]
    assert titles(items) == ['For "me" © ä']


def test_empty_lines_are_clues_where_they_are_needed() -> None:
    rows = ["", "1", "", ""]
    for gap in ("", "\n", "\n\n\n"):
        text = "width 2\nheight 4\nrows\n" + "\n".join(rows) + "\n" + gap + "columns\n1\n0\n"
        assert read("non", text) == [Nonogram.parse("2x4:1///1//")]


def test_colours() -> None:
    header = "width 3\nheight 2\n"
    clues = "\nrows\n1X,2b\n1X\n\ncolumns\n1X\n1b\n1b,1X\n"
    expected = Nonogram.parse("3x2:1a/1b/1b.1a/1a.2b/1a:a=ff0000:b=0000ff")
    assert read("non", f"{header}color X red\ncolour b #00F{clues}") == [expected]
    [undeclared] = read("non", header + clues)
    assert isinstance(undeclared, Nonogram)
    assert (undeclared.rows, undeclared.columns) == (expected.rows, expected.columns)
    assert [char for char, _ in undeclared.palette] == ["a", "b"]


BROKEN = [
    ("width 2\nheight 3\nrows\n1\n1\ncolumns\n1\n1\n", "3: found 2 rows; expected 3"),
    ("width 2\nheight 1\nrows\n1\n1\ncolumns\n1\n1\n", "5: found 2 rows; expected 1"),
    ("width 2\nheight 2\nrows\n1\nx1\ncolumns\n1\n1\n", "5: row 2 has the run 'x1'; expected lengths"),
    ("width 2\nheight 2\nrows\n1\n1\n\ncolumns\n1,,1\n1\n", "8: column 1 has the run ''; expected lengths"),
    ("width -2\nheight 2\nrows\n1\n1\n", "1: the width is '-2'; expected a number"),
    ("\nwidth 2\nheight 2000000\nrows\n1\n", "3: the size 2x2000000 is out of range; expected 1x1"),
    ('width 2\nheight 2\ngoal "01010"\n', "3: the goal has 5 cells; expected 2 x 2 = 4"),
    ('width 2\nheight 2\ngoal "0120"\n', "3: the goal has the cell '2'; expected one of '0', '.', '1'"),
    ("width 1\nheight 1\nwidth 1\n", "3: 'width' is given twice; expected it once"),
    ("width 1\nheight 1\nrows\n1\n", "1: found no columns; expected a line 'columns'"),
    ("width 1\nheight 1\ncolor a #ff000\nrows\n1a\n", "3: the colour is '#ff000'; expected six"),
    ("width 1\nheight 1\ncolor a red\nrows\n1c\ncolumns\n1a\n", "5: row 1 has the run '1c' of the colour 'c'"),
    ("width 1\nheight 2\nrows\n2,²\n1\ncolumns\n1\n", "4: row 1 has the run '²'; expected lengths"),
    ("width 1\nheight 1\nrows\n" + "9" * 5000 + "\ncolumns\n1\n", "4: row 1 has the run '999"),
    ("", "1: found no puzzle; expected lines such as"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_errors_name_the_line_and_what_was_expected(text: str, message: str) -> None:
    check_error("non", text, message)


def test_clues_that_cannot_be_met_are_no_errors() -> None:
    assert read("non", "width 1\nheight 1\nrows\n7,8\ncolumns\n\n") == [Nonogram.parse("1x1:/7.8")]
