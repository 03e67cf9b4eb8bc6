"""Is a solution right? It has to obey the rules and, where the puzzle asks for a best one, no other may be better."""

from __future__ import annotations

from ..errors import KnobelError
from ..puzzle import Optimising, Puzzle, Values, amount_of
from ..say import Say
from .solve import solve


def broken_rules(puzzle: Puzzle, values: Values, timeout: float | None = None) -> list[Say]:
    """What is wrong with a solution: the rules that it breaks, or that there is a better one.

    >>> from knobel import parse
    >>> p = parse("bishops:2")
    >>> print(*broken_rules(p, p.read("B./..")))
    the number of bishops is 1, but 2 is possible
    """
    broken = puzzle.check(values)
    if broken or not isinstance(puzzle, Optimising) or puzzle.best is None:
        return broken
    value = puzzle.value(values)
    best = best_value(puzzle, value, timeout)
    if best is None:
        raise KnobelError(
            f"it obeys the rules, and {amount_of(puzzle)} is {value}; whether that is best was not found out in time"
        )
    return [] if best == value else [better(puzzle, best, value)]


def best_value(puzzle: Optimising, value: int, timeout: float | None = None) -> int | None:
    """The value of the best solutions, where one has ``value``; None where the time was too short."""
    bound = puzzle.bound()
    if bound and bound[0] == value:
        return value  # it cannot be beaten, and nothing has to be searched
    return solve(puzzle, timeout=timeout).value


def better(puzzle: Puzzle, best: int, value: int) -> Say:
    """That a solution is not a best one."""
    return Say("{amount} is {value}, but {best} is possible", amount=amount_of(puzzle), value=value, best=best)
