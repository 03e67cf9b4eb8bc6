"""The rules against a plainer telling of them; IDs, solutions, bounds, sentences and pictures."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

import knobel
from bishops.boards import PIECES, attacks, board, boards, obeys
from knobel import checks, registry
from knobel.errors import BadInput
from knobel.kinds.bishops.rules import Bishops
from knobel.puzzle import Atom, Optimising, Place
from knobel.say import LANGUAGES, Say

KIND = registry.kind("bishops")


def some_values(p: Bishops, seed: int, density: float) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    values = (np.random.default_rng(seed).random((p.n, p.n)) < density).astype(np.int64)
    return np.where(p.holes, 0, values)


def test_check_agrees_with_a_plainer_telling_of_the_rules() -> None:
    rng = np.random.default_rng(1)
    verdicts = []
    for i in range(1500):
        n = int(rng.integers(1, 7))
        goal = str(rng.choice(["most", "dominate", "some"]))
        count = int(rng.integers(0, 4)) if rng.random() < 0.2 else None
        p = Bishops(board(rng, n, 0.03, 0.2), str(rng.choice(PIECES)), goal, count)
        values = some_values(p, i, 0.5 if goal == "dominate" else 0.15)
        verdicts.append(not p.check(values))
        assert verdicts[-1] == obeys(p, values), (p.id(), p.write(values))
    assert 150 < sum(verdicts) < 1350


def walked(p: Bishops, one: tuple[int, int], other: tuple[int, int]) -> str:
    """The sentence about two pieces that attack each other, found by walking along their line to its ends."""
    none = f"no two {p.piece}s stand"
    if p.piece in ("knight", "king"):
        return f"{none} on row {one[0] + 1} column {one[1] + 1} and row {other[0] + 1} column {other[1] + 1}"
    dr, dc = (np.sign(np.subtract(other, one))).tolist()
    if dr == 0 or dc == 0:
        return f"{none} in row {one[0] + 1}" if dr == 0 else f"{none} in column {one[1] + 1}"
    (r, c), (last_r, last_c) = one, one
    while r > 0 and 0 <= c - dc < p.n:
        r, c = r - 1, c - dc
    while last_r < p.n - 1 and 0 <= last_c + dc < p.n:
        last_r, last_c = last_r + 1, last_c + dc
    return f"{none} on the diagonal from row {r + 1} column {c + 1} to row {last_r + 1} column {last_c + 1}"


@pytest.mark.parametrize("piece", PIECES)
def test_broken_rules_are_named_by_their_line_or_pair(piece: str) -> None:
    for seed in range(60):
        p = Bishops(("." * (1 + seed % 6),) * (1 + seed % 6), piece)
        pieces = [(r, c) for r, c in np.argwhere(some_values(p, seed, 0.4)).tolist()]
        expected = {walked(p, one, other) for one, other in combinations(pieces, 2) if attacks(piece, one, other)}
        found = [str(say) for say in p.check(some_values(p, seed, 0.4))]
        assert set(found) == expected and len(found) == len(expected)


def test_the_other_sentences() -> None:
    p = Bishops.parse("2:Bx/#.:piece=rook:goal=some:count=3")
    assert list(map(str, p.check(np.array([[0, 1], [0, 0]])))) == [
        "the number of rooks is 3",
        "row 1 column 1 is given as a rook",
        "row 1 column 2 is given as empty",
    ]
    assert str(p.check(np.array([[1, 0], [1, 0]]))[0]) == "row 2 column 1 is a hole and stays empty"
    assert "at least one rook stands on the board" in map(str, p.check(np.zeros((2, 2), dtype=np.int64)))
    lonely = Bishops.parse("2:goal=dominate:piece=king")
    assert len(lonely.check(np.zeros((2, 2), dtype=np.int64))) == 4
    assert str(lonely.check(np.zeros((2, 2), dtype=np.int64))[1]) == "row 1 column 2 is occupied or attacked"
    assert str(p.say(Atom((1, 0), 1))) == "row 2 column 1 has a rook"
    assert (
        p.say(Atom((1, 0), 1, False))
        == p.say(Atom((1, 0), 0))
        == Say("row {row} column {column} is empty", row=2, column=1)
    )


def test_a_piece_on_a_hole_is_wrong_and_not_unreadable() -> None:
    p = Bishops.parse("2:#./..")
    assert [str(say) for say in p.check(p.read("B./.."))] == ["row 1 column 1 is a hole and stays empty"]
    assert (p.read("#?/.B") == [[0, -1], [0, 1]]).all()
    for line in ("../#.", "#./.", "#./.y", ""):
        with pytest.raises(BadInput):
            p.read(line)


def test_every_sentence_can_be_translated() -> None:
    templates = set()
    for p in [*boards(80, 3), *(Bishops.parse(f"3:piece={piece}") for piece in PIECES)]:
        for name in ("cells", "diagonals"):
            built = KIND.encodings[name](p)
            templates |= {group.say for group in built.groups[1:]}  # type: ignore[union-attr]
        bound = p.bound()
        templates |= {bound[1]} if bound else set()
    templates |= {Bishops.parse("2:goal=dominate:piece=rook").bound()[1]}  # type: ignore[index]
    for language in LANGUAGES[1:]:
        catalogue = KIND.catalogue(language)
        for say in templates:
            assert say.template in catalogue, (language, say.template)
            for part in say.args.values():
                assert not isinstance(part, Say) or part.template in catalogue, (language, part)
            assert "{" not in say.into(catalogue)


def test_bounds_hold_and_are_reached_on_empty_boards() -> None:
    for p in boards(80, 5):
        bound, solutions = p.bound(), checks.brute_force(p)
        assert isinstance(p, Optimising)
        if bound and solutions:
            value = p.value(p.read(min(solutions)))
            assert value <= bound[0] if p.best == "most" else value >= bound[0]
    assert [Bishops.parse(str(n)).bound()[0] for n in range(1, 9)] == [1, 2, 4, 6, 8, 10, 12, 14]  # type: ignore[index]
    for text in ("1", "2:##/##", "3:#../.../...", "3:.../.../..#"):
        assert "corners" not in str(Bishops.parse(text).bound()[1]), text  # type: ignore[index]
    assert Bishops.parse("3:#../.../..#").bound()[0] == 3  # type: ignore[index]
    assert Bishops.parse("7:piece=king").bound()[0] == 16  # type: ignore[index]
    assert Bishops.parse("3:###/.../...:piece=rook").bound()[0] == 2  # type: ignore[index]
    assert Bishops.parse("3:count=2").bound() is Bishops.parse("3:piece=knight").bound() is None


def test_what_is_best() -> None:
    goals = {"3": "most", "3:goal=dominate": "fewest", "3:goal=some": None, "3:count=2": None, "3:count=0": None}
    assert {text: Bishops.parse(text).best for text in goals} == goals


# IDs


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("8", "8"),
        ("008", "8"),
        ("2:../..", "2"),
        ("3:B.#/.../..x", "3:B.#/.../..x"),
        ("3:count=05:goal=dominate:piece=queen", "3:piece=queen:goal=dominate:count=5"),
        ("3:goal=most:piece=bishop", "3"),
        ("2:B./..:count=0", "2:B./..:count=0"),
        ("2000", "2000"),
    ],
)
def test_ids(text: str, id: str) -> None:
    p = Bishops.parse(text)
    assert p.id() == f"bishops:{id}"
    assert Bishops.parse(id) == p


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the side is ''; expected a number"),
        ("0", "the side is 0; expected 1 to 2000"),
        ("2001", "the side is 2001; expected 1 to 2000"),
        ("8x8", "the side is '8x8'; expected a number"),
        ("²", "the side is '²'; expected a number"),
        ("3:", "found 1 row; expected 3"),
        ("2:B/..", "row 1 has 1 cell; expected 2"),
        ("2:B./.Q", "row 2 has 'Q'; expected one of . B x #"),
        ("2:piece=pawn", "the option piece is 'pawn'; expected bishop, queen, rook, knight, king"),
        ("2:goal=", "the option goal is ''; expected most, dominate, some"),
        ("2:count=-1", "the option count is '-1'; expected 0 to 999999999"),
        ("3:count=1000000000", "the option count is '1000000000'; expected 0 to 999999999"),
        ("2:count=1:count=1", "the option count is given twice"),
        ("2:../..:colour=red", "the option is 'colour=red'; expected piece=, goal=, count="),
        ("2:../..:../..", "the option is '../..'; expected piece=, goal=, count="),
    ],
)
def test_bad_ids_say_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        Bishops.parse(text)
    assert str(caught.value).startswith(message)


def test_any_accident_to_an_id_gives_a_puzzle_or_an_error() -> None:
    rng = random.Random("accidents of IDs")
    pieces = [
        "0",
        "99999999",
        "9" * 5000,
        "²",
        "\x00",
        "\ud800",
        "/",
        ":",
        "=",
        "#",
        "B",
        "x",
        "count=",
        "piece=queen",
        "\n",
    ]
    samples = ["3:B.#/.../..x:piece=queen:goal=dominate:count=2", "8:goal=some", "2:B./.x:count=1"]
    good = 0
    for _ in range(3000):
        text = rng.choice(samples)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text) + 1)
            cut = text[at + rng.choice((0, 0, 1, 2)) :]
            text = text[:at] + (rng.choice(pieces) if rng.random() < 0.7 else "") + cut
        try:
            p = Bishops.parse(text)
        except BadInput as error:
            assert str(error.message).isprintable() and len(str(error.message)) < 200
        else:
            good += 1
            assert Bishops.parse(p.id().partition(":")[2]) == p
    assert good > 50


# clues and pictures


def test_clues_can_be_kept_and_read_off() -> None:
    p = Bishops.parse("3:B.#/.../..x:piece=rook")
    assert p.places() == [Place("cell", 0, 0), Place("cell", 2, 2)]
    assert p.keep([Place("cell", 2, 2)]).id() == "bishops:3:..#/.../..x:piece=rook"
    assert p.full(p.read("B.#/.B./...")).id() == "bishops:3:Bx#/xBx/xxx:piece=rook"


def test_pictures_show_given_and_found_pieces_apart() -> None:
    p = Bishops.parse("3:B.#/.../..x")
    assert p.draw().text() == "   1 2 3\n1  B . #\n2  . . .\n3  . . x"
    solved = p.draw(p.read("BB#/.../BB."))
    assert solved.text() == "   1 2 3\n1  B B #\n2  . . .\n3  B B x"
    svg = solved.svg()
    assert svg.count("♝") == 1 and svg.count("♗") == 3 and svg.count("×") == 1
    queens = Bishops.parse("2:piece=queen")
    assert queens.draw(queens.read("B?/..")).text() == "   1 2\n1  Q ?\n2  . ."
    assert queens.draw(queens.read("??/??")).text() == "   1 2\n1  ? ?\n2  ? ?"
    assert queens.draw().text() == "   1 2\n1  . .\n2  . ."
    assert Bishops.parse("50").draw().text().splitlines()[0] == " ." * 50


@pytest.mark.parametrize(("piece", "letter"), [("queen", "Q"), ("rook", "R"), ("knight", "N"), ("king", "K")])
def test_a_piece_may_stand_under_its_own_letter(piece: str, letter: str) -> None:
    puzzle = Bishops.parse(f"3:{letter}.#/.../..x:piece={piece}")
    assert puzzle == Bishops.parse(f"3:B.#/.../..x:piece={piece}")
    assert (puzzle.read(f"{letter}.#/.../.B.") == puzzle.read("B.#/.../.B.")).all()
    assert letter in str(puzzle.draw()) and puzzle.id() == f"bishops:3:B.#/.../..x:piece={piece}"
    for other in set("QRNK") - {letter}:
        with pytest.raises(BadInput, match=f"expected one of . B {letter} x #"):
            Bishops.parse(f"3:{other}.#/.../..x:piece={piece}")
    with pytest.raises(BadInput, match="row 1 has"):
        Bishops.parse("3").read(f"{letter}../.../...")


@pytest.mark.parametrize("piece", ["bishop", "queen", "rook", "king"])
def test_more_pieces_than_fit_are_refuted_in_words(piece: str) -> None:
    for n in (1, 2, 3, 4):
        for count in range(1, 2 * n + 1):
            puzzle = Bishops.parse(f"{n}:piece={piece}:count={count}")
            if puzzle.refutation() is not None:
                assert knobel.solve(puzzle, encoding="cells").status == "unsolvable"
            elif piece != "queen":  # of the others as many fit as the argument allows
                assert knobel.solve(puzzle, encoding="cells").status == "solved"
    for free in ("8", "8:goal=dominate:count=15", "8:goal=some", "8:count=14"):
        assert Bishops.parse(free).refutation() is None
    assert "14; each has room for one bishop" in str(Bishops.parse("8:count=15").refutation())
