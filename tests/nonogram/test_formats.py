"""The laws of the nonogram formats: what is written is read back, and whatever is read gives puzzles or errors.

Errors name the line and what was expected; one bad puzzle does not hide the others.
"""

from __future__ import annotations

import random
import re
from functools import partial
from pathlib import Path
from string import ascii_lowercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accidents
from knobel.errors import BadInput, Misuse
from knobel.kinds.nonogram.formats import FORMATS
from knobel.kinds.nonogram.rules import BLACK, Colour, Line, Nonogram, Run
from knobel.puzzle import Format, Puzzle
from knobel.reading import PATIENCE

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "nonogram"
FORMAT = {format.name: format for format in FORMATS}
SMALL = Nonogram.parse("4x3:1.1/2/1/1.1/2.1/2/1.1")
SQUARE = Nonogram.parse("3x3:1.1//2/2/1/1")
COLOURED = Nonogram.parse("3x2:1a/1b/1b.1a/1a.2b/1a:a=ff0000:b=0000ff")

law = settings(deadline=None, max_examples=100)


def read(name: str, text: str) -> list[Puzzle | BadInput]:
    return list(FORMAT[name].read(text))


def write(name: str, *puzzles: Puzzle) -> str:
    writer = FORMAT[name].write
    assert writer is not None
    return writer(puzzles)


def titles(items: list[Puzzle | BadInput]) -> list[str]:
    return [f"! {item}" if isinstance(item, BadInput) else item.title for item in items]


def titled(puzzle: Nonogram, title: str) -> Nonogram:
    return Nonogram(puzzle.columns, puzzle.rows, puzzle.palette, title)


# round trips

xml_text = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn")) | st.sampled_from("\t\n\r"))
tones = st.dictionaries(st.sampled_from(ascii_lowercase), st.integers(0, 0xFFFFFF).map("{:06x}".format), min_size=1)
palettes = st.just(BLACK) | tones.map(lambda tones: tuple(Colour(char, rgb) for char, rgb in tones.items()))


@st.composite
def puzzles(
    draw: st.DrawFn,
    palettes: st.SearchStrategy[tuple[Colour, ...]] = st.just(BLACK),  # noqa: B008
    titles: st.SearchStrategy[str] = st.just(""),  # noqa: B008
    square: bool = False,
    longest: int = 999_999,
    slots: bool = False,
) -> Nonogram:
    """Any clues, most of which nobody can meet."""
    palette = draw(palettes)
    width = draw(st.integers(1, 6))
    height = width if square else draw(st.integers(1, 6))
    runs = st.builds(Run, st.integers(1, 5) | st.integers(1, longest), st.integers(1, len(palette)))

    def lines(count: int, most: int) -> tuple[Line, ...]:
        line = st.lists(runs, max_size=(most + 1) // 2 if slots else 8).map(tuple)
        return tuple(draw(st.lists(line, min_size=count, max_size=count)))

    return Nonogram(lines(width, height), lines(height, width), palette, draw(titles))


def check_round_trip(name: str, boards: list[Nonogram]) -> None:
    text = write(name, *boards)
    back = read(name, text)
    assert back == boards
    assert titles(back) == [board.title for board in boards]
    assert [format.name for format in FORMATS if format.recognise(text)] == [name]
    assert read(name, text.replace("\n", "\r\n")) == boards


@law
@given(st.lists(puzzles(palettes, st.text()), min_size=1, max_size=3))
def test_non_keeps_everything(boards: list[Nonogram]) -> None:
    check_round_trip("non", boards)


@law
@given(st.lists(puzzles(palettes, xml_text), min_size=1, max_size=3))
def test_webpbn_keeps_everything(boards: list[Nonogram]) -> None:
    check_round_trip("webpbn", boards)


@law
@given(st.lists(puzzles(titles=st.from_regex("[0-9]{1,9}", fullmatch=True), square=True), min_size=1, max_size=3))
def test_tournament_keeps_square_boards(boards: list[Nonogram]) -> None:
    check_round_trip("tournament", boards)


@law
@given(puzzles())
def test_nin_keeps_one_board(board: Nonogram) -> None:
    check_round_trip("nin", [board])


@law
@given(st.lists(puzzles(longest=255, slots=True), min_size=1, max_size=3))
def test_puzzlink_keeps_what_fits_its_slots(boards: list[Nonogram]) -> None:
    check_round_trip("puzzlink", boards)


# the examples of the rules, byte for byte

WRITTEN = {
    "non": "width 4\nheight 3\n\nrows\n2,1\n2\n1,1\n\ncolumns\n1,1\n2\n1\n1,1\n",
    "nin": "4 3\n2 1\n2\n1 1\n1 1\n2\n1\n1 1\n",
    "puzzlink": "https://puzz.link/p?nonogram/4/3/112g1g11122g11\n",
    "webpbn": """<?xml version="1.0"?>
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
""",
}


@pytest.mark.parametrize("name", WRITTEN)
def test_example(name: str) -> None:
    assert write(name, SMALL) == WRITTEN[name]
    assert read(name, WRITTEN[name]) == [SMALL]


def test_tournament_example() -> None:
    text = "$7\n1\t1\n\n2\n2\n1\n1\n"
    assert write("tournament", titled(SQUARE, "7")) == text
    assert read("tournament", text) == [SQUARE]


@pytest.mark.parametrize("body", ["4/3/112g1g11122g11", "6/6/12g1111h11112j12g11g21j11g3h"])
def test_puzzlink_addresses(body: str) -> None:
    address = f"https://puzz.link/p?nonogram/{body}\n"
    [puzzle] = read("puzzlink", address)
    assert isinstance(puzzle, Nonogram)
    assert write("puzzlink", puzzle) == address
    for start in ("http://pzv.jp/p.html?", "https://pzprxs.vercel.app/p?", ""):
        assert FORMAT["puzzlink"].recognise(f"{start}nonogram/{body}")
        assert read("puzzlink", f"{start}nonogram/{body}") == [puzzle]


def test_puzzlink_long_runs_and_long_gaps() -> None:
    board = Nonogram(((Run(30),),) + ((),) * 29, ((Run(1),),) * 30)
    assert write("puzzlink", board).endswith("/30/30/-1e" + "z" * 22 + "o" + "1t" * 30 + "\n")
    assert read("puzzlink", write("puzzlink", board)) == [board]


# leniency


def test_non_reads_the_goal_where_clues_are_missing() -> None:
    assert read("non", 'width 4\nheight 3\ngoal "110101101001"\n') == [SMALL]
    assert read("non", 'width 4\ngoal "110101101001"\nrows\n2,1\n2\n1,1\n') == [SMALL]
    assert read("non", 'width 3\nheight 2\ncolor a red\ncolor b #00f\ngoal "abba.0"\n') == [
        Nonogram.parse("3x2:2a/1b/1b/1a.2b/1a:a=ff0000:b=0000ff")
    ]


def test_non_tolerates_what_foreign_files_do() -> None:
    clues = "\ncolumns\n1, 1\n2\n1\n1 1\n\nrows\n2,1\n2\n1,1\n"
    text = f'by "x"\nlicense MIT\ntitle "For "me" &copy; &#228;"\n{clues}\nnote: 3\n'
    items = read("non", "\ufeff====\n" + text.replace("\n", "\r\n") + "====\n====\n\n")
    assert items == [SMALL]
    assert titles(items) == ['For "me" © ä']


def test_non_empty_lines_are_clues_where_they_are_needed() -> None:
    rows = ["", "1", "", ""]
    for gap in ("", "\n", "\n\n\n"):
        text = "width 2\nheight 4\nrows\n" + "\n".join(rows) + "\n" + gap + "columns\n1\n0\n"
        assert read("non", text) == [Nonogram.parse("2x4:1///1//")]


def test_non_colours() -> None:
    header = "width 3\nheight 2\n"
    clues = "\nrows\n1X,2b\n1X\n\ncolumns\n1X\n1b\n1b,1X\n"
    expected = Nonogram.parse("3x2:1a/1b/1b.1a/1a.2b/1a:a=ff0000:b=0000ff")
    assert read("non", f"{header}color X red\ncolour b #00F{clues}") == [expected]
    [undeclared] = read("non", header + clues)
    assert isinstance(undeclared, Nonogram)
    assert (undeclared.rows, undeclared.columns) == (expected.rows, expected.columns)
    assert [char for char, _ in undeclared.palette] == ["a", "b"]


def webpbn(inside: str, attributes: str = "") -> str:
    return f"<puzzleset>\n<puzzle{attributes}>\n{inside}\n</puzzle>\n</puzzleset>\n"


def test_webpbn_reads_the_goal_where_clues_are_missing() -> None:
    saved = "<solution type='saved'><image>|??|</image></solution>"
    image = f"{saved}<solution><image>\n|XX.X|\n|.XX.|\n|X..X|\n</image></solution>"
    lines = "<line><count>2</count><count>1</count></line>\n<line><count>2</count></line><line/>"
    rows = f"<clues type='rows'>{lines}</clues>"
    assert read("webpbn", webpbn(image)) == [SMALL]
    assert read("webpbn", webpbn(rows + image)) == [Nonogram(SMALL.columns, (*SMALL.rows[:2], ()))]


def test_webpbn_colours() -> None:
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


def test_webpbn_tolerates_a_bare_doctype_and_refuses_more() -> None:
    body = WRITTEN["webpbn"].partition("<puzzleset>")[2]
    for doctype in ("", "<!DOCTYPE pbn>\n", '<!DOCTYPE pbn SYSTEM "a[b">'):
        assert read("webpbn", f"\n\n{doctype}<puzzleset>{body}") == [SMALL]
    assert titles(read("webpbn", f"\n<!DOCTYPE a [\n<!eNTITY b 'c'>]><puzzleset>{body}")) == [
        "! 3: found <!ENTITY; entities are refused"
    ]
    assert titles(read("webpbn", f"<!DOCTYPE a [<!ATTLIST b c CDATA 'd'>]>\n<puzzleset>{body}")) == [
        "! 1: found a DOCTYPE with declarations of its own; expected a bare one"
    ]


def test_tournament_separators() -> None:
    text = "\n$1\n1 1\n\n2\n2\n1\n1\n\n$ 2 \r\n1\t1\r\n\r\n 2\r\n2\r\n1\r\n1"
    items = read("tournament", text)
    assert items == [SQUARE, SQUARE]
    assert titles(items) == ["1", "2"]
    assert write("tournament", titled(SQUARE, "cat"), SQUARE).count("$") == 2


# errors

XML_HEAD = "<?xml version='1.0'?>\n"
BROKEN = [
    ("non", "width 2\nheight 3\nrows\n1\n1\ncolumns\n1\n1\n", "3: found 2 rows; expected 3"),
    ("non", "width 2\nheight 1\nrows\n1\n1\ncolumns\n1\n1\n", "5: found 2 rows; expected 1"),
    ("non", "width 2\nheight 2\nrows\n1\nx1\ncolumns\n1\n1\n", "5: row 2 has the run 'x1'; expected lengths"),
    ("non", "width 2\nheight 2\nrows\n1\n1\n\ncolumns\n1,,1\n1\n", "8: column 1 has the run ''; expected lengths"),
    ("non", "width -2\nheight 2\nrows\n1\n1\n", "1: the width is '-2'; expected a number"),
    ("non", "\nwidth 2\nheight 2000000\nrows\n1\n", "3: the size 2x2000000 is out of range; expected 1x1"),
    ("non", 'width 2\nheight 2\ngoal "01010"\n', "3: the goal has 5 cells; expected 2 x 2 = 4"),
    ("non", 'width 2\nheight 2\ngoal "0120"\n', "3: the goal has the cell '2'; expected one of '0', '.', '1'"),
    ("non", "width 1\nheight 1\nwidth 1\n", "3: 'width' is given twice; expected it once"),
    ("non", "width 1\nheight 1\nrows\n1\n", "1: found no columns; expected a line 'columns'"),
    ("non", "width 1\nheight 1\ncolor a #ff000\nrows\n1a\n", "3: the colour is '#ff000'; expected six"),
    ("non", "width 1\nheight 1\ncolor a red\nrows\n1c\ncolumns\n1a\n", "5: row 1 has the run '1c' of the colour 'c'"),
    ("non", "width 1\nheight 2\nrows\n2,²\n1\ncolumns\n1\n", "4: row 1 has the run '²'; expected lengths"),
    ("non", "width 1\nheight 1\nrows\n" + "9" * 5000 + "\ncolumns\n1\n", "4: row 1 has the run '999"),
    ("non", "", "1: found no puzzle; expected lines such as"),
    ("nin", "2 2\n1\n1\n1\n", "1: found 3 clue lines; expected 2 rows and 2 columns"),
    ("nin", "2 2\n1\n1\n1\n1\n1\n", "6: found 5 clue lines; expected 2 rows and 2 columns"),
    ("nin", "\n2 2\n1\n1\n1\n1a\n", "6: column 2 has the run '1a' of the colour 'a'; expected no colour"),
    ("nin", "2 0\n1\n", "1: the size 2x0 is out of range; expected 1x1"),
    ("nin", "2\n1\n", "1: the size is '2'; expected the width and the height"),
    ("tournament", "$1\n1\n1\n$2\n1\n1\n1\n", "4: found 3 clue lines; expected as many columns as rows"),
    ("tournament", "$1\n1\n1\t-1\n", "3: row 1 has the run '-1'; expected lengths"),
    ("tournament", "1\n1\n", "1: found '1'; expected a line such as $1"),
    ("tournament", "$1\n1\n1 0\n", "3: row 1 has the run '0'; expected lengths"),
    ("puzzlink", "\nnonogram/4/3/112g1g1112.g11\n", "2: the body has an unknown run '.'; unknown runs are not part"),
    ("puzzlink", "nonogram/4/3/112g1g11122g1", "1: the body fills 13 slots; expected 14"),
    ("puzzlink", "nonogram/4/3/112g1g11122g11z", "1: the body fills more than 14 slots; expected 14"),
    ("puzzlink", "nonogram/4/3/112G1g11122g11", "1: the body has 'G' after 3 characters; expected"),
    ("puzzlink", "nonogram/x/3/1", "1: the size is 'x' by '3'; expected two numbers"),
    ("puzzlink", "slither/4/3/1", "1: found 'slither/4/3/1'; expected an address such as"),
    ("webpbn", webpbn("<clues type='rows'>\n<line><count>x</count></line></clues>"), "4: row 1 has the run 'x'"),
    ("webpbn", webpbn("<clues type='rows'>\n<line><count>1</line></clues>"), "4: the XML is broken: mismatched tag"),
    ("webpbn", webpbn("<clues type='rows'><line><count>1</count>\n<count\n>\n0</count></line>\n</clues>"), "6: row 1"),
    ("webpbn", webpbn("", " type='triddler'"), "2: the puzzle is of the type 'triddler'; expected 'grid'"),
    ("webpbn", webpbn(""), "2: found no rows and no goal; expected"),
    ("webpbn", webpbn("<clues type='left'/>"), "3: the clues are of the type 'left'; expected 'rows' or 'columns'"),
    ("webpbn", webpbn("\n<color name='a'>red one</color>"), "4: the colour is 'red one'; expected six"),
    ("webpbn", webpbn("<solution><image>\n|X|\n|Y|\n</image></solution>"), "5: the goal has the cell 'Y'; expected"),
    ("webpbn", webpbn("<solution><image>\n|X|\n|XX|\n</image></solution>"), "5: a row of the goal has 2 cells; "),
    ("webpbn", webpbn("<clues type='rows'><line>\n<count color='b'>1</count></line></clues>"), "4: a run has the"),
    ("webpbn", "<puzzleset>" + "<a>" * 100, "1: the elements are nested more than 50 deep"),
    ("webpbn", XML_HEAD + "<puzzleset></puzzleset>", "1: found no puzzle; expected <puzzleset>"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "message"), BROKEN)
def test_errors_name_the_line_and_what_was_expected(name: str, text: str, message: str) -> None:
    errors = [item for item in read(name, text) if isinstance(item, BadInput)]
    assert str(errors[0]).startswith(message)
    assert len(errors) == 1


def test_clues_that_cannot_be_met_are_no_errors() -> None:
    assert read("non", "width 1\nheight 1\nrows\n7,8\ncolumns\n\n") == [Nonogram.parse("1x1:/7.8")]
    assert read("nin", "1 1\n7 8\n0\n") == [Nonogram.parse("1x1:/7.8")]


PUZZLE = WRITTEN["webpbn"].partition("<puzzleset>\n")[2].partition("</puzzleset>")[0]


@pytest.mark.parametrize(
    ("pack", "good", "bad", "board"),
    [
        ("non {}====\n{}====\n{}", WRITTEN["non"], WRITTEN["non"].replace("2,1", "2,?"), SMALL),
        ("tournament {}{}{}", "$1\n1\t1\n\n2\n2\n1\n1\n", "$2\n1\t1\n\n2\n2\n1\n", SQUARE),
        ("puzzlink {}\n{}\n{}\n", "nonogram/4/3/112g1g11122g11", "nonogram/4/3/112g1g11122g", SMALL),
        ("webpbn <puzzleset>{}{}{}</puzzleset>", PUZZLE, PUZZLE.replace("grid", "grit"), SMALL),
        ("webpbn <puzzleset>{}{}{}</puzzleset>", PUZZLE, PUZZLE.replace(">2<", "> two <"), SMALL),
        ("webpbn <puzzleset>{}{}{}</puzzleset>", PUZZLE, PUZZLE.replace("</line>", "</lime>"), SMALL),
        ("webpbn <puzzleset>{}{}{}</puzzleset>", PUZZLE, PUZZLE.replace("</puzzle>", ""), SMALL),
        ("webpbn <puzzleset>{}{}{}</puzzleset>", PUZZLE, PUZZLE.replace(" type", "<"), SMALL),
    ],
)
def test_a_bad_puzzle_does_not_hide_the_others(pack: str, good: str, bad: str, board: Nonogram) -> None:
    name, _, form = pack.partition(" ")
    first, middle, last = read(name, form.format(good, bad, good))
    assert (first, last) == (board, board)
    assert isinstance(middle, BadInput)
    line = form.format(good, "SECOND", "").partition("SECOND")[0].count("\n") + 1
    assert middle.line is not None and line <= middle.line <= line + bad.count("\n")


# what cannot be written


@pytest.mark.parametrize(
    ("name", "boards", "message"),
    [
        ("tournament", [SMALL], "square"),
        ("tournament", [COLOURED], "coloured"),
        ("nin", [COLOURED], "coloured"),
        ("nin", [SMALL, SMALL], "holds one puzzle, not 2"),
        ("puzzlink", [COLOURED], "coloured"),
        ("puzzlink", [Nonogram.parse("2x1:1/1/1.1")], "cannot hold 2 runs"),
        ("puzzlink", [Nonogram.parse("1x1:1/256")], "longer than 255"),
        *((format.name, [SQUARE.keep(SQUARE.places()[1:])], "lost its clue") for format in FORMATS),
    ],
)
def test_what_a_format_cannot_hold_is_refused(name: str, boards: list[Nonogram], message: str) -> None:
    with pytest.raises(Misuse, match=message):
        write(name, *boards)


# recognition

FOREIGN = [
    "",
    ";;Name: TestLevel\n;;Size: 10 x 10\n;;Sequence: I,J\n;;Start\n..\n",
    "c width 5\nc rows\np cnf 3 2\n1 -2 0\n2 3 0\n",
    "p cnf 3 2\n1 -2 0\n",
    "nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1\nnonogram:1x1:1/1\n",
    "doppelblock/5/5/g6g34g10h",
    "https://puzz.link/p?mines/5/5/g6g34g10h",
    "1 2 3 4\n-1 -4\n",
    "doppelBlock([[4,8],[9,7],_]).",
    "<html><body>rows</body></html>",
    "P1\n2 2\n0 1\n1 0\n",
    "$ echo rows\nrows\n",
    "the width 5 of a thing\nand its rows\n",
    "\x00\x01\x02",
]


@pytest.mark.parametrize("text", FOREIGN)
def test_foreign_text_is_not_claimed(text: str) -> None:
    assert [format.name for format in FORMATS if format.recognise(text)] == []


# whatever the text


def samples() -> dict[str, list[str]]:
    boards = [titled(SQUARE, "1"), titled(SQUARE, "2")]
    goal = 'title "g"\nwidth 4\nheight 3\ncolor a #f00\ngoal "a0aa.a000000"\n'
    image = webpbn("<title>g</title><solution><image>\n|XX.X|\n|.XX.|\n|X..X|\n</image></solution>")
    return {
        "non": [write("non", SMALL, titled(COLOURED, 'a "b" &amp;')), goal],
        "webpbn": [write("webpbn", *boards), write("webpbn", titled(COLOURED, "<b>")), image],
        "tournament": [write("tournament", *boards)],
        "nin": [write("nin", SMALL)],
        "puzzlink": [write("puzzlink", SMALL, SQUARE)],
    }


PIECES = [
    *("0", "-1", "1000", "99999999", "9" * 5000, "²", "٣"),
    *("\x00", "\ufffd", "\ud800", "\u2028", "\r", "\n\n", " ", "\t", "e5", "+1", "0x10", "1_0"),
    *("<", ">", "&", "&#0;", "&x;", "<!--", "<![CDATA[", "<!DOCTYPE a [", "|", '"'),
    *("<puzzle>", "</puzzle>", "<line>", "<count/>", "<clues type='rows'>", "<color name='a'>", "<image>", "</title>"),
    *("====\n", "rows\n", "width 5\n", "goal ", "color a red\n", ",", "a", "$", "nonogram/", "z", "g", "-", "-g"),
]


SAMPLES = samples()
mutated = partial(accidents.mutated, pieces=PIECES, others=(*PIECES[:7], "3", "1001"))


def check_reading(format: Format, text: str) -> int:
    """Reading gives puzzles, each with an ID that carries all of it, or errors that name a line."""
    assert format.recognise(text) in (True, False)
    items = list(format.read(text))
    assert items
    for item in items:
        if isinstance(item, BadInput):
            assert item.line is not None and item.line >= 1
            assert item.message.isprintable() and len(item.message) < 300
        else:
            assert isinstance(item, Nonogram)
            assert Nonogram.parse(item.id().partition(":")[2]) == item
    return sum(isinstance(item, Nonogram) for item in items)


@pytest.mark.parametrize("name", FORMAT)
def test_any_accident_gives_puzzles_or_errors(name: str) -> None:
    rng = random.Random(f"accidents of {name}")
    still_read = 0
    for _ in range(2000):
        text = mutated(rng.choice(SAMPLES[name]), rng)
        for format in FORMATS:
            found = check_reading(format, text)
            still_read += found if format.name == name else 0
    assert still_read > 100  # the accidents are small enough to reach the far parts of the reader


@law
@given(st.text(), st.sampled_from(FORMATS))
def test_any_text_gives_puzzles_or_errors(text: str, format: Format) -> None:
    check_reading(format, text)


JUNK = [
    *("\n", " ", "\r", "\x00", "1\n", "1,", "12 ", "a", "&", "|"),
    *("$1\n", "====\n", "x\n====\n", "title x\n", "rows\n", "nonogram/", "nonogram/4/3/1\n"),
    *("<a>", "<a/>", "<!--", "<puzzle/>", "<puzzle ", "<puzzle><clues type='rows'/></b></puzzle>"),
]
OPENINGS = [
    *("", "width 5\nheight 5\nrows\n", "rows\n", "5 5\n", "$1\n", "nonogram/1000/1000/"),
    *("<puzzleset>", "<puzzleset><!--", "<puzzleset><puzzle><title>"),
    "<puzzleset><puzzle><clues type='rows'><line>",
]


@pytest.mark.parametrize("opening", OPENINGS)
def test_much_junk_is_refused_at_once(opening: str) -> None:
    """Anything worse than linear would never end here, and errors without end would show in their number."""
    for junk in JUNK:
        text = opening + junk * (300_000 // len(junk))
        for format in FORMATS:
            assert sum(1 for _ in format.read(text)) <= PATIENCE + 1


# real files


def test_the_corpus_is_read() -> None:
    if not CORPUS.is_dir():
        pytest.skip("the corpus is not here")
    for path in sorted(CORPUS.iterdir()):
        text = path.read_text(encoding="utf-8")
        [format] = [format for format in FORMATS if format.recognise(text)]
        assert path.suffix in format.extensions
        items = list(format.read(text))
        assert items and all(isinstance(item, Nonogram) for item in items), path.name
        assert read(format.name, write(format.name, *(item for item in items if isinstance(item, Nonogram)))) == items
        if 'goal "' in text:
            picture = "\n".join(line for line in text.split("\n") if re.match("width|height|goal", line))
            assert read("non", picture) == items, path.name
