"""What the services say is what the rules say: compared with brute force, with the files, and with the board."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from knobel import registry
from knobel.editor import Movable, Revealable
from knobel.engines.external import External
from knobel.errors import Misuse
from knobel.puzzle import Puzzle, Values
from knobel.registry import Kind
from knobel.say import LANGUAGES
from knobel.web.convert import checked_engine, editor_of, engines, place_of, place_text
from web.asking import KINDS, ask, small, stream
from witness import PUZZLES, every

OWN = list(registry.kinds())
by_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
by_name = pytest.mark.parametrize("name", OWN)


def boards(name: str, count: int, seed: int) -> list[Puzzle]:
    """Random small boards that have an ID."""
    return [puzzle for puzzle in PUZZLES[name](count, seed) if "?" not in puzzle.id() or name == "satromino"]


# the board


@by_kind
def test_a_board_says_where_its_cells_are_and_shows_every_mark(kind: Kind) -> None:
    for puzzle in small(kind):
        plain = ask("board", puzzle=puzzle.id(), set=True)
        shape = list(puzzle.domain().shape[:-1])
        assert plain["answer"] == {"shape": shape, "grid": len(shape) == 2}
        cells = [cell for row in plain["boards"][0]["cells"] for cell in row]
        if len(shape) == 2:
            assert [cell["at"] for cell in cells] == [list(at) for at in np.ndindex(*shape)]
            assert len({cell["name"] for cell in cells}) == len(cells)
            assert sorted(value["value"] for value in plain["values"]) == [*range(puzzle.domain().shape[-1])]
            keys = [key for value in plain["values"] for key in value["keys"]]
            assert len(set(keys)) == len(keys)
        in_cells = {slot["place"] for slot in plain["slots"] if place_of(slot["place"]).j >= 0}
        assert {cell["place"] for cell in cells if "place" in cell} == in_cells
        marks: list[dict[str, Any]] = [{"place": place_text(place), "why": "look"} for place in puzzle.places()]
        if len(shape) == 2:
            marks.append({"at": [shape[0] - 1, 0], "why": "wrong"})
        marked = ask("board", puzzle=puzzle.id(), marks=marks)
        assert shown_marks(marked) == len(set(map(settled, marks)))


def settled(mark: dict[str, Any]) -> tuple[Any, ...]:
    """Where a mark is drawn: a clue inside a cell is marked there."""
    place = tuple(mark["at"]) if "at" in mark else place_of(mark["place"])
    return place[1:] if place[0] == "cell" else place


def shown_marks(board: dict[str, Any]) -> int:
    """How many cells and labels of an answer are marked."""
    cells = [cell for one in board["boards"] for row in one["cells"] for cell in row]
    sides = ("top", "bottom", "left", "right")
    labels = [why for one in board["boards"] for side in sides for why in one[f"{side}_marks"]]
    return sum("mark" in cell for cell in cells) + sum(why is not None for why in labels)


@by_kind
def test_what_is_filled_in_is_shown_and_what_is_given_stays(kind: Kind) -> None:
    for puzzle in small(kind):
        values = puzzle.domain().argmax(axis=-1)
        given = np.array(ask("board", puzzle=puzzle.id())["state"])
        shown = ask("board", puzzle=puzzle.id(), state=puzzle.write(values * 0 - 1))
        assert shown["state"] == given.tolist()
        if values.ndim == 2:
            shown = ask("board", puzzle=puzzle.id(), values=values.tolist())
            assert shown["state"] == values.tolist()
            known = [cell for row in shown["boards"][0]["cells"] for cell in row]
            assert all(cell.get("text") or cell.get("fill") for cell in known), "empty and unknown look the same"


@by_kind
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_spoken(kind: Kind, language: str) -> None:
    puzzle = small(kind)[0]
    for request in ({}, {"set": True}):
        assert ask("board", puzzle=puzzle.id(), language=language, **request)
    steps = stream("explain", puzzle=puzzle.id(), language=language)
    assert steps == stream("explain", puzzle=puzzle.id(), language=language)


@by_kind
def test_a_replay_ends_with_the_board_of_the_solution(kind: Kind) -> None:
    for puzzle in small(kind):
        line = ask("solve", puzzle=puzzle.id()).get("line")
        if line is not None:
            film = ask("replay", puzzle=puzzle.id(), state=line)
            last = puzzle.draw(puzzle.read(line)).boards[-1]
            shown = [[film["looks"][number]["plain"] for number in row] for row in film["frames"][-1]["cells"]]
            assert shown == [[cell.plain for cell in row] for row in last.cells]


# editing


@by_name
@pytest.mark.parametrize("seed", range(4))
def test_a_verdict_is_that_of_brute_force(name: str, seed: int) -> None:
    for puzzle in boards(name, 12, seed):
        solutions = every(puzzle)
        answer = ask("verdict", puzzle=puzzle.id())
        assert answer["status"] == ("none", "one", "many")[min(len(solutions), 2)]
        assert answer["complete"]
        lines = [puzzle.write(values) for values in solutions]
        assert set(answer["solutions"]) <= set(lines)
        assert len(set(answer["solutions"])) == min(len(lines), 2)
        if not solutions:
            check_reasons(puzzle, answer["why"])
            continue
        same = (np.array(solutions) == solutions[0]).all(axis=0)
        assert answer["values"] == np.where(same, solutions[0], -1).tolist()
        assert answer["open"] == np.argwhere(~same).tolist()
        if len(solutions) > 1:
            one, other = map(puzzle.read, answer["solutions"])
            assert answer["differs"] == np.argwhere(one != other).tolist()
            check_suggestion(puzzle, lines, answer)


def check_reasons(puzzle: Puzzle, reasons: list[dict[str, Any]]) -> None:
    """The clues that are named contradict each other; without a name it is the puzzle's own argument."""
    named = [place_of(reason["place"]) for reason in reasons if "place" in reason]
    assert reasons
    assert set(named) <= set(puzzle.places())
    if named:
        assert every(puzzle.keep(named)) == []


def check_suggestion(puzzle: Puzzle, lines: list[str], answer: dict[str, Any]) -> None:
    """A clue that is suggested leaves some of the solutions, and not all; a changed board rules one of two out."""
    suggested = answer.get("suggest")
    if suggested is None:
        return
    other = registry.parse(suggested["id"])
    if "place" in suggested:
        assert set(other.places()) - set(puzzle.places()) == {place_of(suggested["place"])}
        left = {puzzle.write(puzzle.read(line)) for line in lines if not other.check(puzzle.read(line))}
        assert 0 < len(left) < len(lines)
    else:
        assert other.check(puzzle.read(answer["solutions"][1]))
        assert other.check(np.array(suggested["values"])) == []
    assert suggested["words"]


@by_kind
def test_clues_are_read_off_a_filled_board(kind: Kind) -> None:
    for puzzle in small(kind):
        solved = ask("solve", puzzle=puzzle.id())
        if "line" in solved:
            full = registry.parse(ask("set", puzzle=puzzle.id(), state=solved["line"])["id"])
            assert full == puzzle.full(puzzle.read(solved["line"]))


@by_kind
def test_an_edit_is_followed_by_its_verdict(kind: Kind) -> None:
    for puzzle in small(kind)[:3]:
        first, *told = stream("live", puzzle=puzzle.id(), language="de")
        assert first["id"] == puzzle.id()
        assert first["picture"] == ask("board", puzzle=puzzle.id(), set=True, language="de")
        whole = ask("verdict", puzzle=puzzle.id(), language="de")
        assert [one["status"] for one in told] == [whole["status"]] * len(told)
        assert len(told) == (1 if whole["status"] == "one" else 2)
        assert [told[-1].get(name) for name in ("values", "open")] == [whole.get(name) for name in ("values", "open")]
        slot = editor_of(puzzle).slots(puzzle)[0]
        edit = {"puzzle": puzzle.id(), "place": place_text(slot.place), "text": slot.text}
        assert stream("live", **edit)[0]["id"] == ask("set", **edit)["id"]


def test_engines_that_run_commands_cannot_be_chosen_and_kinds_speak_all_languages() -> None:
    found = ask("kinds")
    assert {engine["name"] for engine in found["engines"]} == registry.engines().keys() - {"external"}
    german = {kind["name"]: kind for kind in ask("kinds", language="de")["kinds"]}
    for kind in found["kinds"]:
        assert kind["language"] == "en"
        assert german[kind["name"]]["language"] == "de"
        assert german[kind["name"]]["about"] != kind["about"]
        own = registry.kind(kind["name"])
        assert kind["words"] == own.words
        assert german[kind["name"]]["words"] == {key: own.catalogue("de")[word] for key, word in own.words.items()}


def test_engines_of_other_packages_that_run_commands_cannot_be_chosen_either(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = {"mine": External("mine"), "minisat": registry.engine("minisat")}
    monkeypatch.setattr(registry, "engines", lambda: mine)
    assert list(engines()) == ["minisat"]
    with pytest.raises(Misuse, match="unknown engine"):
        checked_engine("mine")


# playing


@by_name
@pytest.mark.parametrize("seed", range(3))
def test_a_state_is_right_if_a_solution_has_it(name: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    for puzzle in boards(name, 8, seed):
        solutions = every(puzzle)
        given = np.array(ask("board", puzzle=puzzle.id())["state"])
        for share in (0, 0.3, 1):
            values = np.where(random.random(given.shape) < share, any_values(puzzle, random), -1)
            if solutions and random.random() < 0.5:
                values = np.where(values < 0, values, solutions[0])
            answer = ask("check", puzzle=puzzle.id(), state=puzzle.write(values))
            values = np.where(values < 0, given, puzzle.read(puzzle.write(values)))
            fits = [one for one in solutions if ((values < 0) | (values == one)).all()]
            assert answer["right"] == bool(fits)
            assert answer["done"] == (bool(fits) and bool((values >= 0).all()))
            if not fits and answer["wrong"]:
                wrong = tuple(np.array(answer["wrong"]).T)
                assert not any((values[wrong] == one[wrong]).all() for one in solutions)


def any_values(puzzle: Puzzle, random: np.random.Generator) -> Values:
    """Values that can stand where they are, whatever the clues say; -1 where nothing can."""
    domain = puzzle.domain()
    found = [
        random.choice(np.append(np.flatnonzero(row), [-1] * (not row.any())))
        for row in domain.reshape(-1, domain.shape[-1])
    ]
    return np.array(found, dtype=np.int64).reshape(domain.shape[:-1])


@by_kind
def test_uncovering_all_that_is_safe_wins_and_anything_else_loses(kind: Kind) -> None:
    editor = kind.editor
    if not isinstance(editor, Revealable):
        assert kind.editor is not None
        return
    for puzzle in small(kind):
        solved = ask("solve", puzzle=puzzle.id())
        if "values" not in solved:
            continue
        values = np.array(solved["values"])
        safe, deadly = np.argwhere(values != editor.LOSES).tolist(), np.argwhere(values == editor.LOSES).tolist()
        begun = ask("reveal", puzzle=puzzle.id(), open=safe[:1])
        assert not begun["lost"]
        assert registry.parse(begun["id"]).check(values) == []
        won = ask("reveal", puzzle=puzzle.id(), open=safe)
        assert won["won"]
        assert {tuple(cell["at"]) for cell in won["cells"]} == set(map(tuple, safe))
        for at in deadly[:2]:
            lost = ask("reveal", puzzle=puzzle.id(), open=[*safe, at])
            assert lost["lost"] and not lost["won"]


def test_the_moves_of_a_solution_reach_the_goal() -> None:
    for kind in KINDS:
        for puzzle in small(kind) if isinstance(kind.editor, Movable) else ():
            line = ask("solve", puzzle=puzzle.id()).get("line")
            if line is not None:
                played = ask("moves", puzzle=puzzle.id(), moves=line)
                assert played["moves"] == line
                assert played["done"] and played["right"]
                assert not ask("moves", puzzle=puzzle.id(), moves=line[:-1])["done"]


# reasons


@by_kind
def test_steps_and_hints_mark_what_is_on_the_board(kind: Kind) -> None:
    for puzzle in small(kind, 60):
        *steps, end = stream("explain", puzzle=puzzle.id())
        verdict = ask("verdict", puzzle=puzzle.id())
        assert end["status"] == verdict["status"]
        shape = puzzle.domain().shape[:-1]
        for step in [step for step in steps if "number" in step][:12]:
            check_marks(puzzle, shape, step["marks"])
            for cell in step["cells"]:
                if cell["holds"]:
                    assert np.array(step["values"])[tuple(cell["at"])] == cell["value"]
        for depth in (1, 2, 3):
            hint = ask("hint", puzzle=puzzle.id(), depth=depth)
            check_marks(puzzle, shape, hint["marks"])
            assert hint["text"]


def check_marks(puzzle: Puzzle, shape: tuple[int, ...], marks: list[dict[str, Any]]) -> None:
    for mark in marks:
        if "place" in mark:
            assert place_of(mark["place"]) in puzzle.places()
        else:
            assert len(mark["at"]) == len(shape)
            assert all(0 <= i < size for i, size in zip(mark["at"], shape, strict=True))
    assert ask("board", puzzle=puzzle.id(), marks=marks)


@by_kind
def test_why_names_clues_that_contradict_each_other(kind: Kind) -> None:
    for puzzle in small(kind, 60):
        answer, verdict = ask("why", puzzle=puzzle.id()), ask("verdict", puzzle=puzzle.id())
        assert (answer["status"] == "contradiction") == (verdict["status"] == "none")
        for clue in answer["clues"]:
            assert "place" not in clue or place_of(clue["place"]) in puzzle.places()


@by_kind
def test_counts_and_grades_agree_with_the_verdict(kind: Kind) -> None:
    for puzzle in small(kind)[:4]:
        verdict = ask("verdict", puzzle=puzzle.id())["status"]
        last = stream("count", puzzle=puzzle.id())[-1]
        assert last["exact"]
        assert verdict == ("none", "one", "many")[min(int(last["count"]), 2)]
        assert ask("grade", puzzle=puzzle.id())["status"] == verdict
