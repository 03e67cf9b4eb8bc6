"""Is a board right so far? Compared with all its solutions, and without any time to find out."""

from __future__ import annotations

import numpy as np
import pytest

from knobel import registry
from knobel.tasks.progress import progress
from witness import PUZZLES, every


@pytest.mark.parametrize("name", registry.kinds())
def test_what_is_wrong_is_in_no_solution(name: str) -> None:
    random = np.random.default_rng(1)
    for puzzle in PUZZLES[name](6, 1):
        solutions = every(puzzle)
        free = puzzle.domain().any(axis=-1)
        for solution in solutions[:1]:
            assert progress(puzzle, solution).done
            assert progress(puzzle, np.full_like(solution, -1)).right
        for share in (0.2, 1.0):
            values = np.where(free & (random.random(free.shape) < share), puzzle.domain().argmax(axis=-1), -1)
            found = progress(puzzle, values)
            fits = [one for one in solutions if ((values < 0) | (values == one)).all()]
            assert found.complete and found.right == bool(fits)
            assert found.done == (bool(fits) and bool((values >= 0).all()))
            if found.wrong:
                assert found.told
                assert not any(all(one[atom.at] == atom.value for atom in found.wrong) for one in solutions)


@pytest.mark.parametrize("name", registry.kinds())
def test_without_time_nothing_is_called_wrong_that_obeys_the_rules(name: str) -> None:
    for puzzle in PUZZLES[name](6, 2):
        for values in (puzzle.domain().argmax(axis=-1), np.full(puzzle.domain().shape[:-1], -1)):
            found = progress(puzzle, values, timeout=0)
            broken = bool((values >= 0).all()) and bool(puzzle.check(values))
            if found.complete:
                assert found == progress(puzzle, values)
            else:
                assert found.right is not broken and not found.done and not found.wrong
