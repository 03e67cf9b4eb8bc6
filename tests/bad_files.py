"""Files that are no puzzles, with the line that is named as the first bad one, where a line can be named."""

from __future__ import annotations

FILES = {
    "empty.non": (b"", ""),
    "blank.txt": (b"\n\n  \n", ""),
    "junk.non": (bytes(range(256)) * 40, ""),
    "nul.txt": (b"\x00" * 5000, ""),
    "truncated.non": (b"width 5\nheight 5\nrows\n1\n2", ""),
    "counts.non": (b"width 2\nheight 2\nrows\n1\ncolumns\n1\n1\n", ""),
    "negative.non": (b"width -3\nheight 2\nrows\n1\n1\ncolumns\n1\n", "1"),
    "huge.non": (b"width 99999999999\nheight 2\nrows\n1\n1\ncolumns\n1\n", "1"),
    "words.nin": (b"2 x\n1\n1\n1\n1\n", ""),
    "hugesize.nin": (b"100000 100000\n1\n", "1"),
    "bomb.xml": (b'<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "b">]><puzzleset>&a;</puzzleset>', ""),
    "open.xml": (b"<puzzleset><puzzle><clues type=", ""),
    "deep.xml": (b"<puzzleset>" + b"<a>" * 100_000, ""),
    "tournament.txt": (b"$1\n1\n1\n1\n", ""),
    "digits.txt": (b"$1\n" + b"9" * 10_000 + b"\n1\n", ""),
    "unicode.txt": ("$1\n²\n1\n".encode(), ""),
    "ids.txt": (b"nonogram:2x2:1/1/1\n", "1"),
}
