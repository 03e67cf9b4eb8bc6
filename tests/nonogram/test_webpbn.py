"""The XML of webpbn.com: all that it holds comes back, and the parser gives no more than it has to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_laws import law
from knobel.kinds.nonogram.rules import Nonogram
from nonogram.texts import SMALL, check_error, check_kept, palettes, puzzles, read, titles, webpbn, write

xml_text = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn")) | st.sampled_from("\t\n\r"))

WRITTEN = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<puzzle type="grid" defaultcolor="black">
<color name="white" char=".">fff</color>
<color name="black" char="X">000</color>
<clues type="columns">
<line><count>1</count><count>1</count></line>
<line><count>2</count></line>
<line><count>1</count></line>
<line><count>1</count><count>1</count></line>
</clues>
<clues type="rows">
<line><count>2</count><count>1</count></line>
<line><count>2</count></line>
<line><count>1</count><count>1</count></line>
</clues>
</puzzle>
</puzzleset>
"""
HEAD = "<?xml version='1.0'?>\n"


@law
@given(st.lists(puzzles(palettes, xml_text), min_size=1, max_size=3))
def test_everything_is_kept(boards: list[Nonogram]) -> None:
    check_kept("webpbn", boards)


def test_the_example_byte_for_byte() -> None:
    assert write("webpbn", SMALL) == WRITTEN
    assert read("webpbn", WRITTEN) == [SMALL]


def test_the_goal_is_read_where_clues_are_missing() -> None:
    saved = "<solution type='saved'><image>|??|</image></solution>"
    image = f"{saved}<solution><image>\n|XX.X|\n|.XX.|\n|X..X|\n</image></solution>"
    lines = "<line><count>2</count><count>1</count></line>\n<line><count>2</count></line><line/>"
    rows = f"<clues type='rows'>{lines}</clues>"
    assert read("webpbn", webpbn(image)) == [SMALL]
    assert read("webpbn", webpbn(rows + image)) == [Nonogram(SMALL.columns, (*SMALL.rows[:2], ()))]


def test_colours() -> None:
    declared = (
        '<color name="white" char=" ">FFFFFF</color><color name="black" char="#">000</color>'
        '<color name="aB30101" char="a">B30101</color>'
    )
    clues = (
        '<clues type="columns"><line><count color="black">1</count></line></clues>'
        '<clues type="rows"><line><count color="aB30101">1</count></line></clues>'
    )
    expected = Nonogram.parse("1x1:1b/1a:b=000000:a=b30101")
    assert read("webpbn", webpbn(declared + clues, ' type="grid" defaultcolor="white"')) == [expected]
    assert read("webpbn", webpbn(clues + declared)) == [expected]
    black = clues.replace("aB30101", "black")
    assert read("webpbn", webpbn(black)) == [Nonogram.parse("1x1:1/1")]
    assert read("webpbn", webpbn('<color name="ink" char="x">000</color>' + black.replace("black", "ink"))) == [
        Nonogram.parse("1x1:1/1")
    ]
    inverse = '<color name="white" char="w">fff</color>' + black.replace("black", "white")
    assert read("webpbn", webpbn(inverse, ' backgroundcolor="black"')) == [Nonogram.parse("1x1:1w/1w:w=ffffff")]


def test_a_bare_doctype_is_tolerated_and_no_more() -> None:
    body = WRITTEN.partition("<puzzleset>")[2]
    for doctype in ("", "<!DOCTYPE pbn>\n", '<!DOCTYPE pbn SYSTEM "a[b">'):
        assert read("webpbn", f"\n\n{doctype}<puzzleset>{body}") == [SMALL]
    assert titles(read("webpbn", f"\n<!DOCTYPE a [\n<!eNTITY b 'c'>]><puzzleset>{body}")) == [
        "! 3: found <!ENTITY; entities are refused"
    ]
    assert titles(read("webpbn", f"<!DOCTYPE a [<!ATTLIST b c CDATA 'd'>]>\n<puzzleset>{body}")) == [
        "! 1: found a DOCTYPE with declarations of its own; expected a bare one"
    ]


BROKEN = [
    (webpbn("<clues type='rows'>\n<line><count>x</count></line></clues>"), "4: row 1 has the run 'x'"),
    (webpbn("<clues type='rows'>\n<line><count>1</line></clues>"), "4: the XML is broken: mismatched tag"),
    (webpbn("<clues type='rows'><line><count>1</count>\n<count\n>\n0</count></line>\n</clues>"), "6: row 1"),
    (webpbn("", " type='triddler'"), "2: the puzzle is of the type 'triddler'; expected 'grid'"),
    (webpbn(""), "2: found no rows and no goal; expected"),
    (webpbn("<clues type='left'/>"), "3: the clues are of the type 'left'; expected 'rows' or 'columns'"),
    (webpbn("\n<color name='a'>red one</color>"), "4: the colour is 'red one'; expected six"),
    (webpbn("<solution><image>\n|X|\n|Y|\n</image></solution>"), "5: the goal has the cell 'Y'; expected"),
    (webpbn("<solution><image>\n|X|\n|XX|\n</image></solution>"), "5: a row of the goal has 2 cells; "),
    (webpbn("<clues type='rows'><line>\n<count color='b'>1</count></line></clues>"), "4: a run has the"),
    ("<puzzleset>" + "<a>" * 100, "1: the elements are nested more than 50 deep"),
    (HEAD + "<puzzleset></puzzleset>", "1: found no puzzle; expected <puzzleset>"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_errors_name_the_line_and_what_was_expected(text: str, message: str) -> None:
    check_error("webpbn", text, message)
