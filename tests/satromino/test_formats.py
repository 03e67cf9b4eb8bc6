"""Level files, IDs and strings of moves: what is written is read back, and any text gives puzzles or errors."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accidents
from knobel.cli import main
from knobel.errors import BadInput, Misuse
from knobel.kinds.satromino.formats import FORMATS
from knobel.kinds.satromino.rules import Satromino
from knobel.puzzle import Puzzle
from knobel.readers import PATIENCE

[LEVELS] = FORMATS
SMALL = Satromino.parse("4x3:IO:...+:+++?")
TEXT = """;;Name: small
;;Size: 4 x 3
;;Sequence: I,O
;;Start
....
....
...+
;;Goal
????
????
+++?
"""

law = settings(deadline=None, max_examples=100)


def read(text: str) -> list[Puzzle | BadInput]:
    return list(LEVELS.read(text))


def write(*puzzles: Puzzle) -> str:
    assert LEVELS.write is not None
    return LEVELS.write(puzzles)


def titles(items: list[Puzzle | BadInput]) -> list[str]:
    return [f"! {item}" if isinstance(item, BadInput) else item.title for item in items]


# round trips

names = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp"))).map(
    lambda text: " ".join(text.split())
)


@st.composite
def puzzles(draw: st.DrawFn) -> Satromino:
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))

    def board(codes: str) -> tuple[str, ...]:
        return tuple(draw(st.lists(st.text(codes, min_size=width, max_size=width), min_size=height, max_size=height)))

    sequence = draw(st.text("IOTLJSZ", min_size=1, max_size=8))
    return Satromino(width, height, sequence, board(".+"), board("?.+"), draw(st.booleans()), draw(names))


@law
@given(st.lists(puzzles(), min_size=1, max_size=3))
def test_level_files_keep_everything(levels: list[Satromino]) -> None:
    text = write(*levels)
    assert read(text) == levels
    assert titles(read(text)) == [level.title for level in levels]
    assert LEVELS.recognise(text)
    assert read(text.replace("\n", "\r\n")) == levels


@law
@given(puzzles())
def test_ids_keep_everything(level: Satromino) -> None:
    assert Satromino.parse(level.id().partition(":")[2]) == level


def test_example() -> None:
    assert write(replace(SMALL, title="small")) == TEXT
    assert read(TEXT) == [SMALL]
    assert write(replace(SMALL, strict=True)).splitlines()[:4] == [
        *(";;Name:", ";;Size: 4 x 3", ";;Sequence: I,O", ";;Strict: yes")
    ]


# leniency


def test_keys_in_any_case_and_missing_top_rows() -> None:
    text = ";;NAME: small\n;; size : 4X3\n;;Sequence:i , O\n;;sTART\n...+\n\n;;Goal:\n+++?  \n"
    assert read("\ufeff\n" + text + "\n\n") == [SMALL]
    assert read(";;Name:\n;;Size: 4x3\n;;Sequence: O\n;;Start\n;;Goal\n") == [Satromino.parse("4x3:O::")]


# errors


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


BROKEN = [
    (changed("...+", "..+"), "7: the row has 3 cells; expected 4"),
    (changed("+++?", "+++??"), "11: the row has 5 cells; expected 4"),
    (changed("I,O", "I,O,X"), "3: the sequence has 'X'; expected one of I O T L J S Z"),
    (changed("I,O", ""), "3: the sequence has ''; expected one of I O T L J S Z"),
    (changed("I,O", "IO"), "3: the sequence has 'IO'; expected one of I O T L J S Z"),
    (changed("I,O", "ı"), "3: the sequence has 'ı'; expected one of I O T L J S Z"),
    (changed("...+", "..?+"), "7: the row has '?'; expected one of . +"),
    (changed("+++?", "+++x"), "11: the row has 'x'; expected one of ? . +"),
    (changed(";;Name: small\n", ""), "1: found ;;Size; expected ;;Name"),
    (changed(";;Size: 4 x 3\n", ""), "2: found ;;Sequence; expected ;;Size"),
    (changed(";;Sequence: I,O\n", ""), "3: found ;;Start; expected ;;Sequence"),
    (changed(";;Start\n....\n....\n...+\n", ""), "4: found ;;Goal; expected ;;Start"),
    (changed(";;Start\n", ""), "4: found '....'; expected ;;Start"),
    (changed(";;Goal\n", ""), "8: found more than 3 rows of the start; expected at most 3"),
    (changed(";;Goal\n????\n????\n+++?\n", ""), "7: the level has no ;;Goal"),
    (changed(";;Goal\n", "....\n;;Goal\n"), "8: found more than 3 rows of the start; expected at most 3"),
    (changed(";;Size: 4 x 3\n;;Sequence: I,O\n", ";;Sequence: I,O\n;;Size: 4 x 3\n"), "2: found ;;Sequence; expected"),
    (changed(";;Start", ";;Size: 4 x 3\n;;Start"), "4: found ;;Size; expected ;;Start"),
    (changed(";;Start", ";;Colour: red\n;;Start"), "4: found the key 'colour'; expected name, size"),
    (changed(";;Start", ";;Strict: maybe\n;;Start"), "4: strict is 'maybe'; expected yes or no"),
    (changed(";;Start", ";;Start: now"), "4: found 'now' behind ;;Start; expected rows below"),
    (changed("4 x 3", "4"), "2: the size is '4'; expected WIDTH x HEIGHT"),
    (changed("4 x 3", "4 x 99999999"), "2: the size 4x99999999 is out of range; expected 1x1 to 200x200"),
    (changed("4 x 3", "٤ x 3"), "2: the size is '٤ x 3'; expected"),
    ("hello\n" + TEXT, "1: found 'hello'; expected ;;Name"),
    ("", "1: found no level; expected a line such as ;;Name: Example"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_errors_name_the_line_and_what_was_expected(text: str, message: str) -> None:
    errors = [item for item in read(text) if isinstance(item, BadInput)]
    assert len(errors) == 1
    assert str(errors[0]).startswith(message)


def test_a_bad_level_does_not_hide_the_others() -> None:
    first, bad, other, last = read(TEXT + changed("I,O", "I,Q") + changed(";;Name: small\n", "") + TEXT)
    assert (first, last) == (SMALL, SMALL)
    assert isinstance(bad, BadInput) and bad.line == 14
    assert isinstance(other, BadInput) and other.line == 23


def test_goals_that_cannot_be_met_are_no_errors() -> None:
    assert isinstance(
        read(changed("4 x 3", "1 x 1").replace("....\n", "").split(";;Start")[0] + ";;Start\n;;Goal\n")[0], Satromino
    )


def test_only_levels_can_be_written() -> None:
    from knobel import parse

    with pytest.raises(Misuse, match="holds satromino levels"):
        write(parse("_template:2:1./.."))


# recognition


@pytest.mark.parametrize(
    "text",
    ["", "width 5\nrows\n", "$1\n1\n1\n", "satromino:4x3:I::", ";; a comment\n", "p cnf 1 1\n", "..\n;;Name: x\n"],
)
def test_foreign_text_is_not_claimed(text: str) -> None:
    assert not LEVELS.recognise(text)


# the command line


def test_solve_prints_exactly_one_line_a_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = ";;Name: odd\n;;Size: 4x4\n;;Sequence: T,O,O,O\n;;Start\n;;Goal\n++++\n++++\n++++\n++++\n"
    flat = ";;Name: flat\n;;Size: 4x3\n;;Sequence: O,O\n;;Start\n;;Goal\n++++\n++++\n"
    (tmp_path / "levels.txt").write_text(odd + flat + changed("I,O", "I,Q"))
    assert main(["solve", str(tmp_path / "levels.txt"), "--plain"]) == 3
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0] == "UNSAT" and lines[1] in ("lddrdd", "rddldd") and lines[2] == "ERROR" and len(lines) == 3
    assert "levels.txt:19: the sequence has 'Q'" in err
    assert main(["solve", str(tmp_path / "levels.txt")]) == 3
    assert "Coloured like a chessboard, 8 dark and 8 light" in capsys.readouterr().out


# whatever the text

PIECES = [
    *(
        "0",
        "-1",
        "201",
        "99999999",
        "9" * 5000,
        "²",
        "٣",
        "\x00",
        "\ufffd",
        "\ud800",
        "\u2028",
        "\r",
        "\n\n",
        " ",
        "\t",
    ),
    *(
        ";;",
        ";;Name",
        ";;Goal\n",
        ";;Start\n",
        ";;Size: 2 x 2\n",
        ";;Strict: yes\n",
        "x",
        ",",
        ":",
        "/",
        "I",
        "+",
        ".",
        "?",
    ),
    *("strict=yes", ":strict=yes", "d" * 300, "t", "l", "r", "ld,", "?,"),
]
mutated = partial(accidents.mutated, pieces=PIECES, others=(*PIECES[:7], "3", "5"))


def test_any_accident_to_a_file_gives_levels_or_errors() -> None:
    rng = random.Random("levels")
    good = 0
    sample = TEXT + write(replace(SMALL, strict=True, title="b"))
    for _ in range(2500):
        items = check_reading(mutated(sample, rng))
        good += sum(isinstance(item, Satromino) for item in items)
    assert good > 500


def check_reading(text: str) -> list[Puzzle | BadInput]:
    assert LEVELS.recognise(text) in (True, False)
    items = read(text)
    assert items
    for item in items:
        if isinstance(item, BadInput):
            assert item.line is not None and item.line >= 1
            assert str(item.message).isprintable() and len(str(item.message)) < 300
        else:
            assert Satromino.parse(item.id().partition(":")[2]) == item
    return items


@law
@given(st.text())
def test_any_text_gives_levels_or_errors(text: str) -> None:
    check_reading(text)


def test_any_accident_to_an_id_gives_a_level_or_an_error() -> None:
    rng = random.Random("ids")
    good = 0
    for _ in range(2500):
        text = mutated("4x3:IOTLJSZ:..../..../...+:????/????/+++?:strict=yes", rng)
        try:
            level = Satromino.parse(text)
        except BadInput as error:
            assert str(error).isprintable() and len(str(error)) < 300
            continue
        good += 1
        assert Satromino.parse(level.id().partition(":")[2]) == level
    assert good > 40


@pytest.mark.parametrize("strict", [False, True])
def test_any_accident_to_moves_gives_values_or_an_error(strict: bool) -> None:
    rng = random.Random("moves")
    level = Satromino.parse("6x6:LJIOT:....+.:" + ":strict=yes" * strict)
    samples = [
        "lldddddrdddddrrrddd,ttdd,?",
        level.write(np.array([0, 3, 5, -1, 2])),
        level.write(np.array([0, 0, 3, 1, 2])),
    ]
    good = 0
    for _ in range(2500):
        try:
            values = level.read(mutated(rng.choice(samples), rng))
        except BadInput as error:
            assert str(error).isprintable() and len(str(error)) < 300
            continue
        good += 1
        assert (level.read(level.write(values)) == values).all()
        level.check(values)
    assert good > 50


@pytest.mark.parametrize("junk", ["\n", "+", ";;", ";;Name:\n", ";;Goal\n", "+\n", ";;Size: 1 x 1\n", "I,"])
def test_much_junk_is_refused_at_once(junk: str) -> None:
    """Anything worse than linear would never end here, and errors without end would show in their number."""
    for opening in (
        "",
        ";;Name: x\n;;Size: 200 x 200\n;;Sequence: I\n;;Start\n",
        ";;Name: x\n;;Size: 4 x 4\n;;Sequence:",
    ):
        assert sum(1 for _ in LEVELS.read(opening + junk * (300_000 // len(junk)))) <= PATIENCE + 2


def test_many_moves_are_read_in_time() -> None:
    level = Satromino.parse("6x6:OO:::strict=yes")
    assert level.read("lr" * 100_000 + "dddddd"[:5] + "ddd").tolist() == [2, 2]


def test_atoms_are_the_vocabulary_and_helpers_only_if_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["solve", "--encoding", "classic", "--json", "@satromino/first", "--atoms"]
    assert main(["solve", "--atoms", "--encoding", "classic", "--json", "@satromino/first"]) == 0
    atoms = json.loads(capsys.readouterr().out)["atoms"]
    assert list(atoms) == ["B", "R", "P", "C"] and atoms["B"] == ["B(I,1)", "B(O,2)", "B(O,3)"]
    assert main(asked) == 0 and json.loads(capsys.readouterr().out)["atoms"] == atoms
    assert main([*asked, "all"]) == 0
    everything = json.loads(capsys.readouterr().out)["atoms"]
    assert list(everything)[:4] == ["B", "R", "P", "C"] and {"move", "amo1.row"} <= everything.keys()
    assert {name: everything[name] for name in atoms} == atoms
