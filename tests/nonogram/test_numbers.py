"""Files of plain numbers: tournament and nin, which are written too, mk and cwd, which are spelled out here."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_laws import law
from knobel.errors import Misuse
from knobel.kinds.nonogram.rules import Line, Nonogram
from nonogram.texts import SMALL, SQUARE, TESTED, check_error, check_kept, puzzles, read, titled, titles, write

NIN = "4 3\n2 1\n2\n1 1\n1 1\n2\n1\n1 1\n"
MK = "3 4\n2 1\n2\n1 1\n#\n1 1\n2\n1\n1 1\n"
CWD = "3\n4\n2 1\n2\n1 1\n\n1 1\n2\n1\n1 1\n"


def spelled(board: Nonogram, header: str, between: str, empty: str) -> str:
    """A board as the read-only formats have it."""

    def side(lines: tuple[Line | None, ...]) -> list[str]:
        return [" ".join(str(run.length) for run in line or ()) or empty for line in lines]

    return "\n".join([header.format(board), *side(board.rows), between, *side(board.columns), ""])


@law
@given(st.lists(puzzles(titles=st.from_regex("[0-9]{1,9}", fullmatch=True), square=True), min_size=1, max_size=3))
def test_tournament_keeps_square_boards(boards: list[Nonogram]) -> None:
    check_kept("tournament", boards)


@law
@given(puzzles())
def test_nin_keeps_one_board(board: Nonogram) -> None:
    check_kept("nin", [board])


@law
@given(puzzles(), st.sampled_from(["", "0", " ", "\t0 "]))
def test_mk_is_read_and_told_from_the_others(board: Nonogram, empty: str) -> None:
    TESTED.check_text("mk", spelled(board, "{0.height} {0.width}", "#", empty), [board])


@law
@given(puzzles())
def test_cwd_is_read_and_told_from_the_others(board: Nonogram) -> None:
    text = spelled(board, "{0.height}\n{0.width}", "", "0")
    TESTED.check_text("cwd", text, [board])
    assert read("cwd", spelled(board, "{0.height}\n{0.width}", "", "")) == [board]


@pytest.mark.parametrize(("name", "text"), [("nin", NIN), ("mk", MK), ("cwd", CWD)])
def test_examples(name: str, text: str) -> None:
    TESTED.check_text(name, text, [SMALL])
    for foreign in (f"\ufeff\n \n{text}\n\n", text.rstrip(), text.replace(" ", "\t")):
        assert read(name, foreign) == [SMALL]
        assert TESTED.recognised(foreign) == [name]
    assert write("nin", SMALL) == NIN


@pytest.mark.parametrize(
    ("name", "header", "between"), [("mk", "{0.height} {0.width}", "#"), ("cwd", "{0.height}\n{0.width}", "")]
)
def test_long_boards_are_recognised(name: str, header: str, between: str) -> None:
    """What tells the formats apart can stand far below the head of the text."""
    board = Nonogram(SMALL.columns, (SMALL.rows * 334)[:1000])
    TESTED.check_text(name, spelled(board, header, between, "0"), [board])


def test_tournament_example() -> None:
    text = "$7\n1\t1\n\n2\n2\n1\n1\n"
    assert write("tournament", titled(SQUARE, "7")) == text
    assert read("tournament", text) == [SQUARE]


def test_tournament_separators() -> None:
    text = "\n$1\n1 1\n\n2\n2\n1\n1\n\n$ 2 \r\n1\t1\r\n\r\n 2\r\n2\r\n1\r\n1"
    items = read("tournament", text)
    assert items == [SQUARE, SQUARE]
    assert titles(items) == ["1", "2"]
    assert write("tournament", titled(SQUARE, "cat"), SQUARE).count("$") == 2


def test_clues_that_cannot_be_met_are_no_errors() -> None:
    impossible = [Nonogram.parse("1x1:/7.8")]
    assert read("nin", "1 1\n7 8\n0\n") == impossible
    assert read("mk", "1 1\n7 8\n#\n0\n") == impossible
    assert read("cwd", "1\n1\n7 8\n\n0\n") == impossible


BROKEN = [
    ("nin", "2 2\n1\n1\n1\n", "1: found 3 clue lines; expected 2 rows and 2 columns"),
    ("nin", "2 2\n1\n1\n1\n1\n1\n", "6: found 5 clue lines; expected 2 rows and 2 columns"),
    ("nin", "\n2 2\n1\n1\n1\n1a\n", "6: column 2 has the run '1a' of the colour 'a'; expected no colour"),
    ("nin", "2 0\n1\n", "1: the size 2x0 is out of range; expected 1x1"),
    ("nin", "2\n1\n", "1: the size is '2'; expected the width and the height, for example"),
    ("nin", " \n", "1: found no puzzle; expected the width and the height"),
    ("mk", "2\n1\n", "1: the size is '2'; expected the height and the width, for example"),
    ("mk", "2 1\n1\n1\n1\n", "4: found the end; expected a line # between the rows and the columns"),
    ("mk", "2 1\n1\n#\n1\n", "1: found 1 row; expected 2"),
    ("mk", "1 1\n1\n1\n#\n1\n", "3: found 2 rows; expected 1"),
    ("mk", "1 2\n1\n#\n1\n", "3: found 1 column; expected 2"),
    ("mk", "1 1\n1\n#\n1\n#\n1\n", "5: found 3 columns; expected 1"),
    ("mk", "1 1\n\n\n\n#\n1x\n", "6: column 1 has the run '1x' of the colour 'x'; expected no colour"),
    ("mk", "1 2000000\n1\n", "1: the size 2000000x1 is out of range; expected 1x1"),
    ("cwd", "2 1\n1\n", "1: the size is '2 1\\n1'; expected the height and the width, each on its own line"),
    ("cwd", "1", "1: the size is '1'; expected the height and the width, each on its own line"),
    ("cwd", "2\n1\n1\n1\n1\n", "5: found '1' after 2 rows; expected an empty line before the columns"),
    ("cwd", "2\n1\n1\n\n", "4: found no columns; expected 1 of them below an empty line"),
    ("cwd", "2\n1\n1\n1", "4: found no columns; expected 1 of them below an empty line"),
    ("cwd", "2\n1\n1\n", "2: found 1 row; expected 2"),
    ("cwd", "1\n2\n1\n\n1\n", "4: found 1 column; expected 2"),
    ("cwd", "1\n1\n1\n\n1\n1\n", "6: found 2 columns; expected 1"),
    ("cwd", "\n1\n1\n1\n\n1,\n", "6: column 1 has the run ''; expected lengths"),
    ("cwd", "1001\n1\n1\n", "1: the size 1x1001 is out of range; expected 1x1"),
    ("tournament", "$1\n1\n1\n$2\n1\n1\n1\n", "4: found 3 clue lines; expected as many columns as rows"),
    ("tournament", "$1\n1\n1\t-1\n", "3: row 1 has the run '-1'; expected lengths"),
    ("tournament", "1\n1\n", "1: found '1'; expected a line such as $1"),
    ("tournament", "$1\n1\n1 0\n", "3: row 1 has the run '0'; expected lengths"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "message"), BROKEN)
def test_errors_name_the_line_and_what_was_expected(name: str, text: str, message: str) -> None:
    check_error(name, text, message)


@pytest.mark.parametrize(
    ("name", "boards", "message"),
    [("tournament", [SMALL], "square"), ("nin", [SMALL, SMALL], "holds one puzzle, not 2")],
)
def test_what_does_not_fit_is_refused(name: str, boards: list[Nonogram], message: str) -> None:
    with pytest.raises(Misuse, match=message):
        write(name, *boards)
