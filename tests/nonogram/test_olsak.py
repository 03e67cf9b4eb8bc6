"""The files of the Olšáks' solver: prose, colours, rows and columns."""

from __future__ import annotations

import pytest
from hypothesis import given

from format_laws import law
from knobel.kinds.nonogram.rules import BLACK, Line, Nonogram
from nonogram.texts import COLOURED, SMALL, TESTED, check_error, palettes, puzzles, read

PLAIN = "A board\nwith some prose.\n\n: rows\n2 1\n2\n1 1\n: columns\n1 1\n2\n1\n1 1\n: end\nand more prose, 5\n"
IN_COLOUR = """1 : not at the start of a line
#declaration of the colours
   0:   white
   1:*  red      the one without a character
   b:%  #00f     blue
: rows
1 2b
1
: columns
1
1b
  1b   1
"""


def spelled(board: Nonogram, end: str) -> str:
    """A board as such a file has it, empty lines for lines without runs."""
    colours = [f"  {char}:{char} #{rgb} {char}" for char, rgb in board.palette if board.coloured]

    def side(lines: tuple[Line | None, ...]) -> list[str]:
        chars = [colour.char if board.coloured else "" for colour in board.palette]
        return [" ".join(f"{length}{chars[v - 1]}" for length, v in line or ()) for line in lines]

    return "\n".join(["#d", *colours, ":", *side(board.rows), ":", *side(board.columns), *([end] if end else []), ""])


@law
@given(puzzles(palettes))
def test_whatever_is_spelled_out_is_read(board: Nonogram) -> None:
    text = spelled(board, ": end")
    assert read("olsak", text) == read("olsak", "prose\n" + text.replace("\n", "\r\n") + "5 5") == [board]
    if any(board.rows):
        assert TESTED.recognised(text) == ["olsak"]


def test_examples() -> None:
    TESTED.check_text("olsak", PLAIN, [SMALL])
    TESTED.check_text("olsak", PLAIN.partition(": end")[0], [SMALL])
    TESTED.check_text("olsak", IN_COLOUR, [COLOURED])


def test_one_black_colour_is_no_colour() -> None:
    [puzzle] = read("olsak", "#d\n 1:# black\n:\n1\n:\n1\n")
    assert isinstance(puzzle, Nonogram) and puzzle.palette == BLACK


def test_empty_lines_are_clues_but_not_at_the_end_of_the_text() -> None:
    assert read("olsak", ":\n1\n\n:\n1\n\n\n") == [Nonogram.parse("1x2:1/1/")]
    assert read("olsak", ":\n1\n\n:\n1\n\n\n:") == [Nonogram.parse("3x2:1///1/")]


def test_a_long_preface_is_no_hindrance() -> None:
    assert read("olsak", "prose\n" * 10_000 + PLAIN) == [SMALL]


BROKEN = [
    ("", "1: found no puzzle; expected a line that begins with ':' above the rows"),
    ("\n#triddlers\n:\n1\n:\n1\n", "2: found a board of triangles; expected one of rows and columns"),
    ("#d\n b:b blue\n", "3: found no rows; expected a line that begins with ':' above them"),
    (":\n1\n", "3: found no columns; expected a line that begins with ':' above them"),
    (":\n:\n1\n", "1: the size 1x0 is out of range"),
    ("x\n:\n1\n2 x\n:\n1\n", "4: row 2 has the run 'x'; expected lengths"),
    (":\n1\n:\n1b\n", "4: column 1 has the run '1b' of the colour 'b'; expected no colour"),
    ("#d\n b:b blue\n:\n1\n:\n1b\n", "4: row 1 has the run '1' without a colour; expected one of b"),
    ("#d\n b:b blau\n:\n1b\n:\n1b\n", "2: the colour is 'blau'; expected six hexadecimal digits"),
    ("#d\n b blue\n:\n1b\n:\n1b\n", "2: the colour is 'b blue'; expected one such as b:# blue"),
    ("#d\n b:b blue\n\n b:c red\n:\n1b\n", "4: the colour is 'b:c red'; expected one such as b:# blue, each once"),
    ("#d\n t:/ black/white\n:\n1t\n:\n1t\n", "2: the colour is 'black/white'; expected whole cells"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_errors_name_the_line_and_what_was_expected(text: str, message: str) -> None:
    check_error("olsak", text, message)
