"""Reasons against brute force: why there is no solution, and what is wrong with a board."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import knobel
from knobel.checks import arrays
from knobel.puzzle import Atom, Optimising, Puzzle
from knobel.say import Say
from knobel.tasks.why import said
from reasoning.worlds import BOARDS

EACH = 200
SMALL = 3  # sets of sentences, or of filled entries, that are tried in full


def broken(puzzle: Puzzle) -> list[set[Say]]:
    """For each array, the sentences that it breaks."""
    return [set(puzzle.check(array)) for array in arrays(puzzle)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOARDS)
def test_reasons_contradict_each_other_and_none_can_be_spared(kind: str) -> None:
    without, changed = 0, 0
    for puzzle in BOARDS[kind](EACH):
        if isinstance(puzzle, Optimising) and puzzle.best:
            continue  # there, a reason may also be that a solution has to be a best one
        found, world = knobel.why(puzzle), broken(puzzle)
        assert bool(found) == all(world), puzzle.id()
        if not found or not world:
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
        for old, new in found.change:
            place = next(place for place in puzzle.places() if said(puzzle, place) == old)
            fitting = [a for a, one in zip(arrays(puzzle), world, strict=True) if one <= {old}]
            assert old in found.mend and new != old
            assert any(said(puzzle.full(array), place) == new for array in fitting), f"{new} would not mend it"
        for clue in found.mend:
            changed += 1
            assert any(one <= {clue} for one in world), f"it is not solvable without {clue}"
    assert without >= 5 and (changed or kind == "bishops")


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
                assert ((state >= 0) | (domain.sum(axis=-1) == 1)).all()
            else:
                assert found.status == "nothing" and len(fitting) > 1
    assert {"step", "wrong"} <= statuses


def agrees(solution: np.ndarray[tuple[int, ...], np.dtype[np.int64]], atoms: tuple[Atom, ...]) -> bool:
    return all(solution[atom.at] == atom.value for atom in atoms)
