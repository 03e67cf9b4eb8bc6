"""Encodings: named functions from a puzzle to a labelled formula, or to a constraint model.

A new encoding is one decorated function; its docstring is its description everywhere, and its keyword-only arguments
are its parameters.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from .errors import Misuse
from .formula import Formula
from .model import Model
from .puzzle import Possible, Puzzle

Labels: TypeAlias = Literal["all", "clues", "none"]
"""How far group labels can be trusted: each group says exactly its sentence; only clues can be dropped; not at all."""

Build = TypeVar("Build", bound=Callable[..., Formula | Model])


class PreferredEngine(NamedTuple):
    """An engine that is preferred for some puzzles, where it is installed."""

    engine: str
    when: Callable[[Any], bool]  # of a puzzle


@dataclass(frozen=True)
class Encoding:
    """One way to write a kind of puzzle as a formula or model, and what is known about it."""

    kind: str
    name: str
    build: Callable[..., Formula | Model]
    labels: Labels
    engine: str
    default: bool = False
    weaker: Callable[[Any], bool] | None = None  # the puzzles for which it asks for less; then never chosen by itself
    model: bool = False  # builds a constraint model
    preferred: PreferredEngine | None = None  # to the engine, for some puzzles
    lazy: bool = False  # its formulas get clauses while they are searched: what is written down asks for less
    settings: tuple[tuple[str, str], ...] = field(default=())

    @property
    def about(self) -> str:
        return " ".join((inspect.getdoc(self.build) or "").split("\n\n")[0].split())

    @property
    def parameters(self) -> dict[str, Any]:
        """The names of the parameters and their defaults."""
        found = inspect.signature(self.build).parameters.values()
        return {p.name: p.default for p in found if p.kind is p.KEYWORD_ONLY}

    def __call__(self, puzzle: Puzzle, known: Possible | None = None) -> Formula | Model:
        return self.build(puzzle, known, **dict(self.settings))

    def weaker_for(self, puzzle: Puzzle) -> bool:
        """Whether it asks for less than this puzzle does, so that what it finds need not be a solution."""
        return self.weaker is not None and self.weaker(puzzle)

    @property
    def full_name(self) -> str:
        """The name with its settings, as ``--encoding`` takes it."""
        return self.name + "".join(f":{key}={value}" for key, value in self.settings)

    def with_settings(self, settings: dict[str, str]) -> Encoding:
        """The same encoding with other parameters."""
        for key in settings:
            if key not in self.parameters:
                known = f"; it has: {', '.join(self.parameters)}" if self.parameters else ", nor any other"
                raise Misuse(f"the encoding {self.name} has no parameter {key!r}{known}")
        return replace(self, default=False, settings=tuple(settings.items()))


REGISTERED: dict[str, dict[str, Encoding]] = {}
CLAUSES, CONSTRAINTS = "cadical", "cpsat"
"""The engines that decide clauses and constraint models where nobody names another."""


def encoding(
    puzzle: type[Puzzle],
    name: str,
    *,
    labels: Labels,
    engine: str = CLAUSES,
    default: bool = False,
    weaker: Callable[[Any], bool] | None = None,
    preferred: PreferredEngine | None = None,
    lazy: bool = False,
) -> Callable[[Build], Build]:
    """Register a function ``(puzzle, known=None, *, parameters) -> Formula`` under a name.

    ``weaker`` tells for which puzzles the formula asks for less than the rules; such an encoding is never chosen by
    itself. ``lazy`` says that its formulas have ``cuts``.
    """
    known = {"labels": labels, "engine": engine, "default": default, "weaker": weaker}
    return _register(puzzle, name, **known, preferred=preferred, lazy=lazy)


def model_encoding(puzzle: type[Puzzle], name: str, *, engine: str = CONSTRAINTS) -> Callable[[Build], Build]:
    """Register a function ``(puzzle, known=None, *, parameters) -> Model`` under a name."""

    return _register(puzzle, name, labels="none", engine=engine, model=True)


def _register(puzzle: type[Puzzle], name: str, **known: Any) -> Callable[[Build], Build]:
    def register(build: Build) -> Build:
        REGISTERED.setdefault(puzzle.kind, {})[name] = Encoding(puzzle.kind, name, build, **known)
        return build

    return register
