"""What holds for all nonogram formats at once: each text belongs to one of them, and no text does any harm.

Errors name the line and what was expected; one bad puzzle does not hide the others.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accidents
from format_laws import law
from knobel.errors import BadInput, Misuse
from knobel.kinds.nonogram.rules import Nonogram
from knobel.puzzle import Format
from nonogram import test_numbers, test_olsak
from nonogram.texts import COLOURED, SMALL, SQUARE, TESTED, read, titled, webpbn, write

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "nonogram"
WRITABLE = [format.name for format in TESTED.formats if format.write]
PUZZLE = write("webpbn", SMALL).partition("<puzzleset>\n")[2].partition("</puzzleset>")[0]


@pytest.mark.parametrize(
    ("pack", "good", "bad", "board"),
    [
        ("non {}====\n{}====\n{}", write("non", SMALL), write("non", SMALL).replace("2,1", "2,?"), SMALL),
        ("tournament {}{}{}", "$1\n1\t1\n\n2\n2\n1\n1\n", "$2\n1\t1\n\n2\n2\n1\n", SQUARE),
        ("puzzlink {}\n{}\n{}\n", "nonogram/4/3/112g1g11122g11", "nonogram/4/3/112g1g11122g", SMALL),
        ("webpbn <puzzleset>{}{}{}</puzzleset>", PUZZLE, PUZZLE.replace("grid", "grit"), SMALL),
        ("webpbn <puzzleset>{}{}{}</puzzleset>", PUZZLE, PUZZLE.replace(">2<", "> two <"), SMALL),
        ("webpbn <puzzleset>{}{}{}</puzzleset>", PUZZLE, PUZZLE.replace("</line>", "</lime>"), SMALL),
        ("webpbn <puzzleset>{}{}{}</puzzleset>", PUZZLE, PUZZLE.replace("</puzzle>", ""), SMALL),
        ("webpbn <puzzleset>{}{}{}</puzzleset>", PUZZLE, PUZZLE.replace(" type", "<"), SMALL),
    ],
)
def test_a_bad_puzzle_does_not_hide_the_others(pack: str, good: str, bad: str, board: Nonogram) -> None:
    name, _, form = pack.partition(" ")
    first, middle, last = read(name, form.format(good, bad, good))
    assert (first, last) == (board, board)
    assert isinstance(middle, BadInput)
    line = form.format(good, "SECOND", "").partition("SECOND")[0].count("\n") + 1
    assert middle.line is not None and line <= middle.line <= line + bad.count("\n")


@pytest.mark.parametrize("name", WRITABLE)
def test_what_a_format_has_no_place_for_is_refused(name: str) -> None:
    with pytest.raises(Misuse, match="lost its clue"):
        write(name, SQUARE.keep(SQUARE.places()[1:]))
    if name not in ("non", "webpbn"):
        with pytest.raises(Misuse, match="coloured"):
            write(name, COLOURED)


# recognition

FOREIGN = [
    "",
    ";;Name: TestLevel\n;;Size: 10 x 10\n;;Sequence: I,J\n;;Start\n..\n",
    "c width 5\nc rows\np cnf 3 2\n1 -2 0\n2 3 0\n",
    "p cnf 3 2\n1 -2 0\n",
    "nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1\nnonogram:1x1:1/1\n",
    "doppelblock/5/5/g6g34g10h",
    "https://puzz.link/p?mines/5/5/g6g34g10h",
    "1 2 3 4\n-1 -4\n",
    "1\n1\n",
    "5\n5\n1\n\n1\n",
    "doppelBlock([[4,8],[9,7],_]).",
    ":- doppelBlock([[4,8],[9,7],_]).\n:- x.\n",
    ":param x: 5\n\n:param y: 6\n",
    "<html><body>rows</body></html>",
    "P2\n2 2\n255\n0 1\n1 0\n",
    "P1: what a title\n",
    "$ echo rows\nrows\n",
    "the width 5 of a thing\nand its rows\n",
    "\x00\x01\x02",
]


@pytest.mark.parametrize("text", FOREIGN)
def test_foreign_text_is_not_claimed(text: str) -> None:
    assert TESTED.recognised(text) == []


# whatever the text


def samples() -> dict[str, list[str]]:
    boards = [titled(SQUARE, "1"), titled(SQUARE, "2")]
    goal = 'title "g"\nwidth 4\nheight 3\ncolor a #f00\ngoal "a0aa.a000000"\n'
    image = webpbn("<title>g</title><solution><image>\n|XX.X|\n|.XX.|\n|X..X|\n</image></solution>")
    return {
        "non": [write("non", SMALL, titled(COLOURED, 'a "b" &amp;')), goal],
        "webpbn": [write("webpbn", *boards), write("webpbn", titled(COLOURED, "<b>")), image],
        "tournament": [write("tournament", *boards)],
        "nin": [test_numbers.NIN],
        "mk": [test_numbers.MK],
        "cwd": [test_numbers.CWD],
        "olsak": [test_olsak.PLAIN, test_olsak.IN_COLOUR],
        "pbm": ["P1\n# a cat\n4 3\n1101\n0110\n1001\n", "P4 4 3\n\udcd0`\udc90P4\n9 2\n\x00\udc80a\udc80"],
        "puzzlink": [write("puzzlink", SMALL, SQUARE)],
    }


SAMPLES = samples()
PIECES = [
    *("0", "-1", "1000", "99999999", "9" * 5000, "²", "٣"),
    *("\x00", "\ufffd", "\ud800", "\udc80", "\u2028", "\r", "\n\n", " ", "\t", "e5", "+1", "0x10", "1_0"),
    *("<", ">", "&", "&#0;", "&x;", "<!--", "<![CDATA[", "<!DOCTYPE a [", "|", '"'),
    *("<puzzle>", "</puzzle>", "<line>", "<count/>", "<clues type='rows'>", "<color name='a'>", "<image>", "</title>"),
    *("====\n", "rows\n", "width 5\n", "goal ", "color a red\n", ",", "a", "$", "nonogram/", "z", "g", "-", "-g"),
    *("#", "#\n", "\n#d\n", ":", "\n:\n", "a:b red\n", "P1 ", "P4\n"),
]
mutated = partial(accidents.mutated, pieces=PIECES, others=(*PIECES[:7], "3", "1001"))


@pytest.mark.parametrize("name", TESTED.names)
def test_any_accident_gives_puzzles_or_errors(name: str) -> None:
    TESTED.check_accidents(name, SAMPLES[name], mutated, count=2000, read=100)


@law
@given(st.text(), st.sampled_from(TESTED.formats))
def test_any_text_gives_puzzles_or_errors(text: str, format: Format) -> None:
    TESTED.check_reading(format, text)


JUNK = [
    *("\n", " ", "\r", "\x00", "1\n", "1,", "12 ", "a", "&", "|", "#", "#\n", ":", ":\n", "a:a red\n", "P4 1 1 x"),
    *("$1\n", "====\n", "x\n====\n", "title x\n", "rows\n", "nonogram/", "nonogram/4/3/1\n"),
    *("<a>", "<a/>", "<!--", "<puzzle/>", "<puzzle ", "<puzzle><clues type='rows'/></b></puzzle>"),
]
OPENINGS = [
    *("", "width 5\nheight 5\nrows\n", "rows\n", "5 5\n", "5\n5\n", "$1\n", "nonogram/1000/1000/", "#d\n", ":\n1\n:\n"),
    *("P1 1000 1000 ", "P4 1000 64 ", "P1 #", "<puzzleset>", "<puzzleset><!--", "<puzzleset><puzzle><title>"),
    "<puzzleset><puzzle><clues type='rows'><line>",
]


@pytest.mark.parametrize("opening", OPENINGS)
def test_much_junk_is_refused_at_once(opening: str) -> None:
    TESTED.check_junk(opening, JUNK)


# real files


def test_the_corpus_is_read() -> None:
    if not CORPUS.is_dir():
        pytest.skip("the corpus is not here")
    for path in sorted(CORPUS.iterdir()):
        text = path.read_text(encoding="utf-8")
        [name] = TESTED.recognised(text)
        assert path.suffix in TESTED[name].extensions
        items = read(name, text)
        assert items and all(isinstance(item, Nonogram) for item in items), path.name
        assert read(name, write(name, *(item for item in items if isinstance(item, Nonogram)))) == items
        if 'goal "' in text:
            picture = "\n".join(line for line in text.split("\n") if re.match("width|height|goal", line))
            assert read("non", picture) == items, path.name
