"""The laws of the doppelblock formats: what is written is read back, and any text gives puzzles or errors.

Errors name the line and what was expected; one bad puzzle does not hide the others.
"""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accidents
import knobel
from format_laws import Formats, check_error, law
from knobel import registry
from knobel.cli import main
from knobel.errors import BadInput, Misuse
from knobel.kinds.doppelblock.formats import FORMATS
from knobel.kinds.doppelblock.rules import Doppelblock
from knobel.puzzle import Format

TESTED = Formats(FORMATS, Doppelblock)
read, write = TESTED.read, TESTED.write
SMALL = Doppelblock.parse("5:,6,,3,4/,1,0,,")
GIVEN = Doppelblock.parse("5:,1,,,3/1,,,1,/,,,,/,2,,,/,,,,/,,,,/,,,,")
BLACK = Doppelblock.parse("3:1,300,/,0,/,#,/,,1/,,")


# round trips


@st.composite
def puzzles(draw: st.DrawFn, black: bool = True, most: int = 999_999) -> Doppelblock:
    """Any clues, most of which nobody can meet."""
    n = draw(st.integers(3, 7) | st.sampled_from([20, 30]))
    sums = st.tuples(*[st.none() | st.integers(0, 20) | st.integers(0, most)] * n)
    cell = st.just(-1) | st.integers(0 if black else 1, n - 2)
    row = st.just((-1,) * n) | st.tuples(*[cell] * n)
    givens = draw(st.just(()) | st.tuples(*[row] * n))
    return Doppelblock(draw(sums), draw(sums), givens)


@law
@given(st.lists(puzzles(), min_size=1, max_size=3))
def test_prolog_keeps_everything(boards: list[Doppelblock]) -> None:
    TESTED.check_round_trip("prolog", boards)


@law
@given(st.lists(puzzles(black=False, most=4095), min_size=1, max_size=3))
def test_puzzlink_keeps_what_its_code_can_hold(boards: list[Doppelblock]) -> None:
    TESTED.check_round_trip("puzzlink", boards)


# the examples of the rules, byte for byte


@pytest.mark.parametrize(
    ("body", "id"),
    [
        ("g6g34g10h", "doppelblock:5:,6,,3,4/,1,0,,"),
        ("61j4g35", "doppelblock:5:6,1,,,/,4,,3,5"),
        ("g1h31h1gl2x", "doppelblock:5:,1,,,3/1,,,1,/,,,,/,2,,,/,,,,/,,,,/,,,,"),
    ],
)
def test_addresses(body: str, id: str) -> None:
    address = f"https://puzz.link/p?doppelblock/5/5/{body}\n"
    [puzzle] = read("puzzlink", address)
    assert isinstance(puzzle, Doppelblock)
    assert puzzle.id() == id
    assert write("puzzlink", puzzle) == address
    assert knobel.unique(puzzle).status == "unique"
    for start in ("http://pzv.jp/p.html?", "https://pzprxs.vercel.app/p?", ""):
        assert TESTED["puzzlink"].recognise(f"{start}doppelblock/5/5/{body}")
        assert read("puzzlink", f"{start}doppelblock/5/5/{body}") == [puzzle]


def test_large_sums_and_black_cells_in_addresses() -> None:
    assert write("puzzlink", BLACK.keep(BLACK.places()[:3])) == "https://puzz.link/p?doppelblock/3/3/1+12ch0g\n"
    # A black cell is read as solvers of such addresses take it; nobody is known to write it.
    assert read("puzzlink", "doppelblock/3/3/1+12ch0gg0i1i") == [BLACK]
    # A sum that is there but not known is a missing one.
    assert read("puzzlink", "doppelblock/3/3/1+12ch0.") == [BLACK.keep(BLACK.places()[:3])]


def test_prolog_example() -> None:
    text = "doppelBlock([[4,8,4,5,6,5],[9,7,2,10,3,1],_]).\n"
    board = Doppelblock.parse("6:4,8,4,5,6,5/9,7,2,10,3,1")
    assert read("prolog", text) == [board]
    assert write("prolog", board) == text
    assert write("prolog", GIVEN) == (
        "doppelBlock([[_,1,_,_,3],[1,_,_,1,_],[[_,_,_,_,_],[_,2,_,_,_],[_,_,_,_,_],[_,_,_,_,_],[_,_,_,_,_]]]).\n"
    )
    assert write("prolog", BLACK) == "doppelBlock([[1,300,_],[_,0,_],[[_,0,_],[_,_,1],[_,_,_]]]).\n"


def test_prolog_tolerates_comments_variables_and_questions() -> None:
    text = """% boards of mine
    ?- doppelblock( [ [ A, 6, B1, 3, 4 ],  % columns
        [_,1, 0,_,_C],
        /* the map. doppelBlock( */ Rows ] ).

    :- doppelBlock([[1,300,_],[_,0,_],[[_,0,_],[X,Y,1],_]]).
    /* and no more"""
    assert TESTED["prolog"].recognise(text)
    assert read("prolog", text) == [SMALL, BLACK]


# what the report (docs/why/origins.md) prints, as it prints it

REPORT = [
    (
        "boardS5([[1, 2, 3, 4, 4], [2, 3, 2, 5, 4], _]). boardS6([[4, 8, 4, 5, 6, 5], [9, 7, 2, 10, 3, 1], _]). "
        "boardS7([[4, 3, 4, 4, 5, 7, 15], [3, 5, 4, 5, 6, 3, 10], _]).",
        ["S5", "S6", "S7"],
    ),
    ("doppelBlock([[4,8,4,5,6,5],[9,7,2,10,3,1],_A]).", ["S6"]),
    ("doppelBlock([[4,8,4,5,6,5],[9,7,2,10,3,1],\\_A]).", ["S6"]),  # as its text in Markdown has it
    ("doppelBlock([[4,3,4,4,5,7,15],[3,5,4,5,6,3,10],_]).", ["S7"]),
    ("doppelBlock([[3,3,12,2,8,12,3],[2,8,5,3,3,7,3],_A]).", ["S7b"]),
]


@pytest.mark.parametrize(("text", "names"), REPORT)
def test_the_boards_of_the_report_are_read_as_it_prints_them(text: str, names: list[str]) -> None:
    assert [board.id() for board in knobel.loads(text)] == [knobel.load(f"@doppelblock/{name}").id() for name in names]


# other names, and lists alone

BARE = "[[1,300,_],[_,0,_],[[_,0,_],[_,_,1],_]]"
BLACKS = [f"my_board( {BARE}\n) .", f"{BARE}.", BARE, f":- {BARE}.", BARE.replace(",", " ,\n "), f"Foo({BARE})."]


@pytest.mark.parametrize("text", BLACKS)
def test_a_term_may_have_any_name_or_none(text: str) -> None:
    assert TESTED.recognised(text) == ["prolog"]
    assert knobel.loads(text) == [BLACK]
    assert knobel.loads(f"{text}\n{text} % twice\n") == [BLACK, BLACK]


@pytest.mark.parametrize("bad", ["[[1,300,_],[_,0,_]", "b([[1,300,_],[_,0,?],_]).", "b([[1],[2],_])", "so what"])
@pytest.mark.parametrize("good", BLACKS)
def test_a_bad_term_of_any_name_does_not_hide_the_others(good: str, bad: str) -> None:
    first, middle, last = read("prolog", f"{good}\n{bad}\n{good}\n")
    assert (first, last) == (BLACK, BLACK)
    assert isinstance(middle, BadInput) and middle.line == 2 + good.count("\n")


def test_a_bad_board_is_an_error_with_its_line_and_the_others_are_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "boards.pl"
    file.write_text(
        "boardS5([[1,2,3,4,4],[2,3,2,5,4],_]).\n[[1,2,3],[4,5],_]\n[[4,8,4,5,6,5],[9,7,2,10,3,1],_]\n", encoding="utf-8"
    )
    assert main(["solve", str(file), "--plain"]) == 3
    answers, errors = capsys.readouterr()
    examples = registry.kind("doppelblock").examples
    assert answers.splitlines() == [examples["S5"].answer, "ERROR", examples["S6"].answer]
    assert errors == f"knobel: {file}:2: there are 3 sums of columns and 2 of rows; expected the same number of each\n"


# errors

TERM = "doppelBlock([[1,_,_],[_,_,_],_])."
BROKEN = [
    ("puzzlink", "\ndoppelblock/5/4/g6g34g10h", "2: the size is 5x4; expected a square"),
    ("puzzlink", "doppelblock/2/2/k", "1: the size is 2; expected 3 to 30"),
    ("puzzlink", "doppelblock/31/31/k", "1: the size is 31; expected 3 to 30"),
    ("puzzlink", "doppelblock/5/5/g6g34g10g", "1: the body fills 9 slots; expected 10, or 35 with given cells"),
    ("puzzlink", "doppelblock/5/5/g6g34g10hg", "1: the body fills 11 slots; expected 10, or 35"),
    ("puzzlink", "doppelblock/5/5/" + "z" * 9, "1: the body fills more than 35 slots; expected 10, or 35"),
    ("puzzlink", "doppelblock/5/5/g6g34g10hl4x", "1: row 2 column 2 is 4; expected 1 to 3, or 0 for black"),
    ("puzzlink", "doppelblock/5/5/g6g34g10hl.x", "1: the body has an unknown number '.' in a cell; unknown"),
    ("puzzlink", "doppelblock/5/5/g6g34g=100h", "1: the body has '=' after 6 characters; expected"),
    ("prolog", "", "1: found nothing; expected a term such as doppelBlock("),
    ("prolog", "\n% nothing\n  x", "3: found 'x'; expected a term such as doppelBlock("),
    ("prolog", "doppelBlock([[1,_,_],[_,_,_],_])", "1: found the end; expected '.'"),
    ("prolog", "doppelBlock([[1,_,_],[_,_,_],_]):- x.", "1: found ':'; expected '.'"),
    ("prolog", TERM + "\n\nwrite(x).", "3: found 'x'; expected '['"),
    ("prolog", TERM + "\n\nand so on", "3: found 'and so on'; expected a term such as doppelBlock("),
    ("prolog", "[[1,_,_],[_,_,_],_]).", "1: found ')'; expected '.'"),
    ("prolog", "[[1,_,_],[_,_,_],_]..", "1: found '.'; expected nothing, or the next term"),
    ("prolog", "doppelBlock([\n[1,_,_],\n[_,x,_],_]).", "3: found 'x'; expected a number up to 999999, a variable"),
    ("prolog", "doppelBlock([[1,_,-1],[_,_,_],_]).", "1: found '-'; expected a number up to 999999"),
    ("prolog", "doppelBlock([[1,_,1000000],[_,_,_],_]).", "1: found '1000000'; expected a number up to 999999"),
    ("prolog", "doppelBlock([[1,_,²],[_,_,_],_]).", "1: found '²'; expected a number up to 999999"),
    ("prolog", "doppelBlock([[A,_,A],[_,_,_],_]).", "1: found 'A'; expected each variable once, or _"),
    ("prolog", "doppelBlock([[1,_],[_,_],_]).", "1: the size is 2; expected 3 to 30"),
    ("prolog", f"doppelBlock([[{','.join('_' * 31)}],[1],_]).", "1: found ']'; expected lists of at most 30"),
    ("prolog", "doppelBlock([[],[],_]).", "1: found ']'; expected a number up to 999999, a variable or a list"),
    (
        "prolog",
        "doppelBlock([[1,_,_],[_,_],_]).",
        "1: there are 3 sums of columns and 2 of rows; expected the same number of each",
    ),
    ("prolog", "\ndoppelBlock([[1,_,_]]).", "2: the board has 1 part; expected the sums"),
    ("prolog", "doppelBlock([[1,_,_],7,_]).", "1: the sums of the rows are not a list of numbers; expected"),
    ("prolog", "doppelBlock([[1,_,[2]],[_,_,_],_]).", "1: the sums of the columns are not a list of numbers; expected"),
    ("prolog", "doppelBlock([[1,_,_],[_,_,_],[_,_]]).", "1: the cells are not a list of 3 rows; expected that, or _"),
    ("prolog", "doppelBlock([[1,_,_],[_,_,_],[_,[1,0],_]]).", "1: row 2 of the cells is not a list of 3 numbers; "),
    ("prolog", "doppelBlock([[1,_,_],[_,_,_],[_,[2,0,0],_]]).", "1: row 2 column 1 is 2; expected 1 to 1, or 0"),
]


@pytest.mark.parametrize(("name", "text", "message"), BROKEN)
def test_errors_name_the_line_and_what_was_expected(name: str, text: str, message: str) -> None:
    [error] = [item for item in read(name, text) if isinstance(item, BadInput)]
    assert str(error).startswith(message)


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("prolog", "doppelBlock([[1,300,_],[_,0,_],[[_,0,_],[_,_,1],_]]).", "doppelBlock([[1,300,_],\n[_,0,?],_])."),
        ("puzzlink", "doppelblock/3/3/1+12ch0gg0i1i", "doppelblock/3/3/1+12ch0gg0i"),
    ],
)
def test_a_bad_puzzle_does_not_hide_the_others(name: str, good: str, bad: str) -> None:
    first, middle, last = read(name, f"{good}\n{bad}\n{good}\n")
    assert (first, last) == (BLACK, BLACK)
    assert isinstance(middle, BadInput) and middle.line == 2 + bad.count("\n")


def test_sums_that_cannot_be_met_are_no_errors() -> None:
    expected = Doppelblock.parse("3:999999,,/,,")
    assert read("prolog", "doppelBlock([[999999,_,_],[_,_,_],_]).") == [expected]
    assert knobel.solve(expected).status == "unsolvable"


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (BLACK, "the format puzzlink cannot hold a given black cell"),
        (Doppelblock.parse("3:4096,,/,,"), "an address cannot hold the number 4096"),
    ],
)
def test_what_an_address_cannot_hold_is_refused(board: Doppelblock, message: str) -> None:
    with pytest.raises(Misuse, match=message):
        write("puzzlink", board)


@pytest.mark.parametrize("name", TESTED.names)
def test_puzzles_of_other_kinds_are_refused(name: str) -> None:
    with pytest.raises(Misuse, match="doppelblock boards, not nonogram puzzles"):
        write(name, knobel.parse("nonogram:1x1:1/1"))


# recognition

FOREIGN = [
    "",
    ";;Name: TestLevel\n;;Size: 10 x 10\n",
    "p cnf 3 2\n1 -2 0\n",
    SMALL.id(),
    "nonogram/4/3/112g1g11122g11",
    "https://puzz.link/p?mines/5/5/g6g34g10h",
    "solve(X) :- doppelBlock(X).",
    "[[2,e,e],[e,e,1],[e,e,e]]",
    "[[2,1,0],[1,1,1],[0,1,2]]",
    "board([[a,b],[c,d]]).",
    "the doppelblock/5/5/ of my life",
    "\x00\x01\x02",
]


@pytest.mark.parametrize("text", FOREIGN)
def test_foreign_text_is_not_claimed(text: str) -> None:
    assert TESTED.recognised(text) == []


# whatever the text

SAMPLES = {
    "prolog": [
        write("prolog", SMALL, BLACK),
        write("prolog", GIVEN) + "% end\n/* or\n */ ?- " + write("prolog", SMALL),
    ],
    "puzzlink": [write("puzzlink", SMALL, GIVEN), write("puzzlink", GIVEN)],
    "id": [SMALL.id(), GIVEN.id(), BLACK.id(), "doppelblock:30:" + "," * 29 + "/" + "?," * 29],
}
PIECES = [
    *("0", "-1", "31", "1000", "99999999", "9" * 5000, "²", "٣"),
    *(
        "\x00",
        "\ufffd",
        "\ud800",
        "\u2028",
        "\r",
        "\n\n",
        " ",
        "\t",
        "e5",
        "+1",
        "0x10",
        "1_0",
        "#",
        "?",
        "_",
        "/",
        ":",
    ),
    *(
        "doppelBlock(",
        "board(",
        "doppelblock/",
        "[",
        "]",
        "(",
        ")",
        ").",
        ",",
        "|",
        "%",
        "/*",
        "*/",
        "?-",
        "X",
        "=",
        ".",
        "z",
    ),
]
mutated = partial(accidents.mutated, pieces=PIECES, others=(*PIECES[:8], "3"))


@pytest.mark.parametrize("name", TESTED.names)
def test_any_accident_gives_puzzles_or_errors(name: str) -> None:
    TESTED.check_accidents(name, SAMPLES[name], mutated, count=2500, read=100)


def test_any_accident_to_an_id_gives_a_puzzle_or_an_error() -> None:
    rng = random.Random("accidents of IDs")
    still_read = 0
    for _ in range(4000):
        text = mutated(rng.choice(SAMPLES["id"]), rng)
        try:
            puzzle = Doppelblock.parse(text.partition(":")[2])
        except BadInput as error:
            check_error(error)
        else:
            assert knobel.parse(puzzle.id()) == puzzle
            still_read += 1
    assert still_read > 100


def test_any_accident_to_a_solution_gives_values_or_an_error() -> None:
    rng = random.Random("accidents of solutions")
    line = "2,3,#,1,#/#,2,1,#,3/1,#,3,2,#/#,1,#,3,2/3,#,2,#,1"
    for _ in range(2000):
        try:
            values = SMALL.read(mutated(line, rng))
        except BadInput as error:
            check_error(error)
        else:
            assert (SMALL.read(SMALL.write(values)) == values).all()


@law
@given(st.text(), st.sampled_from(FORMATS))
def test_any_text_gives_puzzles_or_errors(text: str, format: Format) -> None:
    TESTED.check_reading(format, text)


JUNK = [
    *("\n", " ", "\r", "\x00", "1\n", "1,", "12 ", "a", "_,", "A", "[", "]", "[[", "z", "%", "/*", "/**/", "?-", "?- "),
    *("doppelblock/", "doppelblock/5/5/1\n", "doppelBlock(", "doppelBlock([", TERM, "doppelblock ", "*/"),
    *("a(", "a([", "a ", "[ ", ",[", ", ", ". ", ":- a", "[[1],[2],"),
]
OPENINGS = ["", "doppelblock/30/30/", "doppelBlock([[", "doppelBlock([[1,_,_],[_,_,_],_]).", "/*"]


@pytest.mark.parametrize("opening", OPENINGS)
def test_much_junk_is_refused_at_once(opening: str) -> None:
    TESTED.check_junk(opening, JUNK)
