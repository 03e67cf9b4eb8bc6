"""The laws of the formats: what is written is read back; whatever is read gives boards or errors that name a line."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accidents
import knobel
from dominosweeper.boards import boards
from format_laws import Formats, law
from knobel.errors import BadInput, Misuse
from knobel.kinds.dominosweeper.formats import FORMATS
from knobel.kinds.dominosweeper.rules import Dominosweeper
from knobel.puzzle import Format, Puzzle

TESTED = Formats(FORMATS, Dominosweeper)
read, write = TESTED.read, TESTED.write
REPORT = Dominosweeper.parse("6x6:2...../....../...3.3/2.0.../....../.....1")
LIST = "[2,e,e,e,e,e]\n[e,e,e,e,e,e]\n[e,e,e,3,e,3]\n[2,e,0,e,e,e]\n[e,e,e,e,e,e]\n[e,e,e,e,e,1]\n"
SMALL = Dominosweeper.parse("3x2:2../..1")
PLAIN = Dominosweeper.parse("5x5:.2.../....1/3..../..13./0....:plain=yes")
ADDRESS = "https://puzz.link/p?mines/5/5/g2m13l13g0j\n"


def shown(items: list[Puzzle | BadInput]) -> list[str]:
    return [f"! {item}" if isinstance(item, BadInput) else item.id() for item in items]


# round trips


def rows(cells: str) -> st.SearchStrategy[tuple[str, ...]]:
    sizes = st.tuples(st.integers(1, 30), st.integers(1, 6))
    return sizes.flatmap(lambda size: st.tuples(*[st.text(cells, min_size=size[0], max_size=size[0])] * size[1]))


@law
@given(st.lists(st.builds(Dominosweeper, rows(".-*012345678")), min_size=1, max_size=3))
def test_lists_keep_everything_they_can_hold(made: list[Dominosweeper]) -> None:
    TESTED.check_round_trip("list", made)


@law
@given(st.lists(st.builds(Dominosweeper, rows("...-012345678"), plain=st.just(True)), min_size=1, max_size=3))
def test_addresses_keep_everything_they_can_hold(made: list[Dominosweeper]) -> None:
    TESTED.check_round_trip("puzzlink", made)


def test_examples() -> None:
    assert write("list", REPORT) == LIST
    assert read("list", LIST) == [REPORT]
    assert write("puzzlink", PLAIN) == ADDRESS
    for start in ("https://puzz.link/p?", "http://pzv.jp/p.html?", ""):
        assert read("puzzlink", f"{start}mines/5/5/g2m13l13g0j") == [PLAIN]
    assert read("puzzlink", "mines/3/1/.g1") == [Dominosweeper.parse("3x1:-.1:plain=yes")]
    assert knobel.loads(LIST, "dominosweeper") == [REPORT]
    assert knobel.loads(ADDRESS, "dominosweeper") == [PLAIN]


@pytest.mark.parametrize(
    "text",
    [
        "[[2,e,e],[e,e,1]]",
        "[[2,e,e],\n [e,e,1]].",
        " [ [ 2 , e,e ] , [e,\te,1] ] ",
        "[2,e,e]\n[e,e,1]",
        "[2,e,e],\n[e,e,1].\n\n",
        "\ufeff\r\n\r\n[2,e,e]\r\n[e,e,1]\r\n",
    ],
)
def test_lists_may_be_nested_or_not(text: str) -> None:
    assert TESTED["list"].recognise(text)
    assert read("list", text) == [SMALL]


def test_blank_lines_and_ends_of_nested_lists_part_boards() -> None:
    one = Dominosweeper(("1",))
    assert read("list", "[1]\n\n \t\n[2,e,e]\n[e,e,1]\n\n[[1]]\n[[1]].[[1]]") == [one, SMALL, one, one, one]


def test_one_list_of_cells_is_a_square() -> None:
    square = Dominosweeper.parse("2x2:2./.1")
    for text in ("[2,e,e,1]", "[ 2,e,\n  e,1 ].", "[2,\ne,\ne,\n1]", "[\n2,e,e,1\n]"):
        assert read("list", text) == [square]
    assert read("list", "[2,e,\ne,1]\n[2,e,\ne,1]\n[[2,e],[e,1]]\n[2,e]\n[e,1]") == [square] * 4
    assert read("list", write("list", Dominosweeper(("2..1",)))) == [Dominosweeper(("2..1",))]


# errors

BROKEN = [
    ("list", "", "1: found no list; expected one such as [[2,e,e],[e,e,1]]"),
    ("list", "\n[2,e,e]\n[e,e]\n", "3: row 2 has 2 cells; expected 3"),
    ("list", "[2,e]\n[e,9]\n", "2: row 2 has '9'; expected e, 0 to 8, - or *"),
    ("list", "[[2,e],\n[e,\nx]]\n", "3: row 2 has 'x'; expected e, 0 to 8, - or *"),
    ("list", "[2,,e]\n", "1: the list has ''; expected e, 0 to 8, - or *"),
    ("list", "[2,e\n", "1: found '[2,e'; expected a list such as [2,e,e]"),
    ("list", "[[2,e]\n", "2: found the end; expected a further list or its end"),
    ("list", "[2,e]\nmines\n", "2: found 'mines'; expected a further list"),
    ("list", "\n[2,e,\ne,e,\nx,e]", "4: the list has 'x'; expected e, 0 to 8, - or *"),
    ("list", "\n[2,e,\ne,e,\ne,e]", "2: the list has 6 cells; expected a square such as 36, or a list for each row"),
    ("list", "[2,e,e]", "1: the list has 3 cells; expected a square such as 36, or a list for each row"),
    ("list", "[" + "e," * 1000 + "e]", "1: the list has 1001 cells; expected a square"),
    ("list", "[[" + "e," * 1000 + "e]]", "1: the size 1001x1 is out of range; expected 1x1"),
    ("list", "[" + "e," * 100000 + "e]", "1: the list has 100001 cells; expected at most 100000"),
    ("list", "[e]\n" * 1001, "1001: found more than 1000 rows; expected at most 1000"),
    ("list", ("[" + "e," * 999 + "e]\n") * 101, "1: the size 1000x101 is out of range; expected 1x1"),
    ("puzzlink", "mines/2/1/19", "1: the body has the number 9; expected 0 to 8"),
    ("puzzlink", "mines/2/1/1-1f", "1: the body has the number 31; expected 0 to 8"),
    ("puzzlink", "mines/2/1/1", "1: the body fills too few slots: 1; expected 2"),
    ("puzzlink", "mines/2/1/z", "1: the body fills more than 2 slots; expected 2"),
    ("puzzlink", "mines/2/1001/z", "1: the size 2x1001 is out of range; expected 1x1"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "message"), BROKEN, ids=range(len(BROKEN)))
def test_errors_name_the_line_and_what_was_expected(name: str, text: str, message: str) -> None:
    [found] = shown(read(name, text))
    assert found.startswith(f"! {message}")


def test_a_bad_board_does_not_hide_the_others() -> None:
    assert shown(read("list", "[1]\n\n[9]\n\n[[2]]\n[[x]]\n[[3]]")) == [
        "dominosweeper:1x1:1",
        "! 3: the list has '9'; expected e, 0 to 8, - or *",
        "dominosweeper:1x1:2",
        "! 6: row 1 has 'x'; expected e, 0 to 8, - or *",
        "dominosweeper:1x1:3",
    ]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("list", "1x1:1:plain=yes", "plain variant"),
        ("list", "1x1:1:mines=0", "number of all mines"),
        ("puzzlink", "1x1:1", "without pairs"),
        ("puzzlink", "1x1:1:mines=0:plain=yes", "number of all mines"),
        ("puzzlink", "1x1:*:plain=yes", "given mine"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(name: str, text: str, message: str) -> None:
    with pytest.raises(Misuse, match=message):
        write(name, Dominosweeper.parse(text))


FOREIGN = [
    "",
    "dominosweeper:2x1:..",
    "nonogram/4/3/112g1g11122g11",
    "doppelblock/5/5/g6g34g10h",
    "doppelBlock([[4,8],[9,7],_]).",
    '[{"a": 1}]',
    '["2", "e"]',
    "[section]\nkey = 1\n",
    "p cnf 3 2\n1 -2 0\n",
    ";;Name: TestLevel\n;;Size: 10 x 10\n",
    "\x00\x01\x02",
]


@pytest.mark.parametrize("text", FOREIGN)
def test_foreign_text_is_not_claimed(text: str) -> None:
    assert TESTED.recognised(text) == []


# whatever the text

SAMPLES = {
    "list": [
        LIST,
        write("list", SMALL, REPORT, Dominosweeper(("*-",))),
        "[[2,e,e],[e,e,1]]\n[[1]].\n\n[[0,*],\n[-,8]]",
    ],
    "puzzlink": [ADDRESS, ADDRESS + "mines/3/1/.g1\n\nmines/40/1/zz\n"],
}
PIECES = [
    *("0", "9", "-1", "1000", "99999999", "9" * 5000, "²", "٣", "e", "E", "*", "-", "_"),
    *(
        "[",
        "]",
        "[[",
        "]]",
        ",",
        ".",
        ";",
        "[]",
        "],[",
        "\n\n",
        "\n",
        "\r",
        " ",
        "\t",
        "\x00",
        "\ufffd",
        "\ud800",
        "\u2028",
    ),
    *("mines/", "/", "g", "z", "-ff", "+fff", "https://puzz.link/p?"),
]
mutated = partial(accidents.mutated, pieces=PIECES, others="e0123456789*-", word="[0-9e]")


@pytest.mark.parametrize("name", TESTED.names)
def test_any_accident_gives_boards_or_errors(name: str) -> None:
    TESTED.check_accidents(name, SAMPLES[name], mutated, count=3000, read=500)


@law
@given(st.text() | st.text("[]e,.1 \n"), st.sampled_from(FORMATS))
def test_any_text_gives_boards_or_errors(text: str, format: Format) -> None:
    TESTED.check_reading(format, text)


JUNK = [
    "\n",
    " ",
    "\r",
    "\x00",
    "[",
    "]",
    "]]",
    "[[",
    "[]",
    "[e]",
    "[e]\n",
    "[[e]]",
    "e,",
    "] ",
    "]\n",
    "\n \n",
    "e\n\n",
    "mines/",
    "mines/4/3/1\n",
]


@pytest.mark.parametrize("opening", ["", "[", "[[", "[e,", "[[e],", "mines/1000/100/", "]"])
def test_much_junk_is_refused_at_once(opening: str) -> None:
    TESTED.check_junk(opening, JUNK)


def test_random_boards_survive_both_formats() -> None:
    for board in boards(100, seed=21):
        alone = Dominosweeper(board.rows)
        assert read("list", write("list", alone)) == [alone]
        free = Dominosweeper(tuple(row.replace("*", ".") for row in board.rows), plain=True)
        assert read("puzzlink", write("puzzlink", free)) == [free]
