"""A second opinion on a finished puzzle, from an engine that had no part in making it."""

from __future__ import annotations

from itertools import islice

import numpy as np

from .. import registry
from ..engines import Engine
from ..errors import WrongAnswer
from ..puzzle import Puzzle, Values
from ..tasks.count import solutions
from .settling import labelled


def second(puzzle: Puzzle) -> Engine:
    """Another engine than the one that makes puzzles of this kind, such that it answers many questions in turn."""
    first = registry.engine(registry.preferred(labelled(puzzle), puzzle)).name
    return next(
        engine
        for engine in registry.engines().values()
        if isinstance(engine, Engine) and "assume" in engine.can and engine.name != first
    )


def verify(puzzle: Puzzle, own: Values | None, number: int) -> bool:
    """Whether the puzzle has so many solutions, one of them its own.

    For one solution or none, anything else is a defect of whoever made it: :class:`WrongAnswer`.
    """
    encoding, engine = labelled(puzzle).name, second(puzzle).name
    found = list(islice(solutions(puzzle, encoding=encoding, engine=engine), number + 1))
    right = len(found) == number and (own is None or any(np.array_equal(own, values) for values in found))
    if not right and number < 2:
        raise WrongAnswer(f"{engine} does not agree that {puzzle.id()} has exactly {number} solutions")
    return right
