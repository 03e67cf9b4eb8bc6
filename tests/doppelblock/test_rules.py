"""The rules of doppelblock: what a board says, what it accepts, and how it is written and drawn."""

from __future__ import annotations

import re

import numpy as np
import pytest

import knobel
from doppelblock.boards import bare, boards
from knobel import registry
from knobel.errors import BadInput
from knobel.kinds.doppelblock.generate import random_grid
from knobel.kinds.doppelblock.rules import Doppelblock, between
from knobel.picture import Mark
from knobel.puzzle import Atom, Place

SMALL = Doppelblock.parse("4:1,2,,0/,,?,3/,,,/#,,,/,,,/,1,,")
SOLVED = "2,#,#,1/#,2,1,#/1,#,#,2/#,1,2,#"

REPORT = [
    ("5:1,2,3,4,4/2,3,2,5,4", 1),
    ("6:4,8,4,5,6,5/9,7,2,10,3,1", 1),
    ("7:4,3,4,4,5,7,15/3,5,4,5,6,3,10", 5),
    ("7:3,3,12,2,8,12,3/2,8,5,3,3,7,3", 2),
    ("5:,1,,,3/1,,,1,/,,,,/,2,,,/,,,,/,,,,/,,,,", 1),
]


@pytest.mark.parametrize(("description", "count"), REPORT)
def test_the_boards_of_the_report_have_these_numbers_of_solutions(description: str, count: int) -> None:
    assert str(knobel.count(Doppelblock.parse(description))) == str(count)


def test_every_clue_has_its_place_and_its_sentence() -> None:
    assert [str(SMALL.clue(place)) for place in SMALL.places()] == [
        "the numbers between the two black cells of column 1 add up to 1",
        "the numbers between the two black cells of column 2 add up to 2",
        "the two black cells of column 4 touch each other",
        "the numbers between the two black cells of row 4 add up to 3",
        "row 2 column 1 is given as black",
        "row 4 column 2 is given as 1",
    ]
    assert str(SMALL.rule(Place("column", 2))) == "column 3 has each number from 1 to 2 once and two black cells"
    assert [str(SMALL.say(Atom((0, 1), v, holds))) for v in (0, 2) for holds in (True, False)] == [
        "row 1 column 2 is black",
        "row 1 column 2 is not black",
        "row 1 column 2 is 2",
        "row 1 column 2 is not 2",
    ]


def test_check_names_what_is_broken_and_nothing_else() -> None:
    assert list(map(str, SMALL.check(SMALL.read(SOLVED)))) == ["the two black cells of column 4 touch each other"]
    changed = SMALL.read(SOLVED)
    changed[3, 1] = 2
    assert list(map(str, SMALL.check(changed))) == [
        "column 2 has each number from 1 to 2 once and two black cells",
        "row 4 has each number from 1 to 2 once and two black cells",
        "the two black cells of column 4 touch each other",
        "the numbers between the two black cells of row 4 add up to 3",
        "row 4 column 2 is given as 1",
    ]


def test_the_sentence_of_a_sum_asks_for_two_black_cells_and_no_more() -> None:
    assert between([0, 2, 2, 0]) == 4  # a number twice is no matter of the sum
    assert between([0, 2, 0, 0]) is between([0, 1, 2, 2]) is between([1, 1, 1, 1]) is None
    assert between([0, -1, 2, 0]) is None and between([-1, 0, 2, 0]) == 2


def test_unknown_cells_break_their_lines() -> None:
    assert len(bare(4).check(bare(4).read("/".join(["?,?,?,?"] * 4)))) == 8


def test_a_sum_beyond_all_numbers_is_refuted_without_a_search() -> None:
    sentence = "column 2 asks for 7, and all numbers from 1 to 3 add up to 6"
    assert str(Doppelblock.parse("5:6,7,,,/9,,,,").refutation()) == sentence
    assert [str(say) for say in knobel.solve(Doppelblock.parse("5:,7,,,/,,,,")).because] == [sentence]
    assert (
        str(Doppelblock.parse("3:,,/,,2").refutation()) == "row 3 asks for 2, and all numbers from 1 to 1 add up to 1"
    )
    assert SMALL.refutation() is None


def test_clues_can_be_dropped_and_read_off() -> None:
    random = np.random.default_rng(1)
    for n in (3, 5, 12, 30):
        values = random_grid(n, random)
        full = bare(n).full(values)
        assert len(full.places()) == 2 * n and full.check(values) == []
        kept = [place for place in full.places() if random.random() < 0.5]
        assert full.keep(kept).places() == kept
        assert full.keep([]) == bare(n)
    again = SMALL.full(SMALL.read(SOLVED))
    assert again.id() == "doppelblock:4:1,2,1,2/0,3,0,3/,,,/#,,,/,,,/,1,,"


def test_ids_and_solutions_round_trip() -> None:
    random = np.random.default_rng(2)
    for n in (3, 4, 9, 30):
        for p in boards(30, n, seed=n):
            assert registry.parse(p.id()) == p
            values = np.where(random.random((n, n)) < 0.3, -1, random_grid(n, random))
            assert (p.read(p.write(values)) == values).all()
    assert registry.parse("doppelblock:3:?,,1/,?,/,,/?,#,1/,,").id() == "doppelblock:3:,,1/,,/,,/,#,1/,,"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the size is ''; expected a number from 3 to 30"),
        ("x:1", "the size is 'x'; expected"),
        ("2:,/,", "the size is 2; expected 3 to 30"),
        ("31:", "the size is 31; expected 3 to 30"),
        ("999999999:", "the size is 999999999; expected"),
        ("3:,,", "the number of lists is 1; expected 2, the sums of the columns and of the rows, or 5, with"),
        ("3:,,/,,/,,", "the number of lists is 3; expected"),
        ("3:,/,,", "the list of column sums has 2 entries; expected 3"),
        ("3:,,/,,,", "the list of row sums has 4 entries; expected 3"),
        ("3:,,/,,/,,/,/,,", "row 2 has 2 entries; expected 3"),
        ("3:,,/,,:a=b", "the option is 'a=b'; expected no option"),
        ("3:,-1,/,,", "a sum is '-1'; expected a number up to 999999"),
        ("3:,1000000,/,,", "a sum is '1000000'; expected"),
        ("3:,²,/,,", "a sum is '²'; expected"),
        ("3:,,/,,/2,,/,,/,,", "a cell is '2'; expected 1 to 1, # for black"),
        ("3:,,/,,/0,,/,,/,,", "a cell is '0'; expected 1 to 1, # for black"),
    ],
)
def test_bad_descriptions_are_explained(text: str, message: str) -> None:
    with pytest.raises(BadInput, match="^" + re.escape(message)):
        Doppelblock.parse(text)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "found 1 row; expected 4"),
        ("1,2/1/1/1", "row 1 has 2 entries; expected 4"),
        ("1,2,3,#/,,,/,,,/,,,", "a cell is '3'; expected 1 to 2, # for black, or ? where it is unknown"),
    ],
)
def test_bad_solutions_are_explained(line: str, message: str) -> None:
    with pytest.raises(BadInput, match="^" + re.escape(message)):
        SMALL.read(line)


def test_the_picture_has_sums_outside_and_black_blocks() -> None:
    assert str(SMALL.draw()) == "\n".join(
        [
            "   1 2   0",
            "   · · · ·",
            "  ██ · · ·",
            "   · · · ·",
            "3  · 1 · ·",
        ]
    )
    assert str(SMALL.draw(SMALL.read(SOLVED))) == "\n".join(
        [
            "   1 2   0",
            "   2████ 1",
            "  ██ 2 1██",
            "   1████ 2",
            "3 ██ 1 2██",
        ]
    )
    svg = SMALL.draw(SMALL.read(SOLVED), [Mark(Place("row", 3)), Mark((0, 0), "new")]).svg()
    assert svg.count('fill="#1d2433"/>') == 8  # the black cells
    assert svg.count("<text") == 8 + 4


def test_numbers_of_two_digits_stay_apart() -> None:
    values = random_grid(13, np.random.default_rng(0))
    rows = str(bare(13).full(values).draw(values)).splitlines()[1:]
    for row, line in zip(rows, values.tolist(), strict=True):
        assert [int(word) for word in row.replace("█", " ").split()][1:] == [v for v in line if v]
