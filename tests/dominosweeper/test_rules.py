"""The rules of dominosweeper: text forms, broken rules, clues and pictures."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

import knobel
from dominosweeper.boards import boards, full
from knobel import checks
from knobel.errors import BadInput
from knobel.kinds.dominosweeper.drawing import TINTS
from knobel.kinds.dominosweeper.generate import pairs
from knobel.kinds.dominosweeper.rules import MAX_CELLS, TOTAL, Dominosweeper
from knobel.picture import Mark
from knobel.puzzle import Place

REPORT = Dominosweeper.parse("6x6:2...../....../...3.3/2.0.../....../.....1")
ANSWER = "2**.../*..**./*..3.3/2.0.**/*...../*..**1"


def test_the_board_of_the_report_is_unique() -> None:
    verdict = knobel.unique(REPORT)
    assert verdict.status == "unique"
    assert REPORT.write(verdict.solutions[0]) == ANSWER
    plain = Dominosweeper(REPORT.rows, plain=True)
    assert str(knobel.count(plain, limit=1000)) == "at least 1000"


# text forms


def test_options_come_in_any_order_and_are_written_in_one() -> None:
    board = Dominosweeper.parse("2x1:*-:plain=yes:mines=007")
    assert board == Dominosweeper(("*-",), 7, True)
    assert board.id() == "dominosweeper:2x1:*-:mines=7:plain=yes"
    assert Dominosweeper.parse("2x1:*-:plain=no").id() == "dominosweeper:2x1:*-"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6:......", "the size is '6'; expected WIDTHxHEIGHT"),
        ("0x1:", "the size 0x1 is out of range"),
        ("1001x1:", "the size 1001x1 is out of range; expected 1x1 to 1000x1000"),
        ("1000x101:.", f"the size 1000x101 is out of range; expected 1x1 to 1000x1000 with at most {MAX_CELLS} cells"),
        ("3x1:..", "row 1 has 2 cells; expected 3"),
        ("3x2:...", "found 1 row; expected 2"),
        ("3x2:.../.../...", "found 3 rows; expected 2"),
        ("3x1:.9.", "row 1 has '9'; expected . (unknown), 0 to 8, - (free) or * (a mine)"),
        ("3x1:.².", "row 1 has '²'; expected"),
        ("1x1:.:mines=1000000000", "the option is 'mines=1000000000'; expected mines=0 to 999999999, or plain=yes"),
        ("1x1:.:mines=-1", "the option is 'mines=-1'; expected mines=0 to 999999999, or plain=yes"),
        ("1x1:.:mines=1:mines=1", "the option mines is given twice"),
        ("1x1:.:a:b:c:d", "the option is 'a'"),
        ("1x1:.:", "the option is ''"),
    ],
)
def test_what_is_no_board_is_refused_in_one_sentence(text: str, message: str) -> None:
    with pytest.raises(BadInput) as found:
        Dominosweeper.parse(text)
    assert str(found.value).startswith(message)


HOPELESS = [
    "3x3:.../.6./...",
    "3x2:.5./...",
    "3x3:3../.../...",
    "1x1:8",
    "2x2:../..:mines=999999999",
    "2x2:-./.-:mines=2",
]


@pytest.mark.parametrize("text", HOPELESS)
@pytest.mark.parametrize("encoding", [None, "direct", "counter"])
def test_numbers_that_cannot_be_met_are_boards_without_a_solution(text: str, encoding: str | None) -> None:
    assert knobel.solve(Dominosweeper.parse(text), encoding=encoding).status == "unsolvable"


def test_solutions_show_what_is_given() -> None:
    board = Dominosweeper.parse("4x2:2.-*/....")
    values = np.array([[0, 1, 0, 0], [-1, 1, 0, 1]])
    assert board.write(values) == "2*-./?*.*"
    assert (board.read("2*-./?*.*") == values).all()
    assert (board.read(".*../?*.*\n") == values).all()
    for line in ("3*-./?*.*", "2*-1/?*.*", "2*-./?*.", "2*-.", "2*-./?*.*/", "2*-x/?*.*", ""):
        with pytest.raises(BadInput, match="row"):
            board.read(line)


def test_accidents_in_ids_and_solutions_give_errors_or_boards() -> None:
    rng = random.Random(1)
    texts = [board.id().partition(":")[2] for board in boards(40, seed=3)] + [REPORT.id().partition(":")[2]]
    pieces = [*".-*/:x=?e089", "mines=", "plain=yes", "²", "\x00", "٣", "9" * 400, "1000x1000:", "\n", "é"]
    still_read = 0
    for _ in range(3000):
        text = rng.choice(texts)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(["", rng.choice(pieces)]) + text[at + rng.randrange(3) :]
        try:
            board = Dominosweeper.parse(text)
        except BadInput as error:
            assert len(str(error)) < 200 and str(error).isprintable()
        else:
            assert Dominosweeper.parse(board.id().partition(":")[2]) == board
            still_read += 1
        try:
            values = REPORT.read(text)
        except BadInput as error:
            assert len(str(error)) < 200 and str(error).isprintable()
        else:
            assert (REPORT.read(REPORT.write(values)) == values).all()
    assert still_read > 200


# clues


def test_each_sentence_is_broken_where_it_is() -> None:
    board = Dominosweeper.parse("3x2:-2*/.1.:mines=3")
    assert [str(words) for words in board.check(board.read("*.*/..."))] == [
        "if row a column A is a mine, exactly one cell beside it is a mine",
        "if row a column C is a mine, exactly one cell beside it is a mine",
        "row a column A is given as free",
        "row b column B is free and has 1 mine around it",
        "the number of mines is 3",
    ]
    zero = Dominosweeper.parse("2x1:0*")
    assert [str(words) for words in zero.check(zero.read("*."))][1:] == [
        "row a column A is free and has no mine around it",
        "row a column B is given as a mine",
    ]


def test_all_clues_of_a_solution_leave_no_other() -> None:
    random = np.random.default_rng(4)
    for _ in range(60):
        height, width = random.integers(1, 7, 2).tolist()
        plain = bool(random.random() < 0.5)
        values = random.integers(0, 2, (height, width)) if plain else pairs(height, width, 0.4, random)
        verdict = knobel.unique(full(values, plain=plain))
        assert verdict.status == "unique" and (verdict.solutions[0] == values).all()
    assert full(np.ones((1, 2), dtype=np.int64)).rows == ("**",)
    assert full(np.ones((1, 2), dtype=np.int64), mines=0).mines == 2


def test_kept_clues_are_the_clues() -> None:
    board = Dominosweeper.parse("3x2:-2*/.1.:mines=4:plain=yes")
    assert board.keep(board.places()) == board
    assert board.keep([]) == Dominosweeper.parse("3x2:.../...:plain=yes")
    assert board.keep([Place("cell", 0, 2), TOTAL]) == Dominosweeper.parse("3x2:..*/...:mines=4:plain=yes")


def test_what_is_refuted_in_words_has_no_solution() -> None:
    refuted = [board for board in boards(200, seed=31) if board.refutation() is not None]
    assert len(refuted) > 20
    for board in refuted:
        assert not checks.brute_force(board), board.id()


@pytest.mark.parametrize(("form", "most"), [("5x5:...../...../..{}../...../.....", 5), ("5x3:..{}../...../.....", 4)])
def test_the_largest_number_that_can_be_is_not_refuted(form: str, most: int) -> None:
    at_most, beyond = (Dominosweeper.parse(form.format(number)) for number in (most, most + 1))
    assert at_most.refutation() is None and knobel.solve(at_most).status == "solved"
    assert str(beyond.refutation()).endswith(f"there is room for {most} at most")
    plain = Dominosweeper(beyond.rows, plain=True)
    assert plain.refutation() is None and knobel.solve(plain).status == "solved"


# pictures


def test_the_text_picture_has_letters_and_a_sign_for_every_state() -> None:
    board = Dominosweeper.parse("4x3:2.-*/..../....")
    assert str(board.draw(board.read("2*-*/.*.*/????"))) == "   A B C D\na  2 ● - ●\nb  · ● · ●\nc  □ □ □ □"
    assert str(board.draw()) == "   A B C D\na  2 □ - ●\nb  □ □ □ □\nc  □ □ □ □"
    assert "● 14" in str(Dominosweeper.parse("4x3:2.-*/..../....:mines=14").draw())
    assert str(Dominosweeper(("." * 28,)).draw()).startswith("    A  B  C")


def test_halves_of_a_pair_have_one_tint_and_pairs_at_corners_different_ones() -> None:
    random = np.random.default_rng(2)
    for _ in range(20):
        values = pairs(9, 11, 0.45, random)
        [board] = full(values).draw(values).boards
        for r, c in np.argwhere(values).tolist():
            fill = board.cells[r][c].fill
            assert fill in TINTS and board.cells[r][c].text == "●"
            for i, j in ((r, c + 1), (r + 1, c), (r + 1, c + 1), (r + 1, c - 1)):
                if i < 9 and 0 <= j < 11 and values[i, j]:
                    assert (board.cells[i][j].fill == fill) == (i == r or j == c)


def test_marks_and_the_total_are_drawn() -> None:
    board = Dominosweeper.parse("2x1:..:mines=2")
    marked = board.draw(marks=[Mark((0, 1), "new"), Mark(TOTAL)]).svg()
    assert marked.count('fill-opacity=".25"') == 1 and marked.count('fill-opacity=".35"') == 1
    names = re.findall('id="([^"]*)"', marked)
    assert len(set(names)) == len(names) == 3
