"""PBM pictures: the clues are those of the picture, however its pixels are written down."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_laws import law
from knobel.kinds.nonogram.rules import Nonogram
from knobel.puzzle import Values
from nonogram.texts import SMALL, TESTED, check_error, read

pictures = st.tuples(st.integers(1, 20), st.integers(1, 6), st.integers(0, 2**32)).map(
    lambda made: np.random.default_rng(made[2]).integers(0, 2, (made[1], made[0]))
)


def plain(picture: Values, apart: str = " ") -> str:
    height, width = picture.shape
    return f"P1\n{width} {height}\n" + "\n".join(apart.join(map(str, row)) for row in picture.tolist()) + "\n"


def packed(picture: Values, header: str = "P4\n{} {}\n") -> str:
    """The bytes as they reach a format."""
    height, width = picture.shape
    data = header.format(width, height).encode() + np.packbits(picture, axis=1).tobytes()
    return data.decode("utf-8", "surrogateescape")


@law
@given(pictures, st.sampled_from([" ", "", "\n", "  # a comment\n", "\t"]))
def test_plain_pictures(picture: Values, apart: str) -> None:
    TESTED.check_text("pbm", plain(picture, apart), [Nonogram.of(picture)])


@law
@given(st.lists(pictures, min_size=1, max_size=3), st.sampled_from(["P4\n{} {}\n", "P4 # hm\n#{{}}\n {}\n\t{}\r"]))
def test_packed_pictures(made: list[Values], header: str) -> None:
    text = "".join(packed(picture, header) for picture in made)
    assert read("pbm", text) == [Nonogram.of(picture) for picture in made]
    assert TESTED.recognised(text) == ["pbm"]


def test_example() -> None:
    TESTED.check_text("pbm", "P1\n# a cat\n4 3\n1101\n0110\n1001\n", [SMALL])
    assert read("pbm", "P4 4 3\n\udcd0`\udc90\n \n") == [SMALL]


def test_nothing_but_the_clues_is_kept() -> None:
    """The two pictures of this board differ, the puzzles do not."""
    assert read("pbm", "P1 2 2 10 01") == read("pbm", "P1 2 2 01 10") == [Nonogram.parse("2x2:1/1/1/1")]


BROKEN = [
    ("", "1: found no picture; expected P1 or P4, the width and the height"),
    ("P1 4", "1: found no picture; expected"),
    ("P5 1 1 255 0", "1: found no picture; expected"),
    ("P1\n\n0 1\n", "3: the size 0x1 is out of range; expected 1x1"),
    ("P4\n99999999 99999999\n", "2: the size 99999999x99999999 is out of range"),
    ("P1\n2 2\n01\n0\n", "3: the picture has 3 pixels; expected 2 x 2 = 4"),
    ("P1\n2 2\n01\n010\n", "3: the picture has 5 pixels; expected 2 x 2 = 4"),
    ("P1\n2 2\n#2\n01\n02\n", "5: the picture has '2'; expected pixels 0 and 1"),
    ("P4\n9 2\nabc", "2: the picture has 3 bytes; expected 4 for 9x2 pixels"),
    ("P4\n8 1\nabc", "3: found no picture; expected P1 or P4"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_errors_name_the_line_and_what_was_expected(text: str, message: str) -> None:
    check_error("pbm", text, message)
