"""The laws of editing boards by hand, for every kind: texts and boards say the same, and nothing else gets in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import registry
from knobel.editor import Editor, Movable, Repairable, Revealable, Turnable
from knobel.errors import BadInput
from knobel.kinds._template.rules import Latin
from knobel.puzzle import Place, Puzzle
from witness import PUZZLES, every

KINDS = [*registry.kinds(), "_template"]
SEEDS = st.integers(0, 2**32 - 1)


def latin(count: int, seed: int) -> Iterator[Latin]:
    random = np.random.default_rng(seed)
    for _ in range(count):
        n = int(random.integers(1, 4))
        givens = np.where(random.random((n, n)) < 0.3, random.integers(0, n, (n, n)), -1)
        yield Latin(tuple(map(tuple, givens.tolist())))


def boards(name: str, count: int, seed: int) -> list[Puzzle]:
    """Small boards that can be written down: a kind may have others, with clues lost."""
    made = latin if name == "_template" else PUZZLES[name]
    found = []
    for puzzle in made(5 * count + 5, seed):
        try:
            found.append(registry.parse(puzzle.id()))
        except BadInput:
            continue
    return found[:count]


def editor_of(name: str) -> Editor:
    found = registry.kind(name).editor
    assert isinstance(found, Editor)
    return found


def texts(editor: Editor, puzzle: Puzzle) -> dict[Place, str]:
    return {slot.place: slot.text for slot in editor.slots(puzzle)}


@pytest.mark.parametrize("name", KINDS)
@settings(deadline=None, max_examples=25)
@given(SEEDS)
def test_texts_written_back_give_the_same_board_also_on_an_empty_one(name: str, seed: int) -> None:
    editor = editor_of(name)
    for puzzle in boards(name, 2, seed):
        slots = editor.slots(puzzle)
        assert len({slot.place for slot in slots}) == len(slots)
        assert all(not slot.choices or slot.text in slot.choices for slot in slots)
        for start in (puzzle, editor.empty(editor.size(puzzle))):
            assert reduce(lambda board, slot: editor.changed(board, *slot[:2]), slots, start) == puzzle


@pytest.mark.parametrize("name", KINDS)
@settings(deadline=None, max_examples=25)
@given(SEEDS)
def test_a_change_shows_its_text_and_nothing_else(name: str, seed: int) -> None:
    """Every text of one board, written into another of the same size."""
    editor = editor_of(name)
    one, *others = boards(name, 8, seed)
    for other in others:
        if editor.size(one) != editor.size(other):
            continue
        before, after = texts(editor, one), texts(editor, other)
        for place in after:
            try:
                changed = editor.changed(one, place, after[place])
            except BadInput:
                assert name == "nonogram"  # a colour that the other board has not, or that runs still have
                continue
            shown = texts(editor, changed)
            assert shown.pop(place) == after[place]
            if name != "nonogram" or place.name != "colours":  # other colours give all clues other letters
                assert shown == {key: text for key, text in before.items() if key != place}


@pytest.mark.parametrize("name", KINDS)
@settings(deadline=None, max_examples=25)
@given(SEEDS, st.integers(1, 6), st.integers(1, 6))
def test_another_size_keeps_what_fits(name: str, seed: int, width: int, height: int) -> None:
    editor = editor_of(name)
    for puzzle in boards(name, 2, seed):
        old = editor.size(puzzle)
        assert editor.resized(puzzle, old) == puzzle
        larger = (max(old) + width,) * 2
        grown = editor.resized(puzzle, larger)
        assert editor.size(grown) == larger
        assert Counter(filter(None, texts(editor, grown).values())) == Counter(
            filter(None, texts(editor, puzzle).values())
        )
        assert editor.size(editor.resized(grown, old)) == old
        if every_line_fits(puzzle):
            assert editor.resized(grown, old) == puzzle
        try:
            small = editor.resized(puzzle, (width, height))
        except BadInput:
            assert width != height or width < 3  # where a square is wanted, or one that is not too small
            continue
        assert editor.size(small) == (width, height)
        kept, was = texts(editor, small), texts(editor, puzzle)
        lost_rows = old[1] - height if name == "satromino" else 0  # rows go at the top
        for (where, i, j), text in kept.items():
            if text and j >= 0:
                assert was[Place(where, i + lost_rows, j)] == text
            elif text:
                assert was[Place(where, i)].startswith(text)


def every_line_fits(puzzle: Puzzle) -> bool:
    """Whether no clue is cut by going back to the size it was made for."""
    editor = editor_of(puzzle.kind)
    wide = editor.resized(puzzle, (max(editor.size(puzzle)) + 1,) * 2)
    return texts(editor, editor.resized(wide, editor.size(puzzle))) == texts(editor, puzzle)


@pytest.mark.parametrize("name", [name for name in KINDS if isinstance(registry.kind(name).editor, Turnable)])
@settings(deadline=None, max_examples=15)
@given(SEEDS)
def test_a_turn_keeps_the_number_of_solutions_and_four_change_nothing(name: str, seed: int) -> None:
    editor = editor_of(name)
    assert isinstance(editor, Turnable)
    for puzzle in boards(name, 2, seed):
        turned = editor.turned(puzzle)
        assert editor.size(turned) == editor.size(puzzle)[::-1]
        solutions = [puzzle.write(values) for values in every(puzzle)]
        assert sorted(turned.write(np.rot90(puzzle.read(line), -1)) for line in solutions) == sorted(
            turned.write(values) for values in every(turned)
        )
        assert reduce(lambda board, _: editor.turned(board), range(4), puzzle) == puzzle


@pytest.mark.parametrize("name", KINDS)
@settings(deadline=None, max_examples=60)
@given(SEEDS, st.text(max_size=12) | st.text("0123456789abBx#.*-+?=,IOT ", max_size=6), st.data())
def test_a_text_is_understood_or_refused_in_words(name: str, seed: int, text: str, data: st.DataObject) -> None:
    editor = editor_of(name)
    (puzzle,) = boards(name, 1, seed)
    place = data.draw(st.sampled_from([slot.place for slot in editor.slots(puzzle)]))
    try:
        changed = editor.changed(puzzle, place, text)
    except BadInput as error:
        assert str(error) and "\n" not in str(error)
    else:
        assert registry.parse(changed.id()) == changed
        assert editor.changed(puzzle, place, texts(editor, changed)[place]) == changed


@pytest.mark.parametrize("name", KINDS)
def test_places_that_are_not_on_the_board_are_refused(name: str) -> None:
    editor = editor_of(name)
    puzzle = editor.empty((3, 3))
    inside = set(texts(editor, puzzle))
    names = {place.name for place in inside} | {"row", "column", "cell", "goal", "nothing", ""}
    for place in (Place(*parts) for parts in product(names, (-1, 0, 3, 10**9), (-2, -1, 0, 3))):
        if place not in inside:
            with pytest.raises(BadInput):
                editor.changed(puzzle, place, "1")


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("size", [(0, 0), (-1, -1), (10**9, 10**9), (0, 5), (5, 10**12)])
def test_sizes_are_refused_before_anything_is_made(name: str, size: tuple[int, int]) -> None:
    editor = editor_of(name)
    with pytest.raises(BadInput):
        editor.empty(size)
    with pytest.raises(BadInput):
        editor.resized(editor.empty((3, 3)), size)


@pytest.mark.parametrize("name", KINDS)
@settings(deadline=None, max_examples=15)
@given(SEEDS)
def test_what_is_given_holds_in_every_solution(name: str, seed: int) -> None:
    editor = editor_of(name)
    for puzzle in boards(name, 2, seed):
        given = editor.givens(puzzle)
        for values in every(puzzle):
            assert given.shape == values.shape
            assert ((given < 0) | (given == values)).all()


@pytest.mark.parametrize("name", KINDS)
def test_keys_write_different_texts_into_cells(name: str) -> None:
    editor = editor_of(name)
    puzzle = editor.empty((4, 4))
    keys = editor.keys(puzzle)
    cells = [slot.place for slot in editor.slots(puzzle) if slot.place.j >= 0]
    assert bool(keys) == bool(cells)
    assert len({key.key for key in keys}) == len({key.text for key in keys}) == len(keys)
    for key in keys:
        assert texts(editor, editor.changed(puzzle, cells[0], key.text))[cells[0]] == key.text
    for key in keys:
        assert editor.changed(editor.changed(puzzle, cells[0], key.text), cells[0], "") == puzzle


@settings(deadline=None, max_examples=30)
@given(SEEDS)
def test_a_mended_board_tells_its_solution_from_the_other(seed: int) -> None:
    for name in KINDS:
        editor = editor_of(name)
        for puzzle in boards(name, 4, seed) if isinstance(editor, Repairable) else ():
            solutions = every(puzzle)
            if len(solutions) > 1 and isinstance(editor, Repairable):
                found = editor.mended(puzzle, *solutions[:2])
                if found is not None:
                    board, values = found
                    assert board.check(values) == []
                    assert board.check(solutions[1])


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.text("lrtdD", max_size=60))
def test_moves_that_were_made_can_be_read_by_the_rules(seed: int, moves: str) -> None:
    for name in KINDS:
        editor = editor_of(name)
        for puzzle in boards(name, 2, seed) if isinstance(editor, Movable) else ():
            assert isinstance(editor, Movable)
            found = editor.played(puzzle, moves)
            again = editor.played(puzzle, found.moves)
            assert again._replace(values=found.values) == found and (again.values == found.values).all()
            assert found.done == (found.number == found.total) == bool((found.values >= 0).all())
            if found.done:
                assert (puzzle.read(found.moves) == found.values).all()
                assert tuple(puzzle.check(found.values)) == found.broken


def test_who_uncovers_a_value_loses_only_where_values_are_uncovered() -> None:
    losing = [name for name in KINDS if isinstance(registry.kind(name).editor, Revealable)]
    assert losing
    for name in losing:
        editor = editor_of(name)
        assert isinstance(editor, Revealable)
        assert 0 <= editor.LOSES < editor.empty((3, 3)).domain().shape[-1]
