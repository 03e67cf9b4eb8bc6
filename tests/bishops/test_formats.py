"""The format of boards: what is written is read back, and whatever is read gives puzzles or errors."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import knobel
from bishops.boards import board
from knobel.errors import BadInput, Misuse
from knobel.kinds.bishops.board import MAX_SIDE
from knobel.kinds.bishops.formats import FORMATS
from knobel.kinds.bishops.rules import Bishops
from knobel.puzzle import Puzzle
from knobel.readers import PATIENCE

[BOARD] = FORMATS
SMALL = "B.#\n...\n..x\n"


def write(*puzzles: Puzzle) -> str:
    assert BOARD.write is not None
    return BOARD.write(puzzles)


def test_boards_as_they_look() -> None:
    two = [Bishops.parse("3:B.#/.../..x"), Bishops.parse("2")]
    assert write(*two) == f"{SMALL}\n..\n..\n"
    assert list(BOARD.read(write(*two))) == two == knobel.loads(write(*two))


def test_what_is_written_is_read_back() -> None:
    rng = np.random.default_rng(1)
    for _ in range(100):
        puzzles = [Bishops(board(rng, int(rng.integers(2, 8)), 0.2, 0.2)) for _ in range(int(rng.integers(1, 4)))]
        text = write(*puzzles)
        assert list(BOARD.read(text)) == puzzles and BOARD.recognise(text)
        foreign = "\ufeff\n\n" + text.replace("\n", "  \r\n") + "\r\n\r\n"
        assert list(BOARD.read(foreign)) == puzzles and BOARD.recognise(foreign)


@pytest.mark.parametrize("n", [60, 64, 65, 100, MAX_SIDE])
def test_large_boards_are_recognised(n: int) -> None:
    text = write(Bishops(("." * n,) * n))
    assert BOARD.recognise(text)
    assert not BOARD.recognise("?" + text)
    assert list(BOARD.read(text)) == [Bishops.parse(str(n))]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1: found no board; expected rows of . B x #"),
        ("\n \n", "1: found no board"),
        ("..\n..\n..\n", "1: the board has more than 2 rows; expected 2, as many as its rows have cells"),
        ("\n...\n...\n", "2: the board has 2 rows; expected 3, as many as its rows have cells"),
        ("..\n.\n", "2: row 2 has 1 cell; expected 2"),
        ("..\n.Q\n", "2: row 2 has 'Q'; expected one of . B x #"),
        ("." * 2001, "1: the side is 2001; expected 1 to 2000"),
    ],
)
def test_errors_name_the_line_and_what_was_expected(text: str, message: str) -> None:
    [error] = BOARD.read(text)
    assert isinstance(error, BadInput) and str(error).startswith(message)


def test_a_bad_board_does_not_hide_the_others() -> None:
    first, middle, last = BOARD.read(f"{SMALL}\nB?\n..\n\n{SMALL}")
    assert first == last == Bishops.parse("3:B.#/.../..x")
    assert isinstance(middle, BadInput) and middle.line == 5


@pytest.mark.parametrize("option", ["piece=queen", "goal=some", "count=2"])
def test_options_are_not_lost_in_silence(option: str) -> None:
    with pytest.raises(Misuse, match="--to id"):
        write(Bishops.parse(f"3:{option}"))


def test_other_kinds_are_refused() -> None:
    with pytest.raises(Misuse, match="nonogram"):
        write(knobel.parse("nonogram:1x1:1/1"))


@pytest.mark.parametrize(
    "text",
    [
        *("", ".", "x", "B\n", "..", "...\n...\n", "bishops:8\n", "1 2 3\n-1 -2\n", "p cnf 1 1\n1 0\n", "\x00"),
        *("2*\n*.\n", "width 2\nheight 2\nrows\n", "..\n..\n..\n", "##.#/.##./#..#", ";;Start\n..\n..\n"),
    ],
)
def test_foreign_text_is_not_claimed(text: str) -> None:
    assert not BOARD.recognise(text)


PIECES = [
    "\n",
    "\n\n",
    ".",
    "B",
    "x",
    "#",
    "?",
    "\x00",
    "\ud800",
    "\u2028",
    "\r",
    " ",
    "\t",
    "9" * 50,
    "." * 2500,
    "..\n..\n",
]


def check_reading(text: str) -> int:
    """Reading gives puzzles with IDs that carry all of them, or errors that name a line; the number of puzzles."""
    assert BOARD.recognise(text) in (True, False)
    items = list(BOARD.read(text))
    assert items
    for item in items:
        if isinstance(item, BadInput):
            assert item.line is not None and item.line >= 1
            assert str(item.message).isprintable() and len(str(item.message)) < 200
        else:
            assert Bishops.parse(item.id().partition(":")[2]) == item
    return sum(isinstance(item, Bishops) for item in items)


def test_any_accident_gives_puzzles_or_errors() -> None:
    rng = random.Random("accidents of boards")
    samples = [SMALL, f"{SMALL}\n..\n.B\n", "#...\n.x..\n..B.\n....\n"]
    good = 0
    for _ in range(3000):
        text = rng.choice(samples)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text) + 1)
            cut = text[at + rng.choice((0, 0, 1, 4)) :]
            text = text[:at] + (rng.choice(PIECES) if rng.random() < 0.7 else "") + cut
        good += check_reading(text)
    assert good > 300


@settings(deadline=None, max_examples=200)
@given(st.text() | st.text(".Bx#\n"))
def test_any_text_gives_puzzles_or_errors(text: str) -> None:
    check_reading(text)


@pytest.mark.parametrize("junk", ["\n", " ", "\r", "\x00", ".", "..\n", ".\n\n", "?\n\n", "..\n\n", "#x\n"])
def test_much_junk_is_refused_at_once(junk: str) -> None:
    text = junk * (300_000 // len(junk))
    assert sum(isinstance(item, BadInput) for item in BOARD.read(text)) <= PATIENCE + 1
