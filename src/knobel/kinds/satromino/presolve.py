"""What is known before anything is encoded: that no solution exists, where counting and colouring cells tell."""

from __future__ import annotations

import numpy as np

from knobel.puzzle import Possible

from .rules import Satromino


def presolve(puzzle: Satromino) -> Possible:
    """Everything that fits between the walls; all False for a level that :meth:`Satromino.refutation` refutes."""
    domain = puzzle.domain()
    return domain if puzzle.refutation() is None else np.zeros_like(domain)
