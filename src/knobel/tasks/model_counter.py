"""The exact number of models of a formula, however many, by a model counter in a process of its own.

The counter is Ganak (package ``pyganak``, extra ``count``). It can be asked only once and cannot be interrupted, so it
runs beside whoever waits for it, and is killed when nobody does any more.
"""

from __future__ import annotations

import os
import select
from functools import partial
from importlib.util import find_spec

import numpy as np

from ..formula import Formula
from ..processes.fork import Call, Died

NAME = "ganak"


def installed() -> bool:
    """Whether the counter can be used here."""
    return hasattr(os, "fork") and find_spec("pyganak") is not None


class Counter:
    """Counts the models of a formula, told apart by the answer alone; begins at once, in another process.

    To be made, and kept, while Ctrl-C is held.
    """

    def __init__(self, formula: Formula) -> None:
        self._call = Call(partial(_count, formula), group=False)
        self.died = False

    def number(self, seconds: float | None = 0.0) -> int | None:
        """The number, once it is known; waits so long for it. None also if the counter died, say for want of memory."""
        if self.died or not select.select([self._call], [], [], None if seconds is None else max(0.0, seconds))[0]:
            return None
        self._call.received()
        try:
            return int(self._call.answer())
        except (Died, MemoryError):
            self.died = True
            return None

    def close(self) -> None:
        self._call.end()


def _count(formula: Formula) -> int:
    import pyganak

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # its remarks are no part of our output
    flat = formula.flat()
    counter = pyganak.Counter()
    counter.new_vars(formula.variables)
    counter.add_clauses([clause[:-1].tolist() for clause in np.split(flat, np.flatnonzero(flat == 0) + 1)[:-1]])
    counter.set_sampling_set(np.unique(np.abs(formula.answer)).tolist())
    return int(counter.count())
