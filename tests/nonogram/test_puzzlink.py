"""Nonograms in addresses of puzz.link: what fits their slots is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_laws import law
from knobel.errors import Misuse
from knobel.kinds.nonogram.rules import Nonogram, Run
from nonogram.texts import TESTED, check_error, check_kept, puzzles, read, write


@law
@given(st.lists(puzzles(longest=255, slots=True), min_size=1, max_size=3))
def test_what_fits_the_slots_is_kept(boards: list[Nonogram]) -> None:
    check_kept("puzzlink", boards)


@pytest.mark.parametrize("body", ["4/3/112g1g11122g11", "6/6/12g1111h11112j12g11g21j11g3h"])
def test_addresses(body: str) -> None:
    address = f"https://puzz.link/p?nonogram/{body}\n"
    [puzzle] = read("puzzlink", address)
    assert isinstance(puzzle, Nonogram)
    assert write("puzzlink", puzzle) == address
    for start in ("http://pzv.jp/p.html?", "https://pzprxs.vercel.app/p?", ""):
        assert TESTED["puzzlink"].recognise(f"{start}nonogram/{body}")
        assert read("puzzlink", f"{start}nonogram/{body}") == [puzzle]


def test_long_runs_and_long_gaps() -> None:
    board = Nonogram(((Run(30),),) + ((),) * 29, ((Run(1),),) * 30)
    assert write("puzzlink", board).endswith("/30/30/-1e" + "z" * 22 + "o" + "1t" * 30 + "\n")
    assert read("puzzlink", write("puzzlink", board)) == [board]


BROKEN = [
    ("\nnonogram/4/3/112g1g1112.g11\n", "2: the body has an unknown run '.'; unknown runs are not part"),
    ("nonogram/4/3/112g1g11122g1", "1: the body fills too few slots: 13; expected 14"),
    ("nonogram/4/3/112g1g11122g11z", "1: the body fills more than 14 slots; expected 14"),
    ("nonogram/4/3/112G1g11122g11", "1: the body has 'G' after 3 characters; expected"),
    ("nonogram/x/3/1", "1: the size is 'x/3'; expected two numbers"),
    ("slither/4/3/1", "1: found 'slither/4/3/1'; expected an address such as"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_errors_name_the_line_and_what_was_expected(text: str, message: str) -> None:
    check_error("puzzlink", text, message)


@pytest.mark.parametrize(("id", "message"), [("2x1:1/1/1.1", "cannot hold 2 runs"), ("1x1:1/256", "longer than 255")])
def test_what_does_not_fit_is_refused(id: str, message: str) -> None:
    with pytest.raises(Misuse, match=message):
        write("puzzlink", Nonogram.parse(id))
