"""Engines decide formulas. This is the protocol; each family of engines has a file of its own, imported when used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from ..formula import Lits
from ..limits import NO_LIMIT, Limit
from ..model import Model
from ..puzzle import Best

ABILITIES = {
    "assume": "answers under assumptions without starting anew",
    "core": "says which assumptions were in conflict",
    "propagate": "says what follows by unit propagation",
    "prefer": "takes values to try first",
    "limit": "stops at a number of conflicts",
    "model": "decides constraint models instead of clauses",
}


@dataclass(frozen=True)
class Verdict:
    """The outcome of one call. ``sat`` is None where a limit came first.

    ``model[v]`` is the truth of variable v (entry 0 is unused); ``core`` is a part of the assumptions that cannot
    hold together.
    """

    sat: bool | None
    model: npt.NDArray[np.bool_] | None = None
    core: tuple[int, ...] = ()
    stats: dict[str, int] = field(default_factory=dict)


UNDECIDED = Verdict(None)


@runtime_checkable
class Session(Protocol):
    """One formula inside an engine. Clauses can be added between calls; nothing is read back but verdicts."""

    def add(self, flat: Lits) -> None:
        """Add zero-terminated clauses, none of them empty."""
        ...

    def solve(self, assume: Sequence[int] = (), limit: Limit = NO_LIMIT) -> Verdict:
        """Decide the clauses together with the assumptions."""
        ...

    def propagate(self, assume: Sequence[int] = ()) -> Lits | None:
        """The literals that follow by unit propagation (the assumptions among them), or None for a conflict."""
        ...

    def prefer(self, lits: Lits) -> None:
        """Values to try first, until others are preferred."""
        ...

    def close(self) -> None:
        """Give everything back. Closing twice is allowed."""
        ...


@runtime_checkable
class Engine(Protocol):
    """Opens sessions. ``can`` names the abilities (keys of ``ABILITIES``) that it has by itself."""

    @property
    def name(self) -> str: ...

    @property
    def about(self) -> str: ...

    @property
    def can(self) -> frozenset[str]: ...

    def configured(self, text: str) -> Engine:
        """The same engine with the options that stand behind its name and a colon; raises :class:`Misuse`."""
        ...

    def open(self, variables: int, *, keep: Path | None = None) -> Session:
        """A session for a formula with this many variables; ``keep`` is a folder for what it would throw away."""
        ...


Fact: TypeAlias = tuple[int, int, bool]
"""Of a model's variable: (variable, value, whether it has that value)."""


@runtime_checkable
class ModelEngine(Protocol):
    """An engine for constraint models: ``"model" in can``."""

    @property
    def name(self) -> str: ...

    @property
    def about(self) -> str: ...

    @property
    def can(self) -> frozenset[str]: ...

    def configured(self, text: str) -> ModelEngine:
        """As for :class:`Engine`."""
        ...

    def solve_model(
        self, model: Model, assume: Sequence[Fact], limit: Limit, best: Best | None = None
    ) -> tuple[bool | None, list[int]]:
        """Decide the model together with the facts: the verdict, and each variable's value if there is a solution.

        With ``best``, the solution is one whose objective cannot be beaten.
        """
        ...


def truth_array(lits: Sequence[int], variables: int) -> npt.NDArray[np.bool_]:
    """A list of true literals as a model; variables that it does not name are false.

    >>> truth_array([1, -2], 3).tolist()
    [False, True, False, False]
    """
    array = np.asarray(lits, dtype=np.int64)
    positive = array[array > 0]
    model = np.zeros(max(variables, int(positive.max(initial=0))) + 1, dtype=np.bool_)
    model[positive] = True
    return model
