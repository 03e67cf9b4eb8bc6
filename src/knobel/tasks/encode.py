"""The formula of a puzzle, with the value that a best solution has."""

from __future__ import annotations

from .. import registry
from ..errors import Misuse
from ..formula import Formula
from ..limits import OutOfTime
from ..puzzle import Optimising, Puzzle, demand_of
from .solve import solve


def formula_of(puzzle: Puzzle, encoding: str | None = None) -> Formula:
    """The formula that an encoding makes (default: the kind's own choice), as it is."""
    chosen = registry.written_encoding(registry.kind(puzzle.kind), encoding)
    built = chosen(puzzle)
    if not isinstance(built, Formula):
        raise Misuse(f"the encoding {chosen.name} makes a constraint model; take one that makes clauses")
    return built


def demand(puzzle: Puzzle, formula: Formula, bound: int | None, timeout: float | None) -> None:
    """Write a best value, or the bound asked for, as a unit clause; raises :class:`OutOfTime`."""
    if bound is None and isinstance(puzzle, Optimising) and puzzle.best and formula.levels:
        result = solve(puzzle, timeout=timeout)  # by the kind's own choice: it is only about the number
        if result.status == "undecided":
            raise OutOfTime
        bound = result.value
    if bound is None:
        return
    if bound not in formula.levels:
        if _holds_anyway(puzzle, formula, bound):
            return
        levels = sorted(formula.levels)
        known = f"{levels[0]} to {levels[-1]}" if levels else "none: the puzzle does not ask for a best solution"
        raise Misuse(f"no value {bound} can be demanded of the formula; expected {known}")
    assert isinstance(puzzle, Optimising)  # others have no levels
    formula.demand(bound, demand_of(puzzle, bound))


def _holds_anyway(puzzle: Puzzle, formula: Formula, bound: int) -> bool:
    """Whether every solution has this value or a better one: there is no level for that."""
    if not isinstance(puzzle, Optimising) or puzzle.best is None or not formula.levels:
        return False
    return bound < min(formula.levels) if puzzle.best == "most" else bound > max(formula.levels)
