"""Is a solution right? It has to obey the rules and, where the puzzle asks for a best one, no other may be better."""

from __future__ import annotations

from ..errors import KnobelError
from ..puzzle import Optimising, Puzzle, Values
from ..say import Say
from .solve import solve


def broken_rules(puzzle: Puzzle, values: Values, timeout: float | None = None) -> list[Say]:
    """What is wrong with a solution: the rules that it breaks, or that there is a better one.

    >>> from knobel import parse
    >>> p = parse("bishops:2")
    >>> print(*broken_rules(p, p.read("B./..")))
    the best solution is worth 2, this one 1
    """
    broken = puzzle.check(values)
    if broken or not isinstance(puzzle, Optimising) or puzzle.best is None:
        return broken
    value = puzzle.value(values)
    best = best_value(puzzle, value, timeout)
    if best is None:
        raise KnobelError(f"it obeys the rules and is worth {value}; whether that is best was not found out in time")
    return [] if best == value else [better(best, value)]


def best_value(puzzle: Optimising, value: int, timeout: float | None = None) -> int | None:
    """What the best solutions of a puzzle are worth, if one is worth ``value``; None where the time was too short."""
    bound = puzzle.bound()
    if bound and bound[0] == value:
        return value  # it cannot be beaten, and nothing has to be searched
    return solve(puzzle, timeout=timeout).value


def better(best: int, value: int) -> Say:
    """That a solution is not a best one."""
    return Say("the best solution is worth {best}, this one {value}", best=best, value=value)
