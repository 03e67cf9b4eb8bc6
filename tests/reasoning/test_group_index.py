"""Groups taken out of a formula say exactly their sentences: against brute force by the rules."""

from __future__ import annotations

import numpy as np
import pytest

from bishops.boards import boards as bishops
from dominosweeper.boards import boards as dominosweeper
from doppelblock.boards import boards as doppelblock
from knobel import registry
from knobel.checks import arrays
from knobel.formula import Formula
from knobel.puzzle import Puzzle
from knobel.reasoning.all_groups import Marks
from knobel.reasoning.group_index import GroupIndex
from nonogram.boards import boards as nonogram
from satromino.levels import levels as satromino

PUZZLES: list[Puzzle] = [*bishops(15, 5), *dominosweeper(15, 5), *doppelblock(6, 3, 5), *nonogram(15, 5)]
PUZZLES += satromino(10, 5)


def expected(puzzle: Puzzle, sentences: set[str], possible: Marks) -> Marks:
    """The values that occur in the arrays within the possible that break none of the sentences."""
    seen = np.zeros_like(possible)
    entries = np.arange(len(possible))
    for array in arrays(puzzle):
        values = array.ravel()
        if possible[entries, values].all() and not sentences & {str(say) for say in puzzle.check(array)}:
            seen[entries, values] = True
    return seen


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id())
def test_some_groups_alone_leave_what_their_sentences_leave(puzzle: Puzzle) -> None:
    random = np.random.default_rng(len(puzzle.id()))
    domain = puzzle.domain().reshape(-1, puzzle.domain().shape[-1])
    for encoding in registry.kind(puzzle.kind).encodings.values():
        if encoding.labels != "all":
            continue
        formula = encoding(puzzle)
        assert isinstance(formula, Formula)
        index = GroupIndex(formula)
        for _ in range(4 if index.groups else 0):
            chosen = random.integers(0, len(index.groups), random.integers(1, 4)).tolist()
            possible = domain & (random.random(domain.shape) < 0.8)
            possible |= domain & ~possible.any(axis=1, keepdims=True)
            part = index.solver(chosen)
            seen = expected(puzzle, {str(index.groups[number].say) for number in chosen}, possible)
            left = part.left(possible[part.entries])
            if left is None:
                assert not seen.any()
            else:
                assert (left == seen[part.entries]).all()
                others = np.setdiff1d(np.arange(len(domain)), part.entries)
                assert (seen[others] == possible[others]).all(), "the groups say something about other entries"
        index.close()
