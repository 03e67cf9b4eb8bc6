"""Pictures that become nonograms: random ones keep their promises, and mending rules out what it should."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import knobel
from format_laws import law
from knobel.errors import Misuse
from knobel.kinds.nonogram.generate import Drawn, Pictures
from knobel.kinds.nonogram.pixels import Pixels, Symmetry, images, random_pixels, repaired
from knobel.kinds.nonogram.rules import Nonogram
from knobel.puzzle import Values
from knobel.tasks.drafts import made_unique

SYMMETRIES: tuple[Symmetry, ...] = ("none", "vertical", "horizontal", "both", "rotation")
sides, seeds, symmetries = st.integers(1, 25), st.integers(0, 2**32), st.sampled_from(SYMMETRIES)


def turned(values: Values, symmetry: Symmetry) -> list[Values]:
    """The mirror images that a picture has to be equal to."""
    return {
        "none": [],
        "vertical": [values[:, ::-1]],
        "horizontal": [values[::-1]],
        "both": [values[:, ::-1], values[::-1]],
        "rotation": [values[::-1, ::-1]],
    }[symmetry]


@law
@given(sides, sides, seeds, symmetries, st.floats(0.05, 0.95), st.sampled_from([0.0, 0.5, 1.0]))
def test_random_pictures(width: int, height: int, seed: int, symmetry: Symmetry, density: float, rough: float) -> None:
    pixels = random_pixels(width, height, np.random.default_rng(seed), symmetry, density, rough)
    values = pixels.values
    assert values.shape == (height, width)
    assert all(np.array_equal(values, other) for other in turned(values, symmetry))
    assert abs(values.sum() - density * values.size) <= 5  # a cell and its images come together
    assert not pixels.puzzle().check(values)
    again = random_pixels(width, height, np.random.default_rng(seed), symmetry, density, rough)
    assert np.array_equal(again.values, values) and np.array_equal(again.costs, pixels.costs)
    assert (np.take_along_axis(pixels.costs, values[..., None], axis=-1) == 0).all() and (pixels.costs >= 0).all()


@pytest.mark.parametrize("side", [10, 20, 40])
def test_random_pictures_are_blobs_and_not_noise(side: int) -> None:
    """Neighbours are alike far more often than the half of the time that chance would give, and no line is lost."""
    made = [random_pixels(side, side, np.random.default_rng(seed), "none", 0.5).values for seed in range(30)]
    assert np.mean([(values[1:] == values[:-1]).mean() for values in made]) > 0.7
    assert np.mean([values.any(axis=0).mean() for values in made]) > 0.95


@given(st.integers(0, 8), st.integers(0, 8), symmetries)
def test_images_are_what_the_mirrors_say(r: int, c: int, symmetry: Symmetry) -> None:
    shape = (9, 9)
    marked = np.zeros(shape, dtype=np.int64)
    marked[tuple(np.array(sorted(images((r, c), shape, symmetry))).T)] = 1
    assert marked[r, c] and all(np.array_equal(marked, other) for other in turned(marked, symmetry))


def ambiguous(count: int, symmetry: Symmetry) -> list[tuple[Pixels, Values]]:
    """Pictures with another solution of their clues."""
    found: list[tuple[Pixels, Values]] = []
    random = np.random.default_rng(5)
    while len(found) < count:
        pixels = random_pixels(8, 7, random, symmetry, 0.4, rough=1.0)
        for values in knobel.unique(pixels.puzzle(), nearest=False).solutions:
            if not np.array_equal(values, pixels.values) and len(found) < count:
                found.append((pixels, values))
    return found


@pytest.mark.parametrize("gentle", [True, False])
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_mending_tells_two_pictures_apart(symmetry: Symmetry, gentle: bool) -> None:
    for pixels, other in ambiguous(10, symmetry):
        pixels = Pixels(pixels.values, pixels.target, pixels.costs, symmetry=symmetry, gentle=gentle)
        better = repaired(pixels, other, np.random.default_rng(1))
        assert better is not None
        assert not better.puzzle().check(better.values) and better.puzzle().check(other)
        assert better.changed.any() and np.array_equal(better.target, pixels.target)
        assert all(np.array_equal(better.values, turned) for turned in turned(better.values, symmetry))
        again = repaired(pixels, other, np.random.default_rng(1))
        assert again is not None and np.array_equal(again.values, better.values)


def test_a_changed_cell_stays_as_it_is() -> None:
    """So mending comes to an end, even if nothing ever helps."""
    values = np.eye(2, dtype=np.int64)
    pixels = Pixels(values, 1 - values, np.ones((2, 2, 2)))
    assert repaired(pixels, 1 - values, np.random.default_rng(1)) is None


def settle(recipe: Pictures, seed: int) -> Drawn:
    random = np.random.default_rng(seed)
    for draft in recipe.drafts(random):
        if rivals := made_unique(recipe, draft, random):
            rivals.close()
            assert isinstance(rivals.draft, Drawn)
            return rivals.draft
    raise AssertionError("there was nothing to settle for")


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("size", [(5, 5), (10, 10), (20, 12)])
def test_settled_pictures_are_the_only_solution(size: tuple[int, int], symmetry: Symmetry) -> None:
    for seed in range(3):
        draft = settle(Pictures(size=size, symmetry=symmetry), seed)
        assert isinstance(draft.puzzle, Nonogram) and (draft.puzzle.width, draft.puzzle.height) == size
        [only] = knobel.solutions(draft.puzzle, encoding="order", engine="minisat")
        assert draft.solution is not None and np.array_equal(only, draft.solution)
        assert all(np.array_equal(only, other) for other in turned(only, symmetry))
        assert settle(Pictures(size=size, symmetry=symmetry), seed).puzzle == draft.puzzle


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"density": 1.0}, "density is 1"),
        ({"colours": 0}, "number of colours"),
        ({"colours": 2}, "for images"),
        ({"method": "dither"}, "for images"),
        ({"image": "a.png", "symmetry": "both"}, "only random pictures"),
        ({"image": "a.png", "colours": 2, "density": 0.5}, "a density is for"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(Misuse, match=message):
        Pictures(**options)  # type: ignore[arg-type]
