"""The exact number of models of a formula, however many, by a model counter in a process of its own.

The counter is Ganak (package ``pyganak``, extra ``count``). It can be asked only once and cannot be interrupted, so it
runs beside whoever waits for it, and is killed when nobody does any more.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from importlib.util import find_spec
from multiprocessing.connection import Connection

import numpy as np

from ..forks import dying_with_parent
from ..formula import Formula

NAME = "ganak"


def installed() -> bool:
    """Whether the counter can be used here."""
    return hasattr(os, "fork") and find_spec("pyganak") is not None


class Counter:
    """Counts the models of a formula, told apart by the answer alone; begins at once, in another process.

    To be made, and kept, while Ctrl-C is held.
    """

    def __init__(self, formula: Formula) -> None:
        context = multiprocessing.get_context("fork")
        self._pipe, theirs = context.Pipe(duplex=False)
        # To the system the parent is a thread, and only the main one lives as long as the program.
        bind = dying_with_parent() if threading.current_thread() is threading.main_thread() else None
        self._process = context.Process(target=_count, args=(formula, theirs, bind), daemon=True)
        self._process.start()
        theirs.close()

    def number(self, seconds: float | None = 0.0) -> int | None:
        """The number, once it is known; waits so long for it. None also if the counter gave up for want of memory."""
        try:
            return int(self._pipe.recv()) if self._pipe.poll(seconds) else None
        except EOFError:
            return None

    def close(self) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()
        self._pipe.close()


def _count(formula: Formula, pipe: Connection, bind: Callable[[], object] | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides what it means
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # what the parent does then, in Python, could wait for the counter
    if bind is not None:
        bind()
    import pyganak

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # its remarks are no part of our output
    flat = formula.flat()
    counter = pyganak.Counter()
    counter.new_vars(formula.variables)
    counter.add_clauses([clause[:-1].tolist() for clause in np.split(flat, np.flatnonzero(flat == 0) + 1)[:-1]])
    counter.set_sampling_set(np.unique(np.abs(formula.answer)).tolist())
    pipe.send(counter.count())
    os._exit(0)
