"""The rules of tetromino planning, by hand, by the game itself, and on the moves that the exercise printed."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

import knobel
from knobel import checks
from knobel.cli import main
from knobel.errors import BadInput
from knobel.kinds.satromino.pieces import PIECES, STATES, first_state, open_paths
from knobel.kinds.satromino.presolve import presolve
from knobel.kinds.satromino.rules import MAX_PIECES, Satromino
from knobel.picture import Mark
from knobel.puzzle import Atom, BrokenRule, Place
from knobel.say import LANGUAGES
from satromino.levels import SHAPES, levels, plays, random_values

SAMPLE = "TLLDDDDDDDDDDTTTRRDDDDDDDDTTTRRDDDDDDDLDDDDDDTTRRRDDDDDD"


def level(description: str) -> Satromino:
    return Satromino.parse(description)


# the moves that the exercise printed


def sample_board(sequence: str, r: int, c: int) -> Satromino:
    rows = tuple("".join("+" if (i, j) == (r, c) else "." for j in range(10)) for i in range(10))
    return Satromino(10, 10, sequence, rows, ("?" * 10,) * 10)


def fits(board: Satromino) -> bool:
    try:
        return not board.check(board.read(SAMPLE))
    except BadInput:
        return False


def test_the_sample_plays_exactly_on_three_start_cells() -> None:
    found = [(r, c) for r in range(10) for c in range(10) if fits(sample_board("ILOIZ", r, c))]
    assert found == [(9, 6), (9, 7), (9, 8)]
    board = sample_board("ILOIZ", 9, 6)
    assert board.write(board.read(SAMPLE)) == "tllddddddddddtttrrddddddddrrdddddddlddddddrrrdddddd"


def test_no_other_sequence_of_five_fits_the_sample() -> None:
    """All sequences, piece by piece: one that cannot be read so far is not read any better with more pieces."""
    for c in range(10):
        begun = list("IOTLJSZ")
        for _ in range(3):
            longer = [sequence + piece for sequence in begun for piece in "IOTLJSZ"]
            begun = [sequence for sequence in longer if begins(sample_board(sequence, 9, c))]
        found = [sequence + piece for sequence in begun for piece in "IOTLJSZ"]
        found = [sequence for sequence in found if fits(sample_board(sequence, 9, c))]
        assert found == (["ILOIZ"] if c in (6, 7, 8) else [])


def begins(board: Satromino) -> bool:
    """Whether the sample can be read so far, with moves left for more pieces."""
    try:
        board.read(SAMPLE)
    except BadInput as error:
        return "are left over behind the last piece" in str(error)
    return False


# pieces and paths


def test_the_shapes_are_those_of_the_rules() -> None:
    assert {piece: [list(shape.cells) for shape in states] for piece, states in PIECES.items()} == SHAPES
    names = {piece: STATES[first_state(piece) :][: len(states)] for piece, states in PIECES.items()}
    assert (names["Z"], names["J"]) == (("LEFT", "UP"), ("DOWN", "LEFT", "UP", "RIGHT"))


def test_paths_are_shortest_and_turn_before_they_shift() -> None:
    assert open_paths("L", 10)[2, 2] == "ttll"
    assert open_paths("I", 10)[0, 9] == "rrrrr"
    assert open_paths("I", 4)[1, 0] == "lt"  # in the second column, turning would hit the wall
    assert open_paths("T", 3)[1, 1] == "tr"
    for piece in PIECES:
        for width in range(1, 9):
            poses = {(s, x) for s, shape in enumerate(PIECES[piece]) for x in range(width - shape.width + 1)}
            assert poses <= set(open_paths(piece, width)), (piece, width)


def test_of_equally_short_paths_turns_come_first_then_left() -> None:
    for piece in PIECES:
        for (s, x), path in open_paths(piece, 8).items():
            words = map("".join, product("tlr", repeat=len(path)))
            first = next(word for word in words if follow(piece, word, 8) == (s, x))
            assert path == first
            if len(path) > 5:
                break


def follow(piece: str, path: str, width: int) -> tuple[int, int] | None:
    s, x = 0, width // 2 - 1
    for move in path:
        s, x = ((s + 1) % len(SHAPES[piece]), x) if move == "t" else (s, x + (1 if move == "r" else -1))
        if x < 0 or any(x + c >= width for _, c in SHAPES[piece][s]):
            return None
    return s, x


# solutions


def test_check_agrees_with_the_game_move_by_move() -> None:
    random = Random(5)
    solved = 0
    for board in levels(400, seed=5):
        if board.width >= 3 and board.domain().any(axis=1).all():
            for values in (random_values(board, random) for _ in range(10)):
                good = not board.check(values)
                line = board.write(values)
                assert good == ("," not in line and plays(board, line)), (board.id(), line)
                solved += good
    assert solved > 200


def test_strings_of_moves_agree_with_the_game() -> None:
    random = Random(6)
    agreed = 0
    for board in levels(600, seed=6):
        if board.width < 3 or not board.domain().any(axis=1).all():
            continue
        line = board.write(random_values(board, random))
        if "," in line:
            continue
        at = random.randrange(len(line))
        for changed in (line, line.upper(), line[:at] + random.choice("lrtd") + line[at:], line[:at] + line[at + 1 :]):
            try:
                good = not board.check(board.read(changed))
            except BadInput:
                good = False
            assert good == plays(board, changed.lower()), (board.id(), changed)
            agreed += good
    assert agreed > 100


def test_values_known_or_not_round_trip() -> None:
    random = Random(7)
    for board in levels(200, seed=7):
        if board.domain().any(axis=1).all():
            values = np.where(
                np.array([random.random() < 0.3 for _ in board.sequence]), -1, random_values(board, random)
            )
            assert (board.read(board.write(values)) == values).all(), (board.id(), values)


def test_detours_and_idle_turns_are_accepted() -> None:
    board = level("4x4:OI::++??")
    assert board.write(board.read("ttlrlddd" + "lrltttdd")) == "lddd" + "ltdd"
    assert board.write(board.read("TLRLDDD,LTDD")) == "lddd" + "ltdd"


def test_a_fall_may_be_left_out_only_where_pieces_are_not_known() -> None:
    board = level("4x4:OOI::++++")
    short = board.read("l,rd,?")
    assert (short == board.read("lddd,rddd,?")).all() and short[2] == -1
    for line in ("l,rddd,ltdd", "lddd,rd,ltdd", "lddd,rddd,ltd"):
        with pytest.raises(BrokenRule, match="comes to rest after"):
            board.read(line)
    one = level("4x4:I::++++")
    assert one.check(one.read("ltdddd")) == []
    for line in ("lt", "ltd", "ltddd"):
        with pytest.raises(BrokenRule, match="comes to rest after 4 x d"):
            one.read(line)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ldddx", "the moves have 'x'; expected one of l r d t"),
        ("ldd", "piece 1 (O) comes to rest after 3 x d, but has 2 x d"),
        ("lddlltdd", "piece 1 (O) comes to rest after 3 x d, but has 2 x d"),
        ("lddd", "the moves end before piece 2 (I) of 2"),
        ("lddd" + "ltdd" + "d", "moves are left over behind the last piece: 1"),
        ("lllddd", "piece 1 (O) runs into a wall with move 2 of its path, 'l'"),
        ("lddd" + "rtdd", "piece 2 (I) runs into a wall with move 2 of its path, 't'"),
        ("ld,?,?", "the number of pieces with moves is 3; expected 2"),
        ("ld,", "piece 2 (I) has the moves ''; expected l r t, then d, or ?"),
        ("dl,?", "piece 1 (O) has the moves 'dl'; expected l r t, then d, or ?"),
        ("ldd,?", "piece 1 (O) comes to rest after 3 x d, but has 2 x d"),
        ("", "the moves end before piece 1 (O) of 2"),
    ],
)
def test_moves_that_cannot_be_read(line: str, message: str) -> None:
    with pytest.raises(BadInput) as error:
        level("4x4:OI::++??").read(line)
    assert str(error.value) == message
    played = set(line) <= set("lrtd") or "comes to rest after" in message
    assert isinstance(error.value, BrokenRule) == played  # what can be played, but not so, is a wrong answer


def test_check_names_what_is_broken() -> None:
    board = level("4x4:OOO::.+++/++++")
    assert [str(words) for words in board.check(board.read("lddd,ld,ld"))] == [
        "piece 3 (O) finds a place and comes to rest",
        "at the end row 3 column 1 is empty",
        "at the end row 3 column 3 is filled",
        "at the end row 3 column 4 is filled",
        "at the end row 4 column 3 is filled",
        "at the end row 4 column 4 is filled",
    ]
    assert board.write(board.read("lddd" + "ld" + "ld")) == "lddd,ld,ld"


def test_a_piece_with_a_notch_slips_under_a_filled_cell() -> None:
    board = level("3x4:T:+.+/.../.../...:+++")
    assert knobel.solve(board).line == "ttddd"
    assert not board.check(board.read("ttddd"))


def test_narrow_boards_let_wide_shapes_stick_out_while_they_are_turned() -> None:
    board = level("2x4:T::?+/++/?+")
    assert [board.write(values) for values in knobel.solutions(board)] == ["tdd"]
    assert [line for line in checks.brute_force(level("2x4:L::")) if "tt" in line] == ["ttdd"]
    assert checks.brute_force(level("1x5:I::")) == {"dd"}
    assert knobel.solve(level("1x5:O::")).status == "unsolvable"


def test_strict_judges_the_path_itself() -> None:
    walls = "4x5:I:..+./..+./..+./..+./..+.:???+"
    assert level(walls).check(level(walls).read("rrdd")) == []
    strict = level(walls + ":strict=yes")
    assert [str(words) for words in strict.check(strict.read("rrdd"))] == [
        "piece 1 (I) is turned and shifted without touching anything and comes to rest",
    ]
    beside = level("5x4:O:...+./...../...../.....:++???:strict=yes")
    assert beside.write(beside.read("lddd")) == "lddd"
    with pytest.raises(
        BrokenRule, match="touches a filled cell with move 1 of its path; there is a path that does not"
    ):
        beside.read("rlldddd")


def test_why_names_the_strict_rule() -> None:
    reason = knobel.why(knobel.load("@satromino/wall-strict"))
    assert [str(words) for words in reason.clues] == [
        "piece 1 (I) is turned and shifted without touching anything and comes to rest",
        "at the end row 2 column 4 is filled",
    ]


def test_hints_name_pieces() -> None:
    assert str(knobel.hint(level("4x4:IOO::++++"), "?,?,?").told(1)[0]) == "cell to fill: I."


@pytest.mark.parametrize(
    ("level_id", "line", "code", "words"),
    [
        ("satromino:4x4:I::++++", "ltdddd", 0, "correct"),
        ("satromino:4x4:I::++++", "lt", 1, "broken: piece 1 (I) comes to rest after 4 x d, but has 0 x d"),
        ("satromino:4x4:I::++++", "ltddddd", 1, "broken: moves are left over behind the last piece: 1"),
        ("satromino:4x4:I::++++", "ltdddx", 3, ""),
        ("satromino:4x4:I::++++", "?", 3, ""),
        ("satromino:4x4:OI::++??", "lllddd", 1, "broken: piece 1 (O) runs into a wall with move 2 of its path, 'l'"),
        ("satromino:4x4:OI::++??", "lddd", 1, "broken: the moves end before piece 2 (I) of 2"),
        ("satromino:4x4:OI::++??", "l,lt", 1, "broken: piece 1 (O) comes to rest after 3 x d, but has 0 x d"),
        ("satromino:4x4:OI::++??", "lddd,ltdd,d", 3, ""),
        ("satromino:5x4:O:...+./...../...../.....:++???:strict=yes", "rllddd", 1, "broken: piece 1 (O) touches a"),
    ],
)
def test_moves_that_break_the_game_are_a_wrong_answer(
    level_id: str, line: str, code: int, words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["check", level_id, line]) == code
    assert capsys.readouterr().out.startswith(words)
    file = tmp_path / "moves.txt"
    file.write_text(line + "\n")
    assert main(["check", level_id, str(file)]) == code
    assert capsys.readouterr().out.startswith(words)


def test_a_broken_game_is_told_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    told = set()
    for language in LANGUAGES:
        assert main(["check", "satromino:4x4:I::++++", "lt", "--json", "--language", language]) == 1
        record = json.loads(capsys.readouterr().out)
        assert record["status"] == "wrong"
        told |= set(record["broken"])
    assert len(told) == len(LANGUAGES)


# refutations


@pytest.mark.parametrize(
    ("description", "words"),
    [
        ("4x4:TOOO::++++/++++/++++/++++", "with 1 T the difference is never 0"),
        ("4x4:TTTO:....:++++/++++/++++/++++", "with 3 T the difference is never 0"),
        ("4x4:OO:....:+.+./.+.+/+.+./.+.+", "0 dark and 8 light cells have to be filled"),
        ("4x4:O:....:+.../++../+...", "every piece covers two dark and two light cells"),
        ("4x4:O:....:++++/++++", "8 cells have to be filled at the end, and the start and the pieces fill only 4"),
        (
            "4x4:OO:....:..../..../..../++++",
            "the start and the pieces fill 8 cells, and only 4 may be filled at the end",
        ),
        ("4x4:O:+...:.+++", "row 4 column 1 is filled at the start and has to be empty at the end"),
    ],
)
def test_refutations_in_words(description: str, words: str) -> None:
    board = level(description)
    assert words in str(board.refutation())
    assert not presolve(board).any()
    result = knobel.solve(board)
    assert result.status == "unsolvable" and result.because == (board.refutation(),)
    assert knobel.solve(board, encoding="placement").status == "unsolvable"


def test_refutations_are_never_wrong() -> None:
    refuted = 0
    for board in levels(400, seed=8):
        if board.refutation() is not None:
            assert not checks.brute_force(board), board.id()
            refuted += 1
    assert refuted > 15


def test_what_is_left_open_is_not_refuted_by_colours() -> None:
    assert level("4x5:TOOO::++++/++++/++++").refutation() is None


# text forms, clues, pictures


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the size is ''; expected WIDTHxHEIGHT"),
        ("4x:I::", "the size is '4x'"),
        ("0x4:I::", "the size 0x4 is out of range; expected 1x1 to 200x200"),
        ("4x999999999:I::", "the size 4x999999999 is out of range"),
        ("4x4:I", "the number of parts after the size is 1; expected 3 or more, SEQUENCE:START:GOAL"),
        ("4x4:::", "the number of pieces is 0; expected 1 to 10000"),
        ("4x4:IX::", "the sequence has 'X'; expected one of I O T L J S Z"),
        ("4x4:I" + "I" * MAX_PIECES + "::", "the number of pieces is 10001; expected 1 to 10000"),
        ("4x4:I:...:", "row 1 of the start has 3 cells; expected 4"),
        ("4x4:I:?...:", "row 1 of the start has '?'; expected one of . +"),
        ("4x4:I::+++++", "row 1 of the goal has 5 cells; expected 4"),
        ("4x2:I::..../..../....", "the goal has 3 rows; expected at most 2"),
        ("4x4:I:::loose=yes", "the option is 'loose=yes'; expected strict=yes"),
        ("4x4:I:::strict=yes:strict=no", "the option strict is given twice"),
    ],
)
def test_ids_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(BadInput) as error:
        level(text)
    assert str(error.value).startswith(message)


def test_missing_rows_are_the_top_ones() -> None:
    assert level("4x3:io:+...:++++").id() == "satromino:4x3:IO:..../..../+...:????/????/++++"


def test_clues_are_the_cells_of_the_goal() -> None:
    board = level("4x3:O::+.??")
    assert board.places() == [Place("goal", 2, 0), Place("goal", 2, 1)]
    assert board.keep([Place("goal", 2, 1)]).goal == ("????", "????", "?.??")
    assert board.full(board.read("ldd")) == replace(board, goal=("....", "++..", "++.."))


def test_sentences_about_pieces() -> None:
    board = level("4x4:LO::")
    assert str(board.say(Atom((0,), 5))) == "piece 1 (L) falls as ###/#.. with its left edge in column 2"
    assert str(board.say(Atom((1,), 0, False))) == "piece 2 (O) does not fall as ##/## with its left edge in column 1"


def test_values_are_placements_not_names_of_states() -> None:
    board = level("5x5:OISZTLJ::")
    assert board.domain().sum(axis=1).tolist() == [4, 7, 7, 7, 14, 14, 14]
    assert all(len(row) == 20 for row in board.domain())


def test_pictures_show_one_board_a_piece() -> None:
    board = level("4x3:OI:...+:+++?")
    assert str(board.draw()) == "O I\n····\n····\n+++#"
    assert str(board.draw(board.read("ldd,?"))) == "1/2 O   2/2 I ?\n····    ····\nOO··    oo··\nOO+#    oo+#"
    solved = board.draw(board.read("ldd,rdd"), [Mark((0,)), Mark(Place("goal", 2, 2), "new")])
    assert len(solved.boards) == 2 and len(solved.play) == 5
    assert list(solved.marks) == [
        *(Mark((0, r, c)) for r in (1, 2) for c in (0, 1)),
        Mark((1, 2, 2), "new"),
    ]
    assert solved.svg().count("<text") >= 10


def test_what_must_stay_empty_has_a_grey_background() -> None:
    """As in the original program: green outlines, grey backgrounds, blue outlines."""
    [[filled, empty, either, *_]] = level("4x1:I::+.??").draw().boards[0].cells
    assert (filled.fill, either.fill) == (None, None) and len({filled.outline, empty.outline, either.outline}) == 3
    red, green, blue = (int(str(empty.fill)[i : i + 2], 16) for i in (1, 3, 5))
    assert max(red, green, blue) - min(red, green, blue) < 16 and max(red, green, blue) < 240


def test_large_levels_are_drawn_without_all_their_boards() -> None:
    board = level("200x200:" + "O" * 400 + "::")
    drawn = board.draw(np.zeros(400, dtype=np.int64))
    assert len(drawn.boards) == 1 and not drawn.play
