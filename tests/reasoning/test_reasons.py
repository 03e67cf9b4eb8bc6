"""Reasons against brute force: why there is no solution, and what is wrong with a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

import numpy as np
import pytest

import knobel
import knobel.tasks.hint
import knobel.tasks.why as task
from doppelblock.boards import boards as doppelblock
from doppelblock.boards import solutions as grids_of
from knobel.checks import arrays
from knobel.errors import Interrupted
from knobel.formula import Formula
from knobel.puzzle import Atom, Optimising, Puzzle, Values
from knobel.reasoning.verify import explaining
from knobel.say import Say
from knobel.tasks.hint import Hint
from knobel.tasks.why import Why, said
from reasoning.numbers import apart, fitting, written
from reasoning.worlds import BOARDS

EACH = 200
MOST_CLUES = 12  # of a contradiction that should have a story
World = list[tuple[Values, set[Say]]]
SMALL = 3  # sets of sentences, or of filled entries, that are tried in full


def everything(puzzle: Puzzle) -> World:
    """Each array, and the sentences that it breaks."""
    return [(array, set(puzzle.check(array))) for array in arrays(puzzle)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOARDS)
def test_reasons_contradict_each_other_and_none_can_be_spared(kind: str) -> None:
    without, changed, told = 0, 0, list[bool]()
    for puzzle in BOARDS[kind](EACH):
        if isinstance(puzzle, Optimising) and puzzle.best:
            continue  # there, a reason may also be that a solution has to be a best one
        found = knobel.why(puzzle)
        if not found:
            solution = knobel.solve(puzzle).solution
            assert solution is not None and not puzzle.check(solution), puzzle.id()
            continue
        worlds = everything(puzzle)
        world = [one for _, one in worlds]
        assert all(world), puzzle.id()
        if not world:
            continue
        without += 1
        cited = set(found.clues)
        assert all(cited & one for one in world), "the reasons can all hold"
        for spared in cited:
            assert not all((cited - {spared}) & one for one in world), f"{spared} is not needed"
        for size in range(1, min(len(cited) - 1, SMALL) + 1 if found.smallest else 1):
            sentences = sorted({say for one in world for say in one}, key=str)
            for few in combinations(sentences, size):
                assert not all(one.intersection(few) for one in world), f"{size} would do: {few}"
        assert found.complete and not found.near, "on a board this small, everything can be proven"
        formula = explaining(puzzle)[0](puzzle)
        assert isinstance(formula, Formula)
        clues = {group.say for group in formula.groups if group.place is not None}
        for clue in found.clues:
            alone = clue in clues and any(one <= {clue} for one in world)
            assert (clue in found.mend) == alone, f"with or without {clue}"
        assert found.lasting == (not any(one <= {clue} for one in world for clue in clues))
        changed += judge_changes(puzzle, found, worlds)
        judge_story(found, worlds)
        if len(cited) <= MOST_CLUES:
            told.append(bool(found.story))
    assert sum(told) >= 0.95 * len(told), "nearly every small contradiction has a story"
    assert without >= 5 and bool(changed) == (kind in ("dominosweeper", "doppelblock", "nonogram"))


def judge_changes(puzzle: Puzzle, found: Why, worlds: World) -> int:
    """A clue that could be another number has the nearest of those, and no other has any; how many there are."""
    changes, counted = dict(found.change), 0
    for place in puzzle.places():
        clue, now = said(puzzle, place), written(puzzle, place)
        mended = [array for array, one in worlds if one <= {clue}]
        numbers = [] if now is None else [(array, fitting(puzzle, place, array)) for array in mended]
        far = [(apart(now, number), array) for array, number in numbers if now is not None and number is not None]
        if clue not in found.mend or not far:
            assert clue not in changes
            continue
        least = min(distance for distance, _ in far)
        nearest = {said(puzzle.full(array), place) for distance, array in far if distance == least}
        assert changes[clue] in nearest, f"{clue}: {changes[clue]} is not among {nearest}"
        counted += 1
    return counted


def judge_story(found: Why, worlds: World) -> None:
    """Each step, and each link of a chain, follows from what it cites and from what was said before."""
    left = worlds  # of which nothing said so far is false

    def obeying(worlds: World, groups: Iterable[Say]) -> World:
        cited = set(groups)
        return [(array, broken) for array, broken in worlds if not cited & broken]

    def keeping(worlds: World, atoms: Iterable[Atom]) -> World:
        return [(a, broken) for a, broken in worlds if all((a[at] == value) == holds for at, value, holds in atoms)]

    for step in found.story:
        assert len(keeping(left, step.known)) == len(left), "it rests on what was not said"
        known = keeping(worlds, step.known)
        true = obeying(known, step.because)
        assert len(keeping(true, step.cells)) == len(true) if step.cells else not true, f"{step} does not follow"
        supposed = known
        for link in step.chain:
            true = supposed if link.group is None else obeying(supposed, [link.group.say])
            assert link.group is None or (len(keeping(true, link.cells)) == len(true) if link.cells else not true)
            supposed = keeping(supposed, link.cells)
        left = keeping(left, step.cells)
    if found.story:
        assert not found.story[-1].cells and {say for step in found.story for say in step.because} == set(found.clues)


def test_sums_are_changed_as_little_as_can_be() -> None:
    apart_by = list[int]()
    for puzzle in doppelblock(60, 4, 8):
        for old, new in knobel.why(puzzle).change:
            place = next(place for place in puzzle.places() if said(puzzle, place) == old)
            fewer = puzzle.keep([other for other in puzzle.places() if other != place])
            numbers = {fitting(puzzle, place, fewer.read(line)) for line in grids_of(fewer)} - {None}
            now = written(puzzle, place)
            least = min(apart(now, number) for number in numbers if now and number)
            apart_by.append(abs(number_in(old) - number_in(new)))
            assert apart_by[-1] == least, f"{puzzle.id()}: {old} -> {new}"
    assert max(apart_by) > 1


def number_in(clue: Say) -> int:
    """The sum, or the value of a given cell; a sum of 0 is told in words of its own."""
    return int(str(clue.args.get("sum", clue.args.get("value", 0))))


def test_without_time_a_change_is_near_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task, "CHANGE_WORK", 0)
    monkeypatch.setattr(task, "SHOWN", 1)
    found = knobel.why(knobel.parse("doppelblock:5:,7,,,/,,,,"))
    [(old, new)] = [*found.change, *found.near]
    assert (number_in(new) == 6) == bool(found.change) and old in found.mend


@pytest.mark.parametrize(
    "puzzle", ["nonogram:5x5:2/1.1/3/1.1/2/1.1/2/3/2/1.1", "doppelblock:5:,7,,,/,,,,", "doppelblock:5:1,,,,/,7,,,1"]
)
def test_where_single_clues_say_nothing_there_is_a_story_too(puzzle: str) -> None:
    found = knobel.why(knobel.parse(puzzle))
    assert any(step.chain for step in found.story) and not found.story[-1].cells
    assert {say for step in found.story for say in step.because} == set(found.clues)


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def stopped(question: Callable[[], object]) -> object:
    with pytest.raises(Interrupted) as stop:
        question()
    return stop.value.result


def test_ctrl_c_keeps_what_why_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = knobel.parse("nonogram:2x1:1/1/1")
    monkeypatch.setattr(task, "story", interrupt)
    found = stopped(lambda: knobel.why(puzzle))
    assert isinstance(found, Why) and not found.complete
    assert len(found.clues) == len(found.mend) == 3 and found.smallest and not found.story
    monkeypatch.setattr(task, "opened", interrupt)
    found = stopped(lambda: knobel.why(knobel.parse("doppelblock:5:,7,,,/,,,,")))
    assert isinstance(found, Why) and found and found.argument is not None and not found.clues


def test_ctrl_c_keeps_that_a_board_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knobel.tasks.hint, "minimal", interrupt)
    found = stopped(lambda: knobel.hint(knobel.parse("nonogram:3x1:1//1/1.1"), "..?"))
    assert isinstance(found, Hint) and found.status == "wrong" and len(found.wrong) == 2 and not found.complete


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOARDS)
def test_hints_go_on_or_name_what_is_wrong(kind: str) -> None:
    random = np.random.default_rng(4)
    statuses = set()
    for puzzle in BOARDS[kind](EACH // 2):
        domain = puzzle.domain()
        if not domain.any(axis=-1).all():
            continue
        solutions = list(knobel.solutions(puzzle))
        scores = np.where(domain, random.random(domain.shape), -1.0)
        base = solutions[0] if solutions and random.random() < 0.6 else scores.argmax(axis=-1)
        state = np.where(random.random(base.shape) < 0.5, base, -1)
        found = knobel.hint(puzzle, state)
        statuses.add(found.status)
        fitting = [one for one in solutions if ((state < 0) | (one == state)).all()]
        if found.status == "unsolvable":
            assert not solutions
        elif found.status == "wrong":
            assert solutions and not fitting
            wrong = found.wrong
            assert wrong and all(state[atom.at] == atom.value for atom in wrong)
            assert not any(agrees(one, wrong) for one in solutions)
            for few in combinations(wrong, len(wrong) - 1):
                assert any(agrees(one, few) for one in solutions), "one can be spared"
            if found.smallest:
                filled = [Atom(tuple(at), int(state[tuple(at)])) for at in np.argwhere(state >= 0).tolist()]
                for few in combinations(filled, len(wrong) - 1):
                    assert any(agrees(one, few) for one in solutions), "fewer would do"
        else:
            assert fitting
            if found.step is not None:
                assert all(all((one[a.at] == a.value) == a.holds for a in found.step.cells) for one in fitting)
                assert all(state[atom.at] < 0 for atom in found.step.cells)
            elif found.status == "done":
                given = knobel.explain(puzzle).begun >= 0  # what stands on the board need not be filled in
                assert ((state >= 0) | (domain.sum(axis=-1) == 1) | given).all()
            else:
                assert found.status == "nothing" and len(fitting) > 1
    assert {"step", "wrong"} <= statuses


def agrees(solution: np.ndarray[tuple[int, ...], np.dtype[np.int64]], atoms: tuple[Atom, ...]) -> bool:
    return all(solution[atom.at] == atom.value for atom in atoms)
