"""Boards as text: rows of ``.``, ``B``, ``x`` and ``#``, and the options that stand behind them in an ID.

Lengths are compared before anything is split or stored, so that junk of any size is refused at once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from knobel.errors import BadInput, unexpected
from knobel.readers import check_count, check_row, short
from knobel.say import Say

MAX_SIDE = 2000
MAX_NUMBER = 999_999_999  # what cannot be met is a puzzle all the same, but numbers have an end
CELLS = ".Bx#"


def check_side(n: int, line: int | None = None) -> None:
    """Refuse sides that no board can have, before anything is allocated."""
    if not 1 <= n <= MAX_SIDE:
        raise unexpected(Say("the side is {side}", side=n), Say("{least} to {most}", least=1, most=MAX_SIDE), line)


def read_rows(text: str, n: int, chars: str, letter: str = "B") -> tuple[str, ...]:
    """The n rows of n such characters; a piece may have its own letter."""
    check_count(text.count("/") + 1, n)
    rows = tuple(text.replace(letter, "B").split("/"))
    codes = " ".join(chars if letter == "B" else chars.replace("B", f"B{letter}"))
    for r, row in enumerate(rows, 1):
        check_row(row, n, Say("row {row}", row=r), chars, Say("one of {codes}", codes=codes))
    return rows


def read_options(parts: Sequence[str], known: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Options ``name=value``, each at most once; ``known`` gives the values of each, none where it is a number."""
    options: dict[str, str] = {}
    for part in parts:
        name, _, value = part.partition("=")
        if name not in known:
            raise unexpected(Say("the option is {option}", option=short(part)), f"{'=, '.join(known)}=")
        if name in options:
            raise BadInput(Say("the option {name} is given twice", name=name))
        if not (value in known[name] if known[name] else re.fullmatch("[0-9]{1,9}", value)):
            expected = ", ".join(known[name]) or Say("{least} to {most}", least=0, most=MAX_NUMBER)
            raise unexpected(Say("the option {name} is {value}", name=name, value=short(value)), expected)
        options[name] = value
    return options


def as_array(rows: Sequence[str]) -> npt.NDArray[np.str_]:
    """Rows of equal length as an array of characters."""
    return np.array(["".join(rows)]).view("U1").reshape(len(rows), -1)


def as_rows(board: npt.NDArray[np.str_]) -> tuple[str, ...]:
    """The inverse of :func:`as_array`."""
    return tuple(map("".join, board.tolist()))
