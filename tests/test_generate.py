"""Laws of generated puzzles: one solution by other witnesses, as asked for, all different, fixed by the seed."""

from __future__ import annotations

import importlib
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import knobel
from knobel import registry
from knobel.errors import Misuse, Unable, WrongAnswer
from knobel.limits import OutOfTime
from knobel.minimal import removable
from knobel.recipes import Recipe, options, prepared, read_size
from knobel.search import Search
from knobel.tasks.drafts import labelled, made_unique, second_engine, verify
from knobel.tasks.generate import Made, Missed, Wish, make
from knobel.tasks.grade import NAMES
from witness import every

SMALL: dict[str, dict[str, Any]] = {
    "bishops": {"size": 5},
    "dominosweeper": {"size": (6, 6)},
    "doppelblock": {"size": 5},
    "hitori": {"size": (5, 5)},
    "nonogram": {"size": (5, 5)},
    "satromino": {"size": (5, 6), "pieces": 4},
    "skyscrapers": {"size": (4, 4)},
    "slitherlink": {"size": (4, 4)},
    "starbattle": {"size": (6, 6)},
    "sudoku": {"size": (4, 4)},
}
TINY: dict[str, dict[str, Any]] = {
    "bishops": {"size": 3},
    "dominosweeper": {"size": (3, 4)},
    "doppelblock": {"size": 4},
    "hitori": {"size": (3, 3)},
    "nonogram": {"size": (3, 4)},
    "satromino": {"size": (4, 5), "pieces": 3},
    "skyscrapers": {"size": (3, 3)},
    "slitherlink": {"size": (3, 3)},
    "starbattle": {"size": (4, 4)},
    "sudoku": {"size": (3, 3)},
}
KINDS = sorted(SMALL)
OTHER_ENGINES = ("minisat", "glucose", "cadical")


def test_every_kind_has_a_recipe() -> None:
    assert sorted(registry.kinds()) == KINDS
    assert all(kind.recipe is not None for kind in registry.kinds().values())


@pytest.mark.parametrize("kind", KINDS)
def test_a_hundred_puzzles_are_unique_checked_and_different(kind: str) -> None:
    made = list(knobel.generating(kind, seed=1, count=100, **SMALL[kind]))
    assert len({one.puzzle.id() for one in made}) == 100
    for one in made:
        assert knobel.parse(str(one)) == one.puzzle
        assert one.solution is not None
        assert one.puzzle.check(one.solution) == []
        used = {labelled(one.puzzle).engine, one.verifier}
        third = next(name for name in OTHER_ENGINES if name not in used)
        found = knobel.unique(one.puzzle, engine=third, nearest=False)
        assert found.status == "unique"
        assert np.array_equal(found.solutions[0], one.solution)


@pytest.mark.parametrize("kind", KINDS)
def test_small_ones_are_unique_by_brute_force(kind: str) -> None:
    for one in knobel.generating(kind, seed=2, count=8, **TINY[kind]):
        (only,) = every(one.puzzle)
        assert one.solution is not None
        assert np.array_equal(only, one.solution)


@pytest.mark.parametrize("kind", KINDS)
def test_no_clue_of_a_minimal_puzzle_can_go(kind: str) -> None:
    minimal = 0
    for one in knobel.generating(kind, seed=3, count=10, **SMALL[kind]):
        recipe = prepared(cast_recipe(kind), SMALL[kind])
        spare = {place for tried in next(recipe.drafts(np.random.default_rng(0))).spare for place in tried}
        for place in one.puzzle.places() if one.minimal and spare else ():
            fewer = one.puzzle.keep([other for other in one.puzzle.places() if other != place])
            assert knobel.unique(fewer, nearest=False).status == "multiple"
            minimal += 1
    assert minimal or not spare


def cast_recipe(kind: str) -> type[Recipe]:
    found = registry.kind(kind).recipe
    assert found is not None
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("grade", ["easy", "medium"])
def test_the_grade_is_the_one_asked_for_or_it_says_so(kind: str, grade: Any) -> None:
    for one in knobel.generating(kind, grade=grade, seed=4, count=5, **SMALL[kind]):
        found = knobel.grade(one.puzzle)
        assert found is not None
        assert one.grade is not None
        assert one.grade.name == found.name
        assert one.fits == (found.name == grade)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_puzzles_in_any_number_of_processes(kind: str) -> None:
    alone = [str(one) for one in knobel.generating(kind, seed=5, count=6, **SMALL[kind])]
    crew = [str(one) for one in knobel.generating(kind, seed=5, count=6, jobs=2, **SMALL[kind])]
    longer = [str(one) for one in islice(knobel.generating(kind, seed=5, **SMALL[kind]), 6)]
    other = [str(one) for one in knobel.generating(kind, seed=6, count=6, **SMALL[kind])]
    assert alone == crew == longer != other


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("hitori", "nonogram", "starbattle")])
def test_more_clues_where_more_are_wanted(kind: str) -> None:
    """Of the other kinds, no clue can be left out."""

    def clues(how: Any) -> list[int]:
        return [one.clues for one in knobel.generating(kind, clues=how, seed=7, count=5, **SMALL[kind])]

    assert sum(clues("few")) < sum(clues("some")) < sum(clues("many"))


def test_puzzles_that_were_there_are_made_anew() -> None:
    ids = [str(one) for one in knobel.generating("nonogram", size=(3, 2), seed=1, count=8)]
    alone = {str(make(Wish("nonogram", {"size": (3, 2)}), 1, number)) for number in range(1, 9)}
    assert len(set(ids)) == 8 > len(alone)


def test_where_no_puzzle_is_new_it_is_not_found(run: Any) -> None:
    made = run("generate", "nonogram", "--size", "1", "--count", "9", "--seed", "1", "--json")
    assert made.code == 4
    assert [(one["number"], one["id"], one.get("status")) for one in made.objects] == [
        (1, "nonogram:1x1:1/1", None),
        (2, None, "undecided"),
    ]
    assert "no new puzzle" in made.objects[-1]["error"] and made.objects[-1]["error"] in made.err
    with pytest.raises(Unable, match="no new puzzle"):
        list(knobel.generating("nonogram", size=1, count=9, seed=1))


def test_a_puzzle_that_is_not_made_anew_in_time_does_not_end_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(wish: Wish, seed: int, number: int, again: int = 0) -> Made:
        if again:
            raise OutOfTime
        return make(wish, seed, number // 2)

    monkeypatch.setattr(importlib.import_module("knobel.tasks.generate"), "make", slow)
    missed: list[Missed] = []
    found = list(knobel.generating("nonogram", size=5, count=5, seed=1, missed=missed.append))
    assert len(found) == 3 and [type(one.error) for one in missed] == [OutOfTime, OutOfTime]


def test_a_puzzle_that_is_not_unique_is_never_given_out() -> None:
    puzzle = knobel.parse("nonogram:2x2:1/1/1/1")
    with pytest.raises(WrongAnswer):
        verify(puzzle, puzzle.read("#./.#"), 1)
    assert second_engine(puzzle).name != labelled(puzzle).engine


def test_a_draft_whose_best_solution_is_too_hard_to_find_is_given_up_without_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_hard(search: Search) -> None:
        raise OutOfTime  # as after too many conflicts, which no clock ends

    random = np.random.default_rng(1)
    recipe = prepared(cast_recipe("bishops"), {"size": 4})
    monkeypatch.setattr(Search, "climb", too_hard)
    assert made_unique(recipe, next(recipe.drafts(random)), random) is None


def test_a_grade_that_cannot_be_met_is_marked() -> None:
    made = make(Wish("nonogram", {"size": (2, 2)}, "search"), 1, 1)
    assert not made.fits
    with pytest.warns(UserWarning, match="nothing nearer"):
        knobel.generate("nonogram", size=2, grade="search", seed=1)


@pytest.mark.parametrize("rest", [set(), {"a"}, {"b", "d"}, set("abcd")])
def test_what_is_spared_is_as_much_as_can_be(rest: set[str]) -> None:
    def enough(part: Any) -> set[str] | None:
        return rest if rest <= set(part) else None

    assert list(removable("abcd", "dcba", enough)) == [one for one in "dcba" if one not in rest]
    assert list(removable("abcd", "ab", enough)) == [one for one in "ab" if one not in rest]


@pytest.mark.parametrize("kind", KINDS)
def test_options_have_words_and_wrong_ones_are_refused(kind: str) -> None:
    recipe = cast_recipe(kind)
    assert options(recipe)[0].name == "size"
    assert all(one.about for one in options(recipe))
    for wrong in ({"size": "10x"}, {"size": "0"}, {"size": "99999999x99999999"}, {"colour of the sky": "blue"}):
        with pytest.raises(knobel.KnobelError):
            prepared(recipe, wrong)


@pytest.mark.parametrize("text", ["", "x", "3x", "3x4x5", "-1", "1e3", "٣"])
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(Misuse):
        read_size(text)


# the command


def test_the_command_prints_ids_that_can_be_piped(run: Any) -> None:
    made = run("generate", "dominosweeper", "--size", "6", "--count", "3", "--seed", "1")
    ids = made.out.split()
    assert made.code == 0
    assert len(ids) == 3
    solved = subprocess.run(
        [sys.executable, "-m", "knobel", "unique", "-"], input=made.out, capture_output=True, text=True, check=False
    )
    assert solved.returncode == 0, solved


@pytest.mark.parametrize(
    ("kind", "name", "words"),
    [
        ("bishops", "board", ()),
        ("dominosweeper", "list", ()),
        ("dominosweeper", "puzzlink", ("--plain",)),
        ("doppelblock", "prolog", ()),
        ("doppelblock", "puzzlink", ()),
        ("nonogram", "non", ()),
        ("nonogram", "puzzlink", ()),
        ("nonogram", "tournament", ()),
        ("nonogram", "webpbn", ()),
        ("satromino", "levels", ("--pieces", "3")),
    ],
)
def test_puzzles_of_every_format_that_holds_several_are_read_back(
    run: Any, kind: str, name: str, words: tuple[str, ...]
) -> None:
    asked = ("generate", kind, "--size", "5", "--count", "3", "--seed", "1", *words)
    ids = run(*asked).out
    Path("made").write_text(run(*asked, "--to", name).out)
    back = run("convert", "made", "--to", "id")
    assert ids.count("\n") == 3 and back.out == ids and back.code == 0


def test_printed_puzzles_are_as_convert_writes_them(run: Any) -> None:
    asked = ("generate", "nonogram", "--size", "4", "--count", "3", "--seed", "2")
    Path("ids").write_text(run(*asked).out)
    assert run(*asked, "--to", "tournament").out == run("convert", "ids", "--to", "tournament").out
    one = ("generate", "nonogram", "--size", "4", "--seed", "2")
    Path("id").write_text(run(*one).out)
    for name in ("nin", "non", "webpbn"):
        assert run(*one, "--to", name).out == run("convert", "id", "--to", name).out


def test_a_format_of_one_puzzle_a_file_is_refused_before_anything_is_made(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("generate", "nonogram", "--size", "4", "--count", "2", "--seed", "1", "--to", "nin")
    assert run(*asked, "--out", "folder").code == 0 and len(list(Path("folder").iterdir())) == 2
    monkeypatch.setattr("knobel.cli.generate.generating", lambda *_, **__: pytest.fail("a puzzle was made"))
    refused = run(*asked)
    assert refused.code == 2 and refused.out == "" and refused.err.count("\n") == 1 and "--out DIR" in refused.err


def test_files_in_a_folder_are_never_overwritten(run: Any, tmp_path: Path) -> None:
    command = (
        "generate",
        "nonogram",
        "--size",
        "5",
        "--count",
        "2",
        "--seed",
        "1",
        "--out",
        str(tmp_path),
        "--to",
        "non",
    )
    assert run(*command).code == 0
    files = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert sorted(files) == ["nonogram-1-1.non", "nonogram-1-2.non"]
    again = run(*command)
    assert again.code == 2
    assert "exists" in again.err
    assert run(*command, "--force").code == 0
    assert files == {path.name: path.read_text() for path in tmp_path.iterdir()}


def test_json_says_what_is_known(run: Any) -> None:
    made = run("generate", "doppelblock", "--size", "5", "--seed", "1", "--json")
    (record,) = made.objects
    assert {"id", "kind", "grade", "clues", "seed", "seconds", "solution", "fits"} <= set(record)
    assert record["grade"] in NAMES
    puzzle = knobel.parse(record["id"])
    assert puzzle.check(puzzle.read(record["solution"])) == []


def test_a_grade_that_is_not_met_has_exit_code_4(run: Any) -> None:
    made = run("generate", "nonogram", "--size", "2", "--grade", "search", "--seed", "1")
    assert made.code == 4
    assert "nothing nearer was found" in made.err
    assert made.out.startswith("nonogram:2x2:")


@pytest.mark.parametrize(
    "words",
    [
        ("nosuchkind",),
        ("nonogram", "--size", "0"),
        ("nonogram", "--nosuch", "1"),
        ("nonogram", "--set", "size"),
        ("nonogram", "--to", "nosuch"),
        ("dominosweeper", "--density", "much"),
    ],
)
def test_wrong_wishes_are_said_in_one_line(run: Any, words: tuple[str, ...]) -> None:
    made = run("generate", *words)
    assert made.code in (2, 3)
    assert made.out == ""
    assert "Traceback" not in made.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished(jobs: str, tmp_path: Path) -> None:
    import signal

    words = ("generate", "dominosweeper", "--size", "8", "--count", "100000", "--seed", "1", "--jobs", jobs)
    process = subprocess.Popen(
        [sys.executable, "-m", "knobel", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=600)
    assert process.returncode == 130
    assert "Traceback" not in errors
    for line in (first + rest).splitlines():
        assert knobel.unique(knobel.parse(line), nearest=False).status == "unique"


@pytest.mark.parametrize("name", ["non", "webpbn"])
def test_ctrl_c_leaves_a_text_that_can_be_read(name: str) -> None:
    import signal

    words = ("generate", "nonogram", "--size", "8", "--count", "100000", "--seed", "1", "--to", name)
    with subprocess.Popen([sys.executable, "-m", "knobel", *words], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        text = "".join(islice(process.stdout, 100))
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    assert process.returncode == 130
    assert len(knobel.loads(text + rest)) > 2


@pytest.mark.parametrize("words", [("--adjacent", "no"), ("--adjacent",), ("--givens", "yes"), ("--set", "givens=no")])
def test_options_stand_with_or_without_their_value(run: Any, words: tuple[str, ...]) -> None:
    assert run("generate", "doppelblock", "--size", "5", "--seed", "1", *words).code == 0


def test_a_puzzle_that_is_not_found_in_time_does_not_end_the_others(run: Any) -> None:
    made = run("generate", "dominosweeper", "--size", "40", "--count", "3", "--timeout", "0", "--seed", "1", "--json")
    assert made.code == 4
    assert [(one["number"], one["status"], one["id"]) for one in made.objects] == [
        (number, "undecided", None) for number in (1, 2, 3)
    ]
    assert all("--timeout" in one["error"] and one["error"] in made.err for one in made.objects)  # what to do about it


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": (5, 5, 5)},
        {"size": 5.0},
        {"size": (5.5, 5)},
        {"density": [1]},
        {"total": 3},
        {"seed": -1},
        {"seed": "a"},
        {"count": -1},
        {"jobs": -1},
        {"grade": "harder"},
        {"clues": "none"},
    ],
)
def test_wrong_wishes_in_python_are_misuse(wrong: dict[str, Any]) -> None:
    with pytest.raises(Misuse):
        knobel.generating("dominosweeper", **wrong)


def test_what_has_no_grade_cannot_be_asked_for_one(run: Any) -> None:
    made = run("generate", "satromino", "--size", "5", "--pieces", "3", "--plans", "2", "--grade", "easy")
    assert made.code == 2
    assert "has no grade" in made.err
