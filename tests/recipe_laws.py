"""The laws that the drafts of every kind obey, for the tests of its recipe."""

from __future__ import annotations

from itertools import chain, islice

import numpy as np

from knobel.recipes import Draft, Recipe


def drafts(recipe: Recipe, seed: int, count: int = 1) -> list[Draft]:
    """The first drafts from a seed."""
    return list(islice(recipe.drafts(np.random.default_rng(seed)), count))


def check_draft(draft: Draft) -> None:
    """The solution obeys the clues, these are what the solution gives, and only they can be spared, each once."""
    assert draft.solution is not None
    assert draft.puzzle.check(draft.solution) == []
    assert draft.puzzle.full(draft.solution) == draft.puzzle
    spare = list(chain(*draft.spare))
    assert len(spare) == len(set(spare))
    assert set(spare) <= set(draft.puzzle.places())


def shown(draft: Draft) -> tuple[str, object]:
    """All of a draft, to be compared."""
    assert draft.solution is not None
    return draft.puzzle.id(), (draft.puzzle.write(draft.solution), draft.spare, draft.solutions, draft.note)


def check_seeds(recipe: Recipe, seed: int, count: int = 3) -> None:
    """The same seed gives the same drafts, however many are asked for."""
    some, more = drafts(recipe, seed, count), drafts(recipe, seed, count + 1)
    assert list(map(shown, some)) == list(map(shown, more[:-1]))
