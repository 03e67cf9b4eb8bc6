"""Engines decide formulas. This is the protocol; each family of engines has a file of its own, imported when used."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, Self, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from ..errors import Misuse
from ..formula import Lits
from ..limits import NO_LIMIT, Limit, OutOfTime
from ..model import Model
from ..puzzle import Best

ABILITIES = {
    "assume": "answers under assumptions without starting anew",
    "core": "says which assumptions were in conflict",
    "propagate": "says what follows by unit propagation",
    "prefer": "takes values to try first",
    "exclusive": "takes sets of which at most one holds as they are, without a clause for each pair",
    "limit": "stops at a number of conflicts",
    "light": "is quick with many small questions",
    "proof": "writes a proof of a no, in DRAT",
    "trace": "writes down what it does, step by step",
    "command": "runs a command that its options name",
    "keep": "keeps the files that it reads and writes",
    "race": "runs in a race without being named",
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

    def decided(self) -> Verdict:
        """This verdict; raises :class:`OutOfTime` where a limit came first."""
        if self.sat is None:
            raise OutOfTime
        return self


UNDECIDED = Verdict(None)


@dataclass(frozen=True)
class Artifacts:
    """The files that a session writes beside its answers; those that exist are overwritten."""

    keep: Path | None = None  # a folder for what a command reads and writes
    proof: Path | None = None  # the proof of a no that needed no assumptions, complete once that no has been said
    trace: Path | None = None  # what happened, as JSON lines
    name: Callable[[int], str] = str  # of a literal in the trace


NO_ARTIFACTS = Artifacts()


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
class Excluding(Session, Protocol):
    """A session of an engine that can take exclusive sets."""

    def exclude(self, flat: Lits, spare: bool = False) -> None:
        """Of each of these zero-terminated sets of literals at most one holds; one that is named twice cannot.

        ``spare`` sets are there to help the search; what follows by unit propagation is said without them.
        """
        ...


@runtime_checkable
class Described(Protocol):
    """What all engines have. ``can`` names the abilities (keys of ``ABILITIES``) that an engine has by itself."""

    @property
    def name(self) -> str: ...

    @property
    def about(self) -> str: ...

    @property
    def can(self) -> frozenset[str]: ...

    def configured(self, text: str) -> Self:
        """The same engine with the options that stand behind its name and a colon; raises :class:`Misuse`."""
        ...


@runtime_checkable
class Engine(Described, Protocol):
    """An engine for formulas in clauses: it opens sessions."""

    def open(self, variables: int, artifacts: Artifacts = NO_ARTIFACTS) -> Session:
        """A session for a formula with this many variables. Files that it cannot write, it does not."""
        ...


Fact: TypeAlias = tuple[int, int, bool]
"""Of a model's variable: (variable, value, whether it has that value)."""


@dataclass(frozen=True)
class ModelVerdict:
    """The outcome of one call of a constraint engine: each variable's value, if there is a solution.

    Where a limit came first (``sat`` is None), ``partial`` may hold the fullest assignment reached.
    """

    sat: bool | None
    values: Sequence[int] = ()
    partial: Sequence[int | None] = ()
    stats: dict[str, int] = field(default_factory=dict)


@runtime_checkable
class ModelEngine(Described, Protocol):
    """An engine for constraint models: ``"model" in can``."""

    def solve_model(self, model: Model, assume: Sequence[Fact], limit: Limit, best: Best | None = None) -> ModelVerdict:
        """Decide the model together with the facts.

        With ``best``, the solution is one whose objective cannot be beaten.
        """
        ...


def options_of(engine: str, text: str, forms: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """The options ``KEY=VALUE:KEY=VALUE`` behind an engine's name; raises :class:`Misuse`.

    ``forms`` says for each option how its values are described, and which they are, as a regular expression.

    >>> options_of("yasat", "seed=3", {"seed": ("NUMBER", "[0-9]+")})
    {'seed': '3'}
    """
    found: dict[str, str] = {}
    for part in text.split(":"):
        key, _, value = part.partition("=")
        if key not in forms or not re.fullmatch(forms[key][1], value):
            known = ", ".join(f"{name}={form}" for name, (form, _) in forms.items()) or "none"
            raise Misuse(f"the engine {engine} does not take the option {part!r}; it takes: {known}")
        found[key] = value
    return found


def installed(engine: Engine | ModelEngine) -> bool:
    """Whether what the engine needs is there; engines that do not say need nothing more than knobel does."""
    return bool(getattr(engine, "installed", True))


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


def warm(engine: Engine | ModelEngine) -> None:
    """Load the engine's library now, so that its loading is not counted as solving."""
    if isinstance(engine, ModelEngine):
        engine.solve_model(Model(), (), NO_LIMIT)
    else:
        session = engine.open(1)
        session.add(np.array([1, 0], dtype=np.int32))
        session.solve()
        session.close()
