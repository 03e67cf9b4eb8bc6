"""How much room a text takes, without asking a font: never less than it takes in any of the usual sans-serif ones.

A layout that is right by these numbers is right in a browser, in a PDF and in a PNG, whichever font they have.
"""

from __future__ import annotations

import unicodedata

# Widths in ems, in a wide font (Verdana, DejaVu Sans), rounded up; and how much wider bold letters are.
WIDTHS = {
    0.45: " !'(),-./:;I[\\]fijlrt|",
    0.8: 'ABCDGHKNOQRUVXZ&_*"',
    0.85: "+<>=~^#",
    1.02: "MWmw@%",
}
USUAL, WIDEST, BOLD = 0.67, 1.07, 1.12
_WIDTH = {char: width for width, chars in WIDTHS.items() for char in chars}


def extent(text: str, size: float, bold: bool = False) -> float:
    """An upper bound of the width of a text in letters of this size.

    >>> extent("12", 10)
    13.4
    """
    return sum(map(_ems, text)) * size * (BOLD if bold else 1)


def _ems(char: str) -> float:
    if unicodedata.combining(char):
        return 0
    base = unicodedata.normalize("NFD", char)[0]  # an accent makes no letter wider
    return _WIDTH.get(base, USUAL if base.isascii() else WIDEST)


def wrapped(text: str, size: float, room: float) -> list[str]:
    """The text in lines no wider than ``room``; a word that is wider has a line of its own.

    >>> wrapped("one two three", 10, 50)
    ['one two', 'three']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and extent(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def shortened(text: str, size: float, room: float, bold: bool = False) -> str:
    """As much of the text as fits, with three dots where something is missing.

    >>> shortened("a long title", 10, 50)
    'a lo...'
    """
    if extent(text, size, bold) <= room:
        return text
    while text and extent(text + "...", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + "..."
