"""clingo, in this process, on the plain models of answer set programming that the kinds keep in ``peers/model.lp``."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np

from ...errors import KnobelError
from ...limits import Deadline, OutOfTime, left, tick
from ...puzzle import Puzzle, Values
from .answer import UNDECIDED, Answer, model_of, refuse_if, solved, told

if TYPE_CHECKING:
    from clingo import Control, Model, Symbol

PULSE = 0.2  # seconds after which Python looks up, so that Ctrl-C is heard


@dataclass(frozen=True)
class Clingo:
    """One thread and no options. Grounding cannot be stopped: a limit holds from the moment when solving begins."""

    name: str = "clingo"

    def takes(self, puzzle: Puzzle) -> str | None:
        if find_spec("clingo") is None:
            return "clingo is not installed (extra: peers)"
        return None if model_of(puzzle, "facts", "model.lp") else f"clingo has no model of {puzzle.kind}"

    def version(self) -> str:
        return _version()

    def warm(self) -> None:
        import clingo

        _version()
        clingo.Control().ground([("base", [])])

    def solve(self, puzzle: Puzzle, seconds: float | None) -> Answer:
        refuse_if(self.takes(puzzle))
        started = time.process_time()
        with Deadline(seconds):
            try:
                found, sure = _answer_set(_grounded(puzzle))
            except OutOfTime:
                return UNDECIDED
        took = time.process_time() - started
        if not sure:
            return UNDECIDED
        if found is None:
            return Answer("unsolvable", seconds=took)
        return solved(self.name, puzzle, _values(puzzle, found), took)


@cache
def _version() -> str:
    return version("clingo") if find_spec("clingo") else ""


def _grounded(puzzle: Puzzle) -> Control:
    import clingo

    path = model_of(puzzle, "facts", "model.lp")
    assert path is not None
    messages: list[str] = []
    control = clingo.Control(logger=lambda _, message: messages.append(message))
    try:
        control.add("base", [], told(puzzle, "facts"))
        control.load(str(path))
        control.ground([("base", [])])
    except RuntimeError as error:
        raise KnobelError(f"clingo does not take the model {path}: {messages[0] if messages else error}") from None
    return control


def _answer_set(control: Control) -> tuple[list[Symbol] | None, bool]:
    """The last answer set that was found, and whether that is sure: there is no better one, or none at all."""
    found: list[list[Symbol]] = []
    costs: list[int] = []

    def keep(model: Model) -> None:
        found[:] = [list(model.symbols(shown=True))]
        costs[:] = model.cost

    with control.solve(on_model=keep, async_=True) as search:  # leaving it stops the search
        while not search.wait(PULSE if (rest := left()) is None else min(PULSE, max(rest, 0))):
            tick()
        ended = bool(search.get().exhausted)
    # Without costs all answer sets are equally good, and one is all that was asked for.
    return (found[0], ended or not costs) if found else (None, ended)


def _values(puzzle: Puzzle, symbols: list[Symbol]) -> Values:
    """The answer array: ``answer(...,V)`` says that the entry at ``...`` is V."""
    values = np.full(puzzle.domain().shape[:-1], -1, dtype=np.int64)
    for symbol in symbols:
        *at, value = (argument.number for argument in symbol.arguments)
        values[tuple(at)] = value
    return values
